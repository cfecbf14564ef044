import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
import { lookUp } from '@/lib/base/look-up';
import { columnOf } from '@/lib/contract/fields/columns';
import { isTextField } from '@/lib/contract/fields/office-fields';
import type { BeginningName, OfficeMembersFilter } from '@/lib/contract/office-members';
import { waitingStandings } from '@/lib/contract/words';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';
import type { Day } from '@/lib/store/day';
import { isLeavingSql } from '@/lib/store/leaving';
import { isUnansweredSql } from '@/lib/store/yearly-check';
import { emailKey } from '@/lib/store/email-key';
import { wholeKey } from '@/lib/store/member-rows';
import { isPostgres } from '@/lib/store/sql/prepared-query';
import { allOf } from './members-conditions';

type Db = Kysely<MembersDatabase>;
type Condition = RawBuilder<SqlBool>;

/** The beginning of a word, and the kinds of fields (`wordKinds`) that it may come from. null: all kinds. */
export interface SoughtWord {
  word: string;
  kinds: number | null;
}

/**
 * The fields that the caller sees. A search in all fields compares only these fields. A filter by a single field is not
 * checked here. If the caller does not see the field, the request was already refused.
 */
export interface SeenFields {
  /** The kinds of fields (`wordKinds`), as bits. null: all. */
  words: number | null;
  seesExtra: (extraId: number, isAdminOnly: boolean) => boolean;
}

/** Owners and secretaries see every field. */
export const everyField: SeenFields = { words: null, seesExtra: () => true };

export interface SelectionRequest {
  day: Day;
  /** The chapters of an officer. null: the caller sees everybody. */
  chapterIds: readonly number[] | null;
  seen: SeenFields;
  filter: OfficeMembersFilter;
  /** The people whom the filter `SignIn` means; without the filter, absent. Accounts are in another database. */
  people?: { ids: readonly number[]; isExcluded: boolean } | null;
}

/** The value 0 is a literal, because the condition of the partial index has the same literal. */
export const isWaitingSql = sql<SqlBool>`m.is_approved = 0
  and m.standing in (${sql.join(waitingStandings.map((one) => sql.lit(one)))})`;

/** The conditions for the row `m` of `membership`, except the search for words. */
export function conditionsOf({ day, filter, chapterIds }: SelectionRequest): (Condition | null)[] {
  const of = day.organisationId;
  return [
    sql`m.organisation_id = ${of}`,
    seenByOfficer(chapterIds, of),
    filter.statuses.length === 0 ? null : statusCondition(filter, day),
    filter.isApproved === null ? null : sql`m.is_approved = ${filter.isApproved ? 1 : 0}`,
    filter.isWaiting === null ? null : sql`${not(filter.isWaiting)} (${isWaitingSql})`,
    filter.kind === null ? null : sql`m.kind = ${filter.kind}`,
    filter.typeIds.length === 0 ? null : sql`m.type_id in (${sql.join(filter.typeIds)})`,
    filter.chapterIds.length === 0 ? null : sql`m.chapter_id in (${sql.join(filter.chapterIds)})`,
    filter.categoryIds.length === 0
      ? null
      : sql`m.id in (select membership_id from membership_category where organisation_id = ${of}
          and category_id in (${sql.join(filter.categoryIds)}))`,
    filter.state === null
      ? null
      : sql`m.person_id in (select id from person where organisation_id = ${of}
          and state_key = ${wholeKey(filter.state)})`,
    filter.expiryFrom === null ? null : sql`m.expiry_date >= ${filter.expiryFrom}`,
    filter.expiryTo === null ? null : sql`m.expiry_date <= ${filter.expiryTo}`,
    filter.hasEmail === null
      ? null
      : filter.hasEmail
        ? sql`exists (select 1 from person p where p.organisation_id = ${of}
            and p.id = m.person_id and p.email_key <> '')`
        : // An index finds the few members without an address.
          sql`m.person_id in (select id from person where organisation_id = ${of} and email_key = '')`,
    filter.hasLocation === null
      ? null
      : sql`${not(filter.hasLocation)} exists (select 1 from location l where l.organisation_id = ${of}
          and l.membership_id = m.id)`,
    filter.isUnanswered === null ? null : sql`${not(filter.isUnanswered)} ${isUnansweredSql}`,
    filter.isLeaving === null ? null : sql`${not(filter.isLeaving)} ${isLeavingSql(day.today)}`,
    filter.joinedFrom === null ? null : sql`m.joining_date >= ${filter.joinedFrom}`,
    filter.joinedTo === null ? null : sql`m.joining_date <= ${filter.joinedTo}`,
    filter.isListed === null ? null : sql`m.is_listed = ${filter.isListed ? 1 : 0}`,
    filter.addonIds.length === 0
      ? null
      : sql`m.id in (select membership_id from membership_addon where organisation_id = ${of}
          and addon_id in (${sql.join(filter.addonIds)}))`,
    ...(owesAtLeastSomething(filter) ? [] : owedConditions(filter)),
    filter.personId === null ? null : sql`m.person_id = ${filter.personId}`,
    filter.parentId === null ? null : sql`m.parent_id = ${filter.parentId}`,
    filter.importRunId === null
      ? null
      : sql`m.id in (select record_id from journal where organisation_id = ${of}
          and run_id = ${filter.importRunId} and kind = 'membership' and operation = 'created')`,
    ...ownConditions(filter, of),
  ];
}

