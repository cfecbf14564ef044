/** Takes the next reminder to send, and records the result. Each step is a separate transaction. */
import { sql, type Kysely, type SqlBool } from 'kysely';
import type { MailFailure } from '@/lib/mail/failure';
import type { MailSubject } from '@/lib/mail/mailer';
import { yearlyDays } from '@/lib/contract/notice-days';
import type { MemberResource } from '@/lib/contract/resources';
import type { MembersDatabase, NoticeMailTable } from '@/lib/store/schema/members-schema';
import type { Store } from '@/lib/store/database';
import { readDay } from '@/lib/store/day';
import { emailKey } from '@/lib/store/email-key';
import { readMemberDocuments } from '@/lib/store/member-documents';
import { readLeaving } from '@/lib/store/leaving';
import { isExcludedFromNotices, readNotices } from '@/lib/store/notices';
import { readOrganisation } from '@/lib/store/structure';
import { inWriteTransaction } from '@/lib/store/write-transaction';
import { isDateDoubtful } from './record-due';
import type { NoticeText } from './render';

type Db = Kysely<MembersDatabase>;

/** This process must send the reminder now. No other process sends it. */
export interface ClaimedNotice {
  key: NoticeKey;
  attempt: number;
  about: MailSubject;
  to: string;
  template: NoticeText;
  member: MemberResource;
  organisation: string;
  /** The association's own address for replies. null: it has none. */
  replyTo: string | null;
}

/** Prevents a reminder from being sent twice. */
export interface NoticeKey {
  organisationId: number;
  membershipId: number;
  noticeId: number;
  lastDay: string;
}

/**
 * The pauses between attempts while the mail server cannot take an email. After the last attempt, the reminder counts
 * as failed.
 */
const retryMinutes = [1, 5, 15, 60, 180, 360, 720];
/** The mail server responds within minutes, so a process that needs longer must have been killed. */
const abandonedMs = 15 * 60_000;
/** A reminder that has waited longer than this is skipped, because the facts in it may have changed. */
const maxWaitMs = 31 * 24 * 3600_000;
/** The maximum number of reminders in a row that are skipped because they need not be sent any more. */
const maxPassed = 200;
/** A reminder may use every field of a member. */
const view = { seesAdminExtras: true, seesExactPoints: true };

/**
 * Organisations that may send a reminder now. Usually no reminder waits anywhere, and one statement without a lock finds
 * that out for all organisations.
 */
export async function findReady({ members }: Store, now: Date): Promise<number[]> {
  const time = now.getTime();
  const rows = await members
    .selectFrom('notice_settings as s')
    .select('s.organisation_id')
    .where('s.is_on', '=', 1)
    .where('s.stopped_at', 'is', null)
    .where((is) =>
      is.exists(
        is
          .selectFrom('notice_mail as n')
          .select('n.organisation_id')
          .whereRef('n.organisation_id', '=', 's.organisation_id')
          .where('n.state', '=', 'waiting')
          .where('n.retry_at', '<=', time),
      ),
    )
    .where(sql<SqlBool>`(s.claimed_at > ${time} or (${time} - s.claimed_at) * s.per_minute >= 60000)`)
    .orderBy('s.organisation_id')
    .execute();
  return rows.map((row) => row.organisation_id);
}

/**
 * The next reminder, now marked as being sent. null: there is none, the last one was sent too recently, or nothing may
 * be sent. If this process is killed from here on, nobody can know whether the email was sent. So it is sent again only
 * if a person asks for it.
 */
export async function claimNotice(
  store: Store,
  { organisationId, now }: { organisationId: number; now: Date },
): Promise<ClaimedNotice | null> {
  return inWriteTransaction(store, organisationId, async (db) => {
    const settings = await readNotices(db, organisationId);
    const { isOn, stoppedAt, claimedAt, perMinute, notices } = settings;
    const sinceLast = now.getTime() - claimedAt.getTime();
    // A negative time means that the clock was ahead and was corrected. Emails are then sent without waiting.
    const isTooSoon = sinceLast >= 0 && sinceLast < 60_000 / perMinute;
    if (!isOn || stoppedAt !== null || isTooSoon) return null;
    if (await isDateDoubtful(db, organisationId, now)) return null;
    for (let passed = 0; passed < maxPassed; passed += 1) {
      const row = await findNext(db, organisationId, now);
      if (row === null) return null;
      const template = notices.find(({ ID }) => ID === row.notice_id);
      const found = template?.On === true ? await findReceiver(db, row, now) : 'skipped';
      if (found === 'skipped' || found === 'unreachable' || template === undefined) {
        await change(db, row, {
          state: found === 'unreachable' ? found : 'skipped',
          changed_at: now.getTime(),
        });
        continue;
      }
      const attempt = row.attempts + 1;
      const { member, organisation, replyTo } = found;
      const personId = Number(member.User.ID);
      await change(db, row, {
        state: 'sending',
        attempts: attempt,
        person_id: personId,
        email: emailKey(member.User.Email),
        changed_at: now.getTime(),
      });
      await db
        .updateTable('notice_settings')
        .set({ claimed_at: now.getTime() })
        .where('organisation_id', '=', organisationId)
        .execute();
      return {
        key: toKey(row),
        attempt,
        about: { kind: 'notice', organisationId, personId, membershipId: row.membership_id },
        to: member.User.Email,
        template: { subject: template.Subject, text: template.Text },
        member,
        organisation,
        replyTo,
      };
    }
    return null;
  });
}

