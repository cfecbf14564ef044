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

/**
 * Choices are OR inside a facet and AND across. A member that fails one facet alone is what choosing one more option
 * of that facet may add: so all facets' counts come from the same pass.
 */
export function matchMembers(
  model: Model,
  filter: DirectoryFilter,
  isLive: (member: number) => boolean,
): Match {
  const { candidates, scores, near } = selectCandidates(model, filter, isLive);
  const choices = model.facets.map((facet) => chosenOptions(facet, filter.facets[facet.key]));
  const chosen = choices.flatMap((options, facet) => (options === null ? [] : [facet]));
  const isUnknown = hasUnknownFacet(model, filter);
  const counts = model.facets.map((facet) => new Uint32Array(facet.options.length));
  const members = new Uint32Array(model.store.size);
  let total = 0;
  for (let member = 0; member < candidates.length; member += 1) {
    if (candidates[member] === 0 || isUnknown) continue;
    const failed = failedFacet(model.facets, choices, chosen, member);
    if (failed === severalFacets) continue;
    if (failed === noFacet) members[total++] = member;
    for (const [number, facet] of model.facets.entries()) {
      // A facet with choices counts, of its own options, only what they would add.
      const counted = failed === noFacet ? choices[number] === null : failed === number;
      if (counted) countOptions(facet, counts[number] ?? counts[0]!, member); // one for each facet
    }
  }
  for (const number of chosen) addTotal(counts[number], choices[number], total);
  return { members: members.slice(0, total), scores, near, counts };
}

const noFacet = -1;
const severalFacets = -2;

function selectCandidates(model: Model, filter: DirectoryFilter, isLive: (member: number) => boolean) {
  const candidates = new Uint8Array(model.store.size);
  for (let member = 0; member < candidates.length; member += 1) candidates[member] = isLive(member) ? 1 : 0;
  const scores = filter.text.trim() === '' ? null : model.text.search(filter.text, isLive);
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

function failedFacet(
  facets: FacetColumn[],
  choices: (Uint8Array | null)[],
  chosen: number[],
  member: number,
): number {
  let failed = noFacet;
  for (const number of chosen) {
    const [facet, options] = [facets[number]!, choices[number]!]; // `chosen` numbers facets with choices
    let hasOne = false;
    for (let at = facet.starts[member]!; at < facet.starts[member + 1]!; at += 1) {
      if (options[facet.values[at]!] === 1) hasOne = true; // in range
    }
    if (hasOne) continue;
    if (failed !== noFacet) return severalFacets;
    failed = number;
  }
  return failed;
}

function countOptions(facet: FacetColumn, counts: Uint32Array, member: number): void {
  for (let at = facet.starts[member]!; at < facet.starts[member + 1]!; at += 1)
    counts[facet.values[at]!]! += 1; // in range
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
