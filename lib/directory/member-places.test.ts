import { describe, expect, test } from 'vitest';
import type { Place } from '@/lib/map/geo/place';
import { loadPlaces } from '@/lib/map/geo/places';
import { placesFrom } from '@/lib/map/geo/fake-places.fixture';
import type { PublicLocation } from '@/lib/directory/model/entry';
import { entryOf, locationAt, modelOf } from '@/lib/directory/model/entry.fixture';
import { placeOfPostcode, placesOfMembers, withMemberPlaces } from './member-places';

const noneLapsed = new Set<number>();

function located(id: string, latitude: number, longitude: number, change: Partial<PublicLocation>) {
  const place = { suburb: 'Anakie', state: 'VIC', postcode: '3299', country: 'Australia' };
  return entryOf(id, { locations: [{ ...locationAt(id, latitude, longitude), ...place, ...change }] });
}

describe('a postcode that members have', () => {
  test('is at the place that most of them give', async () => {
    const model = await modelOf([
      located('1', -38, 144, {}),
      located('2', -38.2, 144.2, {}),
      located('3', -20, 120, { suburb: 'Elsewhere' }),
    ]);
    const place = placeOfPostcode(model, { text: ' 3299\u200B ', country: 'Australia' }, noneLapsed);
    expect(place).toMatchObject({ label: 'Anakie VIC 3299', postcode: '3299', country: 'Australia' });
    expect(place?.point.latitude).toBeCloseTo(-38.1, 6);
    expect(place?.point.longitude).toBeCloseTo(144.1, 6);
  });

  test('is searched in the preferred country first, then in others', async () => {
    const model = await modelOf([
      located('1', -38, 144, {}),
      located('2', 50, 8, { suburb: 'Hanau', state: null, country: 'DE' }),
    ]);
    const found = (country: string | null) =>
      placeOfPostcode(model, { text: '3299', country }, noneLapsed)?.name;
    expect(found('Germany')).toBe('Hanau');
    expect(found('Australia')).toBe('Anakie');
    expect(found('New Zealand')).toBe('Anakie');
    expect(found(null)).toBe('Anakie');
  });

  test('has its middle at the 180th meridian if members live on both sides of it', async () => {
    const model = await modelOf([located('1', -17, 179.9, {}), located('2', -17, -179.7, {})]);
    const place = placeOfPostcode(model, { text: '3299', country: null }, noneLapsed);
    expect(place?.point.longitude).toBeCloseTo(-179.9, 6);
  });

  test('is at the area’s fixed point if its member is shown as an area', async () => {
    const model = await modelOf([located('1', -38.15, 144.36, { precision: 'suburb' })]);
    const place = placeOfPostcode(model, { text: '3299', country: null }, noneLapsed);
    expect(place?.point).toEqual({ latitude: -38.15, longitude: 144.36 });
  });

  test('has no members once they have lapsed; a prefix or other text is not a postcode', async () => {
    const model = await modelOf([located('1', -38, 144, {}), entryOf('2', {})]);
    expect(
      placeOfPostcode(model, { text: '3299', country: null }, new Set(model.store.positions)),
    ).toBeNull();
    for (const text of ['', '32', '32990', 'Anakie'])
      expect(placeOfPostcode(model, { text, country: null }, noneLapsed)).toBeNull();
  });
});

test('if the association has no country, a postcode means the one in the country where members have it', () => {
  const german = { label: 'Hanau 3220', country: 'Germany' } as Place; // Only these fields are read.
  const geelong = { label: 'Geelong VIC 3220', country: 'Australia' } as Place;
  const members = { label: 'Anakie VIC 3220', country: 'Australia' } as Place;
  const gazetteer = placesFrom((_, { country, limit }) =>
    (country === 'Australia' ? [geelong, german] : [german, geelong]).slice(0, limit),
  );
  const directory = { placeOfPostcode: () => members, placesOfMembers: () => [], membersNear: () => 0 };
  const found = (country: string | null, limit: number) =>
    withMemberPlaces(gazetteer, directory).search('3220', { country, limit });
  expect(found(null, 1)).toMatchObject([geelong]);
  expect(found(null, 5)).toMatchObject([geelong, german]);
  expect(found('Germany', 1)).toMatchObject([german]);
});

