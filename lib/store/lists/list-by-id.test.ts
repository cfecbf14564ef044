import { CompiledQuery, Kysely, sql } from 'kysely';
import { beforeAll, expect, it, vi } from 'vitest';
import { parseMembersQuery } from '@/lib/contract/filters';
import { openRead } from './list';
import { findHits } from './list-by-id';
import { toQuery } from './list-query';
import { prepareList } from './list-statements';
import { hasRanges, isNarrowing, membersCondition } from './members-conditions';
import {
  noAreaCentre,
  putSampleStructure,
  sampleMember,
  testCause,
} from '@/lib/store/sample-members.fixture';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';

const members = prepareList('members', {
  from: () => sql`membership m`,
  id: sql`m.id`,
  condition: membersCondition,
  isNarrowed: ({ filter }) => isNarrowing(filter.members),
  hasRanges: ({ filter }) => hasRanges(filter.members),
  pieces: () => [],
  inOrder: () => null,
  joined: [],
});
const farApart = [1_000_000, 1_000_001, 4_000_000_000];
const day = {
  organisationId: 1,
  version: 1,
  timeZone: 'UTC',
  today: '2026-06-15',
  noticeEnd: '2026-07-15',
  listedStatuses: ['financial' as const],
};

const ids = [...Array.from({ length: 25 }, (_, at) => at + 1), ...farApart];
const isOdd = (id: number) => id % 2 === 1;
const everyType = 'MembershipType[]=1&MembershipType[]=2&MembershipType[]=3';

describeEachEngine('the IDs of a long list', (store) => {
  beforeAll(async () => {
    const context = {
      organisationId: 1,
      clock: () => new Date('2026-06-15T00:00:00Z'),
      areaCentre: noAreaCentre,
      cause: testCause,
    };
    await withMembersWriter(store(), context, async (writer) => {
      await putSampleStructure(writer);
      // The IDs are not in order, so the list must sort them.
      for (const id of farApart) await writer.memberships.put(memberOf(id));
      for (let at = 0; at < 25; at += 1) await writer.memberships.put(memberOf(((at * 7) % 25) + 1));
    });
  });

  const queryOf = (query: string) => {
    const { filter } = parseMembersQuery(query, { now: new Date('2026-06-15T00:00:00Z'), timeZone: 'UTC' });
    return toQuery(store().engine, {
      caller: 'a client',
      day,
      filter: { members: filter, near: null, name: null, state: null },
      version: 2,
      seesAdminExtras: false,
      includes: [],
      after: 0,
      size: null,
    });
  };
  const find = (query: string, atMost: number, statements = members) =>
    openRead(store(), {}, async (db) => {
      const found = await findHits(db, statements, { ...queryOf(query), atMost });
      await db.rollback().execute();
      return found.map(({ id }) => id);
    });

  it.each([
    [1, ''],
    [7, ''],
    [25, ''],
    [28, ''],
    [29, ''],
    [1, everyType],
    [7, everyType],
    [28, everyType],
    [100, everyType],
    [7, 'User[State][]=VIC'],
    [7, 'MembershipCategory[]=1&MembershipCategory[]=2'],
  ])('are all found, in order, %i per statement: %s', async (atMost, query) => {
    expect(await find(query, atMost)).toEqual(ids);
  });

  it.each([
    [1, 'MembershipCategory[]=1'],
    [7, 'MembershipCategory[]=1'],
    [7, 'CurrentAddons[]=1'],
    [7, 'ExtraAnswer[11][]=Yes'],
    [7, 'ExtraAnswer[11][]=Yes&MembershipCategory[]=1&MembershipType[]=1'],
    [7, 'User[FirstName]=Odd&MembershipCategory[]=1'],
  ])('are only the matching ones, %i per statement: %s', async (atMost, query) => {
    expect(await find(query, atMost)).toEqual(ids.filter(isOdd));
  });

  it('are found in ranges with the same number of memberships, however far apart the IDs are', async () => {
    const ends: number[] = [];
    const readRange: typeof members.readRange = (db, question) => {
      ends.push(question.upTo);
      return members.readRange(db, question);
    };
    await find('MembershipCategory[]=1', 10, { ...members, readRange });
    expect(ends).toEqual([10, 20, 4_000_000_000]);
  });

  it.each([
    ['MembershipType[]=1', 'membership_type_of (organisation_id=? AND type_id=? AND id>? AND id<?)'],
    ['OrganisationChapter[]=1', 'membership_chapter (organisation_id=? AND chapter_id=? AND id>? AND id<?)'],
    [
      'MembershipCategory[]=1',
      'membership_category_of (organisation_id=? AND category_id=? AND membership_id>? AND membership_id<?)',
    ],
    [
      'CurrentAddons[]=1',
      'sqlite_autoindex_membership_addon_1 (organisation_id=? AND membership_id>? AND membership_id<?)',
    ],
    [
      'ExtraAnswer[11][]=Yes',
      'answer_given (organisation_id=? AND extra_id=? AND answer_key=? AND membership_id>? AND membership_id<?)',
    ],
  ])('are read by SQLite only within the range, from an index, for %s', async (query, step) => {
    if (store().engine !== 'sqlite') return;
    const sent = vi.spyOn(Kysely.prototype, 'executeQuery');
    await members.readRange(store().members, { ...queryOf(query), upTo: 10 });
    const { sql: text, parameters } = sent.mock.calls[0]?.[0] as CompiledQuery;
    sent.mockRestore();
    const explain = CompiledQuery.raw(`explain query plan ${text}`, [...parameters]);
    const { rows } = await store().members.executeQuery<{ detail: string }>(explain);
    expect(rows.map(({ detail }) => detail).join('\n')).toContain(step);
  });
});

/** Memberships with an odd ID differ from the others in every filtered field. */
function memberOf(id: number) {
  return sampleMember(
    id,
    {
      categoryIds: [isOdd(id) ? 1 : 2],
      addons: [{ addonId: isOdd(id) ? 1 : 2, quantity: 1, expiryDate: null, answers: [] }],
      answers: [{ extraId: 11, answer: isOdd(id) ? 'Yes' : 'No' }],
    },
    { firstName: isOdd(id) ? 'Odd' : 'Even' },
  );
}
