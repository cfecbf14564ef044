import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { parseMembersQuery } from '@/lib/membership-api/filters';
import { openRead } from './list';
import { findHits } from './list-by-id';
import { toQuestion } from './list-question';
import { prepareList } from './list-statements';
import { isNarrowing, membersCondition } from './members-conditions';
import { noAreaCentre, putSampleStructure, sampleMember } from './sample-members';
import { describeEachEngine } from './test-stores';
import { withMembersWriter } from './write';

const members = prepareList('members', {
  from: () => sql`membership m`,
  id: sql`m.id`,
  condition: membersCondition,
  isNarrowed: ({ filter }) => isNarrowing(filter.members),
  pieces: () => [],
  joined: sql``,
  found: { columns: sql``, as: sql`m`, joined: sql`` },
});
const day = {
  ...{ organisationId: 1, version: 1, timeZone: 'UTC', today: '2026-06-15', noticeEnd: '2026-07-15' },
  listedStatuses: ['financial' as const],
};

describeEachEngine('the IDs of a long list', (store) => {
  beforeAll(async () => {
    const options = {
      organisationId: 1,
      clock: () => new Date('2026-06-15T00:00:00Z'),
      areaCentre: noAreaCentre,
    };
    await withMembersWriter(store(), options, async (writer) => {
      await putSampleStructure(writer);
      // Not in order: it is made by the list.
      for (let at = 0; at < 25; at += 1) await writer.putMember(sampleMember(((at * 7) % 25) + 1));
    });
  });

  it.each([
    [1, ''],
    [7, ''],
    [25, ''],
    [26, ''],
    [7, 'MembershipType[]=1&MembershipType[]=2&MembershipType[]=3'],
  ])('are all found, in order, %i by a statement: %s', async (atMost, query) => {
    const { filter } = parseMembersQuery(query, { now: new Date('2026-06-15T00:00:00Z'), timeZone: 'UTC' });
    const question = toQuestion(store().engine, {
      ...{ day, filter: { members: filter, near: null, name: null, state: null }, version: 2 },
      ...{ seesAdminExtras: false, includesDirectory: false, after: 0, size: null },
    });
    const hits = await openRead(store(), async (db) => {
      const found = await findHits(db, members, { ...question, atMost });
      await db.rollback().execute();
      return found;
    });
    expect(hits.map(({ id }) => id)).toEqual(Array.from({ length: 25 }, (_, at) => at + 1));
  });
});
