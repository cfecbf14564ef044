/**
 * Reads from the API what has changed since the last time, in the cheapest way that the site offers: the list of
 * changes, the members that were modified, or a comparison of all lists. After a failure, what was shown stays.
 */
import { LRUCache } from 'lru-cache';
import { dateInZone } from '@/lib/base/clock';
import type { Point } from '@/lib/map/geo/point';
import { isMassRemoval } from '@/lib/base/mass-removal';
import { isUnchanged } from './check-unchanged';
import type { DirectoryServices } from './directory-services';
import { createEntryStoreBuilder, type EntryStore } from './entry-store';
import {
  readChanges,
  readModified,
  readPosition,
  toDirectoryUpdate,
  type DirectoryUpdate,
} from './follow-changes';
import { HeldResponseError, isConfirmed, type HeldResponse } from './held-response';
import { loadDirectory, type Outcome } from './load';
import type { LocateArea } from './project-location';
import { everybody, type Readers } from './projection';
import type { ShownDirectory } from './shown-directory';
import { createPause } from '@/lib/base/slices';

// The server counts the changes that it follows. Above the larger of these two limits, it loads everything instead.
// Following one change costs about three times as much as loading one member. So following the changes of a quarter of
// the members costs almost as much as loading all members. The server cannot decide earlier, because it does not know
// the number of changes in advance.
const followLimits = { changes: 500, share: 1 / 4 };
// Changes of our own site are applied a page at a time. Those of another site may turn out to remove many members, so
// all are read first.
const pagesPerRead = { own: 1, other: 50 };

interface ReadOptions {
  /** How long the site may wait for a change before it responds. */
  seconds: number;
  isPoll: boolean;
  /** Ends the waiting. */
  signal: AbortSignal;
}

interface Options {
  services: DirectoryServices & { today: () => string };
  shown: ShownDirectory;
  source: string;
  /** The time between two comparisons of all lists. */
  compareSeconds: number;
  leftOut: (problems: readonly string[]) => void;
}

export class DirectoryReader {
  readonly #options: Options;
  readonly #isOwnSite: boolean;
  readonly #locateArea: LocateArea;
  readonly #removals: RemovalCheck;
  /** Where the next changes begin. null: no position, so the lists are compared. */
  #position: string | null = null;
  /** The time at which all lists were last compared, by the monotonic clock. */
  #comparedAt = -Infinity;
  /**
   * All members that were modified before this time have been read. null: nothing has been read yet, or the site does
   * not say which members were modified.
   */
  #modifiedSince: Date | null = null;
  /** Whether the entries were last read for a closed directory, which has none (docs/decisions.md, M3). */
  #wasClosed = false;

  constructor(options: Options) {
    const { config, places } = options.services;
    this.#options = options;
    this.#isOwnSite = config.remoteApiUrl === null;
    const home = () => options.services.site().country ?? '';
    this.#locateArea = rememberAreas(home, (address) => places?.locate(address)?.point ?? null);
    this.#removals = createRemovalCheck(options.services, options.source);
  }

  /** The site has a list of changes, and the place in it is known. */
  get followsChanges(): boolean {
    return this.#position !== null;
  }

  /** The site, which is not ours, says which members were modified. */
  get readsModified(): boolean {
    return !this.#isOwnSite && this.#modifiedSince !== null;
  }

  /** The time until all lists must be compared. */
  get secondsLeft(): number {
    return this.#options.compareSeconds - (performance.now() - this.#comparedAt) / 1000;
  }

  /** All lists are compared the next time. */
  forgetPosition(): void {
    this.#position = null;
  }

