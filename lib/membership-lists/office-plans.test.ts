import { CompiledQuery } from 'kysely';
import { expect, it, vi } from 'vitest';
import { readOfficeFilter } from '@/lib/membership-api/office-members';
import type { Day } from '@/lib/membership-store/day';
import { putSampleStructure, noAreaCentre, testCause } from '@/lib/membership-store/sample-members.fixture';
import { openFreshStore, type FreshStore } from '@/lib/membership-store/stores.fixture';
import { withMembersWriter } from '@/lib/membership-store/write';
import { everyField } from './office-conditions';
import { readOfficeList } from './office-list';

const day: Day = {
  organisationId: 1,
  version: 1,
  timeZone: 'UTC',
  today: '2026-06-15',
  noticeEnd: '2026-07-15',
  listedStatuses: ['financial'],
};

/** SQLite plans an empty table like a full one. */
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
    // The result of an earlier step is always scanned completely.
    const scanned = plans.filter((step) => /SCAN (?!e\b|\(subquery|c\b|json_each)/.test(step));
    expect([query, scanned]).toEqual([query, []]);
  }
  await fresh.remove();
});
