import { beforeEach, expect, it } from 'vitest';
import { sampleLocation, sampleMember } from '@/lib/store/sample-members.fixture';
import { describeUsualEngines } from '@/lib/store/stores.fixture';
import type { OfficeRole } from '@/lib/contract/fields/role';
import { officePeople, startTestOffice, type TestOffice } from './office.fixture';

let organisationId = 9000;
const own = 20;
/** A member of chapter 2, a member without a chapter, and two memberships of one person in chapters 1 and 2. */
const foreign = [21, 22, 23, 24];
const hidden = {
  email: 'private@example.org',
  phone: '0355500001',
  workPhone: '0355500002',
  mobile: '0400000003',
  street: '12 Hidden Street',
  postcode: '3999',
  postal: 'PO Box 77',
  answer: 'only for the office',
  placeEmail: 'place@example.org',
  placePhone: '0355500004',
  placeStreet: '5 Secret Lane',
  point: '-38.149911',
};

describeUsualEngines('a member in the office', (store) => {
  let office: TestOffice;
  const read = async (role: OfficeRole, id: number | string = own) =>
    office.office('GET', `members/${id}`, { token: await office.ownToken({ personId: officePeople[role] }) });
  const put = (change: { chapterId?: number | null; email?: string } = {}) =>
    office.write((writer) =>
      writer.memberships.put(
        sampleMember(
          own,
          {
            chapterId: 1,
            ...(change.chapterId === undefined ? {} : { chapterId: change.chapterId }),
            isApproved: false,
            answers: [{ extraId: 13, answer: hidden.answer }],
            locations: [
              sampleLocation({
                id: 900,
                email: hidden.placeEmail,
                phone: hidden.placePhone,
                address: hidden.placeStreet,
                latitude: -38.149_911,
                precision: 'suburb',
              }),
            ],
          },
          {
            email: change.email ?? hidden.email,
            phone: hidden.phone,
            workPhone: hidden.workPhone,
            mobile: hidden.mobile,
            address: {
              address: hidden.street,
              suburb: 'Geelong',
              postcode: hidden.postcode,
              state: 'VIC',
              country: 'Australia',
            },
            mailingAddress: {
              address: hidden.postal,
              suburb: 'Postal Town',
              postcode: '3998',
              state: 'VIC',
              country: 'Australia',
            },
          },
        ),
      ),
    );

  beforeEach(async () => {
    organisationId += 1;
    office = await startTestOffice(store(), organisationId);
    await put();
    await office.write(async (writer) => {
      await writer.memberships.put(sampleMember(21, { chapterId: 2 }));
      await writer.memberships.put(sampleMember(22, { chapterId: null }));
      const both = { id: 23, organisation: 'Two Chapters Ltd' };
      await writer.memberships.put(sampleMember(23, { chapterId: 1 }, both));
      const firm = { kind: 'corporate', typeId: 2, chapterId: 2 } as const;
      await writer.memberships.put({ ...sampleMember(24, firm), person: sampleMember(23, {}, both).person });
    });
  });

  it.each(['owner', 'secretary', 'officer'] as const)(
    'is shown to the %s with all fields, even if not approved',
    async (role) => {
      const response = await read(role);
      expect(response.headers.get('Cache-Control')).toBe('private, no-store, no-transform');
      const text = await response.text();
      for (const value of Object.values(hidden)) expect([value, text.includes(value)]).toEqual([value, true]);
      expect(JSON.parse(text)).toMatchObject({ ID: String(own), Checked: false, User: { ID: String(own) } });
    },
  );

  it('is shown to a reader without contact details, points, postal address and admin-only answers', async () => {
    const text = await (await read('reader')).text();
    for (const value of [...Object.values(hidden), 'Postal Town', '3998', 'https://pay.example'])
      expect([value, text.includes(value)]).toEqual([value, false]);
    expect(JSON.parse(text)).toMatchObject({
      MembershipNumber: `M-${own}`,
      User: { LastName: 'Łukasiewicz', Address: { Suburb: 'Geelong', State: 'VIC', Country: 'Australia' } },
      Locations: [{ Name: 'Geelong Clinic', Suburb: 'Geelong' }],
    });
  });

  it('has a tag that tells a reader nothing of hidden values', async () => {
    const tags = async (role: OfficeRole) => (await read(role)).headers.get('ETag');
    const before = [await tags('reader'), await tags('secretary')];
    await put({ email: 'changed@example.org' });
    const after = [await tags('reader'), await tags('secretary')];
    expect(after[0]).toBe(before[0]);
    expect(after[1]).not.toBe(before[1]);
  });

  it('of another chapter, of none or of several is hidden from an officer like an unknown member', async () => {
    const missing = await read('officer', 999_999);
    const text = await missing.text();
    expect([missing.status, text]).toEqual([404, expect.stringContaining('There is no membership')]);
    for (const id of [...foreign, 'x', '0']) {
      const response = await read('officer', id);
      expect([id, response.status, await response.text()]).toEqual([id, 404, text]);
      expect(response.headers.get('ETag')).toBeNull();
    }
    for (const id of foreign) expect((await read('secretary', id)).status).toBe(200);
  });

  it('is hidden from the officer as soon as the member or the officer leaves the chapter', async () => {
    expect((await read('officer')).status).toBe(200);
    await put({ chapterId: 2 });
    expect((await read('officer')).status).toBe(404);
    await office.write((writer) =>
      writer.roles.put({ id: officePeople.officer, role: 'officer', chapterIds: [1, 2] }),
    );
    expect((await read('officer')).status).toBe(200);
    expect((await read('officer', 24)).status).toBe(200);
    await office.write((writer) =>
      writer.roles.put({ id: officePeople.officer, role: 'officer', chapterIds: [1] }),
    );
    expect((await read('officer')).status).toBe(404);
  });

  it('of another organisation is hidden even from an owner', async () => {
    const other = await startTestOffice(store(), organisationId + 1000);
    await other.write((writer) => writer.memberships.put(sampleMember(77)));
    expect((await read('owner', 77)).status).toBe(404);
  });

  it('has no parameters', async () => {
    expect((await read('owner', `${own}?Fields=all`)).status).toBe(400);
  });
});
