import type { Store } from '@/lib/store/database';
import { emailKey } from '@/lib/store/email-key';
import { toInstant } from './authors';
import type { EmailRecordPart, ReminderPart } from './personal-data';

/**
 * Emails to a person, oldest first.
 * @param of.email null: the address is unknown, or somebody else has it too
 */
export async function readEmailRecord(
  { auth }: Pick<Store, 'auth'>,
  of: { organisationId: number; personIds: readonly number[]; email: string | null },
): Promise<EmailRecordPart[]> {
  const ofOrganisation = auth
    .selectFrom('sent_mail')
    .select(['id', 'at', 'kind', 'membership_id', 'email', 'problem', 'smtp_code'])
    .where('organisation_id', '=', of.organisationId);
  const rows = await ofOrganisation.where('person_id', 'in', of.personIds).execute();
  const key = emailKey(of.email ?? '');
  // Some emails were sent before the person was identified, so they are found by the address.
  if (key !== '')
    rows.push(...(await ofOrganisation.where('email', '=', key).where('person_id', 'is', null).execute()));
  rows.sort((a, b) => a.at - b.at || a.id.localeCompare(b.id));
  return rows.map((row) => ({
    At: toInstant(row.at),
    Kind: row.kind,
    MembershipID: row.membership_id === null ? null : String(row.membership_id),
    Email: row.email,
    Problem: row.problem,
    ReplyCode: row.smtp_code,
  }));
}

/** Returns the oldest reminder first. */
export async function readReminders(
  members: Store['members'],
  { organisationId, personIds }: { organisationId: number; personIds: readonly number[] },
): Promise<ReminderPart[]> {
  const rows = await members
    .selectFrom('notice_mail')
    .select([
      'membership_id',
      'expiry_date',
      'days',
      'email',
      'state',
      'recorded_at',
      'changed_at',
      'problem',
      'smtp_code',
    ])
    .where('organisation_id', '=', organisationId)
    .where('person_id', 'in', personIds)
    .orderBy('recorded_at')
    .orderBy('membership_id')
    .orderBy('days')
    .execute();
  return rows.map((row) => ({
    MembershipID: String(row.membership_id),
    LastDay: row.expiry_date,
    Days: row.days,
    Email: row.email,
    State: row.state,
    RecordedAt: toInstant(row.recorded_at),
    ChangedAt: toInstant(row.changed_at),
    Problem: row.problem,
    ReplyCode: row.smtp_code,
  }));
}
