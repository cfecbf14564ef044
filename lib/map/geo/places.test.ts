import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { placeKey } from './place-key';
import { loadPlaces, loadPlaceTables } from './places';
import { distanceKm } from './point';

const places = loadPlaces();
const labels = (text: string, country: string | null = 'Australia', limit = 5) =>
  places.search(text, { country, limit }).map((place) => place.label);

describe('search', () => {
  test.each([
    ['Geelong', 'Geelong VIC 3220'],
    ['geelong vic', 'Geelong VIC 3220'],
    ['GEELONG, Victoria, Australia', 'Geelong VIC 3220'],
    ['Geelong VIC 3220', 'Geelong VIC 3220'],
    ['3220', 'Geelong VIC 3220'],
    ['3220 vic', 'Geelong VIC 3220'],
    ['Portland, Oregon', 'Portland, Oregon, United States'],
    ['portland or', 'Portland, Oregon, United States'],
    ['Portland OR USA', 'Portland, Oregon, United States'],
    ['97201', 'Portland, Oregon 97201, United States'],
    ['portland oregon 97201', 'Portland, Oregon 97201, United States'],
    ['st kilda', 'Saint Kilda VIC 3182'],
    ['dublin ireland', 'Dublin, Ireland'],
    ['Wien', 'Wien, Vienna, Austria'],
    ['munchen', 'München, Bavaria, Germany'],
    ['brighton england', 'Brighton, England, United Kingdom'],
  ])('finds what "%s" means as its first result', (text, label) => {
    expect(labels(text)[0]).toBe(label);
  });

  test('"Springfield" offers several places, distinguished by their labels, and those of the preferred country come first', () => {
    const found = places.search('Springfield', { country: 'Australia', limit: 20 });
    expect(found.length).toBe(20);
    expect(new Set(found.map((place) => place.label)).size).toBe(20);
    expect(new Set(found.map((place) => place.id)).size).toBe(20);
    expect(found[0]?.country).toBe('Australia');
    expect(found.some((place) => place.state === 'Illinois')).toBe(true);
  });

  test('the preferred country decides between towns with the same name', () => {
    expect(labels('portland', 'Australia')[0]).toBe('Portland VIC 3305');
    expect(labels('portland', 'United States')[0]).toBe('Portland, Oregon, United States');
    expect(labels('portland', null)[0]).toBe('Portland, Oregon, United States');
    expect(labels('richmond', 'England')[0]).toMatch(/England, United Kingdom$/);
  });

  test('an exact name comes before longer ones, and larger places before smaller', () => {
    const [first, ...others] = places.search('perth', { country: 'Australia', limit: 8 });
    expect(first?.label).toBe('Perth WA 6000');
    expect(others.length).toBeGreaterThan(0);
    const sizes = places.search('melb', { country: 'Australia', limit: 3 }).map((place) => place.population);
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
  });

  test.each(['', '   ', ',', '%', '0000000', 'zzzzqqqq', '\0', 'a'.repeat(10_000), '(.*', 'geelong xyz'])(
    'has no results and no error for "%s"',
    (text) => {
      expect(labels(text)).toEqual([]);
    },
  );

  test('gives at most the requested number, and none for a limit of 0', () => {
    expect(labels('s', 'Australia', 3)).toHaveLength(3);
    expect(labels('s', 'Australia', 0)).toEqual([]);
  });

  test('any text is safe, and every result matches the first word typed or the postcode', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), (text) => {
        for (const place of places.search(text, { country: null, limit: 5 })) {
          const words = placeKey(text).split(' ');
          const name = placeKey(place.name);
          const startsSo = words.some((_, at) => name.startsWith(placeKey(words.slice(0, at + 1).join(' '))));
          const hasCode = words.some((word) => place.postcode.startsWith(word.toUpperCase()));
          expect(startsSo || hasCode).toBe(true);
        }
      }),
      { seed: 7, numRuns: 300 },
    );
  });

  // If the cost grew exponentially with length, the test would time out.
  test.each([
    '1 2 3 4 5 6 7 8 9 0',
    'victoria '.repeat(10),
    'springfield 1',
    'san jose '.repeat(5),
    'united states '.repeat(5),
  ])('a text designed to be slow, "%s", gets a response', (text) => {
    expect(labels(text).length).toBeLessThanOrEqual(5);
  });
});

describe('locate', () => {
  const at = (suburb: string, state: string, postcode: string, country: string) =>
    places.locate({ suburb, state, postcode, country });

  test('finds the place of an address in any spelling of state and country', () => {
    for (const [state, country] of [
      ['VIC', 'Australia'],
      ['Victoria', 'AU'],
      ['vic', 'aus'],
    ] as const) {
      const place = at('Geelong', state, '3220', country);
      expect(place?.label).toBe('Geelong VIC 3220');
      expect(
        distanceKm(place?.point ?? { latitude: 0, longitude: 0 }, { latitude: -38.15, longitude: 144.36 }),
      ).toBeLessThan(2);
    }
    expect(at('St. Kilda', 'VIC', '3182', 'Australia')?.name).toBe('Saint Kilda');
    expect(
      at('North Geelong', 'VIC', '', 'Australia') ?? at('Geelong West', 'VIC', '', 'Australia'),
    ).not.toBeNull();
  });

  test('a ZIP+4 is read as its ZIP, and distinguishes places', () => {
    expect(at('Portland', 'Oregon', '97205-1234', 'United States')?.postcode).toBe('97205');
  });

  test('state and postcode must match the suburb', () => {
    expect(at('Geelong', 'QLD', '', 'Australia')).toBeNull();
    expect(at('Geelong', 'VIC', '6000', 'Australia')).toBeNull();
    expect(at('Geelong', 'VIC', '', 'New Zealand')).toBeNull();
    expect(at('Geelong', 'VIC', '', 'Atlantis')).toBeNull();
    expect(at('', 'VIC', '3220', 'Australia')).toBeNull();
  });

  test('a name shared by towns of similar size in the country is not resolved', () => {
    expect(at('Springfield', '', '', 'United States')).toBeNull();
    expect(at('Springfield', 'Illinois', '', 'United States')?.state).toBe('Illinois');
  });

  test('England, Scotland and Wales are countries in addresses', () => {
    expect(at('Brighton', 'East Sussex', '', 'England')?.state).toBe('England');
    expect(at('Glasgow', '', '', 'Scotland')?.state).toBe('Scotland');
    expect(at('Glasgow', '', '', 'England')).toBeNull();
  });

  test('a county of Ireland is a state; a name in another language is ignored', () => {
    expect(at('Cork', 'Cork', '', 'Ireland')?.label).toBe('Cork, Ireland');
    expect(at('Munich', 'Bayern', '80331', 'Germany')?.label).toBe('Munich, Bavaria, Germany');
  });
});

test('the bundled gazetteer contains the world’s towns and the postcodes of the United States', () => {
  const { towns, postal } = loadPlaceTables();
  expect(towns.count).toBeGreaterThan(160_000);
  expect(postal.map((table) => table.count).sort((a, b) => a - b)[1]).toBeGreaterThan(40_000);
});