describe('a place where members are, and which the gazetteer lacks', () => {
  const fiji = { suburb: 'Taveuni', state: 'Northern', postcode: null, country: 'Fiji' };
  const labels = async (text: string, lapsed = noneLapsed) => {
    const model = await modelOf([
      located('1', -16.8, 179.9, fiji),
      located('2', -17, -179.9, fiji),
      located('3', -38, 144, { suburb: 'Taverton' }),
      entryOf('4', { name: 'Taveuni Dive School' }),
      located('5', 39.9, 116.4, { suburb: '北京', state: null, country: 'China' }),
    ]);
    return placesOfMembers(model, { text, limit: 5 }, lapsed).map(({ label }) => label);
  };

  test('is found by the beginning of its name, the place with the most locations first, and by name and country', async () => {
    expect(await labels('tave')).toEqual(['Taveuni Northern, Fiji', 'Taverton VIC, Australia']);
    expect(await labels('TAVEUNI')).toEqual(['Taveuni Northern, Fiji']);
    expect(await labels('tave\u200Buni')).toEqual(['Taveuni Northern, Fiji']);
    expect(await labels('taveuni fi')).toEqual(['Taveuni Northern, Fiji']);
    expect(await labels('taveuni north')).toEqual(['Taveuni Northern, Fiji']);
    expect(await labels('北京')).toEqual(['北京, China']);
    for (const text of ['ta', '北', '3299', 'taveuni spain', 'school', 'uni'])
      expect([text, await labels(text)]).toEqual([text, []]);
  });

  test('has its middle at the 180th meridian, and is no longer found when its last member leaves', async () => {
    const model = await modelOf([located('1', -16.8, 179.9, fiji), located('2', -17, -179.7, fiji)]);
    const [place] = placesOfMembers(model, { text: 'taveuni', limit: 1 }, noneLapsed);
    expect(place).toMatchObject({ name: 'Taveuni', country: 'Fiji', postcode: '' });
    expect(place?.point.longitude).toBeCloseTo(-179.9, 6);
    const all = new Set(model.store.positions);
    expect(placesOfMembers(model, { text: 'taveuni', limit: 1 }, all)).toEqual([]);
  });
});

test('the gazetteer is searched first, then the members', () => {
  const place = { id: 'x', label: 'Anakie VIC 3299' } as Place; // Only these fields are read.
  const gazetteer = placesFrom((text) => (text === '3220' ? [{ ...place, label: 'Geelong VIC 3220' }] : []));
  const places = withMemberPlaces(gazetteer, {
    placeOfPostcode: (text) => (/\d/.test(text) ? place : null),
    placesOfMembers: (text) => (text === 'anak' ? [place] : []),
    membersNear: () => 0,
  });
  const labels = (text: string, limit = 5) =>
    places.search(text, { country: null, limit }).map(({ label }) => label);
  expect(labels('3220')).toEqual(['Geelong VIC 3220']);
  expect(labels('3299')).toEqual(['Anakie VIC 3299']);
  expect(labels('anak')).toEqual(['Anakie VIC 3299']);
  expect(labels('nowhere')).toEqual([]);
  expect(labels('3299', 0)).toEqual([]);
});

test('a postcode known from another country means members in the home country first, if any have it', () => {
  const cottesloe = { label: 'Cottesloe WA 6011', country: 'Australia' } as Place; // Only these fields are read.
  const wellington = { label: 'Wellington 6011', country: 'New Zealand' } as Place;
  const gazetteer = placesFrom(() => [cottesloe]);
  const found = (home: string | null, members: Place | null, limit = 5) =>
    withMemberPlaces(gazetteer, {
      placeOfPostcode: () => members,
      placesOfMembers: () => [],
      membersNear: () => 0,
    }).search('6011', {
      country: home,
      limit,
    });
  expect(found('New Zealand', wellington)).toMatchObject([wellington, cottesloe]);
  expect(found('New Zealand', wellington, 1)).toMatchObject([wellington]);
  expect(found('New Zealand', null)).toMatchObject([cottesloe]);
  expect(found('Germany', wellington)).toMatchObject([cottesloe]);
  expect(found('Australia', wellington)).toMatchObject([cottesloe]);
  expect(found(null, wellington)).toMatchObject([wellington, cottesloe]);
  expect(found(null, null)).toMatchObject([cottesloe]);
});

test('places near the members come first if the association has not set its country, and otherwise those in its country', () => {
  const inPerth = ({ latitude }: { latitude: number }) => (latitude < -31 && latitude > -33 ? 3 : 0);
  const first = (text: string, options: Parameters<typeof withMemberPlaces>[2], membersNear = inPerth) =>
    withMemberPlaces(
      loadPlaces(),
      { placeOfPostcode: () => null, placesOfMembers: () => [], membersNear },
      options,
    ).suggest(text, { country: 'United States', limit: 1 })[0]?.label;
  const guessed = { hasOwnCountry: () => false };
  expect(first('subiaco', {})).toBe('Subiaco, Arkansas 72865, United States');
  expect(first('subiaco', guessed)).toBe('Subiaco WA 6008');
  expect(first('subiaco', guessed, () => 0)).toBe('Subiaco WA 6008');
  expect(first('birmingham', guessed, () => 3)).toBe('Birmingham, Alabama, United States');
  expect(first('georgia', guessed)).toBe('Georgia, United States');
});

test('an area that the association has named is around its suburbs, also before it is written out', () => {
  const directory = { placeOfPostcode: () => null, placesOfMembers: () => [], membersNear: () => 0 };
  const places = withMemberPlaces(loadPlaces(), directory, {
    areas: () => 'Our West: Footscray, Yarraville, Qqqzzz\nNowhere: Qqqzzz',
  });
  const suggest = (text: string, isComplete: boolean) =>
    places.suggest(text, { country: 'Australia', limit: 1, isComplete })[0];
  const found = suggest('our west', true);
  expect(found).toMatchObject({ label: 'Our West', match: 'exact', regionId: null });
  expect(found?.radiusKm).toBeGreaterThan(3);
  expect(found?.radiusKm).toBeLessThan(8);
  expect(suggest('our w', false)?.label).toBe('Our West');
  expect(suggest('our w', true)?.label).not.toBe('Our West');
  expect(suggest('nowhere', true)?.label).not.toBe('Nowhere');
});
