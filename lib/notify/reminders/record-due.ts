/** Due reminders are recorded before anything is sent (docs/decisions.md, J33). */
import { sql, type Kysely } from 'kysely';
import { addDays, dateInZone } from '@/lib/base/clock';
import { yearlyDays } from '@/lib/contract/notice-days';
import { type NoticeSetting } from '@/lib/contract/notice-settings';
import { findWaitingLapse } from '@/lib/changes/journal/lapses';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';
import type { Store } from '@/lib/store/database';
import { hasSaidSql } from '@/lib/store/leaving';
import { readNotices } from '@/lib/store/notices';
import { validTimeZone } from '@/lib/store/valid-values';
import { inWriteTransaction } from '@/lib/store/write-transaction';

type Db = Kysely<MembersDatabase>;

/**
 * The maximum number of days by which a reminder may be late. Later reminders are not sent, for example after the
 * server was stopped for a long time. If the clock jumps by more than the same number of days, somebody must confirm
 * the date (`lapses.ts`).
 */
const maxLateDays = 31;
/**
 * A member may have no email address when a reminder is recorded. If the member gets an address within this time, the
 * reminder is sent.
 */
const lateAddressMs = 7 * 24 * 3600_000;

/**
 * For each organisation whose reminders are on: a text that changes whenever another reminder may be due. It contains
 * the date and everything that shows a change of members, settings and exclusions, or the confirmation of a date.
 */
export async function readDueStates({ members }: Store, now: Date): Promise<Map<number, string>> {
  const rows = await members
    .selectFrom('notice_settings')
    .innerJoin('organisation', 'organisation.id', 'notice_settings.organisation_id')
    .leftJoin('journal_state', 'journal_state.organisation_id', 'organisation.id')
    .select(['organisation.id', 'version', 'time_zone', 'position', 'lapsed_through'])
    .where('is_on', '=', 1)
    .orderBy('organisation.id')
    .execute();
  return new Map(
    rows.map(({ id, version, time_zone, position, lapsed_through }) => {
      const today = dateInZone(now, validTimeZone(time_zone));
      return [id, [today, version, position, lapsed_through].join(' ')];
    }),
  );
}

/**
 * Whether reminders are on for which nothing was recorded yesterday or today: they were switched on, or the server was
 * stopped. This is one statement for all organisations.
 */
