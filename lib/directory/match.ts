import { LRUCache } from 'lru-cache';
import type { FacetColumn } from '@/lib/directory/model/facet-index';
import type { Model } from '@/lib/directory/model/model';
import type { NearMembers } from '@/lib/directory/model/point-index';
import { membersInside } from './region-members';
import { createReusableArray } from '@/lib/base/collections/reusable-array';
import type { DirectoryFilter } from './search';
import type { TextMatches } from '@/lib/base/collections/text-index';
import { lookUp } from '@/lib/base/look-up';
import { matchText } from './match-text';

export interface Match {
  /** Positions of members, in the order of IDs. */
  members: Uint32Array;
  /** The relevance of each member. null: there is no text. */
  scores: Uint16Array | null;
  /** The nearest location of each member. null: the filter has no `near`. */
  near: NearMembers | null;
  /**
   * For each option of each facet: the number of results if this option is chosen too. These numbers are calculated on
   * first use.
   */
  counts(): Uint32Array[];
}

/** Members of the model whose last day is over. */
export type Lapsed = ReadonlySet<number>;

// The number of matches that are kept. The next page of results, another order, the pins and each view of the map reuse
// a match. A match takes up to 2 MB of memory.
const maxRecent = 6;
const recent = new WeakMap<Model, Recent>();

interface Recent {
  lapsed: Lapsed;
  /** 1 for each live member. */
  live: Uint8Array;
  liveCount: number;
  counts: Uint32Array[];
  matches: LRUCache<string, Match>;
  /** The matches of texts stay the same while the visitor chooses facets and places. */
  texts: LRUCache<string, TextMatches>;
}

/**
 * Choices are alternatives (OR) inside a facet, and facets narrow each other (AND). One pass gives the counts of all
 * facets. A member who matches every facet counts for all of them. A member who fails only one facet would match with
 * another choice in that facet, and so counts for the options of that facet. The latest results are cached.
 */
export function matchMembers(model: Model, filter: DirectoryFilter, lapsed: Lapsed): Match {
  const { text, facets, all, near, inside, box } = filter;
  const { matches } = recentOf(model, lapsed);
  const key = JSON.stringify([text, facets, all, near?.point, near?.radiusKm, inside?.id, box]);
  return remember(matches, key, () => findMatch(model, filter, lapsed));
}

/**
 * The number of members who match everything except the place, and are not on the map. For a search near a place: whose
 * place is not known either.
 */
export function countUnplaced(model: Model, filter: DirectoryFilter, lapsed: Lapsed): number {
  const anywhere = { ...filter, near: null, box: null };
  const candidates = selectCandidates(model, anywhere, lapsed, {
    without: filter.near !== null && filter.box === null ? 'place' : 'map',
  });
  const choices = chosenOptions(model, filter);
  if (choices === null) return 0;
  const failed = failedFacets(model.facets.columns, choices, candidates.members);
  return failed === null ? candidates.members.length : pick(candidates.members, failed, noFacet).length;
}

/** 1 for each member of the match. Valid until the next call. */
export function flagsOf(model: Model, { members }: Match, lapsed: Lapsed): Uint8Array {
  const { live, liveCount } = recentOf(model, lapsed);
  if (members.length === liveCount) return live;
  const flags = flagsRoom(live.length).fill(0);
  for (let at = 0; at < members.length; at += 1) flags[members[at]!] = 1; // The index is in range.
  return flags;
}

const flagsRoom = createReusableArray((length) => new Uint8Array(length));

function recentOf(model: Model, lapsed: Lapsed): Recent {
  let cached = recent.get(model);
  if (cached === undefined || cached.lapsed !== lapsed) {
    cached = {
      lapsed,
      ...liveMembers(model, lapsed),
      matches: new LRUCache({ max: maxRecent }),
      texts: new LRUCache({ max: maxRecent }),
    };
    recent.set(model, cached);
  }
  return cached;
}

/** The cost depends on the number of lapsed members, not of all members, because this runs again after every change. */
function liveMembers(
  { store, facets }: Model,
  lapsed: Lapsed,
): Pick<Recent, 'live' | 'liveCount' | 'counts'> {
  const [liveCount, totals] = [store.size - lapsed.size, facets.columns.map((facet) => facet.totals)];
  if (lapsed.size === 0) return { live: store.used, liveCount, counts: totals };
  const live = store.used.slice();
  for (const member of lapsed) live[member] = 0;
  const former = Uint32Array.from(lapsed);
  return { live, liveCount, counts: subtracted(totals, facets.columns, former) };
}

function subtracted(counts: Uint32Array[], facets: FacetColumn[], members: Uint32Array): Uint32Array[] {
  if (members.length === 0) return counts;
  return facets.map((facet, number) => {
    const own = countOptions(facet, members);
    return (counts[number] ?? own).map((count, option) => count - (own[option] ?? 0));
  });
}

