/**
 * A sorted list of numbers, stored in chunks. Each change gives a new version, which copies the changed chunks and
 * shares all others. So a change takes as long with 500,000 numbers as with 1,000.
 */

type Compare = (a: number, b: number) => number;

export interface OrderedNumbers {
  readonly length: number;
  /** All numbers, chunk after chunk. No chunk is empty. */
  readonly chunks: readonly Uint32Array[];
  all(): Uint32Array;
  /**
   * The number for which `order` is 0. null: the list has no such number. `order` must be negative for all earlier
   * numbers and positive for all later numbers.
   */
  find(order: (value: number) => number): number | null;
  /**
   * Adds and removes numbers. All `removed` numbers must be in this version. No two numbers in the result may be equal
   * for `compare`, which must be the order of this version.
   */
  with(change: { removed: readonly number[]; added: readonly number[] }, compare: Compare): OrderedNumbers;
}

// The number of values in a new chunk. Each change finds one chunk and copies it. With this number of values, copying
// takes as long as finding. Shorter chunks would therefore hardly make changes faster.
const defaultLength = 1024;
const maxLength = 2 * defaultLength;

/** @param values sorted; they must not change later */
export function orderedNumbers(values: Uint32Array): OrderedNumbers {
  return version(inChunks(values), values.length, values);
}

function inChunks(values: Uint32Array): Uint32Array[] {
  const chunks: Uint32Array[] = [];
  for (let at = 0; at < values.length; at += defaultLength)
    chunks.push(values.subarray(at, at + defaultLength));
  return chunks;
}

function version(
  chunks: readonly Uint32Array[],
  length: number,
  known: Uint32Array | null = null,
): OrderedNumbers {
  let all = known;
  return {
    length,
    chunks,
    all: () => (all ??= joined(chunks, length)),
    find(order) {
      const chunk = chunks[chunkOf(chunks, order)];
      const found = chunk?.[lowerBound(chunk, order)];
      return found !== undefined && order(found) === 0 ? found : null;
    },
    with({ removed, added }, compare) {
      const changed = [...chunks];
      for (const value of removed) remove(changed, value, compare);
      for (const value of added) insert(changed, value, compare);
      return version(changed, length - removed.length + added.length);
    },
  };
}

function joined(chunks: readonly Uint32Array[], length: number): Uint32Array {
  const all = new Uint32Array(length);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

function remove(chunks: Uint32Array[], value: number, compare: Compare): void {
  const order = (other: number) => compare(other, value);
  const number = chunkOf(chunks, order);
  const chunk = chunks[number] ?? new Uint32Array(0);
  const place = lowerBound(chunk, order);
  if (chunk[place] !== value) throw new Error(`${value} is not at its place in the order`);
  const rest = new Uint32Array(chunk.length - 1);
  rest.set(chunk.subarray(0, place));
  rest.set(chunk.subarray(place + 1), place);
  chunks.splice(number, 1, ...(rest.length === 0 ? [] : [rest]));
}

function insert(chunks: Uint32Array[], value: number, compare: Compare): void {
  const order = (other: number) => compare(other, value);
  const number = chunkOf(chunks, order);
  const chunk = chunks[number] ?? new Uint32Array(0);
  const place = lowerBound(chunk, order);
  const longer = new Uint32Array(chunk.length + 1);
  longer.set(chunk.subarray(0, place));
  longer[place] = value;
  longer.set(chunk.subarray(place), place + 1);
  chunks.splice(number, 1, ...(longer.length > maxLength ? inChunks(longer) : [longer]));
}

/** The index of the chunk that contains the number for which `order` is 0, or that would contain this number. */
function chunkOf(chunks: readonly Uint32Array[], order: (value: number) => number): number {
  let [low, high] = [0, Math.max(0, chunks.length - 1)];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (order(chunks[middle]![0]!) <= 0)
      low = middle; // The index is in range, and no chunk is empty.
    else high = middle - 1;
  }
  return low;
}

/** The index in `chunk` of the number for which `order` is 0, or the index where this number would be. */
function lowerBound(chunk: Uint32Array, order: (value: number) => number): number {
  let [low, high] = [0, chunk.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (order(chunk[middle]!) < 0)
      low = middle + 1; // The index is in range.
    else high = middle;
  }
  return low;
}