export async function hasUnrecorded({ members }: Store, now: Date): Promise<boolean> {
  // A day in any time zone is at most one day away from the day in UTC.
  const latest = addDays(now.toISOString().slice(0, 10), -1);
  const row = await members
    .selectFrom('notice_settings')
    .select('organisation_id')
    .where('is_on', '=', 1)
    .where((is) => is.or([is('noticed_through', 'is', null), is('noticed_through', '<', latest)]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Adds a row for each reminder that became due since the last call, once for each membership, reminder and last day.
 * Does nothing while reminders are off, or while a jump of the clock waits for confirmation (J14).
 */
export async function recordDueNotices(
  store: Store,
  { organisationId, now }: { organisationId: number; now: Date },
): Promise<void> {
  await inWriteTransaction(store, organisationId, async (db) => {
    const { isOn, notices, noticedThrough } = await readNotices(db, organisationId);
    const today = await readToday(db, organisationId, now);
    if (!isOn || today === null || (await isDateDoubtful(db, organisationId, now))) return;
    const yesterday = addDays(today, -1);
    const since = noticedThrough === null || noticedThrough > yesterday ? yesterday : noticedThrough;
    const earliest = addDays(today, -maxLateDays);
    const from = since < earliest ? earliest : since;
    // The latest reminder replaces earlier ones that are due at the same time, so it is recorded first.
    for (const notice of [...notices].reverse()) {
      if (!notice.On) continue;
      if (notice.Days !== yearlyDays) await insertDue(db, { organisationId, notice, from, today, now });
      // Once a day, because it compares all members.
      else if (noticedThrough !== today) await insertYearly(db, { organisationId, notice, today, now });
    }
    await addLateAddresses(db, { organisationId, now });
    await db
      .updateTable('notice_settings')
      .set({ noticed_through: today })
      .where('organisation_id', '=', organisationId)
      .execute();
  });
}

/** The date jumped so far that nothing may be sent before somebody confirms it. */
export async function isDateDoubtful(members: Db, organisationId: number, now: Date): Promise<boolean> {
  const waiting = await findWaitingLapse({ members }, { organisationId, now });
  return waiting?.needsConfirmation === true;
}

async function readToday(db: Db, organisationId: number, now: Date): Promise<string | null> {
  const row = await db
    .selectFrom('organisation')
    .select('time_zone')
    .where('id', '=', organisationId)
    .executeTakeFirst();
  return row === undefined ? null : dateInZone(now, validTimeZone(row.time_zone));
}

/** Nobody who leaves is asked to renew. A sub-member gets no reminder: the company's contact gets the company's. */
async function insertDue(
  db: Db,
  {
    organisationId,
    notice,
    from,
    today,
    now,
  }: { organisationId: number; notice: NoticeSetting; from: string; today: string; now: Date },
): Promise<void> {
  // The statement contains checked numbers and not parameters. PostgreSQL would treat parameters in a list of columns
  // as text.
  const [id, days, time] = [notice.ID, notice.Days, now.getTime()].map((number) => sql.lit(number));
  await sql`
    insert into notice_mail (organisation_id, membership_id, notice_id, expiry_date, days, person_id, email, state,
      recorded_at, changed_at, retry_at, attempts, problem, smtp_code)
    select m.organisation_id, m.id, ${id}, m.expiry_date, ${days}, m.person_id, '',
      case
        when exists (select 1 from notice_mail o where o.organisation_id = m.organisation_id
          and o.membership_id = m.id and o.expiry_date = m.expiry_date and o.days > ${days}) then 'superseded'
        when p.email_key = '' then 'unreachable'
        else 'waiting' end,
      ${time}, ${time}, ${time}, 0, null, null
    from membership m join person p on p.organisation_id = m.organisation_id and p.id = m.person_id
    where m.organisation_id = ${organisationId} and m.is_approved = 1 and m.is_owing in (0, 1)
      and m.expiry_date > ${addDays(from, -notice.Days)} and m.expiry_date <= ${addDays(today, -notice.Days)}
      and m.parent_id is null
      and not exists (select 1 from notice_exclusion e
        where e.organisation_id = m.organisation_id and e.membership_id = m.id)
      and not ${hasSaidSql}
    on conflict do nothing`.execute(db);
}

/**
 * The question goes to everybody who was not asked, did not join and did not confirm their entry within a year. The day
 * of the question is stored in the place of the last day.
 */
async function insertYearly(
  db: Db,
  {
    organisationId,
    notice,
    today,
    now,
  }: { organisationId: number; notice: NoticeSetting; today: string; now: Date },
): Promise<void> {
  const [id, days, time] = [notice.ID, notice.Days, now.getTime()].map((number) => sql.lit(number));
  await sql`
    insert into notice_mail (organisation_id, membership_id, notice_id, expiry_date, days, person_id, email, state,
      recorded_at, changed_at, retry_at, attempts, problem, smtp_code)
    select m.organisation_id, m.id, ${id}, ${sql.lit(today)}, ${days}, m.person_id, '',
      case when p.email_key = '' then 'unreachable' else 'waiting' end,
      ${time}, ${time}, ${time}, 0, null, null
    ${yearlyDue(organisationId, today)}
    on conflict do nothing`.execute(db);
}

function yearlyDue(organisationId: number, today: string) {
  const yearAgo = addDays(today, -365);
  return sql`
    from membership m join person p on p.organisation_id = m.organisation_id and p.id = m.person_id
    where m.organisation_id = ${organisationId} and m.is_approved = 1 and m.is_owing in (0, 1)
      and (m.expiry_date is null or m.expiry_date >= ${today})
      and (m.joining_date is null or m.joining_date <= ${yearAgo})
      and (m.confirmed_on is null or m.confirmed_on <= ${yearAgo})
      and not exists (select 1 from notice_mail o where o.organisation_id = m.organisation_id
        and o.membership_id = m.id and o.days = ${sql.lit(yearlyDays)} and o.expiry_date > ${yearAgo})
      and not exists (select 1 from notice_exclusion e
        where e.organisation_id = m.organisation_id and e.membership_id = m.id)
      and not ${hasSaidSql}`;
}

/** How many people with an email address the yearly question asks the next time, if it is on. */
export async function countYearlyDue(db: Db, organisationId: number, now: Date): Promise<number> {
  const today = await readToday(db, organisationId, now);
  if (today === null) return 0;
  const { rows } = await sql<{ count: number | string }>`select count(*) as count
    ${yearlyDue(organisationId, today)} and p.email_key <> ''`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/**
 * If a member has an email address now, an unreachable reminder becomes a waiting one. Each reminder is checked again
 * before it is sent.
 */
async function addLateAddresses(
  db: Db,
  { organisationId, now }: { organisationId: number; now: Date },
): Promise<void> {
  await sql`
    update notice_mail set state = 'waiting', changed_at = ${now.getTime()}
    where organisation_id = ${organisationId} and state = 'unreachable'
      and recorded_at > ${now.getTime() - lateAddressMs}
      and exists (select 1 from membership m join person p on p.organisation_id = m.organisation_id and p.id = m.person_id
        where m.organisation_id = notice_mail.organisation_id and m.id = notice_mail.membership_id
          and p.email_key <> '')`.execute(db);
}
