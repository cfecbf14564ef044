/** Which members a filter matches, and what each facet would say: one pass over the members. */
import type { FacetColumn } from './facet-index';
import type { Model } from './model';
import type { NearMembers } from './point-index';
import type { DirectoryFilter } from './search';

export interface Match {
  /** Positions in the order of IDs. */
  members: Uint32Array;
  /** Relevance by position; null without text. */
  scores: Uint16Array | null;
  /** null without `near`. */
  near: NearMembers | null;
  /** For each facet of the model, for each option: the length of the list after it is chosen. */
  counts: Uint32Array[];
}

type IsLive = (member: number) => boolean;

// The next page, another order, the pins and each view of the map ask for the same match. Up to 2 MB each.
const maxRecent = 6;
const recent = new WeakMap<Model, Recent>();

interface Recent {
  isLive: IsLive;
  matches: Map<string, Match>;
  /** Relevance by text: the same while the visitor chooses facets and places. */
  scores: Map<string, Uint16Array>;
}

/**
 * Choices are OR inside a facet and AND across. A member that fails one facet alone is what choosing one more option
 * of that facet may add: so all facets' counts come from the same pass. The latest answers are kept.
 */
export function matchMembers(model: Model, filter: DirectoryFilter, isLive: IsLive): Match {
  const { text, facets, near, box } = filter;
  const { matches } = recentOf(model, isLive);
  const key = JSON.stringify([text, facets, near?.point, near?.radiusKm, box]);
  return remember(matches, key, () => findMatch(model, filter, isLive));
}

function recentOf(model: Model, isLive: IsLive): Recent {
  let kept = recent.get(model);
  if (kept === undefined || kept.isLive !== isLive) {
    kept = { isLive, matches: new Map(), scores: new Map() };
    recent.set(model, kept);
  }
  return kept;
}

/** What is kept under a key, or made and kept; what was not asked for longest goes. */
function remember<T>(kept: Map<string, T>, key: string, make: () => T): T {
  const value = kept.get(key) ?? make();
  kept.delete(key);
  kept.set(key, value);
  const [oldest] = kept.keys();
  if (kept.size > maxRecent && oldest !== undefined) kept.delete(oldest);
  return value;
}

/** Plain loops over columns of numbers: this is where the time of a search goes. */
function findMatch(model: Model, filter: DirectoryFilter, isLive: IsLive): Match {
  const { candidates, scores, near } = selectCandidates(model, filter, isLive);
  const choices = model.facets.map((facet) => chosenOptions(facet, filter.facets[facet.key]));
  if (hasUnknownFacet(model, filter)) candidates.fill(0);
  const failed = failedFacets(model.facets, choices, candidates);
  // A facet with choices counts, of its own options, only what they would add.
  const counts = model.facets.map((facet, number) =>
    countOptions(facet, failed, choices[number] === null ? noFacet : number),
  );
  const members = new Uint32Array(failed.length);
  let total = 0;
  for (let member = 0; member < failed.length; member += 1) {
    if (failed[member] === noFacet) members[total++] = member;
  }
  for (const [number, options] of choices.entries()) addTotal(counts[number], options, total);
  return { members: members.slice(0, total), scores, near, counts };
}

const noFacet = -1;
const severalFacets = -2;
const noCandidate = -3;

function selectCandidates(model: Model, filter: DirectoryFilter, isLive: (member: number) => boolean) {
  const candidates = new Uint8Array(model.store.size);
  for (let member = 0; member < candidates.length; member += 1) candidates[member] = isLive(member) ? 1 : 0;
  const scores = filter.text.trim() === '' ? null : scoresOf(model, filter.text, isLive);
  if (scores !== null) keepOnly(candidates, (member) => scores[member] !== 0);
  if (filter.box !== null) {
    const inside = new Set(model.points.inBox(filter.box));
    keepOnly(candidates, (member) => inside.has(member));
  }
  if (filter.near === null) return { candidates, scores, near: null };
  const near = model.points.near(filter.near.point, filter.near.radiusKm);
  keepOnly(candidates, (member) => near.locations[member] !== -1);
  return { candidates, scores, near };
}

function scoresOf(model: Model, text: string, isLive: IsLive): Uint16Array {
  return remember(recentOf(model, isLive).scores, text, () => model.text.search(text, isLive));
}

function keepOnly(candidates: Uint8Array, isKept: (member: number) => boolean): void {
  for (let member = 0; member < candidates.length; member += 1) {
    if (candidates[member] === 1 && !isKept(member)) candidates[member] = 0;
  }
}

/** 1 for each chosen option; null when nothing of the facet is chosen. */
function chosenOptions(facet: FacetColumn, values: string[] | undefined): Uint8Array | null {
  if (values === undefined || values.length === 0) return null;
  const options = new Uint8Array(facet.options.length);
  for (const value of values) for (const option of facet.optionsOf(value)) options[option] = 1;
  return options;
}

/** A choice in a facet that this directory does not have matches nobody. */
function hasUnknownFacet(model: Model, filter: DirectoryFilter): boolean {
  return Object.entries(filter.facets).some(
    ([key, values]) => values.length > 0 && !model.facets.some((facet) => facet.key === key),
  );
}

/** For each member the number of the one facet that it fails, or `noFacet`, `severalFacets`, `noCandidate`. */
function failedFacets(
  facets: FacetColumn[],
  choices: (Uint8Array | null)[],
  candidates: Uint8Array,
): Int16Array {
  const failed = new Int16Array(candidates.length);
  for (let member = 0; member < failed.length; member += 1) {
    failed[member] = candidates[member] === 1 ? noFacet : noCandidate;
  }
  for (const [number, options] of choices.entries()) {
    const facet = facets[number];
    if (options !== null && facet !== undefined) failFacet(facet, options, { number, failed });
  }
  return failed;
}

function failFacet(
  { starts, values }: FacetColumn,
  options: Uint8Array,
  { number, failed }: { number: number; failed: Int16Array },
): void {
  for (let member = 0; member < failed.length; member += 1) {
    if (failed[member]! <= severalFacets) continue; // in range here and below: `starts` has one element more
    let hasOne = false;
    for (let at = starts[member]!; at < starts[member + 1]!; at += 1)
      if (options[values[at]!] === 1) hasOne = true;
    if (!hasOne) failed[member] = failed[member] === noFacet ? number : severalFacets;
  }
}

/** How many of the members that failed as `wanted` says have each option. */
function countOptions(
  { options, starts, values }: FacetColumn,
  failed: Int16Array,
  wanted: number,
): Uint32Array {
  const counts = new Uint32Array(options.length);
  for (let member = 0; member < failed.length; member += 1) {
    if (failed[member] !== wanted) continue;
    for (let at = starts[member]!; at < starts[member + 1]!; at += 1) counts[values[at]!]! += 1; // in range
  }
  return counts;
}

/** The list after choosing one more option is today's and what the option adds. */
function addTotal(
  counts: Uint32Array | undefined,
  options: Uint8Array | null | undefined,
  total: number,
): void {
  if (counts === undefined || options === null || options === undefined) return;
  for (let option = 0; option < counts.length; option += 1) {
    counts[option] = total + (options[option] === 1 ? 0 : (counts[option] ?? 0));
  }
}
