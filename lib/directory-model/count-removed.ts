import type { Pause } from '@/lib/slices';
import type { EntryStore } from './entry-store';

/**
 * How many known members there are, and how many of them a response omits without a reason: not those whose last day is
 * before `day`, or whom the response explicitly marks as not listed.
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
