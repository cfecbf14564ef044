/** Keeps the read model fresh: reads disk, then API; swaps it whole; on failure the old one stays. */
import { createEntryStoreBuilder, type EntryStore } from './entry-store';
import type { DirectorySettings } from './directory-settings';
import { HeldAnswerError, isConfirmed } from './held-answer';
import { loadDirectory } from './load';
import { buildModel, type Model } from './model';
import type { PublicLists } from './projection';
import type { LocateArea } from './project-location';
import { createBreathe, type Breathe } from '@/lib/slices';
import { countRemoved } from './count-removed';
import type { Tags } from './questions';
import { createRefreshReport } from './refresh-report';
import { readSnapshot, saveSnapshot } from './snapshot-file';
import { isUnchanged } from './unchanged';
import { isMassRemoval } from '@/lib/mass-removal';
import { dateInZone } from '@/lib/clock';

export interface SnapshotKeeper {
  /** null before the first load. */
  model(): Model | null;
  /** Whether an ID was public once and no longer is. */
  isGone(id: string): boolean;
  freshness(): { loadedAt: Date | null; isStale: boolean; problems: readonly string[] };
  /** Serves the copy on disk and refreshes in the background; without one, awaits a first load, which may fail. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Loads if anything changed. A failure is reported in `freshness` and the log, not thrown. */
  refresh(): Promise<void>;
}

interface Current {
  model: Model;
  tags: Tags;
  gone: Set<string>;
}

const ownSiteSeconds = 5;
const otherSiteSeconds = 900;
// How often to look for the operator's confirmation while a response is held.
const confirmationSeconds = 5;
// Loading a large directory of our own may take longer than twice its 5 s interval.
const minStaleMs = 5 * 60_000;
// Writing a large directory takes half a second: too long to repeat after every change on a busy day.
const minSaveMs = 30_000;

export function createSnapshotKeeper(settings: DirectorySettings & { today: () => string }): SnapshotKeeper {
  const { api, clock, config, site, today } = settings;
  const isOwnSite = config.remoteApiUrl === null;
  const source = `${config.remoteApiUrl ?? 'own'} ${site().organisationId}`;
  const log = settings.log ?? (() => undefined);
  const usualSeconds = settings.refreshSeconds ?? (isOwnSite ? ownSiteSeconds : otherSiteSeconds);
  const staleAfterMs = Math.max(2 * usualSeconds * 1000, minStaleMs);
  const report = createRefreshReport({ dataDir: config.dataDir, log });
  let current: Current | null = null;
  let loadedAt: Date | null = null;
  let isStopped = false;
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let savedAt = -Infinity;
  let isSaved = true;
  let saving = Promise.resolve();
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
      // What is shown is still fresh, but the next start will use an older copy.
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
    const unlisted = new Set<string>();
    const loaded = await loadDirectory(api, {
      locateArea: locateArea(settings),
      each: (listed) => {
        if (listed.listedUntil === null || listed.listedUntil >= day) builder.add(listed);
      },
      unlisted: (id) => unlisted.add(id),
    });
    const { lists, tags } = loaded;
    const before = current?.model.store ?? null;
    const breathe = createBreathe();
    const store = await builder.finish({ before, today: day, breathe });
    report.leftOut(loaded.problems);
    await holdBack(store, unlisted);
    await show(store, lists, { tags, gone: await goneAfter(current, store, breathe) });
  };
  /**
   * A response from another site that removes many members is probably wrong. In our own database every removal was
   * confirmed when it was made, and members who opt out must disappear within a minute.
   * @throws HeldAnswerError until the operator confirms it
   */
  const holdBack = async (store: EntryStore, unlisted: ReadonlySet<string>) => {
    if (isOwnSite || current === null) return;
    const day = dateInZone(clock(), earliestZone);
    const counts = await countRemoved(current.model.store, {
      store,
      unlisted,
      day,
      breathe: createBreathe(),
    });
    const answer = { source, ...counts };
    if (!isMassRemoval(answer.removed, answer.known) || (await isConfirmed(config.dataDir, answer))) return;
    // Members whom the site explicitly no longer lists are removed in any case.
    const { store: shown } = current.model;
    if ([...unlisted].some((id) => shown.positionOf(id) !== -1)) await renew(current, unlisted);
    throw new HeldAnswerError(answer);
  };
  /** For a new day: changes the fair order, and removes lapsed and `unlisted` members from the index too. */
  const renew = async ({ model, tags, gone }: Current, unlisted: ReadonlySet<string> = new Set()) => {
    const builder = createEntryStoreBuilder();
    const { store, lists } = model;
    const [day, breathe] = [today(), createBreathe()];
    for (const position of store.positions) {
      const listedUntil = store.listedUntilAt(position);
      if ((listedUntil !== null && listedUntil < day) || unlisted.has(store.idAt(position))) continue;
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
  const refresh = async () => {
    try {
      await update();
      await report.succeeded();
    } catch (error) {
      if (isStopped) return;
      await report.failed(error);
    }
    report.tellDrift(api.drift());
  };
  const refreshOnce = () => (running ??= refresh().finally(() => (running = null)));
  const schedule = () => {
    if (isStopped) return;
    // Another site that fails is retried sooner than usual, but with increasing delays.
    const failures = report.held() === null ? report.failures() : 0;
    const sooner = failures === 0 ? Infinity : 5 * 2 ** Math.min(failures, 8);
    wait(Math.min(usualSeconds, sooner));
  };
  /** Waits for the next refresh, or until the operator confirms a held response. */
  const wait = (seconds: number) => {
    if (isStopped) return;
    const held = report.held();
    const part = held === null ? seconds : Math.min(seconds, confirmationSeconds);
    const next = async () => {
      const isDue = part === seconds || (held !== null && (await isConfirmed(config.dataDir, held)));
      if (isDue) await refreshOnce().then(schedule);
      else wait(seconds - part);
    };
    timer = setTimeout(() => void next(), part * 1000);
    timer.unref();
  };
  const isOld = () => loadedAt === null || clock().getTime() - loadedAt.getTime() > staleAfterMs;
  const problems = () => [...report.problems(), ...(isOld() ? ['The directory is out of date.'] : [])];
  return {
    model: () => current?.model ?? null,
    isGone: (id) => current?.gone.has(id) ?? false,
    freshness: () => ({ loadedAt, isStale: report.failures() > 0 || isOld(), problems: problems() }),
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
      // The process exits after this. A half-written draft would stop the next process from saving for a while.
      await saving;
      if (!isSaved) await save();
    },
    refresh: refreshOnce,
  };
}

/** Everybody who was public once and is not in this store. */
async function goneAfter(before: Current | null, store: EntryStore, breathe: Breathe): Promise<Set<string>> {
  const gone = new Set<string>();
  for (const id of before?.gone ?? []) {
    if (store.positionOf(id) === -1) gone.add(id);
    await breathe();
  }
  const old = before?.model.store;
  for (const position of old?.positions ?? []) {
    const id = old?.idAt(position) ?? '';
    if (store.positionOf(id) === -1) gone.add(id);
    await breathe();
  }
  return gone;
}

/** The first time zone in which a day ends. A site there may already omit members whose last day it still is here. */
const earliestZone = 'Etc/GMT-14';

function locateArea({ places }: DirectorySettings): LocateArea {
  return (address) => places?.locate(address)?.point ?? null;
}
