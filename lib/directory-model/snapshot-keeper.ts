/**
 * Keeps the read model fresh: reads the disk, then the API, and replaces the model as a whole. After a failure the old
 * model stays.
 */
import { createEntryStoreBuilder, type EntryStore } from './entry-store';
import type { DirectoryServices } from './directory-services';
import { HeldResponseError, isConfirmed } from './held-response';
import { applyUpdate, type DirectoryState } from './apply-update';
import {
  readChanges,
  readModified,
  readPosition,
  toDirectoryUpdate,
  type DirectoryUpdate,
} from './follow-changes';
import { loadDirectory, type Outcome } from './load';
import { copyEntries, merge, needsMerge } from './merge';
import { buildModel, type Model } from './model';
import type { PublicLists } from './projection';
import type { LocateArea } from './project-location';
import { createPause, type Pause } from '@/lib/slices';
import { countRemoved } from './count-removed';
import type { Tags } from './api-queries';
import { createRefreshReport } from './refresh-report';
import { readSnapshot, saveSnapshot, sourceOf } from './snapshot-file';
import { isUnchanged } from './check-unchanged';
import { isMassRemoval } from '@/lib/mass-removal';
import { dateInZone } from '@/lib/clock';

export interface SnapshotKeeper {
  /** null: nothing has been loaded yet. */
  model(): Model | null;
  wasRemoved(id: string): boolean;
  freshness(): { loadedAt: Date | null; isStale: boolean; problems: readonly string[] };
  /** Shows the copy on disk and refreshes in the background. Without a copy, waits for a first load, which may fail. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Loads the members if anything has changed. A failure is not thrown, but reported in `freshness` and the log. */
  refresh(): Promise<void>;
}

interface RefreshOptions {
  /** How long the site may wait for a change before it responds. */
  seconds: number;
  isPoll: boolean;
}

interface Current extends DirectoryState {
  tags: Tags;
}

const ownSiteSeconds = 5;
const otherSiteSeconds = 900;
// The time between two requests for modified members, to a site without a list of changes. Full comparisons are less
// frequent.
const modifiedSeconds = 60;
const waitSeconds = 30;
// The pause between two requests for changes, so that many changes in a row are applied together.
const pauseSeconds = 0.1;
// The server counts the changes that it follows. Above the larger of these two limits, it loads everything instead.
// Following one change costs about three times as much as loading one member. So following the changes of a quarter of
// the members costs almost as much as loading all members. The server cannot decide earlier, because it does not know
// the number of changes in advance.
const followLimits = { changes: 500, share: 1 / 4 };
// Changes of our own site are applied a page at a time. Those of another site may turn out to remove many members, so
// all are read first.
const pagesPerRead = { own: 1, other: 50 };
const confirmationSeconds = 5;
// Data counts as outdated only if the last successful refresh is at least this long ago. The time is long, because
// loading a large directory of our own may take longer than two refresh intervals of 5 s.
const minStaleMs = 5 * 60_000;
// Writing a large directory takes half a second: too long to repeat after every change on a busy day.
const minSaveMs = 30_000;

