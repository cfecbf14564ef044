import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadPlaces, type Places } from '@/lib/map/geo/places';
import { openFreshStore, type FreshStore } from '@/lib/store/stores.fixture';
import { importContent, storedMembers } from './import-cases.fixture';

let fresh: FreshStore;
beforeAll(async () => {
  fresh = await openFreshStore('sqlite');
});
afterAll(() => fresh.remove());

const columns =
  'Number,Company,First name,Last name,Type,Address,Suburb,State,Country,Mailing Suburb,LocationSuburb,Lat,Lng';
const rows = [
  'F-1,Bay Physio,,,Practice,1 High St,Geelong,VIC,Australia,Torquay,,,',
  'F-2,Box Physio,,,Practice,PO Box 7,Bendigo,VIC,Australia,Torquay,,,',
  'F-3,Mail Physio,,,Practice,,,VIC,Australia,Torquay,,,',
  'F-4,Known Physio,,,Practice,2 High St,Geelong,VIC,Australia,,,-38.2,144.4',
  'P-1,,Ann,Lee,Full,3 Home St,Lara,VIC,Australia,Torquay,,,',
  'P-2,,Bo,Ng,Full,4 Home St,Lara,VIC,Australia,Torquay,Ballarat,,',
];

it('firms and people’s places of practice are geocoded, never homes, PO boxes or postal addresses', async () => {
  const requests: string[] = [];
  const bundled = loadPlaces();
  const places: Places = {
    ...bundled,
    locate: (address) => {
      requests.push(address.suburb);
      return bundled.locate(address);
    },
  };
  const result = await importContent(fresh.store, 1, [columns, ...rows], { places });
  // The PO box and the company without an address get no location.
  expect(result).toMatchObject({ created: 6, unplaced: 2 });
  expect(requests).toEqual(['Geelong', 'Ballarat']);
  const members = await storedMembers(fresh.store, 1);
  const found = members.map(({ membership }) =>
    membership.locations.map(({ suburb, precision }) => `${suburb} ${precision}`),
  );
  expect(found).toEqual([['Geelong suburb'], [], [], ['Geelong exact'], [], ['Ballarat suburb']]);
  expect(members[3]?.membership.locations).toMatchObject([{ latitude: -38.2, longitude: 144.4 }]);
  expect(JSON.stringify(members.map(({ membership }) => membership.locations))).not.toMatch(
    /Torquay|Home St|Lara/,
  );
});
