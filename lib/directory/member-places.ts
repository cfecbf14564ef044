import { countryKeys, countryName, findCountry } from '@/lib/map/geo/countries';
import { otherForms } from '@/lib/map/geo/place-forms';
import { placeKey, postcodeKey, stateKey } from '@/lib/map/geo/place-key';
import { firstWhere } from '@/lib/map/geo/place-table';
import { areQualifiers } from '@/lib/map/geo/place-search';
import type { FoundPlace, Place } from '@/lib/map/geo/place';
import type { Places } from '@/lib/map/geo/places';
import { meanPoint, type Point } from '@/lib/map/geo/point';
import { hasUnspaced } from '@/lib/base/text-tokens';
import type { Directory } from './directory';
import type { PublicLocation } from '@/lib/directory/model/entry';
import { inIdOrder } from '@/lib/directory/model/entry-store';
import type { Lapsed } from './match';
import { readLocation, type Model } from '@/lib/directory/model/model';
import { placeName } from '@/lib/directory/model/pins';
import type { PointIndex } from '@/lib/directory/model/point-index';
import { createOwnAreas } from './own-areas';

// The maximum number of locations for one postcode or place. A postcode that a whole country shares must not slow down
// the server.
const maxLocations = 200;

/**
 * The place is the middle of the members' public locations with the postcode in the text, preferably in `country`. Of
 * these locations, only those with the most common place name are used. The other words must be the name, state or
 * country of the place. null: no location has the postcode. A location that is shown as an area has the area's fixed
 * point, so the place reveals no exact position.
 */
export function placeOfPostcode(
  model: Model,
  { text, country }: { text: string; country: string | null },
  lapsed: Lapsed,
): Place | null {
  const { store, points } = model;
  const isLive = (member: number) => store.used[member] === 1 && !lapsed.has(member);
  for (const { code, rest } of possibleCodes(text)) {
    const having = points.withPostcode(code).filter((at) => isLive(points.memberOf(at)));
    const all = [...inIdOrder(store, Uint32Array.from(having), points.memberOf)]
      .slice(0, maxLocations)
      .map((at) => readLocation(model, at).location)
      .filter((location) => rest === '' || areQualifiers(rest, wordsOf(location)));
    const preferred = all.filter((location) => codeOf(location.country) === codeOf(country));
    const place = placeOf(mostNamed(preferred.length > 0 ? preferred : all), { postcode: code });
    if (place !== null) return place;
  }
  return null;
}

/** The postcode is the first word with a digit and the next, or this word alone: "SW1A 2AA", "10115 berlin". */
function possibleCodes(text: string): { code: string; rest: string }[] {
  const words = text.trim().split(/[\s,]+/);
  const at = words.findIndex((word) => /\d/.test(word));
  if (at === -1) return [];
  const restWithout = (length: number) =>
    placeKey([...words.slice(0, at), ...words.slice(at + length)].join(' '));
  const [first = '', second] = words.slice(at, at + 2);
  const whole = second === undefined ? null : `${first} ${second}`;
  const isBritish = second !== undefined && /^\d[a-z]{2}$/i.test(second);
  return [
    ...(whole === null ? [] : [{ code: postcodeKey(whole), rest: restWithout(2) }]),
    { code: postcodeKey(first), rest: restWithout(isBritish ? 2 : 1) },
  ];
}

/** Place keys of what may stand beside a postcode. */
function wordsOf({ suburb, state, country }: PublicLocation): string[] {
  const code = codeOf(country);
  const names = [suburb, state, country].map((name) => placeKey(name ?? ''));
  return [...names, ...(code === null ? [] : countryKeys(code))].filter((name) => name !== '');
}

/**
 * If more members than this match a text, the text is probably part of their names or types. Then the text is not
 * treated as a place.
 */
const maxMembers = 5_000;
/**
 * A shorter text is usually not treated as a place. The exception is a text in a script without spaces, such as
 * Chinese. This text must be the whole name of the place.
 */
const minPlaceLength = 3;

/**
 * Suburbs and towns in members' addresses whose names begin with the text ("Taveuni", "taveuni fiji"), with most
 * locations first. Their points are computed like those of postcodes.
 */
