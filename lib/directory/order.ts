/** The order of a list, and one page of it. */
import type { Match } from './match';
import type { Model } from './model';
import type { NearMembers, PointIndex } from './point-index';
import type { DirectoryFilter } from './search';

/**
 * The positions from `from` up to `to` of the matching members in the filter's order: by name where asked for; near by
 * distance, exact locations before areas; text by relevance; else fair. Ties by ID.
 */
export function orderedPage(
  model: Model,
  match: Match,
  filter: DirectoryFilter,
  from: number,
  to: number,
): number[] {
  if (filter.sort === 'name') return fromOrder(model.byName, match, from, to);
  if (match.near !== null) return byDistance(model.points, match, match.near, from, to);
  if (match.scores !== null) return byScore(match, match.scores, from, to);
  return fromOrder(model.fair, match, from, to);
}

function fromOrder(order: Uint32Array, { members }: Match, from: number, to: number): number[] {
  const isMember = new Uint8Array(order.length);
  for (let at = 0; at < members.length; at += 1) isMember[members[at] ?? 0] = 1;
  const page: number[] = [];
  let seen = 0;
  for (let at = 0; at < order.length && seen < to; at += 1) {
    const member = order[at] ?? 0;
    if (isMember[member] !== 1) continue;
    if (seen >= from) page.push(member);
    seen += 1;
  }
  return page;
}

/** Scores are small numbers: members are counted by score, and only those of the page's scores are looked at. */
function byScore({ members }: Match, scores: Uint16Array, from: number, to: number): number[] {
  const counts: number[] = [];
  for (const member of members) counts[scores[member] ?? 0] = (counts[scores[member] ?? 0] ?? 0) + 1;
  const page: number[] = [];
  let seen = 0;
  for (let score = counts.length - 1; score > 0 && seen < to; score -= 1) {
    const count = counts[score] ?? 0;
    if (count > 0 && seen + count > from) {
      const same = members.filter((member) => scores[member] === score);
      page.push(...same.slice(Math.max(0, from - seen), to - seen));
    }
    seen += count;
  }
  return page;
}

// Farther than any distance on earth: what is known by its area comes after what is known exactly.
const areaKm = 1e6;

/** Sorts bare numbers, which is fast, to learn which distances are on the page, and then only its members. */
function byDistance(
  points: PointIndex,
  { members }: Match,
  near: NearMembers,
  from: number,
  to: number,
): number[] {
  const ranks = new Float64Array(members.length);
  for (let at = 0; at < members.length; at += 1) {
    const member = members[at] ?? 0;
    ranks[at] = (near.distancesKm[member] ?? 0) + (points.isArea(near.locations[member] ?? 0) ? areaKm : 0);
  }
  const sorted = ranks.slice().sort();
  const [low, high] = [sorted[from] ?? Infinity, sorted[Math.min(to, sorted.length) - 1] ?? -Infinity];
  const onPage: { member: number; rank: number }[] = [];
  for (let at = 0; at < ranks.length; at += 1) {
    const rank = ranks[at] ?? Infinity;
    if (rank >= low && rank <= high) onPage.push({ member: members[at] ?? 0, rank });
  }
  onPage.sort((a, b) => a.rank - b.rank || a.member - b.member);
  const before = sorted.indexOf(low);
  return onPage.slice(from - before, to - before).map(({ member }) => member);
}
