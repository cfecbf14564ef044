import { countUnplaced, matchMembers, type Lapsed, type Match } from './match';
import type { FacetColumn } from '@/lib/directory/model/facet-index';
import type { PublicEntry, PublicLocation } from '@/lib/directory/model/entry';
import type { Model } from '@/lib/directory/model/model';
import { orderedPage } from './order';
import { describeNearest } from '@/lib/directory/model/point-index';
import type { Alternatives, DirectoryFilter, Facet, SearchHit, SearchResult } from './search';
import { emptyFilter, kilometresInUnit, radiusChoices } from './filter';
import { distanceKm } from '@/lib/map/geo/point';
import { lookUp } from '@/lib/base/look-up';

/**
 * The number of cards on a page. The number is a multiple of 2, 3 and 4. All rows are therefore full if a row has 2, 3
 * or 4 cards.
 */
export const pageSize = 24;

export function searchDirectory(
  model: Model,
  filter: DirectoryFilter,
  lapsed: Lapsed,
  size = pageSize,
): SearchResult {
  const match = matchMembers(model, filter, lapsed);
  const total = match.members.length;
  const pageCount = Math.max(1, Math.ceil(total / size));
  // If an old link has a page number after the last page, the last page is shown.
  const page = Math.min(filter.page, pageCount);
  const [from, to] = [(page - 1) * size, Math.min(total, page * size)];
  const found = orderedPage(model, match, { filter, lapsed, from, to });
  return {
    total,
    page,
    pageCount,
    hits: found.map((at) => toHit(model, match, filter, at)),
    facets: toFacets(model, match, filter),
    unplaced: countUnplaced(model, filter, lapsed),
  };
}

export function countMembers(model: Model, filter: DirectoryFilter, lapsed: Lapsed): number {
  return matchMembers(model, filter, lapsed).members.length;
}

/** @see Directory.withOptionIds */
export function withOptionIds(
  columns: readonly Pick<FacetColumn, 'key' | 'options' | 'optionsOf'>[],
  filter: DirectoryFilter,
): DirectoryFilter {
  const renamed = columns.flatMap(({ key, options, optionsOf }) => {
    const values = lookUp(filter.facets, key) ?? [];
    const ids = new Set(values.flatMap(optionsOf).map((position) => options[position]?.id ?? ''));
    return [...ids].some((id) => !values.includes(id)) ? [{ key, ids: [...ids] }] : [];
  });
  if (renamed.length === 0) return filter;
  const named = Object.fromEntries(renamed.map(({ key, ids }) => [key, ids]));
  return { ...filter, facets: { ...filter.facets, ...named } };
}

export function findAlternatives(model: Model, filter: DirectoryFilter, lapsed: Lapsed): Alternatives {
  const count = (changed: DirectoryFilter) => countMembers(model, changed, lapsed);
  const without = looserFilters(filter)
    .map((looser) => ({ filter: looser, total: count(looser) }))
    .filter(({ total }) => total > 0)
    .sort((a, b) => b.total - a.total);
  // If nobody matches even without the place, a larger radius finds nobody either.
  const isNearestOfAll = count({ ...filter, near: null }) === 0;
  return {
    without,
    wider: isNearestOfAll ? null : findWider(filter, count),
    nearest: findNearest(model, isNearestOfAll ? { ...emptyFilter, near: filter.near } : filter, lapsed),
    isNearestOfAll,
  };
}

/** @param at the member's number among the matches */
function toHit(model: Model, { members, near }: Match, filter: DirectoryFilter, at: number): SearchHit {
  const member = members[at] ?? -1;
  const entry = model.store.entryAt(member);
  const nearest = (near?.locations[at] ?? 0) - (model.points.starts[member] ?? 0);
  const location = near === null ? undefined : (entry.locations[nearest] ?? townOf(entry));
  if (location === undefined || filter.near === null) return { entry, nearest: null };
  const { point } = filter.near;
  // The nearest first, because cards and printed lists name only the first locations.
  const locations = entry.locations.toSorted(
    (a, b) => distanceKm(point, a.point) - distanceKm(point, b.point),
  );
  return { entry: { ...entry, locations }, nearest: describeNearest(point, location) };
}

