import { chordTolerance, leastChord, metresOfChord } from '@/lib/map/geo/chord';
import type { Point } from '@/lib/map/geo/point';
import { flagsOf, type Lapsed, type Match } from './match';
import type { Model } from '@/lib/directory/model/model';
import type { OrderedNumbers } from '@/lib/base/collections/ordered-numbers';
import type { NearMembers, PointIndex } from '@/lib/directory/model/point-index';
import { createReusableArray } from '@/lib/base/collections/reusable-array';
import type { DirectoryFilter } from './search';
import { selectNth } from '@/lib/base/collections/select-nth';
import { maxScore } from '@/lib/base/collections/text-index';

interface Page {
  from: number;
  to: number;
}

/**
 * One page in the filter's order. Members are given by their number among the matches. The order is by name or year of
 * joining, if requested. Otherwise, a search with a place is ordered by likely distance, a
 * search with only a text by relevance, and all others have the fair order. Equal members are ordered by ID.
 */
export function orderedPage(
  model: Model,
  match: Match,
  { filter, lapsed, ...page }: Page & { filter: DirectoryFilter; lapsed: Lapsed },
): number[] {
  if (page.from >= page.to) return [];
  const inOrder = (order: OrderedNumbers) =>
    fromOrder(order, flagsOf(model, match, lapsed), page).map((member) => numberAmong(model, match, member));
  if (filter.sort === 'name') return inOrder(model.byName);
  if (filter.sort === 'joined' || filter.sort === 'newest')
    return byRank(match, ranksOfYears(model, match, filter.sort), { ...page, most: maxOfYears });
  if (match.near !== null && filter.near !== null)
    return byDistance(model.points, match, { ...match.near, centre: filter.near.point }, page);
  if (match.scores !== null) return byRank(match, match.scores, { ...page, most: maxScore });
  return inOrder(model.fair);
}

/** Members without a flag are skipped. */
function fromOrder({ chunks }: OrderedNumbers, flags: Uint8Array, { from, to }: Page): number[] {
  const page: number[] = [];
  let seen = 0;
  for (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += 1) {
      if (flags[chunk[at]!] !== 1) continue; // The index is in range.
      if (seen >= from) page.push(chunk[at]!);
      seen += 1;
      if (seen === to) return page;
    }
  }
  return page;
}

/** Matches are in the order of IDs. Binary search. */
function numberAmong({ store }: Model, { members }: Match, member: number): number {
  let [low, high] = [0, members.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (store.compare(members[middle]!, member) < 0)
      low = middle + 1; // The index is in range.
    else high = middle;
  }
  return low;
}

/** Higher than any year of joining. */
const maxOfYears = 3_000;

/** The highest rank is for members who joined first (`joined`) or last (`newest`). Members without a year come last. */
function ranksOfYears({ years }: Model, { members }: Match, order: 'joined' | 'newest'): Uint16Array {
  const ranks = new Uint16Array(members.length);
  for (let at = 0; at < members.length; at += 1) {
    const year = Math.min(years.values[members[at]!]!, maxOfYears - 1); // The index is in range.
    ranks[at] = year === 0 ? 1 : order === 'newest' ? year + 1 : maxOfYears - year + 1;
  }
  return ranks;
}

/**
 * The highest rank first. Ranks are integers from 1 to `most`, so nothing is sorted: members are counted by rank, and
 * only those with the page's ranks are read.
 */
function byRank(
  { members }: Match,
  ranks: Uint16Array,
  { from, to, most }: Page & { most: number },
): number[] {
  const counts = new Uint32Array(most + 1);
  for (let at = 0; at < members.length; at += 1) counts[ranks[at]!]! += 1; // The index is in range.
  const page: number[] = [];
  let seen = 0;
  for (let rank = most; rank > 0 && seen < to; rank -= 1) {
    const count = counts[rank] ?? 0;
    if (count > 0 && seen + count > from) {
      let place = seen;
      for (let at = 0; at < members.length && place < to; at += 1) {
        if (ranks[at] !== rank) continue;
        if (place >= from) page.push(at);
        place += 1;
      }
    }
    seen += count;
  }
  return page;
}

const rearrangedRoom = createReusableArray((length) => new Float64Array(length));

/**
 * Comparing chords is fast and excludes the members who are certainly before or after the page. Only the others are
 * sorted by distance in whole metres, and by ID if it is the same.
 */
function byDistance(
  points: PointIndex,
  { members }: Match,
  { chords, locations, centre }: NearMembers & { centre: Point },
  { from, to }: Page,
): number[] {
  const rearranged = rearrangedRoom(members.length);
  rearranged.set(chords);
  const first = metresOfChord(selectNth(rearranged, from) - chordTolerance);
  const last = metresOfChord(selectNth(rearranged, to - 1, from) + chordTolerance);
  const low = leastChord(first) - chordTolerance;
  const high = leastChord(last + 1) + chordTolerance;
  const maybe: { at: number; metres: number }[] = [];
  let before = 0;
  for (let at = 0; at < members.length; at += 1) {
    const chord = chords[at]!; // The index is in range, here and below.
    if (chord < low) before += 1;
    if (chord < low || chord > high) continue;
    maybe.push({ at, metres: points.likelyMetres(centre, locations[at]!) });
  }
  maybe.sort((a, b) => a.metres - b.metres || a.at - b.at);
  return maybe.slice(from - before, to - before).map(({ at }) => at);
}