/** Fields that the contract does not have. Texts are found by their words instead. */
function ownConditions({ own }: OfficeMembersFilter, organisationId: number): Condition[] {
  return own
    .filter(({ field }) => !isTextField(field))
    .map(({ field: { path, field }, value }) => {
      const column = sql.ref(columnOf(field));
      return path.startsWith('User.')
        ? sql`m.person_id in (select id from person where organisation_id = ${organisationId}
            and ${column} = ${value})`
        : sql`m.${column} = ${value}`;
    });
}

/**
 * A filter that usually leaves few members. `select`: a query for the IDs of these memberships. `condition`: the same
 * filter, as a condition for the row `m`.
 */
export interface Lookup {
  select: RawBuilder<unknown>;
  condition: Condition;
}

/** Members who owe something, members of committees, and people with the same name are usually few. */
export function lookupsOf(db: Db, { filter, day }: SelectionRequest): Lookup[] {
  const of = day.organisationId;
  const lookups: Lookup[] = [];
  const named = personsWith(db, filter.beginnings, of);
  if (named !== null) {
    // With `in`, PostgreSQL may read every member to find the first few matches, which takes long if nobody matches.
    const isNamed = isPostgres(db) ? sql`= any(array(${named}))` : sql`in (${named})`;
    lookups.push({
      select: sql`select m.id from membership m where m.organisation_id = ${of} and m.person_id ${isNamed}`,
      condition: sql`m.person_id in (${named})`,
    });
  }
  if (filter.committee !== null) {
    const isHeld = seatCondition(filter.committee, day);
    lookups.push({
      select: sql`select m.id from committee_seat s join membership m on m.organisation_id = s.organisation_id
        and m.person_id = s.person_id where ${isHeld}`,
      condition: sql`m.person_id in (select person_id from committee_seat s where ${isHeld})`,
    });
  }
  if (owesAtLeastSomething(filter)) {
    const condition = allOf(owedConditions(filter));
    // The condition `> 0` is needed for the index, which has only the members who owe something.
    const select = sql`select m.id from membership m where m.organisation_id = ${of}
      and m.amount_outstanding_thousandths > 0 and ${condition}`;
    lookups.push({ select, condition });
  }
  return lookups;
}

/** Members are read in the list's order and checked one by one, because “never signed in” means most of them. */
export function peopleCondition(db: Db, { people }: SelectionRequest): Condition | null {
  if (people == null) return null;
  const ids = isPostgres(db)
    ? sql`select unnest(cast(${[...people.ids]} as bigint[]))`
    : sql`select j.value from json_each(${JSON.stringify(people.ids)}) j`;
  return sql`m.person_id ${people.isExcluded ? sql`not in` : sql`in`} (${ids})`;
}

function owesAtLeastSomething({ owedFrom }: OfficeMembersFilter): boolean {
  return owedFrom !== null && owedFrom > 0;
}