type Row = Pick<
  NoticeMailTable,
  'organisation_id' | 'membership_id' | 'notice_id' | 'expiry_date' | 'days' | 'attempts' | 'recorded_at'
>;

async function findNext(db: Db, organisationId: number, now: Date): Promise<Row | null> {
  const row = await db
    .selectFrom('notice_mail')
    .select([
      'organisation_id',
      'membership_id',
      'notice_id',
      'expiry_date',
      'days',
      'attempts',
      'recorded_at',
    ])
    .where('organisation_id', '=', organisationId)
    .where('state', '=', 'waiting')
    .where('retry_at', '<=', now.getTime())
    .orderBy('retry_at')
    .orderBy('membership_id')
    .orderBy('notice_id')
    .orderBy('expiry_date')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Reads the member again: nothing is sent if the member was renewed or excluded, or said that they leave, meanwhile. */
async function findReceiver(
  db: Db,
  row: Row,
  now: Date,
): Promise<Pick<ClaimedNotice, 'member' | 'organisation' | 'replyTo'> | 'skipped' | 'unreachable'> {
  const { organisation_id: organisationId, membership_id: id } = row;
  const day = await readDay(db, organisationId, now);
  const organisation = await readOrganisation(db, organisationId);
  if (day === null || organisation === null || now.getTime() - row.recorded_at > maxWaitMs) return 'skipped';
  const document = (await readMemberDocuments(db, { day, view }, [id])).get(id);
  if (document === undefined || !document.isApproved) return 'skipped';
  const { record: member } = document;
  const isDue =
    row.days === yearlyDays
      ? (member.ConfirmedOn ?? '') < row.expiry_date &&
        (member.ExpiryDate === null || member.ExpiryDate >= day.today)
      : member.ExpiryDate === row.expiry_date && member.ParentID === null;
  if (!isDue) return 'skipped';
  if (await isExcludedFromNotices(db, organisationId, id)) return 'skipped';
  if ((await readLeaving(db, organisationId, [id])).has(id)) return 'skipped';
  if (member.User.Email.trim() === '') return 'unreachable';
  return { member, organisation: organisation.name, replyTo: organisation.contactEmail };
}

/**
 * Records whether the mail server accepted the reminder.
 * @returns whether it will be tried again. null: another process has given it up
 */
export async function finishNotice(
  store: Store,
  {
    key,
    attempt,
    failure,
    now,
  }: Pick<ClaimedNotice, 'key' | 'attempt'> & { failure: MailFailure | null; now: Date },
): Promise<'sent' | 'failed' | 'waiting' | null> {
  const isTemporary = failure?.problem === 'deferred' || failure?.problem === 'unreachable';
  const minutes = isTemporary ? retryMinutes[attempt - 1] : undefined;
  const state = failure === null ? 'sent' : minutes === undefined ? 'failed' : 'waiting';
  return inWriteTransaction(store, key.organisationId, async (db) => {
    const { numUpdatedRows } = await ofKey(db, key)
      .set({
        state,
        changed_at: now.getTime(),
        retry_at: now.getTime() + (minutes ?? 0) * 60_000,
        problem: failure?.problem ?? null,
        smtp_code: failure?.smtpCode ?? null,
      })
      .where('state', '=', 'sending')
      .where('attempts', '=', attempt)
      .executeTakeFirst();
    return numUpdatedRows === 1n ? state : null;
  });
}

/**
 * Reminders that a killed process was sending may have been sent. They count as failed, and the office decides whether
 * to send them again. This is done for all organisations whose reminders are on.
 */
export async function giveUpAbandoned(
  store: Store,
  now: Date,
): Promise<{ about: MailSubject; email: string }[]> {
  const rows = await store.members
    .updateTable('notice_mail')
    .set({ state: 'failed', problem: 'interrupted', smtp_code: null, changed_at: now.getTime() })
    .where('organisation_id', 'in', (is) =>
      is.selectFrom('notice_settings').select('organisation_id').where('is_on', '=', 1),
    )
    .where('state', '=', 'sending')
    .where('changed_at', '<', now.getTime() - abandonedMs)
    .returning(['organisation_id', 'person_id', 'membership_id', 'email'])
    .execute();
  return rows.map(
    ({ organisation_id: organisationId, person_id: personId, membership_id: membershipId, email }) => ({
      about: { kind: 'notice', organisationId, personId, membershipId },
      email,
    }),
  );
}

function toKey(row: Row): NoticeKey {
  return {
    organisationId: row.organisation_id,
    membershipId: row.membership_id,
    noticeId: row.notice_id,
    lastDay: row.expiry_date,
  };
}

async function change(db: Db, row: Row, values: Partial<NoticeMailTable>): Promise<void> {
  await ofKey(db, toKey(row)).set(values).execute();
}

function ofKey(db: Db, { organisationId, membershipId, noticeId, lastDay }: NoticeKey) {
  return db
    .updateTable('notice_mail')
    .where('organisation_id', '=', organisationId)
    .where('membership_id', '=', membershipId)
    .where('notice_id', '=', noticeId)
    .where('expiry_date', '=', lastDay);
}
