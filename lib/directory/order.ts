/** The order of a list, and one page of it. */
import { chordTolerance } from '@/lib/geo/chord';
import { distanceKm, type Point } from '@/lib/geo/point';
import type { Match } from './match';
import type { Model } from './model';
import type { NearMembers, PointIndex } from './point-index';
import { createScratch } from './scratch';
import type { DirectoryFilter } from './search';
import { selectNth } from './select-nth';
import { maxScore } from './text-index';

/** The positions of a page: from `from` up to `to`. */
interface Page {
  from: number;
  to: number;
}

/**
 * A page of the matching members in the filter's order: by name where asked for; near by distance, exact locations
 * before areas; text by relevance; else fair. Ties by ID.
 */
export function orderedPage(model: Model, match: Match, filter: DirectoryFilter, page: Page): number[] {
  if (page.from >= page.to) return [];
  if (filter.sort === 'name') return fromOrder(model.byName, match, page);
  if (match.near !== null && filter.near !== null)
    return byDistance(model.points, match, { ...match.near, centre: filter.near.point }, page);
  if (match.scores !== null) return byScore(match, match.scores, page);
  return fromOrder(model.fair, match, page);
}

const isMemberRoom = createScratch((length) => new Uint8Array(length));

function fromOrder(order: Uint32Array, { members }: Match, { from, to }: Page): number[] {
  if (members.length === order.length) return [...order.subarray(from, to)];
  const isMember = isMemberRoom(order.length).fill(0);
  for (let at = 0; at < members.length; at += 1) isMember[members[at]!] = 1; // in range
  const page: number[] = [];
  let seen = 0;
  for (let at = 0; at < order.length && seen < to; at += 1) {
    const member = order[at]!; // in range
    if (isMember[member] !== 1) continue;
    if (seen >= from) page.push(member);
    seen += 1;
  }
  return page;
}

/** Scores are small numbers: members are counted by score, and only those of the page's scores are looked at. */
function byScore({ members }: Match, scores: Uint16Array, { from, to }: Page): number[] {
  const counts = new Uint32Array(maxScore + 1);
  for (let at = 0; at < members.length; at += 1) counts[scores[members[at]!]!]! += 1; // in range
  const page: number[] = [];
  let seen = 0;
  for (let score = maxScore; score > 0 && seen < to; score -= 1) {
    const count = counts[score] ?? 0;
    if (count > 0 && seen + count > from) {
      let place = seen;
      for (let at = 0; at < members.length && place < to; at += 1) {
        if (scores[members[at]!] !== score) continue; // in range
        if (place >= from) page.push(members[at]!);
        place += 1;
      }
    }
    seen += count;
  }
  return page;
}

// More than any squared chord: what is known by its area comes after what is known exactly.
const areaRank = 8;
const ranksRoom = createScratch((length) => new Float64Array(length));
const rearrangedRoom = createScratch((length) => new Float64Array(length));

/**
 * Chords say which members may be on the page: all but those certainly before or after it. Only these are put in the
 * order of their distances.
 */
function byDistance(
  points: PointIndex,
  { members }: Match,
  { chords, locations, centre }: NearMembers & { centre: Point },
  { from, to }: Page,
): number[] {
  const ranks = ranksRoom(members.length);
  for (let at = 0; at < members.length; at += 1) {
    const member = members[at]!; // in range
    ranks[at] = chords[member]! + (points.isArea(locations[member]!) ? areaRank : 0);
  }
  const rearranged = rearrangedRoom(members.length);
  rearranged.set(ranks);
  const low = selectNth(rearranged, from) - chordTolerance;
  const high = selectNth(rearranged, to - 1, from) + chordTolerance;
  const maybe: { member: number; isArea: boolean; km: number }[] = [];
  let before = 0;
  for (let at = 0; at < ranks.length; at += 1) {
    const rank = ranks[at]!; // in range
    if (rank < low) before += 1;
    if (rank < low || rank > high) continue;
    const member = members[at]!;
    const location = locations[member]!;
    const point = { latitude: points.latitudes[location] ?? 0, longitude: points.longitudes[location] ?? 0 };
    maybe.push({ member, isArea: rank >= areaRank, km: distanceKm(centre, point) });
  }
  maybe.sort((a, b) => Number(a.isArea) - Number(b.isArea) || a.km - b.km || a.member - b.member);
  return maybe.slice(from - before, to - before).map(({ member }) => member);
}
