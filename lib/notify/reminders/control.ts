/** Stops and continues reminders, and sends failed ones again. */
import { sql } from 'kysely';
import type { NoticeMailState } from '@/lib/contract/office-notices';
import type { Store } from '@/lib/store/database';
import { readNotices } from '@/lib/store/notices';
import { inWriteTransaction } from '@/lib/store/write-transaction';
import type { NoticeKey } from './claim';

/**
 * Stops all reminders until somebody continues them. An email that is being sent now is not stopped.
 * @returns false if reminders are off
 */
export async function stopNotices(store: Store, organisationId: number, now: Date): Promise<boolean> {
  return setStopped(store, organisationId, now);
}

/** @returns false if reminders are off */
export async function continueNotices(store: Store, organisationId: number): Promise<boolean> {
  return setStopped(store, organisationId, null);
}

async function setStopped(store: Store, organisationId: number, at: Date | null): Promise<boolean> {
  return inWriteTransaction(store, organisationId, async (db) => {
    const { isOn } = await readNotices(db, organisationId);
    if (!isOn) return false;
    await db
      .updateTable('notice_settings')
      .set({ stopped_at: at?.getTime() ?? null })
      .where('organisation_id', '=', organisationId)
      .execute();
    return true;
  });
}

/** @returns how many had failed */
export async function sendAgain(
  store: Store,
  {
    organisationId,
    keys,
    now,
  }: { organisationId: number; keys: readonly Omit<NoticeKey, 'organisationId'>[]; now: Date },
): Promise<number> {
  return inWriteTransaction(store, organisationId, async (db) => {
    let count = 0;
    for (const { membershipId, noticeId, lastDay } of keys) {
      const { numUpdatedRows } = await db
        .updateTable('notice_mail')
        .set({ state: 'waiting', attempts: 0, retry_at: now.getTime(), changed_at: now.getTime() })
        .where('organisation_id', '=', organisationId)
        .where('membership_id', '=', membershipId)
        .where('notice_id', '=', noticeId)
        .where('expiry_date', '=', lastDay)
        .where('state', '=', 'failed')
        .executeTakeFirst();
      count += Number(numUpdatedRows);
    }
    return count;
  });
}

/**
 * `counts`: the number of reminders that have changed since `since`, by state. `excluded`: the number of memberships
 * that get no reminders.
 */
export async function countNotices(
  { members }: Pick<Store, 'members'>,
  { organisationId, since }: { organisationId: number; since: Date },
): Promise<{ counts: Partial<Record<NoticeMailState, number>>; excluded: number }> {
  const rows = await members
    .selectFrom('notice_mail')
    .select(['state', (is) => is.fn.countAll().as('count')])
    .where('organisation_id', '=', organisationId)
    .where('changed_at', '>=', since.getTime())
    .groupBy('state')
    .execute();
  const excluded = await sql<{ count: number | string }>`select count(*) as count from notice_exclusion e
    where e.organisation_id = ${organisationId} and exists (select 1 from membership m
      where m.organisation_id = e.organisation_id and m.id = e.membership_id)`.execute(members);
  return {
    counts: Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)])),
    excluded: Number(excluded.rows[0]?.count ?? 0),
  };
}
