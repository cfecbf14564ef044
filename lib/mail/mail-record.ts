/** The record has no subjects or texts of emails, because these may contain codes and links. */
import { randomUUID } from 'node:crypto';
import type { Clock } from '@/lib/base/clock';
import type { Store } from '@/lib/store/database';
import { emailKey } from '@/lib/store/email-key';
import { toMailFailure, type MailFailure } from './failure';
import type { Mailer, MailResult, MailSubject } from './mailer';

interface RecordServices {
  store: Pick<Store, 'auth'>;
  clock: Clock;
  /** Called if an email cannot be recorded. The email is sent anyway. */
  logError: (error: unknown) => void;
}

export function recordMails(send: Mailer, services: RecordServices): Mailer {
  const { store, clock, logError } = services;
  return async (mail) => {
    const id = randomUUID();
    const record = (failure: MailFailure | null) =>
      mail.isDecoy === true
        ? Promise.resolve()
        : recordMail(store, { id, about: mail.about, email: mail.to, failure, now: clock() }).catch(logError);
    let result: MailResult;
    try {
      result = await send({ ...mail, id });
    } catch (error) {
      await record(toMailFailure(error));
      throw error;
    }
    await record(result === 'sent' ? null : { problem: 'waiting', smtpCode: null });
    return result;
  };
}

export async function recordMail(
  { auth }: Pick<Store, 'auth'>,
  {
    id = randomUUID(),
    about,
    email,
    failure,
    now,
  }: { id?: string; about: MailSubject; email: string; failure: MailFailure | null; now: Date },
): Promise<void> {
  await auth
    .insertInto('sent_mail')
    .values({
      organisation_id: about.organisationId,
      id,
      at: now.getTime(),
      kind: about.kind,
      person_id: about.personId,
      membership_id: about.membershipId ?? null,
      email: emailKey(email),
      problem: failure?.problem ?? null,
      smtp_code: failure?.smtpCode ?? null,
    })
    .execute();
}

export async function deleteOldMails(
  { auth }: Pick<Store, 'auth'>,
  { organisationId, before }: { organisationId: number; before: Date },
): Promise<void> {
  await auth
    .deleteFrom('sent_mail')
    .where('organisation_id', '=', organisationId)
    .where('at', '<', before.getTime())
    .execute();
}

export interface SentMail {
  id: string;
  at: Date;
  about: MailSubject;
  email: string;
  failure: MailFailure | null;
}

/** Emails that wait for a mail server have not failed. */
export async function countUnsentMails(
  { auth }: Pick<Store, 'auth'>,
  { organisationId, since }: { organisationId: number; since: Date },
): Promise<{ waiting: number; failed: number }> {
  const rows = await auth
    .selectFrom('sent_mail')
    .select(['problem', (is) => is.fn.countAll().as('count')])
    .where('organisation_id', '=', organisationId)
    .where('problem', 'is not', null)
    .where('at', '>=', since.getTime())
    .groupBy('problem')
    .execute();
  const count = (isWaiting: boolean) =>
    rows
      .filter(({ problem }) => (problem === 'waiting') === isWaiting)
      .reduce((sum, row) => sum + Number(row.count), 0);
  return { waiting: count(true), failed: count(false) };
}

/**
 * Returns at most `limit` emails, the newest first.
 * @param before the last email of the previous page
 */
export async function readMails(
  { auth }: Pick<Store, 'auth'>,
  {
    organisationId,
    result,
    since,
    before,
    limit,
  }: {
    organisationId: number;
    /** null: all emails. */
    result: 'sent' | 'waiting' | 'failed' | null;
    since: Date | null;
    before: { at: number; id: string } | null;
    limit: number;
  },
): Promise<SentMail[]> {
  let query = auth
    .selectFrom('sent_mail')
    .select(['id', 'at', 'kind', 'person_id', 'membership_id', 'email', 'problem', 'smtp_code'])
    .where('organisation_id', '=', organisationId);
  if (result === 'sent') query = query.where('problem', 'is', null);
  if (result === 'waiting') query = query.where('problem', '=', 'waiting');
  if (result === 'failed') query = query.where('problem', 'is not', null).where('problem', '!=', 'waiting');
  if (since !== null) query = query.where('at', '>=', since.getTime());
  if (before !== null)
    query = query.where((is) =>
      is.or([is('at', '<', before.at), is.and([is('at', '=', before.at), is('id', '<', before.id)])]),
    );
  const rows = await query.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute();
  return rows.map((row) => ({
    id: row.id,
    at: new Date(row.at),
    about: {
      kind: row.kind,
      organisationId,
      personId: row.person_id,
      ...(row.membership_id === null ? {} : { membershipId: row.membership_id }),
    },
    email: row.email,
    failure: row.problem === null ? null : { problem: row.problem, smtpCode: row.smtp_code },
  }));
}