function remember<T extends object>(cached: LRUCache<string, T>, key: string, make: () => T): T {
  const known = cached.get(key);
  if (known !== undefined) return known;
  const value = make();
  cached.set(key, value);
  return value;
}

/** Plain loops over columns of numbers, because most of a search's time is spent here. */
function findMatch(model: Model, filter: DirectoryFilter, lapsed: Lapsed): Match {
  const found = selectCandidates(model, filter, lapsed, { without: null });
  const choices = chosenOptions(model, filter);
  if (choices === null) {
    const counts = model.facets.columns.map(({ options }) => new Uint32Array(options.length));
    return { members: new Uint32Array(0), scores: null, near: null, counts: () => counts };
  }
  const candidates = found.members;
  const failed = failedFacets(model.facets.columns, choices, candidates);
  const members = pick(candidates, failed, noFacet);
  // If choices are alternatives, each further option may add members who fail only this facet. If all choices are
  // required, a further option never adds a member.
  const added = choices.map((chosen, number) =>
    chosen === null || chosen.isAll ? null : pick(candidates, failed, number),
  );
  let counts: Uint32Array[] | null = null;
  const count = () =>
    countsAmong(model, members, lapsed).map((all, number) => {
      const [facet, own, chosen] = [
        model.facets.columns[number],
        added[number] ?? null,
        choices[number] ?? null,
      ];
      if (facet === undefined || own === null || chosen === null) return all;
      const options = chosen.groups[0] ?? new Uint8Array(facet.codeCount);
      return withTotal(countOptions(facet, own), { codes: facet.codes, options, total: members.length });
    });
  return {
    members,
    scores: found.scores === null ? null : pick(found.scores, failed, noFacet),
    near: found.near === null ? null : nearOf(found.near, members),
    counts: () => (counts ??= count()),
  };
}

/** If most live members are in `members`, the missing ones are counted and subtracted from the totals. */
function countsAmong(model: Model, members: Uint32Array, lapsed: Lapsed): Uint32Array[] {
  const facets = model.facets.columns;
  if (members.length * 2 < model.store.size) return facets.map((facet) => countOptions(facet, members));
  const all = recentOf(model, lapsed);
  return subtracted(all.counts, facets, othersThan(members, all));
}

const othersRoom = createReusableArray((length) => new Uint32Array(length));

const isOtherRoom = createReusableArray((length) => new Uint8Array(length));

/** The live members who are not in `members`, in no particular order. The result is valid until the next call. */
function othersThan(members: Uint32Array, { live, liveCount }: Recent): Uint32Array {
  const count = liveCount - members.length;
  if (count === 0) return new Uint32Array(0);
  const isOther = isOtherRoom(live.length);
  isOther.set(live);
  for (let at = 0; at < members.length; at += 1) isOther[members[at]!] = 0; // The index is in range.
  const others = othersRoom(count);
  for (let member = 0, total = 0; total < count; member += 1)
    if (isOther[member] === 1) others[total++] = member;
  return others;
}

const noFacet = -1;
const severalFacets = -2;

const candidatesRoom = createReusableArray((length) => new Uint32Array(length));
const scoresRoom = createReusableArray((length) => new Uint16Array(length));
const failedRoom = createReusableArray((length) => new Int16Array(length));

interface Candidates {
  /** In the order of IDs, except with `without`. */
  members: Uint32Array;
  /** The relevance of each member. null: there is no text. */
  scores: Uint16Array | null;
  /** The nearest location of each member. null: there is no place. Valid until the next call. */
  near: NearMembers | null;
}

/** Members that match the text and the place. `without`: only members who are not on the map, or have no place. */
function selectCandidates(
  model: Model,
  { text, near: request, inside: region, box }: DirectoryFilter,
  lapsed: Lapsed,
  { without }: { without: 'map' | 'place' | null },
): Candidates {
  const { points } = model;
  const { live, texts } = recentOf(model, lapsed);
  const search = () => matchText(model, text, live);
  const matches = text.trim() === '' ? null : remember(texts, text, search);
  const inBox = box === null ? null : points.inBox(box);
  const near = request === null ? null : points.near(request.point, request.radiusKm);
  const among = matches?.members ?? (without === null ? model.store.positions : points.unplaced);
  const inside = region === null ? null : membersInside(model, region.id);
  const isAnywhere = inBox === null && near === null && inside === null && without === null;
  // The search for a text returns only live members, so they need no second check.
  if (isAnywhere && (matches !== null || lapsed.size === 0))
    return { members: among, scores: matches?.scores ?? null, near };
  const size = among.length;
  const [members, scores] = [candidatesRoom(size), scoresRoom(size)];
  let total = 0;
  for (let at = 0; at < size; at += 1) {
    const member = among[at]!; // The index is in range.
    if (live[member] !== 1 || inBox?.[member] === 0 || near?.locations[member] === -1) continue;
    if (inside?.[member] === 0) continue;
    if (without !== null && (without === 'map' ? points.isOnMap(member) : points.hasPlace(member))) continue;
    if (matches !== null) scores[total] = matches.scores[at]!; // The index is in range.
    members[total++] = member;
  }
  return {
    members: members.slice(0, total),
    scores: matches === null ? null : scores.slice(0, total),
    near,
  };
}

