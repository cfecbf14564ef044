/** Members who need the office's attention today. Each count uses an index (docs/office.md). */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { addDays } from '@/lib/base/clock';
import type { Store } from '@/lib/store/database';
import type { Day } from '@/lib/store/day';
import { isLeavingSql } from '@/lib/store/leaving';
import { isWaitingSql } from './office-conditions';

/** A membership is counted if it ends within this many days, or ended at most this many days ago. */
export const nearDays = 30;

export interface TodayCounts {
  waiting: number;
  ending: number;
  ended: number;
  leaving: number;
  owed: number;
  withoutEmail: number;
  withoutLocation: number;
}

/** One hundredth of the currency's unit, in thousandths. */
const leastOwed = 10;

type CountName = keyof TodayCounts;

/**
 * Counts memberships. `waiting` counts those that are not approved, but nobody who was suspended, has left or died. All other counts include only approved memberships.
 * @param chapterIds only members whose memberships are all in these chapters; null: all members
 */
export async function readTodayCounts(
  { members: db, engine }: Pick<Store, 'members' | 'engine'>,
  day: Day,
  chapterIds: readonly number[] | null,
): Promise<TodayCounts> {
  const counts: Partial<TodayCounts> = {};
  for (const [name, condition] of conditionsOf(day, engine)) {
    const { rows } = await countSql(day, condition, chapterIds).execute(db);
    counts[name] = Number(rows[0]?.count ?? 0);
  }
  // The loop above has set a number for every name.
  return counts as TodayCounts;
}

export interface TypeFigures {
  typeId: number;
  /** Whose membership has not ended. */
  members: number;
  joined: number;
  /** Whose membership has ended, and who owe nothing. */
  left: number;
}

/**
 * The approved memberships of each type. Reads them all.
 * @param since the first day that counts for `joined` and `left`
 */
export async function readTypeFigures(
  { members: db }: Pick<Store, 'members'>,
  day: Day,
  { chapterIds, since }: { chapterIds: readonly number[] | null; since: string },
): Promise<TypeFigures[]> {
  const isEnded = sql`m.is_owing = 0 and m.expiry_date < ${day.today}`;
  const countOf = (condition: RawBuilder<unknown>) =>
    sql`coalesce(sum(case when ${condition} then 1 else 0 end), 0)`;
  const own = chapterIds === null ? sql`` : sql` and ${inChapters(day, chapterIds)}`;
  const { rows } = await sql<
    Record<keyof TypeFigures, number | string>
  >`select m.type_id as ${sql.ref('typeId')},
    ${countOf(sql`not coalesce(${isEnded}, false)`)} as members,
    ${countOf(sql`m.joining_date >= ${since}`)} as joined,
    ${countOf(sql`${isEnded} and m.expiry_date >= ${since}`)} as ${sql.ref('left')}
    from membership m where m.organisation_id = ${day.organisationId} and m.is_approved = 1${own}
    group by m.type_id`.execute(db);
  return rows.map((row) => ({
    typeId: Number(row.typeId),
    members: Number(row.members),
    joined: Number(row.joined),
    left: Number(row.left),
  }));
}

function countSql(day: Day, condition: RawBuilder<SqlBool>, chapterIds: readonly number[] | null) {
  const own = chapterIds === null ? sql`` : sql` and ${inChapters(day, chapterIds)}`;
  return sql<{ count: number | string }>`select count(*) as count from membership m
    where m.organisation_id = ${day.organisationId} and ${condition}${own}`;
}

function conditionsOf(
  { organisationId, today }: Day,
  engine: Store['engine'],
): [CountName, RawBuilder<SqlBool>][] {
  // The columns of the index are `is_approved`, `is_owing` and `expiry_date`, in this order. The query names both
  // values of `is_owing`, so that it can also use the index's column `expiry_date`.
  const approved = sql`m.is_approved = 1 and m.is_owing in (0, 1)`;
  const between = (first: string, last: string) =>
    sql<SqlBool>`${approved} and m.expiry_date between ${first} and ${last}`;
  return [
    ['waiting', isWaitingSql],
    ['ending', between(today, addDays(today, nearDays))],
    ['ended', between(addDays(today, -nearDays), addDays(today, -1))],
    [
      'leaving',
      // Few members leave, so their table is read first.
      sql`m.is_approved = 1 and m.id in (select membership_id from leaving where organisation_id = ${organisationId})
        and ${isLeavingSql(today)}`,
    ],
    // The condition `> 0` is needed for the index, which has only the members who owe something.
    [
      'owed',
      sql`m.is_approved = 1 and m.amount_outstanding_thousandths > 0 and m.amount_outstanding_thousandths >= ${leastOwed}`,
    ],
    [
      'withoutEmail',
      // The query starts with the few persons without an address. On PostgreSQL, a unary plus would make the estimates
      // wrong.
      sql`${engine === 'sqlite' ? sql`+` : sql``}m.is_approved = 1 and m.person_id in
        (select id from person where organisation_id = ${organisationId} and email_key = '')`,
    ],
    [
      'withoutLocation',
      sql`m.is_approved = 1 and not exists
        (select 1 from location l where l.organisation_id = ${organisationId} and l.membership_id = m.id)`,
    ],
  ];
}

function inChapters({ organisationId }: Day, chapterIds: readonly number[]): RawBuilder<SqlBool> {
  const ids = chapterIds.length === 0 ? sql`-1` : sql.join(chapterIds.map((id) => sql`${id}`));
  return sql`m.chapter_id in (${ids}) and not exists (select 1 from membership o
    where o.organisation_id = ${organisationId} and o.person_id = m.person_id
      and (o.chapter_id is null or o.chapter_id not in (${ids})))`;
}
