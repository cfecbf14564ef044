/** The directory that visitors see: a model in memory, which is replaced as a whole, and the copy of it on disk. */
import type { Tags } from './api-queries';
import { applyChanges } from './apply-changes';
import { programId } from '@/lib/base/version';
import type { EntryStore } from './entry-store';
import type { DirectoryUpdate } from './follow-changes';
import type { Outcome } from './load';
import { copyEntries, merge, needsMerge } from './merge';
import { buildModel, indexesOf, modelOf, type Model } from './model';
import type { PublicLists } from './projection';
import { readSnapshot, saveSnapshot, type SavedSnapshot, type SnapshotOrigin } from './snapshot-file';
import { createPause, type Pause } from '@/lib/base/slices';

interface Options {
  /** null: no copy is stored on disk. */
  dataDir: string | null;
  /** The site and the organisation whose members are shown. */
  source: string;
  today: () => string;
  log: (message: string) => void;
}

interface Shown extends DirectoryState {
  tags: Tags;
}

export class ShownDirectory {
  readonly #options: Options;
  readonly #origin: SnapshotOrigin;
  readonly #copy: SavedCopy;
  #shown: Shown | null = null;
  #loadedAt: Date | null = null;
  #merging: Promise<void> | null = null;
  #isStopped = false;

  constructor(options: Options) {
    this.#options = options;
    this.#origin = { source: options.source, program: programId };
    this.#copy = new SavedCopy(options, this.#origin, () => this.#toSave());
  }

  /** null: nothing has been loaded yet. */
  get model(): Model | null {
    return this.#shown?.model ?? null;
  }

  /** The tags of the lists of which the shown members consist. null: nothing has been loaded yet. */
  get tags(): Tags | null {
    return this.#shown?.tags ?? null;
  }

  /** When everything that is shown was last known to be up to date. */
  get loadedAt(): Date | null {
    return this.#loadedAt;
  }

  /** Nothing is replaced any more. */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  wasRemoved(id: string): boolean {
    return this.#shown?.removedIds.has(id) ?? false;
  }

  /** Shows the copy on disk. false: there is none. */
  async showCopy(): Promise<boolean> {
    const { dataDir, today, log } = this.#options;
    if (dataDir === null) return false;
    const pause = createPause();
    const saved = await readSnapshot(dataDir, this.#origin, { pause, log });
    if (saved === null) return false;
    const { store, lists, indexes } = saved;
    const options = { lists, day: today(), pause };
    this.#show(
      await (indexes === null ? buildModel(store, options) : modelOf(store, indexes, options)),
      saved,
    );
    this.#loadedAt = saved.loadedAt;
    // Without indexes, the copy is written again, so that the next start need not build them.
    this.#copy.isCurrent = indexes !== null || this.#origin.program === null;
    return true;
  }

