/** The yearly question whether an entry is still right, and who has not answered it (docs/decisions.md, A9). */
import { sql, type Kysely, type SqlBool } from 'kysely';
import { yearlyDays } from '@/lib/contract/notice-days';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';

/** An email asked the membership `m`, and nobody has confirmed the entry on that day or later. */
export const isUnansweredSql = sql<SqlBool>`exists (select 1 from notice_mail y
  where y.organisation_id = m.organisation_id and y.membership_id = m.id and y.days = ${sql.lit(yearlyDays)}
    and y.state = 'sent' and (m.confirmed_on is null or y.expiry_date > m.confirmed_on))`;

/** Those of the memberships that have not answered. */
export async function readUnanswered(
  db: Kysely<MembersDatabase>,
  organisationId: number,
  membershipIds: readonly number[],
): Promise<Set<number>> {
  if (membershipIds.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`select m.id from membership m
    where m.organisation_id = ${organisationId} and m.id in (${sql.join(membershipIds)})
      and ${isUnansweredSql}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
