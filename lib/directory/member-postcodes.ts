/** The place of a postcode that the gazetteer does not know, from members' addresses. */
import { countryName, findCountry } from '@/lib/geo/countries';
import { postcodeKey } from '@/lib/geo/place-key';
import type { Place } from '@/lib/geo/place';
import type { Places } from '@/lib/geo/places';
import { wrapLongitude } from '@/lib/geo/point';
import type { Directory } from './directory';
import type { PublicLocation } from './entry';
import { inIdOrder } from './entry-store';
import type { Lapsed } from './match';
import { readLocation, type Model } from './model';
import { placeName } from './pins';

// Enough to place a postcode. A code shared by a whole country must not slow down the server.
const maxLocations = 200;

/**
 * The place of a postcode from the public locations of the members who have it: the middle of those at the place that
 * most of them name, in `country` if any are there. null if nobody has it. An area counts by its fixed point, so that
 * nobody's position is more exact than in the list.
 */
export function placeOfPostcode(
  model: Model,
  { text, country }: { text: string; country: string | null },
  lapsed: Lapsed,
): Place | null {
  const code = postcodeKey(text);
  const { store, points } = model;
  const isLive = (member: number) => store.used[member] === 1 && !lapsed.has(member);
  const having = points.withPostcode(code).filter((at) => isLive(points.memberOf(at)));
  const all = [...inIdOrder(store, Uint32Array.from(having), points.memberOf)]
    .slice(0, maxLocations)
    .map((at) => readLocation(model, at).location);
  const preferred = all.filter((location) => codeOf(location.country) === codeOf(country));
  const locations = mostNamed(preferred.length > 0 ? preferred : all);
  const [first] = locations;
  if (first === undefined) return null;
  const name = placeName(first);
  return {
    id: `members-${codeOf(first.country) ?? ''}-${code}`.toLowerCase(),
    label: [name, code].filter((part) => part !== '').join(' '),
    name: first.suburb ?? code,
    state: first.state ?? '',
    postcode: code,
    country: countryName(codeOf(first.country) ?? ''),
    point: {
      latitude: mean(locations.map(({ point }) => point.latitude)),
      longitude: meanLongitude(locations.map(({ point }) => point.longitude)),
    },
    population: 0,
  };
}

/**
 * The gazetteer, with the members' places for postcodes that it does not know. If it lacks a country's postcodes, a
 * code may also exist elsewhere (6011: Wellington and Cottesloe); the members' place then comes first.
 */
export function withMemberPostcodes(places: Places, directory: Pick<Directory, 'placeOfPostcode'>): Places {
  return {
    locate: (address) => places.locate(address),
    search(text, options) {
      const found = places.search(text, options);
      if (options.limit <= 0) return found;
      const home = codeOf(options.country);
      if (found.length > 0 && (home === null || found.some(({ country }) => codeOf(country) === home)))
        return found;
      const place = directory.placeOfPostcode(text, options.country);
      if (place === null || (found.length > 0 && codeOf(place.country) !== home)) return found;
      return [place, ...found].slice(0, options.limit);
    },
  };
}

function codeOf(country: string | null): string | null {
  return findCountry(country ?? '')?.code ?? null;
}

/** The locations at the place that most of them name; on a tie, the first place. */
function mostNamed(locations: PublicLocation[]): PublicLocation[] {
  const byPlace = new Map<string, PublicLocation[]>();
  for (const location of locations) {
    const name = placeName(location);
    byPlace.set(name, [...(byPlace.get(name) ?? []), location]);
  }
  return [...byPlace.values()].reduce((most, some) => (some.length > most.length ? some : most), []);
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** For longitudes on both sides of the 180th meridian, the mean is near it. */
function meanLongitude(longitudes: number[]): number {
  const [first = 0] = longitudes;
  const middle = first + mean(longitudes.map((longitude) => wrapLongitude(longitude - first)));
  return wrapLongitude(middle);
}
