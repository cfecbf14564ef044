import { expect, test } from 'vitest';
import { entryOf, locationAt, modelOf } from '@/lib/directory/model/entry.fixture';
import { parseDirectoryFilter } from './filter';
import { createQueries } from './queries';
import { loadPlaces } from '@/lib/map/geo/places';
import { plainWordSettings } from '@/lib/directory/words/search-words';
import { resolvePlace } from './resolve-place';

const names = [
  'Lost and Found',
  'Harbour Brewery',
  'Hill Brewery',
  'Hillside Geelong',
  'Hillside Pub',
  ...Array.from({ length: 9 }, (_, at) => `Pub ${at}`),
];
const model = await modelOf(
  names.map((name, at) =>
    entryOf(String(at + 1), {
      kind: 'organisation',
      name,
      ...(at === 0 && {
        suburb: 'Subiaco',
        state: 'WA',
        country: 'Australia',
        locations: [locationAt('1', -31.948, 115.826)],
      }),
      ...(name === 'Hillside Pub' && { locations: [locationAt('2', -38.15, 144.36)] }),
    }),
  ),
);
/** Returns the words that are searched as text and the words that are left out, if `name` is the association's name. */
const leftOf = (words: string, name: string) => {
  const directory = createQueries(
    () => model,
    () => '2026-03-02',
    () => ({ ...plainWordSettings, name }),
  );
  const { text, leftOut } = resolvePlace(parseDirectoryFilter(new URLSearchParams({ q: words })), {
    places: loadPlaces(),
    country: 'Australia',
    words: { directory, unit: 'km' },
  }).filter;
  return [text, leftOut];
};

test('a word of the association’s name that many members have does not narrow the search', () => {
  expect(leftOf('a brewery in Subiaco', 'Brewery Association')).toEqual(['', '']);
  expect(leftOf('a brewery in Subiaco', 'Beer Association')).toEqual(['', 'brewery']);
});

test('a place with its city, typed without a comma, leaves no words', () => {
  expect(leftOf('inner west sydney', 'Beer Association')).toEqual(['', '']);
});

test('a member whose name was typed with a space too many is a name, not a town', () => {
  expect(leftOf('hill side geelong', 'Beer Association')).toEqual(['hill side geelong', '']);
});
