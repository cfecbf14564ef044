import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { Temporal } from 'temporal-polyfill';
import { dateInZone } from '@/lib/clock';
import type { MembersFilter } from '@/lib/membership-api/filter-types';
import { indexKey } from '@/lib/sql/index-key';
import type { ListQuery } from './list-query';
import { wholeKey } from '@/lib/membership-store/member-rows';
import { slot, slots } from '@/lib/membership-store/statement';
import { hasStatusSql, today } from '@/lib/membership-store/status';

type Condition = RawBuilder<SqlBool>;
type RangeCondition = (id: RawBuilder<unknown>) => Condition;

const ofPersons = ['firstNames', 'lastNames', 'states', 'country', 'organisation'] as const;

/** Filters that usually leave a small part of the members, so that their index should be used. */
const narrowing = [
  ...(['typeIds', 'chapterIds', 'categoryIds', 'currentAddonIds', 'extraAnswers'] as const),
  ...ofPersons,
] as const;

export const organisationId = slot(({ day }: ListQuery) => day.organisationId);

/**
 * The condition for the row `m` of `membership` to match a filter, joined by `and`. A filter on an admin-only extra
 * matches nothing unless the client sees it, as if it did not exist. `isInRange`: the ID condition of a list that is
 * read in ranges, for each table; otherwise all of a category would be read again for each range.
 */
export function membersCondition(query: ListQuery, isInRange: RangeCondition | null = null): Condition {
  const filter = query.filter.members;
  // The unary plus keeps SQLite from using an index. PostgreSQL would estimate wrongly with it.
  const column = isNarrowing(filter) && query.engine === 'sqlite' ? sql`+m` : sql`m`;
  const inRange = isInRange === null ? sql`` : sql`and ${isInRange(sql`membership_id`)}`;
  const conditions: (Condition | null)[] = [
    sql`m.organisation_id = ${organisationId}`,
    isInRange === null ? null : isInRange(sql`m.id`),
    sql`${column}.is_approved = 1`,
    hasStatusSql(filter.statuses, sql`${column}.is_owing`),
    anyId(filter, 'typeIds', (ids) => sql`m.type_id in (${ids})`),
    anyId(filter, 'chapterIds', (ids) => sql`m.chapter_id in (${ids})`),
    ...personConditions(filter),
    anyId(
      filter,
      'categoryIds',
      (ids) => sql`m.id in (select membership_id from membership_category
        where organisation_id = ${organisationId} and category_id in (${ids}) ${inRange})`,
    ),
    anyId(
      filter,
      'currentAddonIds',
      (ids) => sql`m.id in (select membership_id from membership_addon
        where organisation_id = ${organisationId} and addon_id in (${ids})
        and (expiry_date is null or expiry_date >= ${today}) ${inRange})`,
    ),
    ...filter.extraAnswers.map((extra, index) =>
      answerCondition(extra.answers, { index, inRange, question: query }),
    ),
    filter.isSearchable ? sql`m.searchable_until >= ${today}` : null,
    filter.hasLocations
      ? sql`exists (select 1 from location where organisation_id = ${organisationId} and membership_id = m.id)`
      : null,
    ...dateConditions(filter),
  ];
  return allOf(conditions);
}

/** Whether a filter usually leaves a small part of the members, so that they are found first and then sorted. */
export function isNarrowing(filter: MembersFilter): boolean {
  return narrowing.some((name) => isGiven(filter[name]));
}

/**
 * Whether finding a range of IDs is faster than finding all of a narrowed list. Not for filters on persons, who have
 * other IDs: each range would find all matches.
 */
export function hasRanges(filter: MembersFilter): boolean {
  return !ofPersons.some((name) => isGiven(filter[name]));
}

function isGiven(wanted: { length: number } | null): boolean {
  return wanted !== null && wanted.length > 0;
}

/** All of these conditions. null means no condition. */
export function allOf(conditions: readonly (Condition | null)[]): Condition {
  return sql`${sql.join(
    conditions.filter((condition) => condition !== null),
    sql` and `,
  )}`;
}

type IdFilter = 'typeIds' | 'chapterIds' | 'categoryIds' | 'currentAddonIds';

function anyId(
  filter: MembersFilter,
  name: IdFilter,
  toCondition: (ids: RawBuilder<unknown>) => Condition,
): Condition | null {
  if (filter[name].length === 0) return null;
  return toCondition(slots(filter[name], (query: ListQuery) => query.filter.members[name], Number));
}

function personConditions(filter: MembersFilter): (Condition | null)[] {
  const keys: [column: string, values: (filter: MembersFilter) => string[]][] = [
    ['first_name_key', ({ firstNames }) => firstNames],
    ['last_name_key', ({ lastNames }) => lastNames],
    ['state_key', ({ states }) => states],
    ['country_key', ({ country }) => (country === null ? [] : [country])],
    ['organisation_key', ({ organisation }) => (organisation === null ? [] : [organisation])],
  ];
  return keys.map(([column, valuesOf]) => {
    const values = valuesOf(filter);
    if (values.length === 0) return null;
    const wanted = slots(values, (query: ListQuery) => valuesOf(query.filter.members), wholeKey);
    return sql`m.person_id in (select id from person where organisation_id = ${organisationId}
      and ${sql.ref(column)} in (${wanted}))`;
  });
}

function answerCondition(
  answers: readonly string[],
  { index, inRange, question: query }: { index: number; inRange: RawBuilder<unknown>; question: ListQuery },
): Condition {
  const answersOf = ({ filter }: ListQuery) => filter.members.extraAnswers[index]?.answers ?? [];
  const extraId = slot(({ filter }: ListQuery) => filter.members.extraAnswers[index]?.extraId);
  const isVisible = sql`exists (select 1 from extra where organisation_id = ${organisationId} and id = ${extraId}
    and is_admin_only = 0)`;
  return sql`m.id in (select membership_id from answer where organisation_id = ${organisationId}
    and extra_id = ${extraId} and answer_key in (${slots(answers, answersOf, indexKey)})
    ${query.seesAdminExtras ? sql`` : sql`and ${isVisible}`} ${inRange})`;
}

/** An expiry date is its first moment in the organisation's zone. Before and after are strict. */
function dateConditions(filter: MembersFilter): (Condition | null)[] {
  const at = <V>(
    name: 'expiryTo' | 'expiryFrom' | 'modifiedAfter' | 'modifiedBefore',
    toValue: (instant: Date, timeZone: string) => V,
  ) =>
    slot(({ filter: { members }, day }: ListQuery) =>
      members[name] === null ? null : toValue(members[name], day.timeZone),
    );
  const { expiryTo, expiryFrom, modifiedAfter, modifiedBefore } = filter;
  return [
    expiryTo === null ? null : sql`m.expiry_date < ${at('expiryTo', firstDateFrom)}`,
    expiryFrom === null ? null : sql`m.expiry_date > ${at('expiryFrom', dateInZone)}`,
    modifiedAfter === null
      ? null
      : sql`m.modified_at > ${at('modifiedAfter', (instant) => instant.getTime())}`,
    modifiedBefore === null
      ? null
      : sql`m.modified_at < ${at('modifiedBefore', (instant) => instant.getTime())}`,
  ];
}

/** The first date that begins at or after `instant`. */
function firstDateFrom(instant: Date, timeZone: string): string {
  const moment = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone);
  const days = moment.equals(moment.startOfDay()) ? 0 : 1;
  return moment.toPlainDate().add({ days }).toString();
}
