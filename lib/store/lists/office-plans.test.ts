import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { officeSorts, readOfficeFilter, type OfficeSort } from '@/lib/contract/office-members';
import type { Day } from '@/lib/store/day';
import {
  putSampleStructure,
  noAreaCentre,
  sampleMember,
  testCause,
} from '@/lib/store/sample-members.fixture';
import { openFreshStore, testEngines, type FreshStore } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';
import { everyField } from './office-conditions';
import { maxCount, readOfficeList } from './office-list';
import { fewMatches } from './office-words';

const day: Day = {
  organisationId: 1,
  version: 1,
  timeZone: 'UTC',
  today: '2026-06-15',
  noticeEnd: '2026-07-15',
  listedStatuses: ['financial'],
};

/** SQLite chooses the same plan for an empty table as for a full one. */
async function plansOf({ store }: FreshStore, query: string): Promise<string[]> {
  const sent = vi.spyOn(store.members.getExecutor(), 'executeQuery');
  const request = { day, chapterIds: null, seen: everyField, sort: 'name', size: 50, after: null } as const;
  await readOfficeList(store.members, { ...request, filter: readOfficeFilter(query) });
  const statements = sent.mock.calls.map(([one]) => one);
  sent.mockRestore();
  const steps: string[] = [];
  for (const { sql, parameters } of statements) {
    const plan = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
    const { rows } = await store.members.executeQuery<{ detail: string }>(plan);
    steps.push(...rows.map(({ detail }) => detail));
  }
  return steps;
}

interface Node {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Relation Name'?: string;
  Plans?: Node[];
}

/** Table rows that PostgreSQL reads for a page of the list, including those that it discards. */
async function rowsReadFor({ store }: FreshStore, query: string, sort: OfficeSort = 'name'): Promise<number> {
  const sent = vi.spyOn(store.members.getExecutor(), 'executeQuery');
  const request = { day, chapterIds: null, seen: everyField, sort, size: 50, after: null } as const;
  await readOfficeList(store.members, { ...request, filter: readOfficeFilter(query) });
  // The look-ups by ID are left out: PostgreSQL reads a whole table of this size to look up fifty IDs.
  // statement-plans.test.ts checks these look-ups.
  const statements = sent.mock.calls.map(([one]) => one).filter((one) => !one.sql.includes('any($'));
  sent.mockRestore();
  const countOf = (node: Node): number => {
    const {
      'Actual Rows': kept,
      'Rows Removed by Filter': left = 0,
      'Rows Removed by Index Recheck': lost = 0,
    } = node;
    const own = node['Relation Name'] === undefined ? 0 : (kept + left + lost) * node['Actual Loops'];
    return (node.Plans ?? []).reduce((sum, part) => sum + countOf(part), own);
  };
  let count = 0;
  for (const { sql, parameters } of statements) {
    const explain = CompiledQuery.raw(`explain (analyze, format json) ${sql}`, [...parameters]);
    const { rows } = await store.members.executeQuery<{ 'QUERY PLAN': { Plan: Node }[] }>(explain);
    for (const { Plan: plan } of rows[0]?.['QUERY PLAN'] ?? []) count += countOf(plan);
  }
  return count;
}

const word = 'member_word_of (organisation_id=? AND word>? AND word<?)';

