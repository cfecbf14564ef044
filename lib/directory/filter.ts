/** The visitor's choices as a query string. All choices are in the URL, so forms are plain GET forms. */
import type { Box } from '@/lib/map/geo/box';
import { isRegionId } from '@/lib/map/geo/region-id';
import type { Point } from '@/lib/map/geo/point';
import { filterText } from '@/lib/messages/filter';
import { say } from '@/lib/messages/say';
import {
  parseBox,
  parseCoordinates,
  roundedCoordinate,
  writtenCoordinate,
  type FilterProblem,
} from './filter-coordinates';
import { byFacetOrder, isFacetParameter, type SingleParameter } from '@/lib/base/directory-parameters';
import type { DirectoryFilter, InsideFilter, NearFilter, SortOrder } from './search';

export type { FilterProblem } from './filter-coordinates';

export type QueryParameters = URLSearchParams | Record<string, string | string[] | undefined>;

/** `filter` is always usable: unreadable values are left out and named in `problems`. */
export interface ParsedFilter {
  filter: DirectoryFilter;
  problems: FilterProblem[];
  /** A typed place without coordinates. `resolve-place.ts` finds them. */
  unresolvedPlace: { text: string; radiusKm: number; unit: DistanceUnit } | null;
  /** Whether the query has a radius. Otherwise, `resolve-place.ts` chooses one. */
  hasRadius: boolean;
}

export type DistanceUnit = NearFilter['unit'];

export const radiusChoices: Record<DistanceUnit, { choices: number[]; usual: number }> = {
  km: { choices: [5, 10, 25, 50, 100, 250], usual: 50 },
  mi: { choices: [5, 10, 25, 50, 100, 150], usual: 25 },
};

/** International mile. */
export const kilometresInUnit: Record<DistanceUnit, number> = { km: 1, mi: 1.609344 };

/** @param country the English name */
export function defaultUnit(country: string | null): DistanceUnit {
  const inMiles = ['United States', 'United States of America', 'United Kingdom', 'Liberia', 'Myanmar'];
  return country !== null && inMiles.includes(country) ? 'mi' : 'km';
}

export const emptyFilter: DirectoryFilter = {
  text: '',
  facets: {},
  all: [],
  near: null,
  inside: null,
  box: null,
  asTyped: false,
  typed: '',
  leftOut: '',
  sort: 'default',
  layout: 'cards',
  page: 1,
};

// Half of the earth's circumference (20 015.1 km), rounded up: everything on earth is within this radius.
const maxRadiusKm = 20_038;
const maxTextLength = 200;
const maxValues = 50;
// The maximum number of chosen values in all facets together. A page has a link for each value, and each link contains
// all other values. So the size of a page grows with the square of this number.
const maxChosen = 100;

/**
 * Never throws. A value that cannot be read is dropped, and a value that is too large is reduced to the limit;
 * `problems` names both. Unknown parameters are ignored.
 * @param unit the default unit
 */
export function parseDirectoryFilter(
  parameters: QueryParameters,
  { unit = 'km' }: { unit?: DistanceUnit } = {},
): ParsedFilter {
  const query = valuesByName(parameters);
  const problems: FilterProblem[] = [];
  const first = (name: SingleParameter) => query.get(name)?.[0]?.trim() ?? '';
  const text = parseText(first('q'), problems);
  const distance = parseDistance({ radius: first('radius'), unit: first('unit') }, unit, problems);
  const label = first('near').slice(0, maxTextLength);
  // The form also sends the label of the previous place as `was`. The previous point or region is used only if the
  // label is still the same. For a place without a label, `was` is "-". An empty `was` would be lost, because the page
  // cache omits empty values. Without `was`, every place counts as the same place.
  const isSamePlace = ['', label || '-'].includes(first('was'));
  const point = isSamePlace ? parseCoordinates(first('lat'), first('lng'), problems) : null;
  const inside = isSamePlace && point === null ? parseInside(first('in'), label, problems) : null;
  const facets = parseFacets(query, problems);
  const filter: DirectoryFilter = {
    text,
    facets,
    all: parseAll(query, facets),
    near: point === null ? null : { point, ...distance, label: label === '' ? null : label },
    inside,
    box: isSamePlace || label === '' ? parseBox(first('box'), problems) : null,
    asTyped: text !== '' && first('as') === 'typed',
    typed: first('typed').slice(0, maxTextLength),
    leftOut: first('leftout').slice(0, maxTextLength),
    sort: parseSort(first('sort'), problems),
    layout: parseLayout(first('layout'), problems),
    page: parsePage(first('page'), problems),
  };
  const isUnresolved = point === null && inside === null && label !== '';
  const unresolvedPlace = isUnresolved ? { text: label, ...distance } : null;
  return { filter, problems, unresolvedPlace, hasRadius: first('radius') !== '' };
}

/**
 * Without `?`; '' if nothing is chosen. Equal filters give equal strings, because parameters and values have a fixed
 * order.
 */
export function formatDirectoryFilter(filter: DirectoryFilter): string {
  const query = new URLSearchParams();
  const append = (name: SingleParameter, value: string) => query.append(name, value);
  if (filter.text !== '') append('q', filter.text);
  if (filter.asTyped) append('as', 'typed');
  if (filter.typed !== '') append('typed', filter.typed);
  if (filter.leftOut !== '') append('leftout', filter.leftOut);
  for (const [key, values] of Object.entries(filter.facets).sort(([a], [b]) => byFacetOrder(a, b))) {
    for (const value of [...new Set(values)].sort()) query.append(key, value);
  }
  for (const key of filter.all) query.append('all', key);
  if (filter.near !== null) appendNear(append, filter.near);
  if (filter.inside !== null) {
    append('near', filter.inside.label);
    append('in', filter.inside.id);
  }
  if (filter.box !== null) append('box', formatBox(filter.box));
  if (filter.sort !== 'default') append('sort', filter.sort);
  if (filter.layout !== 'cards') append('layout', filter.layout);
  if (filter.page > 1) append('page', String(filter.page));
  return query.toString();
}

