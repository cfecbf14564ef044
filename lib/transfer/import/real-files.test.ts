import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { loadPlaces } from '@/lib/map/geo/places';
import { distanceKm } from '@/lib/map/geo/point';
import type { Store } from '@/lib/store/database';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { readStructure } from '@/lib/store/structure';
import { isLong } from '@/lib/base/test-strength';
import { byCommand } from '@/lib/store/journal';
import { blankRequest, storedMembers } from './import-cases.fixture';
import { importFile, type ImportRequest } from './import-file';

// Real members' lists that the project does not ship (docs/import.md).
const folder = resolve(import.meta.dirname, '../../../../shared/data');
// In `npm run test:long`, a test imports about ten thousand rows twice, on a machine that may be busy.
vi.setConfig({ testTimeout: 180_000 });
const isPresent = existsSync(resolve(folder, 'openbrewerydb.csv'));

function importReal(store: Store, organisationId: number, file: string, differs: Partial<ImportRequest>) {
  const request: ImportRequest = {
    ...blankRequest,
    path: resolve(folder, file),
    organisationId,
    ...differs,
  };
  return importFile(request, {
    store,
    clock: () => new Date(),
    areaCentre: () => null,
    cause: byCommand('import'),
  });
}

describe.skipIf(!isPresent)(
  `the files of shared/data${isPresent ? '' : ' (skipped: they are not here)'}`,
  () => {
    describeEachEngine('imported', (store) => {
      it.runIf(isLong)(
        'has every brewery, its type, and its point if the file has one; a second import changes nothing',
        async () => {
          const set = [['ExpiryDate', '2030-06-30']] as const;
          const mapping = { map: [['category', 'MembershipType']] as const, set, extras: [] };
          // One brewery is called TBD, and another has a web address as its phone number.
          const request = { mapping, skipsBad: true, accepts: { ...blankRequest.accepts, doubts: true } };
          const first = await importReal(store(), 200, 'openbrewerydb.csv', request);
          expect(first).toMatchObject({ read: 11_822, created: 11_821, bad: 1 });
          const members = await storedMembers(store(), 200);
          const structure = await readStructure(store().members, 200);
          expect(structure?.organisation).toMatchObject({ country: '', timeZone: 'UTC' });
          const located = members.filter(({ membership }) => membership.locations.length === 1);
          expect(located).toHaveLength(9386);
          expect(located.every(({ membership }) => membership.locations[0]?.precision === 'exact')).toBe(
            true,
          );
          const irish = members.filter(
            ({ membership, person }) =>
              person.address.country === 'Ireland' &&
              structure?.types.get(membership.typeId)?.name === 'brewpub',
          );
          expect(irish).toHaveLength(9);
          const portland = { latitude: 45.5152, longitude: -122.6784 };
          const near = located.filter(({ membership: { locations } }) =>
            locations.some((location) => distanceKm(location, portland) <= 50),
          );
          expect(near).toHaveLength(158);
          const second = await importReal(store(), 200, 'openbrewerydb.csv', request);
          expect(second).toMatchObject({ created: 0, updated: 0, unchanged: 11_821 });
        },
      );

      it.runIf(isLong)(
        'has every club of Victoria, with several categories from one cell, geocoded by suburb',
        async () => {
          const mapping = { map: [], set: [['MembershipType', 'Club'] as const], extras: ['lga'] };
          const values = { dateOrder: null, separators: ',' };
          const result = await importReal(store(), 201, 'victoria-clubs.csv', {
            mapping,
            values,
            places: loadPlaces(),
          });
          expect(result).toMatchObject({ read: 3760, created: 3760, bad: 0 });
          const members = await storedMembers(store(), 201);
          expect(members.some(({ membership }) => membership.categoryIds.length > 1)).toBe(true);
          const located = members.filter(({ membership }) => membership.locations.length > 0);
          expect(located.length + result.unplaced).toBe(3760);
          expect(located.every(({ membership }) => membership.locations[0]?.precision === 'suburb')).toBe(
            true,
          );
        },
      );

      it('stops at a file that is not UTF-8 and reads it once its encoding is given', async () => {
        const mapping = { map: [], set: [['MembershipType', 'Arts'] as const], extras: [] };
        const arts = (encoding: string | null) =>
          importReal(store(), 202, 'victoria-raw/ArtsOrgList.csv', {
            mapping,
            table: { encoding, headerLine: 1 },
          });
        await expect(arts(null)).rejects.toThrow(/--encoding/);
        expect((await arts('windows-1252')).read).toBeGreaterThan(100);
      });
    });
  },
);