function owedConditions({ owedFrom, owedTo }: OfficeMembersFilter): (Condition | null)[] {
  return [
    owedFrom === null ? null : sql`m.amount_outstanding_thousandths >= ${owedFrom}`,
    owedTo === null ? null : sql`m.amount_outstanding_thousandths <= ${owedTo}`,
  ];
}

function seatCondition(
  committee: NonNullable<OfficeMembersFilter['committee']>,
  { organisationId, today }: Day,
): Condition {
  const ofChapter = committee === 'own' ? sql`s.chapter_id is null` : sql`s.chapter_id = ${committee}`;
  return sql`s.organisation_id = ${organisationId} and (s.starts_on is null or s.starts_on <= ${today})
    and (s.ends_on is null or s.ends_on >= ${today}) and ${committee === 'any' ? sql`true` : ofChapter}`;
}

/** Case and accents do not matter in these comparisons. Each column has an index. */
const personColumns: Partial<Record<BeginningName, { column: RawBuilder<unknown>; toKey: typeof wholeKey }>> =
  {
    FirstName: { column: sql`first_name_key`, toKey: wholeKey },
    LastName: { column: sql`last_name_key`, toKey: wholeKey },
    Organisation: { column: sql`organisation_key`, toKey: wholeKey },
    Country: { column: sql`country_key`, toKey: wholeKey },
    Email: { column: sql`email_key`, toKey: emailKey },
  };

/** People whose names, email address and country begin with these texts. null: no such text is given. */
function personsWith(
  db: Db,
  beginnings: OfficeMembersFilter['beginnings'],
  organisationId: number,
): RawBuilder<unknown> | null {
  const ofPerson = Object.entries(personColumns).flatMap(([name, { column, toKey }]) => {
    const text = lookUp<string>(beginnings, name);
    return text === undefined ? [] : [beginsLike(db, column, toKey(text))];
  });
  if (ofPerson.length === 0) return null;
  return sql`select id from person where organisation_id = ${organisationId} and ${allOf(ofPerson)}`;
}

/**
 * SQLite compares byte by byte, and uses the column's index for a range. In PostgreSQL, a comparison depends on the
 * collation, so the condition uses LIKE and not a range.
 */
export function beginsLike(db: Db, column: RawBuilder<unknown>, start: string): Condition {
  if (isPostgres(db)) return startsWith(column, start);
  return sql`${column} >= ${start} and ${column} <= ${`${start}\u{10FFFF}`}`;
}

function startsWith(column: RawBuilder<unknown>, start: string): Condition {
  const pattern = `${start.replace(/[\\%_]/g, '\\$&')}%`;
  return sql`${column} like ${pattern} escape '\\'`;
}

function not(isWanted: boolean): RawBuilder<unknown> {
  return isWanted ? sql`` : sql`not`;
}

/** The rule of `mayKnow`: all memberships of the person are in the officer's chapters (docs/decisions.md, J23). */
function seenByOfficer(chapterIds: readonly number[] | null, organisationId: number): Condition | null {
  if (chapterIds === null) return null;
  if (chapterIds.length === 0) return sql`false`;
  const own = sql.join(chapterIds);
  return sql`m.chapter_id in (${own}) and not exists (select 1 from membership o
    where o.organisation_id = ${organisationId} and o.person_id = m.person_id
    and (o.chapter_id is null or o.chapter_id not in (${own})))`;
}

function statusCondition({ statuses }: OfficeMembersFilter, { today, noticeEnd }: Day): Condition {
  const each: Record<OfficeMembersFilter['statuses'][number], Condition> = {
    outstanding: sql`m.is_owing = 1`,
    expired: sql`(m.is_owing = 0 and m.expiry_date < ${today})`,
    expiring: sql`(m.is_owing = 0 and m.expiry_date between ${today} and ${noticeEnd})`,
    financial: sql`(m.is_owing = 0 and (m.expiry_date > ${noticeEnd} or m.expiry_date is null))`,
  };
  return sql`(${sql.join(
    statuses.map((status) => each[status]),
    sql` or `,
  )})`;
}