  /** Shows these members in place of all others. */
  async replace(store: EntryStore, lists: PublicLists, tags: Tags): Promise<void> {
    const pause = createPause();
    const removedIds = await findRemovedIds(this.#shown, store, pause);
    this.#show(await buildModel(store, { lists, day: this.#options.today(), pause }), { tags, removedIds });
  }

  /** For a new day: changes the fair order, and removes lapsed and `unlisted` members from the index. */
  async renew(unlisted: ReadonlySet<string> = new Set()): Promise<void> {
    if (this.#shown === null) return;
    const { model, tags } = this.#shown;
    const { store, lists } = model;
    const day = this.#options.today();
    const isIncluded = (position: number) => {
      const listedUntil = store.listedUntilAt(position);
      return (listedUntil === null || listedUntil >= day) && !unlisted.has(store.idAt(position));
    };
    await this.replace(
      await copyEntries(store, { isIncluded, today: day, pause: createPause() }),
      lists,
      tags,
    );
  }

  async apply(update: DirectoryUpdate): Promise<void> {
    const state = {
      read: () => (this.#isStopped ? null : this.#shown),
      replace: (after: DirectoryState) => {
        if (this.#shown !== null) this.#shown = { ...this.#shown, ...after };
        this.#copy.isCurrent = false;
      },
    };
    await applyUpdate(update, state, { today: this.#options.today(), pause: createPause() });
  }

  upToDateSince(loadedAt: Date): void {
    this.#loadedAt = loadedAt;
  }

  /** Merges many changes with the model in the background, and saves the copy on disk from time to time. */
  async maintain(): Promise<void> {
    this.#mergeSoon();
    await this.#copy.saveIfDue();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#copy.finish();
  }

  #show(model: Model, { tags, removedIds }: Pick<Shown, 'tags' | 'removedIds'>): void {
    if (this.#isStopped) return;
    this.#shown = { model, tags, removedIds };
    this.#copy.isCurrent = false;
  }

  #mergeSoon(): void {
    if (this.#shown === null || this.#merging !== null || !needsMerge(this.#shown.model)) return;
    const shown = {
      model: () => (this.#isStopped ? null : this.model),
      replace: (model: Model) => {
        if (this.#shown !== null) this.#shown = { ...this.#shown, model };
      },
    };
    this.#merging = merge(shown, createPause())
      .catch((error: unknown) =>
        this.#options.log(`The directory’s changes cannot be merged: ${String(error)}`),
      )
      .finally(() => (this.#merging = null));
  }

  #toSave(): ToSave | null {
    if (this.#shown === null || this.#loadedAt === null) return null;
    return { ...this.#shown, loadedAt: this.#loadedAt };
  }
}

async function findRemovedIds(before: Shown | null, store: EntryStore, pause: Pause): Promise<Set<string>> {
  const removedIds = new Set<string>();
  for (const id of before?.removedIds ?? []) {
    if (store.positionOf(id) === -1) removedIds.add(id);
    await pause();
  }
  const old = before?.model.store;
  for (const position of old?.positions ?? []) {
    const id = old?.idAt(position) ?? '';
    if (store.positionOf(id) === -1) removedIds.add(id);
    await pause();
  }
  return removedIds;
}

// Writing a large directory takes half a second: too long to repeat after every change on a busy day.
const minSaveMs = 30_000;

type ToSave = Shown & Pick<SavedSnapshot, 'loadedAt'>;

class SavedCopy {
  readonly #options: Options;
  readonly #origin: SnapshotOrigin;
  readonly #read: () => ToSave | null;
  #savedAt = -Infinity;
  #saving = Promise.resolve();
  #hasLoggedError = false;
  /** Whether the copy on disk is what is shown. */
  isCurrent = true;

  constructor(options: Options, origin: SnapshotOrigin, read: () => ToSave | null) {
    this.#options = options;
    this.#origin = origin;
    this.#read = read;
  }

  async saveIfDue(): Promise<void> {
    if (!this.isCurrent && performance.now() - this.#savedAt > minSaveMs) await this.#save();
  }

  /** The process exits after this. A half-written draft would stop the next process from saving for some time. */
  async finish(): Promise<void> {
    await this.#saving;
    if (!this.isCurrent) await this.#save();
  }

  #save(): Promise<void> {
    return (this.#saving = this.#write());
  }

  async #write(): Promise<void> {
    const shown = this.#read();
    const { dataDir, log } = this.#options;
    if (shown === null || dataDir === null) return;
    this.#savedAt = performance.now();
    this.isCurrent = true;
    try {
      const pause = createPause();
      const { store, lists } = shown.model;
      const indexes = this.#origin.program === null ? null : await indexesOf(shown.model, pause);
      const snapshot = { ...shown, store, lists, indexes };
      if (!(await saveSnapshot(dataDir, this.#origin, snapshot, pause))) this.isCurrent = false;
      this.#hasLoggedError = false;
    } catch (error) {
      // The directory shown is up to date, but the next start will use an older copy.
      this.isCurrent = false;
      if (!this.#hasLoggedError)
        log(`The directory cannot be saved: ${error instanceof Error ? error.message : String(error)}`);
      this.#hasLoggedError = true;
    }
  }
}

/** A model, and the members that were listed earlier but are not now. */
interface DirectoryState {
  model: Model;
  removedIds: ReadonlySet<string>;
}

// Applying one outcome takes a fraction of a millisecond, so a slice takes a few milliseconds.
const outcomesPerSlice = 20;

/**
 * Replaces the state after each slice. A merge or a load may replace it between two slices. Nothing more is applied
 * after `read` returns null.
 */
async function applyUpdate(
  { outcomes, lists }: DirectoryUpdate,
  state: { read: () => DirectoryState | null; replace: (after: DirectoryState) => void },
  { today, pause }: { today: string; pause: Pause },
): Promise<void> {
  const all = [...outcomes];
  // If only the lists have changed, there are no outcomes. The loop then applies one slice, which contains only the
  // lists.
  for (let start = 0; start === 0 || start < all.length; start += outcomesPerSlice) {
    const before = state.read();
    if (before === null) return;
    const slice = all.slice(start, start + outcomesPerSlice);
    const model = applyChanges(before.model, { ...toChanges(slice), lists }, { today });
    if (model !== before.model)
      state.replace({ model, removedIds: updateRemovedIds(before, model.store, slice) });
    await pause();
  }
}

type MemberOutcome = readonly [id: string, outcome: Outcome];

function toChanges(slice: readonly MemberOutcome[]) {
  return {
    removed: slice.flatMap(([id, outcome]) => (typeof outcome === 'string' ? [id] : [])),
    changed: slice.flatMap(([, outcome]) => (typeof outcome === 'string' ? [] : [outcome])),
  };
}

function updateRemovedIds(
  { model, removedIds }: DirectoryState,
  store: EntryStore,
  slice: readonly MemberOutcome[],
): ReadonlySet<string> {
  const isListed = (id: string) => store.positionOf(id) !== -1;
  const removed = slice.filter(([id]) => !isListed(id) && model.store.positionOf(id) !== -1);
  const relisted = slice.filter(([id]) => removedIds.has(id) && isListed(id));
  // There may be many removed members, so the set is not copied for every change.
  if (removed.length + relisted.length === 0) return removedIds;
  const after = new Set(removedIds);
  for (const [id] of removed) after.add(id);
  for (const [id] of relisted) after.delete(id);
  return after;
}
