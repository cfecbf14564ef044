import type { Pause } from '@/lib/slices';
import type { EntryStore } from './entry-store';

/**
 * Counts the known members, and those of them that a response omits. Two kinds of members are not counted: members
 * whose last day is before `day`, and members whom the response explicitly marks as not listed.
 */
export async function countRemoved(
  known: EntryStore,
  response: { store: EntryStore; unlisted: ReadonlySet<string>; day: string; pause: Pause },
): Promise<{ known: number; removed: number }> {
  const counts = { known: 0, removed: 0 };
  for (const position of known.positions) {
    const [id, until] = [known.idAt(position), known.listedUntilAt(position)];
    await response.pause();
    if ((until !== null && until < response.day) || response.unlisted.has(id)) continue;
    counts.known += 1;
    if (response.store.positionOf(id) === -1) counts.removed += 1;
  }
  return counts;
}
