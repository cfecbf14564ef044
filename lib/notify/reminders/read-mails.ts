import { sql } from 'kysely';
import type { MailFailure } from '@/lib/mail/failure';
import type { NoticeMailState } from '@/lib/contract/office-notices';
import type { Store } from '@/lib/store/database';
import type { NoticeKey } from './claim';

export interface NoticeMail extends Omit<NoticeKey, 'organisationId'> {
  days: number;
  /** null: the person no longer exists. */
  name: string | null;
  /** '': the email was not sent. */
  email: string;
  state: NoticeMailState;
  changedAt: Date;
  attempts: number;
  failure: MailFailure | null;
}

export type NoticePosition = Omit<NoticeKey, 'organisationId'> & { changedAt: number };

/** Returns the reminders in order of their last change, newest first. */
export async function readNoticeMails(
  { members }: Pick<Store, 'members'>,
  {
    organisationId,
    state,
    membershipId,
    after,
    limit,
  }: {
    organisationId: number;
    /** null: all states. */
    state: NoticeMailState | null;
    membershipId: number | null;
    /** The last reminder of the previous page. */
    after: NoticePosition | null;
    limit: number;
  },
): Promise<NoticeMail[]> {
  let query = members
    .selectFrom('notice_mail as n')
    // The person who has the membership now. The person who got the email may have been merged into this one.
    .leftJoin('membership as m', (join) =>
      join.onRef('m.organisation_id', '=', 'n.organisation_id').onRef('m.id', '=', 'n.membership_id'),
    )
    .leftJoin('person as p', (join) =>
      join.onRef('p.organisation_id', '=', 'm.organisation_id').onRef('p.id', '=', 'm.person_id'),
    )
    .select([
      'n.membership_id',
      'n.notice_id',
      'n.expiry_date',
      'n.days',
      'n.email',
      'n.state',
      'n.changed_at',
      'n.attempts',
      'n.problem',
      'n.smtp_code',
      'p.first_name',
      'p.last_name',
      'p.organisation',
    ])
    .where('n.organisation_id', '=', organisationId);
  if (state !== null) query = query.where('n.state', '=', state);
  if (membershipId !== null) query = query.where('n.membership_id', '=', membershipId);
  if (after !== null)
    query = query.where((is) =>
      is(
        is.refTuple('n.changed_at', 'n.membership_id', 'n.notice_id', 'n.expiry_date'),
        '<',
        is.tuple(after.changedAt, after.membershipId, after.noticeId, after.lastDay),
      ),
    );
  // If `membershipId` is given, the plus sign keeps SQLite from using the index of `changed_at`. With that index,
  // SQLite would read the reminders of all members.
  const time = membershipId === null ? sql.ref('n.changed_at') : sql`+n.changed_at`;
  const rows = await query
    .orderBy(time, 'desc')
    .orderBy('n.membership_id', 'desc')
    .orderBy('n.notice_id', 'desc')
    .orderBy('n.expiry_date', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    membershipId: row.membership_id,
    noticeId: row.notice_id,
    lastDay: row.expiry_date,
    days: row.days,
    name: row.first_name === null ? null : `${row.first_name} ${row.last_name}`.trim() || row.organisation,
    email: row.email,
    state: row.state,
    changedAt: new Date(row.changed_at),
    attempts: row.attempts,
    failure: row.problem === null ? null : { problem: row.problem, smtpCode: row.smtp_code },
  }));
}
