/** Keeps the read model fresh: from disk at the start, then from the API; swapped whole; the old one serves while it fails. */
import { createEntryStoreBuilder, type EntryStore } from './entry-store';
import type { DirectorySettings } from './create-directory';
import { isUnchanged, loadDirectory, type Tags } from './load';
import { buildModel, type Model } from './model';
import type { PublicLists } from './projection';
import type { LocateArea } from './project-location';
import { createBreathe, type Breathe } from '@/lib/slices';
import { readSnapshot, saveSnapshot } from './snapshot-file';

export interface SnapshotKeeper {
  /** null before the first load. */
  model(): Model | null;
  /** Whether an ID was public once and is no longer. */
  isGone(id: string): boolean;
  freshness(): { loadedAt: Date | null; isStale: boolean };
  /** Serves what is on disk and refreshes behind; without it waits for the first load, which may fail. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Loads if anything changed. A failure is told by `freshness` and the log, not thrown. */
  refresh(): Promise<void>;
}

interface Current {
  model: Model;
  tags: Tags;
  gone: Set<string>;
}

const ownSiteSeconds = 5;
const otherSiteSeconds = 900;
// A large directory is written in half a second: not after every change of a busy day.
const minSaveMs = 30_000;

export function createSnapshotKeeper(settings: DirectorySettings & { today: () => string }): SnapshotKeeper {
  const { api, clock, config, site, today } = settings;
  const isOwnSite = config.remoteApiUrl === null;
  const source = `${config.remoteApiUrl ?? 'own'} ${site().organisationId}`;
  const log = settings.log ?? (() => undefined);
  let current: Current | null = null;
  let loadedAt: Date | null = null;
  let hasFailed = false;
  let isStopped = false;
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let savedAt = -Infinity;
  let isSaved = true;
  let saving = Promise.resolve();
  let failures = 0;
  let hasToldDrift = false;
  let hasToldUnsaved = false;

  const write = async () => {
    if (current === null || loadedAt === null) return;
    savedAt = performance.now();
    isSaved = true;
    const { model, tags, gone } = current;
    const { store, lists } = model;
    try {
      const snapshot = { lists, tags, loadedAt, gone, store };
      if (!(await saveSnapshot(config.dataDir, source, snapshot, createBreathe()))) isSaved = false;
      hasToldUnsaved = false;
    } catch (error) {
      // What is shown is as fresh as before; the next start has an older copy.
      isSaved = false;
      if (!hasToldUnsaved)
        log(`The directory cannot be saved: ${error instanceof Error ? error.message : String(error)}`);
      hasToldUnsaved = true;
    }
  };
  const save = () => (saving = write());
  const show = async (
    store: EntryStore,
    lists: PublicLists,
    { tags, gone }: Pick<Current, 'tags' | 'gone'>,
  ) => {
    const model = await buildModel(store, { lists, day: today(), breathe: createBreathe() });
    if (isStopped) return;
    current = { model, tags, gone };
    isSaved = false;
  };
  const load = async () => {
    const builder = createEntryStoreBuilder();
    const day = today();
    const { lists, tags } = await loadDirectory(api, {
      locateArea: locateArea(settings),
      each: (listed) => {
        if (listed.listedUntil === null || listed.listedUntil >= day) builder.add(listed);
      },
    });
    const before = current?.model.store ?? null;
    const breathe = createBreathe();
    const store = await builder.finish({ before, today: day, breathe });
    await show(store, lists, { tags, gone: await goneAfter(current, store, breathe) });
  };
  /** A new day: another fair order, and those who lapsed leave the index too. */
  const renew = async ({ model, tags, gone }: Current) => {
    const builder = createEntryStoreBuilder();
    const { store, lists } = model;
    const [day, breathe] = [today(), createBreathe()];
    for (let position = 0; position < store.size; position += 1) {
      const listedUntil = store.listedUntilAt(position);
      if (listedUntil !== null && listedUntil < day) continue;
      builder.add({ entry: store.entryAt(position), listedUntil }, store.changedOnAt(position));
      await breathe();
    }
    const remaining = await builder.finish({ before: null, today: day, breathe });
    await show(remaining, lists, {
      tags,
      gone: await goneAfter({ model, tags, gone }, remaining, breathe),
    });
  };
  const update = async () => {
    if (current !== null && current.model.day !== today()) await renew(current);
    const startedAt = clock();
    const isSame = current !== null && (await isUnchanged(api, current.tags, { withCategories: !isOwnSite }));
    if (!isSame) await load();
    if (isStopped) return;
    loadedAt = startedAt;
    if (!isSaved && performance.now() - savedAt > minSaveMs) await save();
  };
  const tellDrift = () => {
    const [worst] = api.drift();
    if (hasToldDrift || worst === undefined) return;
    hasToldDrift = true;
    const notes = api
      .drift()
      .slice(0, 10)
      .map((note) => `  ${note.where}: ${note.what} (${note.count} times)`);
    log(`The membership API differs from its document:\n${notes.join('\n')}`);
  };
  const refresh = async () => {
    try {
      await update();
      if (hasFailed) log('The directory is refreshed again');
      [hasFailed, failures] = [false, 0];
      tellDrift();
    } catch (error) {
      if (isStopped) return;
      if (!hasFailed)
        log(`The directory cannot be refreshed: ${error instanceof Error ? error.message : String(error)}`);
      [hasFailed, failures] = [true, failures + 1];
    }
  };
  const refreshOnce = () => (running ??= refresh().finally(() => (running = null)));
  const schedule = () => {
    if (isStopped) return;
    const usual = settings.refreshSeconds ?? (isOwnSite ? ownSiteSeconds : otherSiteSeconds);
    // Another site that fails is asked again sooner than usual, but not in a storm.
    const seconds = hasFailed ? Math.min(usual, 5 * 2 ** Math.min(failures, 8)) : usual;
    timer = setTimeout(() => void refreshOnce().then(schedule), seconds * 1000);
    timer.unref();
  };
  return {
    model: () => current?.model ?? null,
    isGone: (id) => current?.gone.has(id) ?? false,
    freshness: () => ({ loadedAt, isStale: hasFailed || loadedAt === null }),
    async start() {
      const options = { today: today(), breathe: createBreathe(), log };
      const saved = await readSnapshot(config.dataDir, source, options);
      if (saved !== null) {
        await show(saved.store, saved.lists, saved);
        [loadedAt, isSaved] = [saved.loadedAt, true];
      }
      const first = refreshOnce().then(schedule);
      if (saved === null) await first;
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      // The process ends behind this: a draft left half written would keep the next from saving for a while.
      await saving;
      if (!isSaved) await save();
    },
    refresh: refreshOnce,
  };
}

/** Everybody who was ever public and is not in this store. */
async function goneAfter(before: Current | null, store: EntryStore, breathe: Breathe): Promise<Set<string>> {
  const gone = new Set<string>();
  for (const id of before?.gone ?? []) {
    if (store.positionOf(id) === -1) gone.add(id);
    await breathe();
  }
  const old = before?.model.store;
  for (let position = 0; position < (old?.size ?? 0); position += 1) {
    const id = old?.idAt(position) ?? '';
    if (store.positionOf(id) === -1) gone.add(id);
    await breathe();
  }
  return gone;
}

function locateArea({ places }: DirectorySettings): LocateArea {
  return (address) => places?.locate(address)?.point ?? null;
}
