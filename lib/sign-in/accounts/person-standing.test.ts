import { beforeAll, describe, expect, it } from 'vitest';
import { putSampleStructure, sampleMember } from '@/lib/store/sample-members.fixture';
import { noAreaCentre, testCause } from '@/lib/store/sample-members.fixture';
import { describeUsualEngines } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';
import { findPersonStanding, isRemovedPerson } from './person-standing';

const now = new Date('2026-03-01T10:00:00Z');
const today = '2026-03-01';
const seats = [
  { id: 2, startsOn: null, endsOn: null, isRemoved: false, what: 'a seat without an end' },
  { id: 3, startsOn: '2025-01-01', endsOn: today, isRemoved: false, what: 'a seat that ends today' },
  { id: 4, startsOn: '2027-01-01', endsOn: '2028-01-01', isRemoved: false, what: 'a future seat' },
  { id: 5, startsOn: '2025-01-01', endsOn: '2026-02-28', isRemoved: true, what: 'a seat that has ended' },
];

describeUsualEngines('the standing of a person', (store) => {
  const find = (personId: number, organisationId = 1) =>
    findPersonStanding(store().members, { organisationId, personId, today });

  beforeAll(async () => {
    for (const organisationId of [1, 2]) {
      const options = { organisationId, clock: () => now, areaCentre: noAreaCentre, cause: testCause };
      await withMembersWriter(store(), options, async (writer) => {
        await putSampleStructure(writer, { id: organisationId, timeZone: 'Australia/Melbourne' });
        await writer.memberships.put(sampleMember(1, { expiryDate: '2019-06-30', isApproved: false }));
        for (const { id } of seats) await writer.memberships.put(sampleMember(id));
        if (organisationId === 2) return;
        await writer.memberships.remove(seats.map(({ id }) => id));
        for (const { id, startsOn, endsOn } of seats)
          await writer.committees.put(id, [{ chapterId: 1, startsOn, endsOn }]);
        await writer.aliases.put(77, 5);
        await writer.aliases.put(78, 1);
      });
    }
  });

  describe.each(seats)('with $what and no membership', ({ id, isRemoved }) => {
    it(isRemoved ? 'is removed' : 'is not removed', async () => {
      expect(await find(id)).toEqual({ personId: id, isRemoved });
    });
  });

  it('with a role in the office and no membership is not removed', async () => {
    const options = { organisationId: 1, clock: () => now, areaCentre: noAreaCentre, cause: testCause };
    await withMembersWriter(store(), options, (writer) =>
      writer.roles.put({ id: 5, role: 'reader', chapterIds: [] }),
    );
    expect(await find(5)).toEqual({ personId: 5, isRemoved: false });
    await withMembersWriter(store(), options, (writer) =>
      writer.roles.put({ id: 5, role: null, chapterIds: [] }),
    );
    expect(await find(5)).toEqual({ personId: 5, isRemoved: true });
  });

  it('with any membership, even one that has ended or was never approved, is not removed', async () => {
    expect(await find(1)).toEqual({ personId: 1, isRemoved: false });
  });

  it('is separate for each organisation', async () => {
    expect(await find(5, 2)).toEqual({ personId: 5, isRemoved: false });
  });

  it('does not exist for an ID that was merged, so that no sign-in of it reaches the survivor', async () => {
    expect([await find(77), await find(78)]).toEqual([null, null]);
  });

  it('depends on the date in the organisation’s time zone', async () => {
    const isRemoved = (hour: string) =>
      isRemovedPerson(store(), {
        organisationId: 1,
        personId: 3,
        now: new Date(`2026-03-01T${hour}:00:00Z`),
      });
    expect(await isRemoved('12')).toBe(false);
    // At 14:00 UTC, it is already the next day in Melbourne.
    expect(await isRemoved('14')).toBe(true);
  });

  it('does not exist for an unknown person, or at an unknown organisation', async () => {
    expect(await find(99)).toBeNull();
    expect(await isRemovedPerson(store(), { organisationId: 1, personId: 99, now })).toBe(true);
    expect(await isRemovedPerson(store(), { organisationId: 9, personId: 1, now })).toBe(true);
  });
});
