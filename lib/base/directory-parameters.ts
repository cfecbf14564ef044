/**
 * The only list of the parameters in the directory's addresses. Others are ignored, create no separate page in the page
 * cache, and appear in no link.
 */

/** The order is that of the parameters in an address. The facet of extra 7 has the name `extra-7`. */
const namedFacets = ['type', 'category', 'chapter', 'state', 'country'];

const singleParameters = [
  'q',
  'as',
  'typed',
  'leftout',
  'near',
  'was',
  'in',
  'lat',
  'lng',
  'radius',
  'unit',
  'box',
  'sort',
  'layout',
  'page',
] as const;

export type SingleParameter = (typeof singleParameters)[number];

/** This parameter contains the names of facets, and may be repeated. */
const all = 'all';

const extraFacet = /^extra-[1-9]\d{0,9}$/;
const known = new Set<string>([...namedFacets, ...singleParameters, all]);

export function isDirectoryParameter(name: string): boolean {
  return known.has(name) || extraFacet.test(name);
}

export function isFacetParameter(name: string): boolean {
  return namedFacets.includes(name) || extraFacet.test(name);
}

export function byFacetOrder(a: string, b: string): number {
  return rankOfFacet(a) - rankOfFacet(b) || (a < b ? -1 : Number(a > b));
}

function rankOfFacet(key: string): number {
  const named = namedFacets.indexOf(key);
  return named === -1 ? namedFacets.length + Number(key.slice('extra-'.length)) : named;
}

export const shortlistParameter = 'members';
