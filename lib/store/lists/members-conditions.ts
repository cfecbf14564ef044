import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { Temporal } from 'temporal-polyfill';
import { dateInZone } from '@/lib/base/clock';
import type { MembersFilter } from '@/lib/contract/filter-types';
import { idLists, organisationId, type RangeCondition } from './id-lists';
import type { ListQuery } from './list-query';
import { wholeKey } from '@/lib/store/member-rows';
import { slot, slots } from '@/lib/store/statement';
import { hasStatusSql, today } from '@/lib/store/status';

type Condition = RawBuilder<SqlBool>;

const ofPersons = ['firstNames', 'lastNames', 'states', 'country', 'organisation'] as const;

/** These filters usually leave a small part of the members, so their index should be used. */
const narrowing = [
  ...(['typeIds', 'chapterIds', 'categoryIds', 'currentAddonIds', 'extraAnswers'] as const),
  ...ofPersons,
] as const;

/**
 * The conditions for the row `m` of `membership`. If the client does not see an admin-only extra, a filter on this
 * extra matches nothing. `isInRange` restricts the ID column of each table to a range. Without this restriction, each
 * range would read all members of a category again. `leading`: the row is already joined to one of the `idLists`. This
 * is the position of that list. The list needs no condition.
 */
export function membersCondition(
  query: ListQuery,
  isInRange: RangeCondition | null = null,
  leading: number | null = null,
): Condition {
  const filter = query.filter.members;
  // On SQLite, the unary plus keeps the query from using an index of the column. PostgreSQL gets no plus, because a
  // plus would make its estimates wrong.
  const column = isNarrowing(filter) && query.engine === 'sqlite' ? sql`+m` : sql`m`;
  const conditions: (Condition | null)[] = [
    sql`m.organisation_id = ${organisationId}`,
    isInRange === null ? null : isInRange(sql`m.id`),
    sql`${column}.is_approved = 1`,
    hasStatusSql(filter.statuses, sql`${column}.is_owing`),
    anyId(filter, 'typeIds', (ids) => sql`m.type_id in (${ids})`),
    anyId(filter, 'chapterIds', (ids) => sql`m.chapter_id in (${ids})`),
    personCondition(query),
    ...idLists(query, isInRange)
      .filter((_, index) => index !== leading)
      .map(({ select }) => sql<SqlBool>`m.id in (${select})`),
    filter.isSearchable ? sql`m.searchable_until >= ${today}` : null,
    filter.hasLocations
      ? sql`exists (select 1 from location where organisation_id = ${organisationId} and membership_id = m.id)`
      : null,
    ...dateConditions(filter),
  ];
  return allOf(conditions);
}

/** The filter usually leaves a small part of the members, so that they are found first and then sorted. */
export function isNarrowing(filter: MembersFilter): boolean {
  return narrowing.some((name) => isGiven(filter[name]));
}

/**
 * Whether finding one range of IDs is faster than finding all IDs of a narrowed list. With filters on persons, it is
 * not faster. A range restricts the IDs of memberships, and not the IDs of persons. So the database would find all
 * matching persons again for each range.
 */
export function hasRanges(filter: MembersFilter): boolean {
  return !ofPersons.some((name) => isGiven(filter[name]));
}

function isGiven(wanted: { length: number } | null): boolean {
  return wanted !== null && wanted.length > 0;
}

/** null means no condition. */
export function allOf(conditions: readonly (Condition | null)[]): Condition {
  return sql`${sql.join(
    conditions.filter((condition) => condition !== null),
    sql` and `,
  )}`;
}

type IdFilter = 'typeIds' | 'chapterIds';

function anyId(
  filter: MembersFilter,
  name: IdFilter,
  toCondition: (ids: RawBuilder<unknown>) => Condition,
): Condition | null {
  if (filter[name].length === 0) return null;
  return toCondition(slots(filter[name], (query: ListQuery) => query.filter.members[name], Number));
}

/** The columns whose values usually match the fewest persons come first. */
const personKeys: [column: string, values: (filter: MembersFilter) => string[]][] = [
  ['last_name_key', ({ lastNames }) => lastNames],
  ['organisation_key', ({ organisation }) => (organisation === null ? [] : [organisation])],
  ['first_name_key', ({ firstNames }) => firstNames],
  ['state_key', ({ states }) => states],
  ['country_key', ({ country }) => (country === null ? [] : [country])],
];

/**
 * One list of persons for all columns. With one list for each column, SQLite might list everybody in a state, even if
 * few of them have the name in the filter.
 */
function personCondition(query: ListQuery): Condition | null {
  const given = personKeys.filter(([, valuesOf]) => valuesOf(query.filter.members).length > 0);
  if (given.length === 0) return null;
  const conditions = given.map(([column, valuesOf], index) => {
    const values = valuesOf(query.filter.members);
    const wanted = slots(values, ({ filter }: ListQuery) => valuesOf(filter.members), wholeKey);
    // Every column after the first gets a unary plus. So SQLite uses the index of the first column. PostgreSQL chooses
    // the best index without help.
    const isOther = index > 0 && query.engine === 'sqlite';
    return sql<SqlBool>`${isOther ? sql`+` : sql``}${sql.ref(column)} in (${wanted})`;
  });
  return sql`m.person_id in (select id from person where organisation_id = ${organisationId}
    and ${allOf(conditions)})`;
}

/**
 * An expiry date counts as the first moment of that day in the organisation's time zone. A time that exactly equals the
 * time in the filter does not match.
 */
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