/** Selects the chords and locations of `members`, in the order of `members`. The given arrays are indexed by member. */
function nearOf({ chords, locations }: NearMembers, members: Uint32Array): NearMembers {
  const own = { chords: new Float64Array(members.length), locations: new Int32Array(members.length) };
  for (let at = 0; at < members.length; at += 1) {
    const member = members[at]!; // The index is in range, here and below.
    own.chords[at] = chords[member]!;
    own.locations[at] = locations[member]!;
  }
  return own;
}

/** A member must have an option of each group. */
interface Chosen {
  /** Each array is one group and is indexed by option code. An element is 1 if the option is in the group. */
  groups: Uint8Array[];
  /** true: one group for each value. false: all values are one group. */
  isAll: boolean;
}

/**
 * An element is null if its facet has no choices. The result is null if a chosen facet does not exist, because then
 * nobody matches.
 */
function chosenOptions(model: Model, filter: DirectoryFilter): (Chosen | null)[] | null {
  const facets = model.facets.columns;
  const chosen = Object.entries(filter.facets).filter(([, values]) => values.length > 0);
  if (chosen.some(([key]) => !facets.some((facet) => facet.key === key))) return null;
  return facets.map((facet) => {
    const values = lookUp(filter.facets, facet.key) ?? [];
    if (values.length === 0) return null;
    const isAll = filter.all.includes(facet.key);
    const groups = (isAll ? values.map((value) => [value]) : [values]).map((group) =>
      optionFlags(facet, group),
    );
    return { groups, isAll };
  });
}

function optionFlags(facet: FacetColumn, values: string[]): Uint8Array {
  const options = new Uint8Array(facet.codeCount);
  for (const value of values) for (const option of facet.optionsOf(value)) options[facet.codes[option]!] = 1; // The index is in range.
  return options;
}

/**
 * The only facet that each member fails, or `noFacet` or `severalFacets`. null: no facet has choices, so nobody fails.
 */
function failedFacets(
  facets: FacetColumn[],
  choices: (Chosen | null)[],
  members: Uint32Array,
): Int16Array | null {
  if (choices.every((chosen) => chosen === null)) return null;
  const failed = failedRoom(members.length).fill(noFacet);
  for (const [number, chosen] of choices.entries()) {
    const facet = facets[number];
    if (chosen === null || facet === undefined) continue;
    for (const options of chosen.groups) failFacet(facet, options, members, { number, failed });
  }
  return failed;
}

function failFacet(
  { starts, values }: FacetColumn,
  options: Uint8Array,
  members: Uint32Array,
  { number, failed }: { number: number; failed: Int16Array },
): void {
  for (let at = 0; at < members.length; at += 1) {
    if (failed[at] === severalFacets || failed[at] === number) continue;
    const member = members[at]!; // The index is in range, here and below: `starts` has one element more than there are members.
    let hasOne = false;
    if (starts === null) hasOne = options[values[member]!] === 1;
    else
      for (let own = starts[member]!; own < starts[member + 1]!; own += 1)
        if (options[values[own]!] === 1) hasOne = true;
    if (!hasOne) failed[at] = failed[at] === noFacet ? number : severalFacets;
  }
}

function pick<Column extends Uint32Array | Uint16Array>(
  column: Column,
  failed: Int16Array | null,
  value: number,
): Column {
  if (failed === null) return column;
  let total = 0;
  for (let at = 0; at < failed.length; at += 1) if (failed[at] === value) total += 1;
  const picked = column.slice(0, total) as Column; // A slice has the same type as its array.
  if (total === column.length) return picked;
  for (let at = 0, next = 0; next < total; at += 1) if (failed[at] === value) picked[next++] = column[at]!; // The index is in range.
  return picked;
}

function countOptions({ codes, codeCount, starts, values }: FacetColumn, members: Uint32Array): Uint32Array {
  const counts = new Uint32Array(codeCount);
  for (let at = 0; at < members.length; at += 1) {
    const member = members[at]!; // The index is in range, here and below.
    if (starts === null) counts[values[member]!]! += 1;
    else for (let own = starts[member]!; own < starts[member + 1]!; own += 1) counts[values[own]!]! += 1;
  }
  return codes.map((code) => counts[code]!);
}

/**
 * For each option, the number of results if this option is chosen too. This is the current number of results plus the
 * members that the option adds.
 */
function withTotal(
  counts: Uint32Array,
  { codes, options, total }: { codes: Uint32Array; options: Uint8Array; total: number },
): Uint32Array {
  return counts.map((count, option) => total + (options[codes[option] ?? 0] === 1 ? 0 : count));
}
