import { expect, it } from 'vitest';
import { entryOf, locationAt } from '@/lib/directory/model/entry.fixture';
import type { PublicLocation } from '@/lib/directory/model/entry';
import { sayPlacesBeside } from './hit-place';

const location = (suburb: string | null, isArea = false): PublicLocation => ({
  ...locationAt(suburb ?? 'area', -38, 144, isArea),
  suburb,
  state: 'VIC',
  postcode: '3000',
});
const entryIn = (suburb: string | null, locations: PublicLocation[]) =>
  entryOf('1', { suburb, state: suburb === null ? null : 'VIC', locations });
const near = (place: PublicLocation) => ({ location: place, distanceKm: 1, bearingDegrees: 0 });
const [geelong, leopold, corio] = ['Geelong', 'Leopold', 'Corio'].map((suburb) => location(suburb)) as [
  PublicLocation,
  PublicLocation,
  PublicLocation,
];

it.each([
  ['the place shown alone', entryIn('Geelong', [geelong, geelong]), null, null],
  ['an area that is the place shown', entryIn('Geelong', [location('Geelong', true)]), null, null],
  ['nowhere', entryIn('Geelong', []), null, null],
  [
    'places beside the member’s own',
    entryIn('Geelong', [geelong, leopold, corio]),
    null,
    'Also in Leopold VIC and in Corio VIC',
  ],
  ['places beside the nearest', entryIn(null, [geelong, leopold]), near(leopold), 'Also in Geelong VIC'],
  [
    'an area',
    entryIn('Geelong', [geelong, location('Bendigo', true)]),
    null,
    'Also somewhere in Bendigo VIC',
  ],
  ['an area round the place shown', entryIn('Geelong', [location(null, true)]), null, null],
  ['an area round the nearest', entryIn(null, [geelong, location(null, true)]), near(geelong), null],
  [
    'a place in the area shown',
    entryIn(null, [geelong, location(null, true)]),
    near(location(null, true)),
    'Also in Geelong VIC',
  ],
  [
    'an area elsewhere',
    entryIn('Geelong', [{ ...location(null, true), state: 'TAS' }]),
    null,
    'Also somewhere in TAS',
  ],
  [
    'more than a card has room for',
    entryIn(
      'Geelong',
      ['Ararat', 'Benalla', 'Colac', 'Dunolly', 'Euroa'].map((name) => location(name)),
    ),
    null,
    'Also in Ararat VIC, in Benalla VIC, in Colac VIC and in 2 other places',
  ],
])('places besides the one shown: %s', (_what, entry, nearest, text) =>
  expect(sayPlacesBeside({ entry, nearest })).toBe(text),
);