export function placesOfMembers(
  model: Model,
  { text, limit }: { text: string; limit: number },
  lapsed: Lapsed,
): Place[] {
  const key = placeKey(text);
  const isTooShort = key.length < minPlaceLength && !hasUnspaced.test(key);
  if (key === '' || isTooShort || /\d/.test(key) || !beginsSomePlace(model.points, key)) return [];
  const { store } = model;
  const isLive = (member: number) => store.used[member] === 1 && !lapsed.has(member);
  const members = model.text.search(text, isLive).members.filter(isLive);
  if (members.length > maxMembers) return [];
  const byPlace = new Map<string, PublicLocation[]>();
  for (const member of inIdOrder(store, members, (position) => position)) {
    for (const location of store.entryAt(member).locations) {
      if (!isAt(location, key)) continue;
      const place = [location.suburb, location.state, codeOf(location.country)].map((part) =>
        placeKey(part ?? ''),
      );
      const known = byPlace.get(place.join());
      if (known === undefined) byPlace.set(place.join(), [location]);
      else if (known.length < maxLocations) known.push(location);
    }
  }
  return [...byPlace.values()]
    .sort((a, b) => b.length - a.length)
    .slice(0, limit)
    .flatMap((locations) => placeOf(locations, { postcode: '' }) ?? []);
}

const keysByPoints = new WeakMap<PointIndex, string[]>();

/** Whether some place of a member begins with the first word. If not, no member need be read. */
function beginsSomePlace(points: PointIndex, key: string): boolean {
  let keys = keysByPoints.get(points);
  if (keys === undefined) {
    const names = new Set<string>();
    for (let at = 0; at < points.latitudes.length; at += 1) names.add(points.placeOf(at));
    keys = [...names].map(placeKey).sort();
    keysByPoints.set(points, keys);
  }
  const [word = ''] = key.split(' ');
  const at = firstWhere(keys.length, (position) => (keys[position] ?? '') >= word);
  return keys[at]?.startsWith(word) ?? false;
}

function isAt({ suburb, state, country }: PublicLocation, key: string): boolean {
  if (suburb === null) return false;
  const name = placeKey(suburb);
  if (key.length < minPlaceLength) return name === key;
  if (name.startsWith(key)) return true;
  const regions = [state ?? '', country ?? '', countryName(codeOf(country) ?? '')].flatMap((region) => [
    placeKey(region),
    stateKey(region),
  ]);
  return regions.some((region) => region !== '' && `${name} ${region}`.startsWith(key));
}

function placeOf(locations: readonly PublicLocation[], { postcode }: { postcode: string }): Place | null {
  const [first] = locations;
  if (first === undefined) return null;
  const country = codeOf(first.country);
  const name = placeName(first);
  const id = ['members', country ?? '', postcode || placeKey(name).replaceAll(' ', '-')]
    .join('-')
    .toLowerCase();
  // A name without a postcode gets the country, because places with the same name may be anywhere.
  const label = postcode === '' ? [name, countryName(country ?? '')] : [`${name} ${postcode}`.trim()];
  return {
    id,
    label: label.filter((part) => part !== '').join(', '),
    name: first.suburb ?? postcode,
    state: first.state ?? '',
    postcode,
    country: countryName(country ?? ''),
    point: meanPoint(locations.map(({ point }) => point)),
    population: 0,
  };
}

const maxCompared = 8;
/**
 * This number is added to the weight of a place in the country of most members. The weight contains the base-2
 * logarithm of the population. So 6 counts as much as 64 times as many people (2^6).
 */
const homeWeight = 6;

/**
 * Sorts places with exactly the typed name. A place ranks higher with more members nearby, with more people, and in the
 * country of most members.
 */
function whereMembersAre(
  found: FoundPlace[],
  { home, membersNear }: { home: string | null; membersNear: (point: Point) => number },
): FoundPlace[] {
  const isNamed = ({ regionId, match }: FoundPlace) => regionId === null && match === 'exact';
  const weightOf = ({ point, population, country }: FoundPlace) =>
    Math.log2(1 + population) +
    2 * Math.log2(1 + membersNear(point)) +
    (codeOf(country) === home ? homeWeight : 0);
  const sorted = found.filter(isNamed).sort((a, b) => weightOf(b) - weightOf(a));
  // Regions, and places with another name, keep their positions.
  return found.map((place) => (isNamed(place) ? (sorted.shift() ?? place) : place));
}