export function createSnapshotKeeper(services: DirectoryServices & { today: () => string }): SnapshotKeeper {
  const { api, clock, config, site, today } = services;
  const isOwnSite = config.remoteApiUrl === null;
  const source = sourceOf({ ...config, ...site() });
  const log = services.log ?? (() => undefined);
  const defaultSeconds = services.refreshSeconds ?? (isOwnSite ? ownSiteSeconds : otherSiteSeconds);
  const pollSeconds = Math.min(defaultSeconds, services.modifiedSeconds ?? modifiedSeconds);
  const staleAfterMs = Math.max(2 * defaultSeconds * 1000, minStaleMs);
  const report = createRefreshReport({ dataDir: config.dataDir, log });
  let current: Current | null = null;
  /** Where the next changes begin. null: no position, so the lists are compared. */
  let position: string | null = null;
  let waiting = new AbortController();
  /** The time at which all lists were last compared, by the monotonic clock. */
  let comparedAt = -Infinity;
  /**
   * All members that were modified before this time have been read. null: nothing has been read yet, or the site does
   * not say which members were modified.
   */
  let modifiedSince: Date | null = null;
  let loadedAt: Date | null = null;
  let isStopped = false;
  let running: Promise<void> | null = null;
  let refreshing = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let savedAt = -Infinity;
  let isSaved = true;
  let saving = Promise.resolve();
  let hasLoggedSaveError = false;
  let merging: Promise<void> | null = null;

  const write = async () => {
    if (current === null || loadedAt === null) return;
    savedAt = performance.now();
    isSaved = true;
    const { model, tags, removedIds } = current;
    const { store, lists } = model;
    try {
      const snapshot = { lists, tags, loadedAt, removedIds, store };
      if (!(await saveSnapshot(config.dataDir, source, snapshot, createPause()))) isSaved = false;
      hasLoggedSaveError = false;
    } catch (error) {
      // The directory shown is up to date, but the next start will use an older copy.
      isSaved = false;
      if (!hasLoggedSaveError)
        log(`The directory cannot be saved: ${error instanceof Error ? error.message : String(error)}`);
      hasLoggedSaveError = true;
    }
  };
  const save = () => (saving = write());
  const show = async (
    store: EntryStore,
    lists: PublicLists,
    { tags, removedIds }: Pick<Current, 'tags' | 'removedIds'>,
  ) => {
    const model = await buildModel(store, { lists, day: today(), pause: createPause() });
    if (isStopped) return;
    current = { model, tags, removedIds };
    isSaved = false;
  };
  const load = async ({ sendsWhole }: { sendsWhole: boolean }) => {
    const builder = createEntryStoreBuilder();
    const day = today();
    const unlisted = new Set<string>();
    const loaded = await loadDirectory(api, {
      locateArea: locateArea(services),
      each: (listed) => {
        if (listed.listedUntil === null || listed.listedUntil >= day) builder.add(listed);
      },
      unlisted: (id) => unlisted.add(id),
      sendsWhole,
    });
    const { lists, tags } = loaded;
    const before = current?.model.store ?? null;
    const pause = createPause();
    const store = await builder.finish({ before, today: day, pause });
    report.leftOut(loaded.problems);
    await requireConfirmation(store, unlisted);
    await show(store, lists, { tags, removedIds: await findRemovedIds(current, store, pause) });
  };
  /**
   * A response of another site that removes many members is probably wrong. Removals in our own database need no
   * confirmation here: each was confirmed when it was made, and members who opt out must disappear within a minute.
   * @throws HeldResponseError until the operator confirms it
   */
  const requireConfirmation = async (store: EntryStore, unlisted: ReadonlySet<string>) => {
    if (isOwnSite || current === null) return;
    const day = dateInZone(clock(), earliestZone);
    const counts = await countRemoved(current.model.store, {
      store,
      unlisted,
      day,
      pause: createPause(),
    });
    const response = { source, ...counts };
    if (!isMassRemoval(response.removed, response.known) || (await isConfirmed(config.dataDir, response)))
      return;
    // Members whom the site explicitly marks as not listed are removed in any case.
    const { store: shown } = current.model;
    if ([...unlisted].some((id) => shown.positionOf(id) !== -1)) await renew(current, unlisted);
    throw new HeldResponseError(response);
  };
  /** For a new day: changes the fair order, and removes lapsed and `unlisted` members from the index. */
  const renew = async ({ model, tags, removedIds }: Current, unlisted: ReadonlySet<string> = new Set()) => {
    const { store, lists } = model;
    const [day, pause] = [today(), createPause()];
    const isIncluded = (position: number) => {
      const listedUntil = store.listedUntilAt(position);
      return (listedUntil === null || listedUntil >= day) && !unlisted.has(store.idAt(position));
    };
    const remaining = await copyEntries(store, { isIncluded, today: day, pause });
    await show(remaining, lists, {
      tags,
      removedIds: await findRemovedIds({ model, tags, removedIds }, remaining, pause),
    });
  };
  /**
   * Changes are applied as they are read.
   * @returns false if everything must be loaded
   */
  const follow = async (after: string, seconds: number): Promise<boolean> => {
    const pages = isOwnSite ? pagesPerRead.own : pagesPerRead.other;
    let [from, waitSeconds, followed] = [after, seconds, 0];
    for (;;) {
      const batch = await readChanges(api, { after: from, waitSeconds, signal: waiting.signal, pages });
      if (batch === null || current === null) return false;
      followed += batch.changes.length;
      const maxFollowed = Math.max(followLimits.changes, followLimits.share * current.model.store.size);
      if (batch.hasMore && (!isOwnSite || followed > maxFollowed)) return false;
      if (batch.changes.length > 0) {
        const directoryUpdate = await toDirectoryUpdate(api, batch.changes, {
          model: current.model,
          locateArea: locateArea(services),
          pause: createPause(),
        });
        if (directoryUpdate === null) return false;
        await apply(directoryUpdate);
      }
      if (isStopped) return true;
      position = batch.next;
      if (!batch.hasMore) break;
      [from, waitSeconds] = [batch.next, 0];
    }
    loadedAt = clock();
    return true;
  };
  /** @throws HeldResponseError if another site would remove many members */
  const apply = async ({ outcomes, lists }: DirectoryUpdate) => {
    if (current === null) return;
    const held = await findUnconfirmedRemoval(current.model.store, outcomes);
    const allowed = [...outcomes].filter(([, outcome]) => held === null || outcome === 'unlisted');
    const state = {
      read: () => (isStopped ? null : current),
      replace(after: DirectoryState) {
        if (current !== null) current = { ...current, ...after };
        isSaved = false;
      },
    };
    await applyUpdate({ outcomes: new Map(allowed), lists }, state, { today: today(), pause: createPause() });
    if (held !== null) throw new HeldResponseError(held);
  };
  /** Many removals without a reason, which need the operator's confirmation. null: they are few or confirmed. */
  const findUnconfirmedRemoval = async (store: EntryStore, outcomes: ReadonlyMap<string, Outcome>) => {
    const removed = [...outcomes].filter(
      ([id, outcome]) => outcome === 'removed' && store.positionOf(id) !== -1,
    );
    const removal = { source, known: store.size, removed: removed.length };
    if (isOwnSite || !isMassRemoval(removal.removed, removal.known)) return null;
    return (await isConfirmed(config.dataDir, removal)) ? null : removal;
  };
  const mergeSoon = () => {
    if (current === null || merging !== null || !needsMerge(current.model)) return;
    const shown = {
      model: () => (isStopped ? null : (current?.model ?? null)),
      replace: (model: Model) => {
        if (current !== null) current = { ...current, model };
      },
    };
    merging = merge(shown, createPause())
      .catch((error: unknown) => log(`The directory’s changes cannot be merged: ${String(error)}`))
      .finally(() => (merging = null));
  };
  const compare = async () => {
    // The position is read first, so that changes during the loading of the lists are read afterwards.
    const newest = await readPosition(api);
    const startedAt = clock();
    const isSame = current !== null && (await isUnchanged(api, current.tags, { withCategories: !isOwnSite }));
    // A site with a list of changes runs our software, in this release or another, so it may send whole members.
    if (!isSame) await load({ sendsWhole: newest !== null });
    if (isStopped) return;
    position = newest;
    [loadedAt, modifiedSince, comparedAt] = [startedAt, startedAt, performance.now()];
  };
  /** The time until all lists must be compared. */
  const secondsLeft = () => defaultSeconds - (performance.now() - comparedAt) / 1000;
  /**
   * Reads what was modified at another site without a list of changes.
   * @returns false if all lists must be compared
   */
  const readRecent = async (shown: Current): Promise<boolean> => {
    if (isOwnSite || modifiedSince === null || secondsLeft() <= 0) return false;
    const startedAt = clock();
    const { model } = shown;
    const directoryUpdate = await readModified(api, {
      since: modifiedSince,
      model,
      locateArea: locateArea(services),
    });
    modifiedSince = directoryUpdate === null ? null : startedAt;
    if (directoryUpdate !== null) await apply(directoryUpdate);
    return true;
  };
  const update = async ({ seconds, isPoll }: RefreshOptions) => {
    if (current !== null && current.model.day !== today()) {
      await renew(current);
      // On a new day, a member's status may change, but the list of changes does not contain this. Without a position,
      // all lists are compared.
      position = null;
    }
    const isFollowed = current !== null && position !== null && (await follow(position, seconds));
    const isRead = isFollowed || (isPoll && current !== null && (await readRecent(current)));
    if (!isRead) await compare();
    if (isStopped) return;
    mergeSoon();
    if (!isSaved && performance.now() - savedAt > minSaveMs) await save();
  };
  const refresh = async (options: RefreshOptions) => {
    try {
      await update(options);
      await report.succeeded();
    } catch (error) {
      if (isStopped || waiting.signal.aborted) return;
      if (!(error instanceof HeldResponseError)) position = null;
      await report.failed(error);
    }
    report.reportDrift(api.drift());
  };
  const refreshOnce = (options = { seconds: 0, isPoll: false }) =>
    (running ??= refresh(options).finally(() => (running = null)));
  /** Ends a request that is waiting for a change, and refreshes. Calls run one after another. */
  const refreshNow = () => {
    const next = async () => {
      if (running !== null) {
        waiting.abort();
        await running;
        waiting = new AbortController();
      }
      await refreshOnce();
    };
    return (refreshing = refreshing.then(next));
  };
  const schedule = () => {
    if (isStopped) return;
    if (position !== null && report.failures() === 0) {
      const next = () => refreshOnce({ seconds: waitSeconds, isPoll: true }).then(schedule);
      timer = setTimeout(() => void next(), pauseSeconds * 1000);
      timer.unref();
      return;
    }
    // A failed request to another site is repeated sooner than usual, but with increasing delays.
    const failures = report.held() === null ? report.failures() : 0;
    const sooner = failures === 0 ? Infinity : 5 * 2 ** Math.min(failures, 8);
    const polls = !isOwnSite && modifiedSince !== null && failures === 0 && report.held() === null;
    wait(polls ? Math.max(0, Math.min(pollSeconds, secondsLeft())) : Math.min(defaultSeconds, sooner));
  };
  const wait = (seconds: number) => {
    if (isStopped) return;
    const held = report.held();
    const part = held === null ? seconds : Math.min(seconds, confirmationSeconds);
    const next = async () => {
      const isDue = part === seconds || (held !== null && (await isConfirmed(config.dataDir, held)));
      if (isDue) await refreshOnce({ seconds: 0, isPoll: held === null }).then(schedule);
      else wait(seconds - part);
    };
    timer = setTimeout(() => void next(), part * 1000);
    timer.unref();
  };
  const isOutdated = () => loadedAt === null || clock().getTime() - loadedAt.getTime() > staleAfterMs;
  const problems = () => [...report.problems(), ...(isOutdated() ? ['The directory is out of date.'] : [])];
  return {
    model: () => current?.model ?? null,
    wasRemoved: (id) => current?.removedIds.has(id) ?? false,
    freshness: () => ({ loadedAt, isStale: report.failures() > 0 || isOutdated(), problems: problems() }),
    async start() {
      const options = { today: today(), pause: createPause(), log };
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
      waiting.abort();
      clearTimeout(timer);
      // The process exits after this. A half-written draft would stop the next process from saving for some time.
      await saving;
      if (!isSaved) await save();
    },
    refresh: refreshNow,
  };
}

async function findRemovedIds(before: Current | null, store: EntryStore, pause: Pause): Promise<Set<string>> {
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

/** The first time zone in which a day ends. A site there may already omit members whose last day has not ended here. */
const earliestZone = 'Etc/GMT-14';

function locateArea({ places }: DirectoryServices): LocateArea {
  return (address) => places?.locate(address)?.point ?? null;
}
