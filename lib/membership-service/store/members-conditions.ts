import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { dateInZone, addDays } from '@/lib/clock';
import type { LocationsFilter, MembersFilter } from '@/lib/membership-api/filters';
import { toInstant } from '@/lib/membership-api/zoned-time';
import { boxAround, type Box } from '@/lib/geo/box';
import { textKey } from '@/lib/text-key';
import type { Day } from './day';
import { indexKey } from './index-key';
import { wholeKey } from './member-rows';
import { hasStatusSql } from './status';

type Condition = RawBuilder<SqlBool>;

/** Filters that usually leave a small part of the members, so that their index is the one to use. */
const narrowing = [
  'typeIds',
  'chapterIds',
  'categoryIds',
  'currentAddonIds',
  'extraAnswers',
  'firstNames',
  'lastNames',
  'states',
  'country',
  'organisation',
] as const;

/**
 * What the row `m` of `membership` must be to fit a filter, joined by `and`. A filter on an admin-only extra fits
 * nothing unless the client sees those, as if there were no such extra.
 */
export function membersCondition(filter: MembersFilter, day: Day, seesAdminExtras: boolean): Condition {
  const { organisationId, today } = day;
  const isNarrowed = isNarrowing(filter);
  const conditions: (Condition | null)[] = [
    sql`m.organisation_id = ${organisationId}`,
    isNarrowed ? sql`+m.is_approved = 1` : sql`m.is_approved = 1`,
    hasStatusSql(day, filter.statuses, isNarrowed),
    oneOf(sql`m.type_id`, filter.typeIds),
    oneOf(sql`m.chapter_id`, filter.chapterIds),
    ...personConditions(filter, organisationId),
    filter.categoryIds.length === 0
      ? null
      : sql`m.id in (select membership_id from membership_category where organisation_id = ${organisationId}
          and category_id in (${sql.join(filter.categoryIds)}))`,
    filter.currentAddonIds.length === 0
      ? null
      : sql`m.id in (select membership_id from membership_addon where organisation_id = ${organisationId}
          and addon_id in (${sql.join(filter.currentAddonIds)}) and (expiry_date is null or expiry_date >= ${today}))`,
    ...filter.extraAnswers.map((answers) => answerCondition(answers, organisationId, seesAdminExtras)),
    filter.isSearchable ? sql`m.searchable_until >= ${today}` : null,
    filter.hasLocations
      ? sql`exists (select 1 from location where organisation_id = ${organisationId} and membership_id = m.id)`
      : null,
    ...dateConditions(filter, day.timeZone),
  ];
  return allOf(conditions);
}

/** Whether a filter usually leaves a small part of the members, so that finding them comes before ordering them. */
export function isNarrowing(filter: MembersFilter): boolean {
  return narrowing.some((name) => filter[name] !== null && filter[name].length > 0);
}

/** What the rows `l` of `location` and `m` of its membership must be; of `near` the box around the circle. */
export function locationsCondition(filter: LocationsFilter, day: Day, seesAdminExtras: boolean): Condition {
  const { near, name, state } = filter;
  return allOf([
    sql`l.organisation_id = ${day.organisationId} and l.membership_id = m.id`,
    near === null ? null : boxCondition(boxAround(near.point, near.distanceKm)),
    name === null ? null : sql`l.name_key like ${containing(textKey(name))} escape '\\'`,
    state === null ? null : sql`l.state_key = ${wholeKey(state)}`,
    membersCondition(filter.members, day, seesAdminExtras),
  ]);
}

function personConditions(filter: MembersFilter, organisationId: number): (Condition | null)[] {
  const keys: [column: string, values: string[]][] = [
    ['first_name_key', filter.firstNames],
    ['last_name_key', filter.lastNames],
    ['state_key', filter.states],
    ['country_key', filter.country === null ? [] : [filter.country]],
    ['organisation_key', filter.organisation === null ? [] : [filter.organisation]],
  ];
  return keys.map(([column, values]) =>
    values.length === 0
      ? null
      : sql`m.person_id in (select id from person where organisation_id = ${organisationId}
          and ${sql.ref(column)} in (${sql.join(values.map(wholeKey))}))`,
  );
}

function answerCondition(
  { extraId, answers }: MembersFilter['extraAnswers'][number],
  organisationId: number,
  seesAdminExtras: boolean,
): Condition {
  const isVisible = sql`exists (select 1 from extra where organisation_id = ${organisationId} and id = ${extraId}
    and is_admin_only = 0)`;
  return sql`m.id in (select membership_id from answer where organisation_id = ${organisationId}
    and extra_id = ${extraId} and answer_key in (${sql.join(answers.map(indexKey))})
    ${seesAdminExtras ? sql`` : sql`and ${isVisible}`})`;
}

/** An expiry date is its first moment in the organisation's zone; before and after are strict. */
function dateConditions(filter: MembersFilter, timeZone: string): (Condition | null)[] {
  const { expiryTo, expiryFrom, modifiedAfter, modifiedBefore } = filter;
  return [
    expiryTo === null ? null : sql`m.expiry_date < ${firstDateFrom(expiryTo, timeZone)}`,
    expiryFrom === null ? null : sql`m.expiry_date > ${dateInZone(expiryFrom, timeZone)}`,
    modifiedAfter === null ? null : sql`m.modified_at > ${modifiedAfter.getTime()}`,
    modifiedBefore === null ? null : sql`m.modified_at < ${modifiedBefore.getTime()}`,
  ];
}

/** The first date that does not begin before `instant`. */
function firstDateFrom(instant: Date, timeZone: string): string {
  const date = dateInZone(instant, timeZone);
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const midnight = { year, month, day, hour: 0, minute: 0, second: 0, millisecond: 0 };
  return toInstant(midnight, timeZone).getTime() < instant.getTime() ? addDays(date, 1) : date;
}

function boxCondition({ south, west, north, east }: Box): Condition {
  const latitudes = sql`l.latitude between ${south} and ${north}`;
  if (west === -180 && east === 180) return sql`${latitudes}`;
  if (west < east && west > -180 && east < 180)
    return sql`${latitudes} and l.longitude between ${west} and ${east}`;
  const sides =
    west > east
      ? sql`l.longitude >= ${west} or l.longitude <= ${east}`
      : sql`l.longitude between ${west} and ${east}`;
  // The 180th meridian has two names.
  return sql`${latitudes} and (${sides} or l.longitude in (-180, 180))`;
}

function oneOf(column: RawBuilder<unknown>, ids: readonly number[]): Condition | null {
  return ids.length === 0 ? null : sql`${column} in (${sql.join(ids)})`;
}

/** A pattern of LIKE that finds a text anywhere, its wildcards taken as they are. */
function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

function allOf(conditions: readonly (Condition | null)[]): Condition {
  return sql`${sql.join(
    conditions.filter((condition) => condition !== null),
    sql` and `,
  )}`;
}