/**
 * Adds places from members' addresses, for postcodes and names that the gazetteer does not know. The gazetteer lacks
 * the postcodes of some countries. Then it may find the same postcode in another country. For example, 6011 is in
 * Wellington and in Cottesloe. In this case, the place from the members' addresses comes first.
 * @param hasOwnCountry whether the association has set its country. If not, the country of most members is used, and
 * places in other countries may come first
 * @param areas the setting of the association
 */
export function withMemberPlaces(
  places: Places,
  directory: Pick<Directory, 'placeOfPostcode' | 'placesOfMembers' | 'membersNear'>,
  {
    hasOwnCountry = () => true,
    areas = () => '',
  }: { hasOwnCountry?: () => boolean; areas?: () => string } = {},
): Places {
  const ownAreas = createOwnAreas(places, areas);
  const suggest: Places['suggest'] = (text, options) => {
    const { limit, country } = options;
    if (limit <= 0) return [];
    const own = ownAreas(text, { country, isComplete: options.isComplete ?? false });
    return [...own, ...suggestOthers(text, options)].slice(0, limit);
  };
  const suggestOthers: Places['suggest'] = (text, options) => {
    const { limit, country } = options;
    const home = codeOf(country);
    const near = { ...options, membersNear: (point: Point) => directory.membersNear(point) };
    const found = hasOwnCountry()
      ? places.suggest(text, near)
      : whereMembersAre(places.suggest(text, { ...near, limit: Math.max(limit, maxCompared) }), {
          home,
          membersNear: near.membersNear,
        }).slice(0, limit);
    if (hasOwnCountry() && found.some((place) => codeOf(place.country) === home && place.match !== 'similar'))
      return found;
    const place = /\d/.test(text)
      ? firstOf([text, ...otherForms(text, home)], (form) => directory.placeOfPostcode(form, country))
      : null;
    if (place !== null && !hasOwnCountry()) return [exact(place), ...found].slice(0, limit);
    if (place !== null) return withPostcode(places, { text, found, place: exact(place), home, limit });
    if (found.length > 0) return found;
    const named = directory.placesOfMembers(text, limit).map(exact);
    return options.isComplete ? named.filter(({ name }) => hasWholeName(text, name)) : named;
  };
  return {
    locate: (address) => places.locate(address),
    search: (text, options) => suggest(text, options).filter(({ regionId }) => regionId === null),
    suggest,
  };
}

function firstOf<Item, Found>(items: readonly Item[], find: (item: Item) => Found | null): Found | null {
  for (const item of items) {
    const found = find(item);
    if (found !== null) return found;
  }
  return null;
}

/** A state or country may follow the name. */
function hasWholeName(text: string, name: string): boolean {
  return `${placeKey(text)} `.startsWith(`${placeKey(name)} `);
}

function exact(place: Place): FoundPlace {
  return { ...place, match: 'exact', regionId: null };
}

/** Without the association's country, a postcode is looked up in the country of the members who have it. */
function withPostcode(
  places: Places,
  {
    text,
    found,
    place,
    home,
    limit,
  }: { text: string; found: FoundPlace[]; place: FoundPlace; home: string | null; limit: number },
): FoundPlace[] {
  const country = codeOf(place.country);
  if (home !== null && found.length > 0 && country !== home) return found;
  const there = home === null ? places.suggest(text, { country: place.country, limit }) : found;
  if (there.some((one) => codeOf(one.country) === country)) return there;
  return [place, ...found].slice(0, limit);
}

function codeOf(country: string | null): string | null {
  return findCountry(country ?? '')?.code ?? null;
}

/**
 * The locations with the place name that occurs most often. If several names occur equally often, the first of these
 * names is used.
 */
function mostNamed(locations: PublicLocation[]): PublicLocation[] {
  const byPlace = new Map<string, PublicLocation[]>();
  for (const location of locations) {
    const name = placeName(location);
    byPlace.set(name, [...(byPlace.get(name) ?? []), location]);
  }
  return [...byPlace.values()].reduce((most, some) => (some.length > most.length ? some : most), []);
}
