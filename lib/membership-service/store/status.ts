/** The status of a membership on a day (decisions.md 7): as a value, as an expression and as a condition of SQL. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { financialStatuses, type FinancialStatus } from '@/lib/membership-api/resources';
import type { Day } from './day';

/** `isOwing` and `expiryDate` are those of the parent for a sub-membership; the last day counts as inside. */
export function statusOn(
  day: Pick<Day, 'today' | 'noticeEnd'>,
  { isOwing, expiryDate }: { isOwing: boolean; expiryDate: string | null },
): FinancialStatus {
  if (isOwing) return 'outstanding';
  if (expiryDate === null) return 'financial';
  if (expiryDate < day.today) return 'expired';
  return expiryDate <= day.noticeEnd ? 'expiring' : 'financial';
}

/** The status of the row `m` of `membership`. */
export function statusSql(day: Day): RawBuilder<FinancialStatus> {
  return sql`case when m.is_owing = 1 then 'outstanding' when m.expiry_date is null then 'financial'
    when m.expiry_date < ${sql.lit(day.today)} then 'expired'
    when m.expiry_date <= ${sql.lit(day.noticeEnd)} then 'expiring' else 'financial' end`;
}

/**
 * Whether the row `m` has one of these statuses; null when every row has. `isNarrowed`: another condition leaves few
 * rows, and no index is to be used for this one (a unary plus says so in SQLite and nothing in PostgreSQL).
 */
export function hasStatusSql(
  day: Day,
  statuses: readonly FinancialStatus[],
  isNarrowed: boolean,
): RawBuilder<SqlBool> | null {
  if (financialStatuses.every((status) => statuses.includes(status))) return null;
  const isOwing = isNarrowed ? sql`+m.is_owing` : sql`m.is_owing`;
  const conditions: Record<FinancialStatus, RawBuilder<SqlBool>> = {
    outstanding: sql`${isOwing} = 1`,
    expired: sql`(${isOwing} = 0 and m.expiry_date < ${day.today})`,
    expiring: sql`(${isOwing} = 0 and m.expiry_date between ${day.today} and ${day.noticeEnd})`,
    financial: sql`(${isOwing} = 0 and (m.expiry_date > ${day.noticeEnd} or m.expiry_date is null))`,
  };
  const wanted = statuses.map((status) => conditions[status]);
  return sql`(${sql.join(wanted, sql` or `)})`;
}

/** Whether the row `m` is in the public directory (decisions.md 35). */
export function isListedSql(day: Day): RawBuilder<SqlBool> {
  const listed = day.listedStatuses.map((status) => sql.lit(status));
  const hasListedStatus = listed.length === 0 ? sql`false` : sql`${statusSql(day)} in (${sql.join(listed)})`;
  return sql`m.is_listed = 1 and m.is_approved = 1 and m.searchable_until >= ${sql.lit(day.today)}
    and (m.expiry_date is null or m.expiry_date >= ${sql.lit(day.today)}) and ${hasListedStatus}`;
}
