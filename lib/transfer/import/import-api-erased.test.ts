/** A site still has a person who was erased here. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  fakeClient,
  fakeOrganisationId,
  fakeRecord,
  startFakeApi,
  type FakeApi,
} from '@/lib/contract/fake-api.fixture';
import { describeErasure } from '@/lib/privacy/erasure/erasure.fixture';
import { erasePerson } from '@/lib/privacy/erasure/erase-person';
import { byCommand } from '@/lib/store/journal';
import { testCause } from '@/lib/store/sample-members.fixture';
import { createApiSource } from './api-source';
import { importApi } from './import-api';
import { storedMembers } from './import-cases.fixture';

const create = { name: 'Copy', timeZone: 'Australia/Melbourne', country: 'Australia', currency: 'AUD' };
const type = {
  ID: 1,
  Name: 'Full',
  Cost: '100.00',
  Searchable: true,
  Visible: true,
  AnniversaryExpiry: false,
  GST: false,
};
/** The record's modification time is later than every import, so each import reads the record. */
const memberOf = (record: ReturnType<typeof fakeRecord>) => ({
  record,
  categoryIds: [],
  isSearchable: true,
  modifiedAt: '2100-01-01T00:00:00Z',
});

let api: FakeApi;
let organisationId = 100;

describeErasure('an import from a site with an erased person', (context) => {
  const choices = { isDryRun: false, replaces: false, confirmedRemovals: null, skipsBad: false };
  const importSite = (differs: { isFull?: boolean; restoresErased?: boolean; replaces?: boolean } = {}) =>
    importApi(
      { organisationId, create, ...choices, isFull: false, ...differs },
      {
        store: context().store,
        clock: () => new Date(),
        areaCentre: () => null,
        cause: byCommand('import'),
        site: createApiSource({
          apiUrl: api.url,
          organisationId: fakeOrganisationId,
          client: fakeClient,
          clock: () => new Date(),
          limits: { responseMs: 5000, idleMs: 5000, attempts: 1, firstWaitMs: 1 },
        }),
      },
    );
  const stored = async () => {
    const members = await storedMembers(context().store, organisationId);
    return members.map(({ membership, person }) => [membership.id, person.lastName]);
  };

  beforeEach(async () => {
    organisationId += 1;
    const members = ['11', '12'].map((id) => memberOf(fakeRecord(id)));
    api = await startFakeApi({ membershiptypes: [type], members });
    expect(await importSite()).toMatchObject({ created: 2 });
    const { store, dataDir } = context();
    const all = await storedMembers(store, organisationId);
    const personId = all.find(({ membership }) => membership.id === 11)?.person.id ?? 0;
    const erasure = { organisationId, personId, newContactId: null, withCompany: false, cause: testCause };
    await erasePerson(store, erasure, { dataDir, clock: () => new Date('2026-05-03T02:00:00Z') });
    expect(await stored()).toEqual([[12, 'Member12']]);
  });
  afterEach(() => api.stop());

  it.each([{}, { isFull: true }, { replaces: true }])('leaves the record out (%o)', async (differs) => {
    const result = await importSite(differs);
    expect(result).toMatchObject({ read: 2, created: 0, updated: 0, unchanged: 1, removed: 0, bad: 0 });
    expect(result.erased).toEqual([{ line: 11, reason: 'erased on 3 May 2026, row skipped' }]);
    expect(await stored()).toEqual([[12, 'Member12']]);
  });

  it.each([
    ['number', { MembershipNumber: 'N11', User: fakeRecord('13').User }],
    ['names and address', { MembershipNumber: 'N99', User: fakeRecord('11').User }],
  ])('leaves out a new record with the %s of the erased person', async (_what, change) => {
    api.data.members = [memberOf(fakeRecord('13', change)), memberOf(fakeRecord('12'))];
    api.version = 2;
    expect(await importSite()).toMatchObject({ created: 0, unchanged: 1, erased: [{ line: 13 }] });
    expect(await stored()).toEqual([[12, 'Member12']]);
  });

  it('imports the record when the operator says so', async () => {
    expect(await importSite({ restoresErased: true })).toMatchObject({ created: 1, erased: [] });
    expect(await stored()).toEqual([
      [11, 'Member11'],
      [12, 'Member12'],
    ]);
  });
});
