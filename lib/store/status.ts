/** The status of a membership on a day (docs/decisions.md 7): as a value, as SQL, and as an SQL condition. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Audience } from '@/lib/contract/audiences';
import { financialStatuses, type FinancialStatus, type Listing } from '@/lib/contract/words';
import type { Day } from './day';
import type { MembershipTable } from '@/lib/store/schema/members-schema';
import { slot } from './statement';

/** A sub-membership has the `isOwing` and `expiryDate` of its parent. A membership is valid on its last day. */
export function statusOn(
  day: Pick<Day, 'today' | 'noticeEnd'>,
  { isOwing, expiryDate }: { isOwing: boolean; expiryDate: string | null },
): FinancialStatus {
  if (isOwing) return 'outstanding';
  if (expiryDate === null) return 'financial';
  if (expiryDate < day.today) return 'expired';
  return expiryDate <= day.noticeEnd ? 'expiring' : 'financial';
}

interface OnDay {
  day: Day;
}

export const today = slot(({ day }: OnDay) => day.today);
const noticeEnd = slot(({ day }: OnDay) => day.noticeEnd);

export const statusSql: RawBuilder<FinancialStatus> = sql`case when m.is_owing = 1 then 'outstanding'
  when m.expiry_date is null then 'financial' when m.expiry_date < ${today} then 'expired'
  when m.expiry_date <= ${noticeEnd} then 'expiring' else 'financial' end`;

/**
 * The condition that the row `m` has one of the statuses. null: any status is allowed. `isOwing` is the row's column
 * `is_owing`.
 */
export function hasStatusSql(
  statuses: readonly FinancialStatus[],
  isOwing: RawBuilder<unknown>,
): RawBuilder<SqlBool> | null {
  if (financialStatuses.every((status) => statuses.includes(status))) return null;
  const conditions: Record<FinancialStatus, RawBuilder<SqlBool>> = {
    outstanding: sql`${isOwing} = 1`,
    expired: sql`(${isOwing} = 0 and m.expiry_date < ${today})`,
    expiring: sql`(${isOwing} = 0 and m.expiry_date between ${today} and ${noticeEnd})`,
    financial: sql`(${isOwing} = 0 and (m.expiry_date > ${noticeEnd} or m.expiry_date is null))`,
  };
  const wanted = statuses.map((status) => conditions[status]);
  return sql`(${sql.join(wanted, sql` or `)})`;
}

/** Who reads a directory. */
type Reader = Exclude<Audience, 'office'>;

/**
 * Whether the row `m` is in the directory of these readers (docs/decisions.md 35). Nobody with a standing is, because such a
 * membership is never approved (M1).
 */
export function isListedSql(
  listedStatuses: readonly FinancialStatus[],
  reader: Reader = 'everybody',
): RawBuilder<SqlBool> {
  const isChosen =
    reader === 'everybody' ? sql`m.is_listed = 1` : sql`(m.is_listed = 1 or m.is_members_listed = 1)`;
  const listed = listedStatuses.map((status) => sql.lit(status));
  const hasListedStatus = listed.length === 0 ? sql`false` : sql`${statusSql} in (${sql.join(listed)})`;
  return sql`${isChosen} and m.is_approved = 1 and m.searchable_until >= ${today}
    and (m.expiry_date is null or m.expiry_date >= ${today}) and ${hasListedStatus}`;
}

type ListedRow = Pick<
  MembershipTable,
  'is_listed' | 'is_approved' | 'is_owing' | 'expiry_date' | 'searchable_until' | 'standing'
>;
type ListingDay = Pick<Day, 'today' | 'noticeEnd' | 'listedStatuses'>;

export function isListedOn(day: ListingDay, row: ListedRow): boolean {
  return listingOn(day, row) === 'public';
}

/** Whether members with a valid membership see the entry in their directory. */
export function isListedForMembersOn(
  day: ListingDay,
  row: ListedRow & Pick<MembershipTable, 'is_members_listed'>,
): boolean {
  return isListedOn(day, { ...row, is_listed: Math.max(row.is_listed, row.is_members_listed) });
}

export function listingOn(day: ListingDay, row: ListedRow): Listing {
  const { today: date, listedStatuses } = day;
  if (row.standing !== 'none') return row.standing;
  if (row.is_approved === 0) return 'notApproved';
  if (row.expiry_date !== null && row.expiry_date < date) return 'ended';
  if (row.is_listed === 0) return 'hidden';
  const status = statusOn(day, { isOwing: row.is_owing === 1, expiryDate: row.expiry_date });
  const isSearchable = (row.searchable_until ?? '') >= date;
  return isSearchable && listedStatuses.includes(status) ? 'public' : 'status';
}
