import { expect, test } from 'vitest';
import { blankWire } from '@/lib/contract/fields/wire-format';
import { listedLocationFields } from '@/lib/contract/fields/location';
import { createPackedLocations } from './packed-locations';
import type { LocationOfMember } from './project-location';

const locationOf = (id: string): LocationOfMember => ({
  ...blankWire(listedLocationFields),
  ID: id,
  Name: `Ärzte ${id}`,
  Suburb: 'Geelong',
  Geolocation: { Lat: '-38.1', Lng: '144.3' },
  Distance: null,
});

test('each member has the locations added for them, in that order', () => {
  const locations = createPackedLocations();
  const added = [
    ['7', '1'],
    ['b', '2'],
    ['7', '3'],
    ['constructor', '4'],
    ['7', '5'],
  ] as const;
  for (const [member, id] of added) locations.add(member, locationOf(id));
  expect(locations.of('7')).toEqual(['1', '3', '5'].map(locationOf));
  expect(locations.of('b')).toEqual([locationOf('2')]);
  expect(locations.of('constructor')).toEqual([locationOf('4')]);
  expect(locations.of('8')).toEqual([]);
});
