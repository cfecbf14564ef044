import { beforeEach, expect, it } from 'vitest';
import { createAreaCentre } from '@/lib/store/area-centre';
import { bulkSchema, type OfficeBulk } from '@/lib/contract/office-bulk';
import { readMemberRecords } from '@/lib/store/member-records';
import { sampleLocation, sampleMember, samplePerson } from '@/lib/store/sample-members.fixture';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import type { AddressRecord, MembershipRecord } from '@/lib/store/schema/records';
import { officePeople, startTestOffice, type TestOffice } from './office.fixture';

let organisationId = 9660;
const town: AddressRecord = {
  address: '1 High Street',
  suburb: 'Ballarat',
  state: 'VIC',
  postcode: '3350',
  country: '',
};

describeEachEngine('placing many members by their town', (store) => {
  let office: TestOffice;
  const bulk = async (
    path: string,
    body: unknown,
    person: number = officePeople.secretary,
  ): Promise<OfficeBulk> => {
    const response = await office.asRole(person).do(`POST ${path}`, body);
    return bulkSchema.parse(await response.json());
  };
  const check = (person?: number) =>
    bulk('bulk', { Members: { Query: 'LastName=Place' }, Action: { Do: 'place' } }, person);
  const locationsOf = async (id: number) => {
    const [member] = await readMemberRecords(store().members, organisationId, [id]);
    return member?.membership.locations;
  };
  const add = (id: number, address: Partial<AddressRecord>, membership: Partial<MembershipRecord> = {}) =>
    office.write(async (writer) => {
      const person = samplePerson({ id, lastName: 'Place', address: { ...town, ...address } });
      await writer.memberships.put(
        sampleMember(id, { locations: [], show: null, isListed: true, ...membership }, person),
      );
    });

  beforeEach(async () => {
    organisationId += 1;
    office = await startTestOffice(store(), organisationId, undefined, createAreaCentre(''));
  });

  it('stores the area and nothing more exact, as one run that can be undone', async () => {
    await add(101, {});
    await add(102, { suburb: '', postcode: '3220' });
    const checked = await check();
    expect(checked).toMatchObject({ Members: 2, Changed: 2, Refused: 0 });
    expect(checked.First.map(({ After }) => After)).toEqual(['Ballarat, VIC', '3220, VIC']);
    expect(await locationsOf(101)).toEqual([]);

    const done = await bulk(`bulk/${checked.ID}/run`, {});
    const centre = createAreaCentre('')({ ...sampleLocation(), ...town, address: '', precision: 'suburb' });
    expect(await locationsOf(101)).toMatchObject([
      { ...town, address: '', postcode: '', country: 'Australia', precision: 'suburb', ...centre },
    ]);
    expect(await locationsOf(102)).toMatchObject([
      { address: '', suburb: '', postcode: '', precision: 'suburb' },
    ]);

    expect(await check()).toMatchObject({ Changed: 0, Unchanged: 2 });
    await office.asRole(officePeople.secretary).do('POST journal/undo', { Run: done.Run });
    expect(await locationsOf(101)).toEqual([]);
  });

  it('leaves out who opted out, and who cannot be placed', async () => {
    await add(101, {}, { isListed: false });
    await add(102, {}, { show: ['FirstName', 'LastName', 'Locations'] });
    await add(103, {}, { show: ['FirstName', 'LastName', 'Suburb'] });
    await add(104, { suburb: '', postcode: '' });
    await add(105, { suburb: 'Nowhere at all', postcode: '' });
    // The postcode is of a village in Tasmania. Without the postcode, the city of the same name would be shown.
    await add(106, { suburb: 'Perth', state: '', postcode: '7300' });
    const { Changed, Problems } = await check();
    expect(Changed).toBe(0);
    expect(Problems.map((one) => [one.ID, one.Problems[0]?.Field])).toEqual([
      ['101', 'Directory.Listed'],
      ['102', 'Directory.Show'],
      ['103', 'Directory.Show'],
      ['104', 'User.Address'],
      ['105', 'User.Address'],
      ['106', 'User.Address.Suburb'],
    ]);
  });

  it('of an officer reaches only members of the officer’s chapters', async () => {
    await add(101, {}, { chapterId: 1 });
    await add(102, {}, { chapterId: 2 });
    expect(await check(officePeople.officer)).toMatchObject({ Members: 1, Changed: 1 });
    await office.write(async (writer) => {
      const { organisation } = writer.structure.current ?? {};
      if (organisation !== undefined)
        await writer.structure.putOrganisation({ ...organisation, officerAccess: 'addresses: see' });
    });
    const refused = await office
      .asRole(officePeople.officer)
      .do('POST bulk', { Members: { Query: '' }, Action: { Do: 'place' } });
    expect(refused.status).toBe(403);
  });
});
