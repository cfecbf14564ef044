/**
 * Whether at most `max` typing errors turn one word into the other. An error is a missing, added or wrong letter, or
 * two swapped neighbours (Damerau–Levenshtein, no part edited twice).
 * @see https://en.wikipedia.org/wiki/Damerau%E2%80%93Levenshtein_distance#Optimal_string_alignment_distance
 */
export function isWithinEdits(a: string, b: string, max: number): boolean {
  if (Math.abs(a.length - b.length) > max) return false;
  let [before, last, row] = [rowA, rowB, rowC];
  for (let j = 0; j <= b.length; j += 1) last[j] = j;
  for (let i = 1; i <= a.length; i += 1) {
    row[0] = i;
    let best = i;
    for (let j = 1; j <= b.length; j += 1) {
      const cost = distanceAt(a, b, { i, j, before, last, row });
      row[j] = cost;
      if (cost < best) best = cost;
    }
    if (best > max) return false;
    [before, last, row] = [last, row, before];
  }
  return (last[b.length] ?? 0) <= max;
}

interface Cell {
  i: number;
  j: number;
  before: Uint8Array;
  last: Uint8Array;
  row: Uint8Array;
}

function distanceAt(a: string, b: string, { i, j, before, last, row }: Cell): number {
  const isSame = a.charCodeAt(i - 1) === b.charCodeAt(j - 1);
  // `?? 0` never applies, because the rows are longer than any word of the index.
  let cost = Math.min((last[j - 1] ?? 0) + (isSame ? 0 : 1), (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
  const isSwap =
    i > 1 &&
    j > 1 &&
    a.charCodeAt(i - 1) === b.charCodeAt(j - 2) &&
    a.charCodeAt(i - 2) === b.charCodeAt(j - 1);
  if (isSwap) cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
  return cost;
}

/** The number of typing errors that are allowed in a word of this length. */
export function allowedEdits(length: number): number {
  if (length < 4) return 0;
  return length < 8 ? 1 : 2;
}

/** The index cuts longer words. */
export const maxWordLength = 60;
const rowA = new Uint8Array(maxWordLength + 1);
const rowB = new Uint8Array(maxWordLength + 1);
const rowC = new Uint8Array(maxWordLength + 1);

/**
 * The letters of a word as a set of 32 bits. One typing error changes at most two bits. Words whose sets differ in more
 * than 2 × `max` bits therefore need not be compared.
 */
export function letterSet(word: string): number {
  let set = 0;
  for (let i = 0; i < word.length; i += 1) set |= 1 << (word.charCodeAt(i) & 31);
  return set;
}

export function countBits(set: number): number {
  let bits = set - ((set >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return (((bits + (bits >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
