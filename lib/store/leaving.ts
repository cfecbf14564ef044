/** Members who have said that their membership ends at its last day (docs/decisions.md, A7). */
import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
import type { Leaving } from '@/lib/contract/office';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';
import { toEntry } from './journal-members';
import type { RecordOfKind } from './record-kinds';
import { upsertRows } from './upsert';
import type { WriteState } from './write-state';

type LeavingRecord = RecordOfKind['leaving'];

/** The membership `m` ends at its last day. A membership with another last day was renewed, so nobody leaves it. */
export const hasSaidSql = sql<SqlBool>`exists (select 1 from leaving l
  where l.organisation_id = m.organisation_id and l.membership_id = m.id
    and l.said_on is not null and coalesce(l.last_day, '') = coalesce(m.expiry_date, ''))`;

/** As `hasSaidSql`, until the membership has ended. */
export function isLeavingSql(today: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${hasSaidSql} and (m.expiry_date is null or m.expiry_date >= ${today}))`;
}

/** Only memberships that end at their last day. */
export async function readLeaving(
  db: Kysely<MembersDatabase>,
  organisationId: number,
  membershipIds: readonly number[],
): Promise<Map<number, LeavingRecord & { saidOn: string }>> {
  if (membershipIds.length === 0) return new Map();
  const { rows } = await sql<{ id: number; said_on: string; last_day: string | null; reason: string }>`
    select m.id, v.said_on, v.last_day, v.reason from membership m
    join leaving v on v.organisation_id = m.organisation_id and v.membership_id = m.id
    where m.organisation_id = ${organisationId} and m.id in (${sql.join(membershipIds)})
      and ${hasSaidSql}`.execute(db);
  return new Map(
    rows.map(({ id, said_on: saidOn, last_day: lastDay, reason }) => [id, { id, saidOn, lastDay, reason }]),
  );
}

/** @param seesReason some officers and all readers do not see it */
export function toLeaving(
  leaving: (LeavingRecord & { saidOn: string }) | undefined,
  { seesReason = true }: { seesReason?: boolean } = {},
): Leaving | null {
  if (leaving === undefined) return null;
  const { saidOn: SaidOn, lastDay: LastDay, reason: Reason } = leaving;
  return { SaidOn, LastDay, ...(seesReason ? { Reason } : {}) };
}

export function noLeaving(id: number): LeavingRecord {
  return { id, saidOn: null, lastDay: null, reason: '' };
}

export class LeavingWriter {
  readonly #state: WriteState;

  constructor(state: WriteState) {
    this.#state = state;
  }

  async of(membershipId: number): Promise<LeavingRecord> {
    const { db, organisationId } = this.#state;
    const row = await db
      .selectFrom('leaving')
      .select(['said_on', 'last_day', 'reason'])
      .where('organisation_id', '=', organisationId)
      .where('membership_id', '=', membershipId)
      .executeTakeFirst();
    if (row === undefined) return noLeaving(membershipId);
    return { id: membershipId, saidOn: row.said_on, lastDay: row.last_day, reason: row.reason };
  }

  async put(after: LeavingRecord): Promise<void> {
    const { db, organisationId, journal } = this.#state;
    const entries = toEntry('leaving', after.id, { before: await this.of(after.id), after });
    if (entries.length === 0) return;
    const key = { organisation_id: organisationId, membership_id: after.id };
    if (after.saidOn === null)
      await db
        .deleteFrom('leaving')
        .where('organisation_id', '=', organisationId)
        .where('membership_id', '=', after.id)
        .execute();
    else
      await upsertRows(
        db,
        'leaving',
        ['organisation_id', 'membership_id'],
        [{ ...key, said_on: after.saidOn, last_day: after.lastDay, reason: after.reason }],
      );
    await journal.add(entries);
    this.#state.hasChanged = true;
  }

  async removeOf(membershipIds: readonly number[]): Promise<void> {
    for (const id of membershipIds) await this.put(noLeaving(id));
  }
}