it('reads the members of each filter of the office by an index', async () => {
  const fresh = await openFreshStore('sqlite');
  const context = { organisationId: 1, clock: () => new Date(), areaCentre: noAreaCentre, cause: testCause };
  await withMembersWriter(fresh.store, context, (writer) => putSampleStructure(writer));
  const filters: [string, string][] = [
    ...['MembershipNumber', 'Title', 'Suburb', 'Postcode', 'Phone', 'Street', 'MailingAddress'].map(
      (name): [string, string] => [`${name}=4`, word],
    ),
    ['Search=a', word],
    ['Answer[13]=a', word],
    ['Answer[11]=Yes', 'answer_given (organisation_id=? AND extra_id=? AND answer_key=?)'],
    ['OwedFrom=0.01', 'membership_owed (organisation_id=? AND amount_outstanding_thousandths>?)'],
    ['OwedFrom=5&OwedTo=9', 'membership_owed (organisation_id=? AND amount_outstanding_thousandths>? AND'],
    ['Committee=any', 'membership_person (organisation_id=? AND person_id=?)'],
    ['FirstName=a', 'person_first_name (organisation_id=? AND first_name_key>? AND first_name_key<?)'],
    ['Email=a', 'person_email (organisation_id=? AND email_key>? AND email_key<?)'],
    ['HasEmail=false', 'person_email (organisation_id=? AND email_key=?)'],
    ['State=vic', 'person_state (organisation_id=? AND state_key=?)'],
    ['Category=1', 'membership_category_of (organisation_id=? AND category_id=?)'],
    ['Addon=1', 'membership_addon_of (organisation_id=? AND addon_id=?)'],
    ['Person=1', 'membership_person (organisation_id=? AND person_id=?)'],
    ['Parent=1', 'membership_parent (organisation_id=? AND parent_id=?)'],
  ];
  for (const [query, index] of filters) {
    const plans = await plansOf(fresh, query);
    expect([query, plans.filter((step) => step.includes(index)).length > 0, plans]).toEqual([
      query,
      true,
      plans,
    ]);
    // SQLite always scans an earlier step's result completely, so these scans are left out.
    const scanned = plans.filter((step) => /SCAN (?!e\b|\(subquery|c\b|json_each)/.test(step));
    expect([query, scanned]).toEqual([query, []]);
  }
  await fresh.remove();
});

describe.runIf(testEngines.includes('postgres'))('PostgreSQL, with 4,000 members', () => {
  const members = 4000;
  let fresh: FreshStore;
  beforeAll(async () => {
    fresh = await openFreshStore('postgres');
    const context = {
      organisationId: 1,
      clock: () => new Date(),
      areaCentre: noAreaCentre,
      cause: testCause,
    };
    await withMembersWriter(fresh.store, context, async (writer) => {
      await putSampleStructure(writer);
      for (let id = 1; id <= members; id += 1) await writer.memberships.put(memberOf(id));
    });
    await fresh.store.members.executeQuery(CompiledQuery.raw('analyze'));
  });
  afterAll(() => fresh.remove());

  it.each([
    ...['MembershipNumber=rare', 'Title=rare', 'Suburb=rare', 'Postcode=rare', 'Phone=0477', 'Street=rare'],
    ...['MailingAddress=rare', 'Search=rare', 'Answer[11]=Yes', 'Answer[13]=rare'],
    ...['OwedFrom=0.01', 'OwedFrom=5&OwedTo=9', 'FirstName=rare', 'LastName=rare', 'Organisation=rare'],
    ...['Country=rare', 'Email=rare', 'HasEmail=false', 'State=rare', 'Category=1', 'Addon=1', 'Person=7'],
    ...['Parent=7', 'Type=2', 'Chapter=2', 'Approved=false', 'Status=expired', 'Committee=any'],
  ])('reads only the few members of %s', async (query) => {
    expect(await rowsReadFor(fresh, query)).toBeLessThan(members / 10);
  });

  it.each(officeSorts)('reads a page in the order %s, and counts no more than it shows', async (sort) => {
    expect(await rowsReadFor(fresh, '', sort)).toBeLessThan(maxCount + 100);
  });

  it('has indexes that find beginnings whatever the locale of the database is', async () => {
    const indexes = CompiledQuery.raw(
      "select indexdef from pg_indexes where tablename = 'person' and indexdef like '%text_pattern_ops%'",
    );
    const { rows } = await fresh.store.members.executeQuery<{ indexdef: string }>(indexes);
    const columns = rows.map(({ indexdef }) => /(\w+) text_pattern_ops/.exec(indexdef)?.[1]).sort();
    const names = ['country_key', 'email_key', 'first_name_key', 'last_name_key', 'organisation_key'];
    expect(columns).toEqual(names);
  });

  it('compares a common word only with the few members who have a rare one', async () => {
    expect(await rowsReadFor(fresh, 'Search=rare+answer')).toBeLessThan(fewMatches + 100);
  });

  function memberOf(id: number) {
    const isRare = id % 1000 === 7;
    const text = isRare ? `Rare${id}` : `Common${id}`;
    const address = { address: `${text} Street`, suburb: text, postcode: text, state: text, country: text };
    return sampleMember(
      id,
      {
        membershipNumber: text,
        expiryDate: isRare ? '2019-06-30' : '2030-06-30',
        typeId: isRare ? 2 : 1,
        kind: isRare ? 'corporate' : 'individual',
        chapterId: isRare ? 2 : 1,
        isApproved: !isRare,
        categoryIds: isRare ? [1] : [2],
        addons: [{ addonId: isRare ? 1 : 2, quantity: 1, expiryDate: null, answers: [] }],
        amountOutstandingThousandths: id % 1000 === 8 ? 6000 : 0,
        answers: [
          { extraId: 11, answer: isRare ? 'Yes' : 'No' },
          { extraId: 13, answer: `${text} answer` },
        ],
        locations: [],
      },
      {
        firstName: text,
        lastName: text,
        title: text,
        organisation: text,
        address,
        mailingAddress: address,
        email: id % 1000 === 9 ? '' : `${text}@members.example`,
        phone: isRare ? '0477 000 111' : '0400 000 111',
      },
    );
  }
});
