import type { Kysely } from 'kysely';
import type { AuthDatabase } from '@/lib/membership-store/auth-schema';
import { journalAccounts } from '@/lib/membership-store/account-journal';
import { emailKey } from '@/lib/membership-store/email-key';
import type { Cause } from '@/lib/membership-store/journal';
import { dropCandidate } from './candidates';

/**
 * Ends everything that lets somebody act as this person: emailed codes and links, open choices, sessions, authorization
 * codes and tokens. Proofs are deleted before what they create. A sign-in locks its proof until it has created a
 * session, so either it finished before, and a later line ends the session, or it finds no proof.
 */
export async function endEverything(
  transaction: Kysely<AuthDatabase>,
  { organisationId, personId, email }: { organisationId: number; personId: number; email: string },
  { cause, now }: { cause: Cause; now: Date },
): Promise<void> {
  const person = { organisationId, personId };
  await transaction
    .deleteFrom('mail_code')
    .where('organisation_id', '=', organisationId)
    .where((is) => is.or([is('person_id', '=', personId), is('email_key', '=', emailKey(email))]))
    .where((is) => is.or([is('person_id', '=', personId), is('purpose', '=', 'sign-in')]))
    .execute();
  await dropCandidate(transaction, person);
  const sessions = await transaction
    .deleteFrom('session')
    .where('organisation_id', '=', organisationId)
    .where('person_id', '=', personId)
    .executeTakeFirst();
  await transaction
    .deleteFrom('authorization_code')
    .where('organisation_id', '=', organisationId)
    .where('person_id', '=', personId)
    .execute();
  const tokens = await revokeTokensOfPerson(transaction, person, now);
  const ended = { Sessions: Number(sessions.numDeletedRows), Tokens: tokens };
  if (ended.Sessions + ended.Tokens === 0) return;
  await journalAccounts(transaction, { organisationId, cause, now }, [
    { kind: 'session', operation: 'ended', personId, changes: ended },
  ]);
}

/** Ends every token that lets someone act as this person. Returns their number. */
async function revokeTokensOfPerson(
  auth: Kysely<AuthDatabase>,
  person: { organisationId: number; personId: number },
  now: Date,
): Promise<number> {
  const { numUpdatedRows } = await auth
    .updateTable('access_token')
    .set({ revoked_at: now.getTime() })
    .where('organisation_id', '=', person.organisationId)
    .where('person_id', '=', person.personId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
