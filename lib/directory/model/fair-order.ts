/** An order that favours nobody. It changes every day. During a day, it is the same for every visitor. */
import { compareIds, type EntryStore } from './entry-store';
import { orderedNumbers, type OrderedNumbers } from '@/lib/base/collections/ordered-numbers';
import type { Pause } from '@/lib/base/slices';

/** @param store its positions must be in the order of IDs, as in a new store */
export async function fairOrder(
  store: Pick<EntryStore, 'size' | 'idAt'>,
  day: string,
  pause: Pause,
): Promise<OrderedNumbers> {
  const lots = new Float64Array(store.size);
  for (let position = 0; position < lots.length; position += 1) {
    // Positions are whole numbers below 2^21, so the random number and the position together are exact in 53 bits.
    lots[position] = lotOf(store.idAt(position), day) * 2 ** 21 + position;
    await pause();
  }
  const sorted = await sortedInParts(lots, pause);
  const order = new Uint32Array(sorted.length);
  // `Uint32Array.from` with a function takes ten times as long as this loop.
  for (let at = 0; at < order.length; at += 1) order[at] = sorted[at]! % 2 ** 21; // The index is in range.
  await pause();
  return orderedNumbers(order);
}

/** The order of two IDs on a day. */
export function compareLots(a: string, b: string, day: string): number {
  return lotOf(a, day) - lotOf(b, day) || compareIds(a, b);
}

// Sorting 500,000 numbers in one call takes 50 ms.
const partLength = 1 << 14;

/**
 * Sorts numbers below 2^53 that are spread evenly. The numbers are divided into parts by size, and each part is sorted
 * separately.
 */
async function sortedInParts(lots: Float64Array, pause: Pause): Promise<Float64Array> {
  const parts = Math.ceil(lots.length / partLength);
  const partOf = (lot: number) => Math.floor((lot / 2 ** 53) * parts);
  const starts = new Uint32Array(parts + 1);
  for (let at = 0; at < lots.length; at += 1) starts[partOf(lots[at]!) + 1]! += 1; // The index is in range, here and below.
  for (let part = 0; part < parts; part += 1) starts[part + 1]! += starts[part]!;
  await pause();
  const next = starts.slice();
  const sorted = new Float64Array(lots.length);
  for (let at = 0; at < lots.length; at += 1) sorted[next[partOf(lots[at]!)]!++] = lots[at]!;
  await pause();
  for (let part = 0; part < parts; part += 1) {
    sorted.subarray(starts[part], starts[part + 1]).sort();
    await pause();
  }
  return sorted;
}

/** A number from 0 to 2^32 - 1 that looks random: FNV-1a with a final mix. */
function lotOf(id: string, day: string): number {
  const text = `${day} ${id}`;
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
