/**
 * A response of another site that removes many members is probably wrong, so the operator must confirm it. Removals in
 * our own database need no confirmation here: each was confirmed when it was made, and members who opt out must
 * disappear within a minute.
 */
import type { DirectoryServices } from './directory-services';
import type { EntryStore } from './entry-store';
import { isConfirmed, type HeldResponse } from './held-response';
import type { Outcome } from './load';
import { dateInZone } from '@/lib/clock';
import { isMassRemoval } from '@/lib/mass-removal';
import { createPause } from '@/lib/slices';

/** The first time zone in which a day ends. A site there may already omit members whose last day has not ended here. */
const earliestZone = 'Etc/GMT-14';

export interface RemovalCheck {
  /** For a response with all members. null: it may be shown. */
  ofAll(
    known: EntryStore,
    response: { store: EntryStore; unlisted: ReadonlySet<string> },
  ): Promise<HeldResponse | null>;
  /** For a response with changes. Only removals without a reason count. null: it may be shown. */
  ofChanges(known: EntryStore, outcomes: ReadonlyMap<string, Outcome>): Promise<HeldResponse | null>;
}

export function createRemovalCheck(
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