/** Two decimals of a degree: about a kilometre. */
export function roundedPoint(point: Point): Point {
  return { latitude: roundedCoordinate(point.latitude), longitude: roundedCoordinate(point.longitude) };
}

function valuesByName(parameters: QueryParameters): Map<string, string[]> {
  const query = new Map<string, string[]>();
  const entries =
    parameters instanceof URLSearchParams
      ? [...parameters]
      : Object.entries(parameters).flatMap(([name, value]) =>
          [value ?? []].flat().map((one): [string, string] => [name, one]),
        );
  for (const [name, value] of entries) {
    const known = query.get(name);
    // `push` changes the existing list. Copying the list for each of thousands of values would take quadratic time.
    if (known === undefined) query.set(name, [value]);
    else known.push(value);
  }
  return query;
}

function parseText(typed: string, problems: FilterProblem[]): string {
  const text = typed.replace(/\s+/g, ' ');
  if (text.length <= maxTextLength) return text;
  problems.push({ field: 'q', message: say(filterText.cut, { count: maxTextLength }) });
  return text.slice(0, maxTextLength).trim();
}

function parseFacets(query: Map<string, string[]>, problems: FilterProblem[]): Record<string, string[]> {
  const facets: Record<string, string[]> = {};
  let [room, isFull] = [maxChosen, false];
  for (const [key, given] of [...query].sort(([a], [b]) => byFacetOrder(a, b))) {
    if (!isFacetParameter(key)) continue;
    const values = [...new Set(given.map((value) => value.trim().slice(0, maxTextLength)))]
      .filter(Boolean)
      .sort();
    if (values.length > maxValues) {
      const message = say(filterText.manyValues, { field: key, count: maxValues });
      problems.push({ field: key, message });
    }
    const accepted = values.slice(0, Math.min(maxValues, room));
    if (accepted.length < Math.min(maxValues, values.length)) isFull = true;
    if (accepted.length > 0) facets[key] = accepted;
    room -= accepted.length;
  }
  if (isFull) {
    problems.push({ field: 'facets', message: say(filterText.manyChosen, { count: maxChosen }) });
  }
  return facets;
}

function parseDistance(
  given: { radius: string; unit: string },
  usual: DistanceUnit,
  problems: FilterProblem[],
): { radiusKm: number; unit: DistanceUnit } {
  const unit = given.unit === 'km' || given.unit === 'mi' ? given.unit : usual;
  if (given.unit !== '' && given.unit !== unit) problems.push({ field: 'unit', message: filterText.unit });
  const defaultRadius = radiusChoices[unit].usual;
  const inUnit = given.radius === '' ? defaultRadius : Number(given.radius);
  const radiusKm = inUnit * kilometresInUnit[unit];
  if (radiusKm > 0 && radiusKm <= maxRadiusKm) return { radiusKm, unit };
  if (radiusKm > maxRadiusKm) {
    problems.push({ field: 'radius', message: filterText.radiusTooLarge });
    return { radiusKm: maxRadiusKm, unit };
  }
  const message = say(filterText.radius, { unit, usual: defaultRadius });
  problems.push({ field: 'radius', message });
  return { radiusKm: defaultRadius * kilometresInUnit[unit], unit };
}

/** Facets in which a member must have all chosen values. A facet without an accepted value is left out. */
function parseAll(query: Map<string, string[]>, facets: Record<string, string[]>): string[] {
  const keys = new Set(query.get('all') ?? []);
  return Object.keys(facets)
    .filter((key) => keys.has(key))
    .sort();
}

function parseInside(given: string, label: string, problems: FilterProblem[]): InsideFilter | null {
  if (given === '') return null;
  if (isRegionId(given)) return { id: given, label: label === '' ? given : label };
  problems.push({ field: 'in', message: filterText.inside });
  return null;
}

export const sortOrders: readonly SortOrder[] = ['default', 'name', 'joined', 'newest'];

function parseSort(given: string, problems: FilterProblem[]): SortOrder {
  const known = sortOrders.find((order) => order === given);
  if (known !== undefined) return known;
  if (given !== '') problems.push({ field: 'sort', message: filterText.sort });
  return 'default';
}

function parseLayout(given: string, problems: FilterProblem[]): DirectoryFilter['layout'] {
  if (given === 'rows') return 'rows';
  if (given !== '' && given !== 'cards') problems.push({ field: 'layout', message: filterText.layout });
  return 'cards';
}

function parsePage(given: string, problems: FilterProblem[]): number {
  if (given === '') return 1;
  if (/^[1-9]\d{0,6}$/.test(given)) return Number(given);
  problems.push({ field: 'page', message: filterText.page });
  return 1;
}

function appendNear(append: (name: SingleParameter, value: string) => void, near: NearFilter): void {
  if (near.label !== null) append('near', near.label);
  append('lat', writtenCoordinate(near.point.latitude));
  append('lng', writtenCoordinate(near.point.longitude));
  append('radius', String(Math.round((near.radiusKm / kilometresInUnit[near.unit]) * 100) / 100));
  append('unit', near.unit);
}

function formatBox(box: Box): string {
  return [box.south, box.west, box.north, box.east]
    .map((edge) => roundedCoordinate(edge).toFixed(2))
    .join(',');
}