  /** @throws HeldResponseError if another site would remove many members; errors of the API */
  async read({ seconds, isPoll, signal }: ReadOptions): Promise<void> {
    const { shown, services } = this.#options;
    if (shown.model !== null && shown.model.day !== services.today()) {
      await shown.renew();
      // On a new day, a member's status may change, but the list of changes does not contain this. Without a position,
      // all lists are compared.
      this.forgetPosition();
    }
    // The API's lists are the same in a closed directory, so the lists do not show that it was opened or closed.
    if (this.#isClosed !== this.#wasClosed) this.forgetPosition();
    const isFollowed = await this.#follow(seconds, signal);
    const isRead = isFollowed || (isPoll && (await this.#readModified()));
    if (!isRead) await this.#compare();
  }

  /**
   * Changes are applied as they are read.
   * @returns false if everything must be loaded
   */
  async #follow(seconds: number, signal: AbortSignal): Promise<boolean> {
    const { shown, services } = this.#options;
    if (shown.model === null || this.#position === null) return false;
    const pages = this.#isOwnSite ? pagesPerRead.own : pagesPerRead.other;
    let [after, waitSeconds, followed] = [this.#position, seconds, 0];
    for (;;) {
      const batch = await readChanges(services.api, { after, waitSeconds, signal, pages });
      if (batch === null) return false;
      followed += batch.changes.length;
      const maxFollowed = Math.max(followLimits.changes, followLimits.share * shown.model.store.size);
      if (batch.hasMore && (!this.#isOwnSite || followed > maxFollowed)) return false;
      if (batch.changes.length > 0) {
        const update = await toDirectoryUpdate(services.api, batch.changes, {
          model: shown.model,
          locateArea: this.#locateArea,
          readers: this.#readers,
          pause: createPause(),
        });
        if (update === null) return false;
        await this.#apply(update);
      }
      if (shown.isStopped) return true;
      this.#position = batch.next;
      if (!batch.hasMore) break;
      [after, waitSeconds] = [batch.next, 0];
    }
    shown.upToDateSince(services.clock());
    return true;
  }

  /**
   * Reads what was modified at another site without a list of changes.
   * @returns false if all lists must be compared
   */
  async #readModified(): Promise<boolean> {
    const { shown, services } = this.#options;
    const { model } = shown;
    const since = this.#modifiedSince;
    if (model === null || this.#isOwnSite || since === null || this.secondsLeft <= 0) return false;
    const startedAt = services.clock();
    const update = await readModified(services.api, { since, model, locateArea: this.#locateArea });
    this.#modifiedSince = update === null ? null : startedAt;
    if (update !== null) await this.#apply(update);
    return true;
  }

  async #compare(): Promise<void> {
    const { shown, services } = this.#options;
    const { api, clock } = services;
    // The position is read first, so that changes during the loading of the lists are read afterwards.
    const newest = await readPosition(api);
    const startedAt = clock();
    const isSame =
      this.#isClosed === this.#wasClosed &&
      shown.tags !== null &&
      (await isUnchanged(api, shown.tags, { withCategories: !this.#isOwnSite, readers: this.#readers }));
    // A site with a list of changes runs our software, in this release or another, so it may send whole members.
    if (!isSame) await this.#loadAll({ sendsWhole: newest !== null });
    if (shown.isStopped) return;
    [this.#position, this.#modifiedSince, this.#comparedAt] = [newest, startedAt, performance.now()];
    shown.upToDateSince(startedAt);
  }

  async #loadAll({ sendsWhole }: { sendsWhole: boolean }): Promise<void> {
    const { shown, services, leftOut } = this.#options;
    const builder = createEntryStoreBuilder();
    const day = services.today();
    const isClosed = this.#isClosed;
    const unlisted = new Set<string>();
    const { lists, tags, problems } = await loadDirectory(services.api, {
      locateArea: this.#locateArea,
      readers: this.#readers,
      each: (listed) => {
        if (isClosed) unlisted.add(listed.entry.id);
        else if (listed.listedUntil === null || listed.listedUntil >= day) builder.add(listed);
      },
      unlisted: (id) => unlisted.add(id),
      sendsWhole,
    });
    const before = shown.model?.store ?? null;
    const store = await builder.finish({ before, today: day, pause: createPause() });
    leftOut(problems);
    await this.#requireConfirmation(store, unlisted);
    await shown.replace(store, lists, tags);
    this.#wasClosed = isClosed;
  }

  get #readers(): Readers {
    return this.#options.services.readers ?? everybody;
  }

  get #isClosed(): boolean {
    return this.#options.services.site().isDirectoryClosed === true;
  }

  /** @throws HeldResponseError until the operator confirms the response */
  async #requireConfirmation(store: EntryStore, unlisted: ReadonlySet<string>): Promise<void> {
    const { shown } = this.#options;
    if (shown.model === null) return;
    const held = await this.#removals.ofAll(shown.model.store, { store, unlisted });
    if (held === null) return;
    // Members whom the site explicitly marks as not listed are removed in any case.
    const known = shown.model.store;
    if ([...unlisted].some((id) => known.positionOf(id) !== -1)) await shown.renew(unlisted);
    throw new HeldResponseError(held);
  }

  /** @throws HeldResponseError if another site would remove many members */
  async #apply({ outcomes, lists }: DirectoryUpdate): Promise<void> {
    const { shown } = this.#options;
    if (shown.model === null) return;
    const held = await this.#removals.ofChanges(shown.model.store, outcomes);
    const allowed = [...outcomes]
      .map(([id, outcome]) => [id, this.#wasClosed ? 'unlisted' : outcome] as const)
      .filter(([, outcome]) => held === null || outcome === 'unlisted');
    await shown.apply({ outcomes: new Map(allowed), lists });
    if (held !== null) throw new HeldResponseError(held);
  }
}

/** The number of towns whose points are kept. Members of one association live in far fewer. */
const maxTowns = 10_000;

/** An address without a country is in the association's country. Each town is looked up once. */
function rememberAreas(home: () => string, locate: LocateArea): LocateArea {
  const known = new LRUCache<string, { point: Point | null }>({ max: maxTowns });
  return (address) => {
    const atHome = { ...address, country: address.country.trim() || home() };
    const key = JSON.stringify(atHome);
    const found = known.get(key) ?? { point: locate(atHome) };
    known.set(key, found);
    return found.point;
  };
}

/**
 * A response of another site that removes many members is probably wrong, so the operator must confirm it. Removals in
 * our own database need no confirmation here: each was confirmed when it was made, and members who opt out must
 * disappear within a minute.
 * The first time zone in which a day ends. A site there may already omit members whose last day has not ended here.
 */
const earliestZone = 'Etc/GMT-14';

interface RemovalCheck {
  /** For a response with all members. null: it may be shown. */
  ofAll(
    known: EntryStore,
    response: { store: EntryStore; unlisted: ReadonlySet<string> },
  ): Promise<HeldResponse | null>;
  /** For a response with changes. Only removals without a reason count. null: it may be shown. */
  ofChanges(known: EntryStore, outcomes: ReadonlyMap<string, Outcome>): Promise<HeldResponse | null>;
}

function createRemovalCheck(
  { config, clock }: Pick<DirectoryServices, 'config' | 'clock'>,
  source: string,
): RemovalCheck {
  const isOwnSite = config.remoteApiUrl === null;
  const unlessConfirmed = async (response: HeldResponse) =>
    !isMassRemoval(response.removed, response.known) || (await isConfirmed(config.dataDir, response))
      ? null
      : response;
  return {
    async ofAll(known, response) {
      if (isOwnSite) return null;
      const counts = await countRemoved(known, response, dateInZone(clock(), earliestZone));
      return unlessConfirmed({ source, ...counts });
    },
    async ofChanges(known, outcomes) {
      if (isOwnSite) return null;
      const removed = [...outcomes].filter(
        ([id, outcome]) => outcome === 'removed' && known.positionOf(id) !== -1,
      );
      return unlessConfirmed({ source, known: known.size, removed: removed.length });
    },
  };
}

/**
 * Counts the known members, and those of them that a response omits. Two kinds of members are not counted: members
 * whose last day is before `day`, and members whom the response explicitly marks as not listed.
 */
async function countRemoved(
  known: EntryStore,
  { store, unlisted }: { store: EntryStore; unlisted: ReadonlySet<string> },
  day: string,
): Promise<{ known: number; removed: number }> {
  const pause = createPause();
  const counts = { known: 0, removed: 0 };
  for (const position of known.positions) {
    const [id, until] = [known.idAt(position), known.listedUntilAt(position)];
    await pause();
    if ((until !== null && until < day) || unlisted.has(id)) continue;
    counts.known += 1;
    if (store.positionOf(id) === -1) counts.removed += 1;
  }
  return counts;
}