/** For a member whose only place is the town. */
function townOf({ town, suburb, state, country }: PublicEntry): PublicLocation | undefined {
  if (town === undefined) return undefined;
  const unknown = { address: null, postcode: null, phone: null, website: null };
  return { id: '', name: '', ...unknown, suburb, state, country, point: town, precision: 'suburb' };
}

function toFacets(model: Model, match: Match, filter: DirectoryFilter): Facet[] {
  const counts = match.counts();
  return model.facets.columns.map((facet, number) => {
    const chosen = new Set((lookUp(filter.facets, facet.key) ?? []).flatMap(facet.optionsOf));
    const options = facet.options.map((option, position) => ({
      ...option,
      count: counts[number]?.[position] ?? 0,
      isChosen: chosen.has(position),
    }));
    return {
      key: facet.key,
      label: facet.label,
      ...(facet.several > 0 && { hasSeveral: true as const }),
      options,
    };
  });
}

// Each choice needs a search, so only the first ones are tried.
const maxChoices = 10;

function looserFilters(filter: DirectoryFilter): DirectoryFilter[] {
  const first = { ...filter, page: 1 };
  const looser: DirectoryFilter[] = [];
  if (filter.text !== '') looser.push({ ...first, text: '', asTyped: false });
  for (const [key, values] of Object.entries(filter.facets)) {
    for (const value of values) {
      const rest = values.filter((other) => other !== value);
      const facets = Object.fromEntries(
        Object.entries({ ...filter.facets, [key]: rest }).filter(([, chosen]) => chosen.length > 0),
      );
      looser.push({ ...first, facets, all: filter.all.filter((one) => Object.hasOwn(facets, one)) });
    }
  }
  if (filter.near !== null) looser.push({ ...first, near: null });
  if (filter.inside !== null) looser.push({ ...first, inside: null });
  if (filter.box !== null) looser.push({ ...first, box: null });
  return looser.slice(0, maxChoices);
}

function findWider(
  filter: DirectoryFilter,
  count: (filter: DirectoryFilter) => number,
): Alternatives['wider'] {
  if (filter.near === null) return null;
  const now = count(filter);
  const { unit, radiusKm } = filter.near;
  const radii = radiusChoices[unit].choices.map((radius) => radius * kilometresInUnit[unit]);
  for (const wider of radii.filter((radius) => radius > radiusKm)) {
    const changed = { ...filter, page: 1, near: { ...filter.near, radiusKm: wider } };
    const total = count(changed);
    if (total > now) return { radiusKm: wider, filter: changed, total };
  }
  return null;
}

// Radii that are tried. The last is more than half of the earth's circumference, so nobody is further away.
const searchedKm = [100, 500, 2_000, 20_038];
const offeredNearest = 3;

function findNearest(model: Model, filter: DirectoryFilter, lapsed: Lapsed): SearchHit[] {
  for (const radiusKm of searchedKm) {
    if (filter.near === null || radiusKm < filter.near.radiusKm) continue;
    const wider = { ...filter, near: { ...filter.near, radiusKm } };
    const match = matchMembers(model, wider, lapsed);
    const chords = match.near?.chords ?? [];
    const best: number[] = [];
    for (let at = 0; at < match.members.length; at += 1) {
      const chord = chords[at] ?? Infinity;
      const before = best.findIndex((other) => chord < (chords[other] ?? Infinity));
      best.splice(before === -1 ? best.length : before, 0, at);
      best.length = Math.min(best.length, offeredNearest);
    }
    const isEnough = best.length === offeredNearest || radiusKm === searchedKm.at(-1);
    if (isEnough) return best.map((at) => toHit(model, match, wider, at));
  }
  return [];
}
