import type { Kysely } from 'kysely';
import type { AuthDatabase } from '@/lib/store/schema/auth-schema';
import { journalAccounts } from '@/lib/store/account-journal';
import { emailKey } from '@/lib/store/email-key';
import type { Cause } from '@/lib/store/journal';
import { dropCandidate } from './candidates';
import { queueLogouts } from './session-sites';

interface Ended {
  organisationId: number;
  personId: number;
  /**
   * The IDs of persons who were merged into this person. A sign-in during the merge may have left a session under such
   * an ID.
   */
  aliases: readonly number[];
  email: string;
  /** Sites keep the access that lasts while the person is not signed in. Absent: it ends too. */
  keepsGrants?: boolean;
}

/**
 * Ends everything that lets somebody act as this person. The order of the statements matters. Emailed codes, links and
 * unfinished choices between people can create a session, so they are deleted before the sessions. Authorization codes
 * can create tokens, so they are deleted before the tokens. A sign-in in progress locks its code or link until it has
 * created its session. If the sign-in has the lock, this function waits for it and then deletes the new session. If
 * this function has already deleted the code or link, the sign-in does not find it and fails.
 */
export async function endEverything(
  transaction: Kysely<AuthDatabase>,
  { organisationId, personId, aliases, email, keepsGrants = false }: Ended,
  { cause, now }: { cause: Cause; now: Date },
): Promise<void> {
  const personIds = [personId, ...aliases];
  await transaction
    .deleteFrom('mail_code')
    .where('organisation_id', '=', organisationId)
    .where((is) => is.or([is('person_id', 'in', personIds), is('email_key', '=', emailKey(email))]))
    .where((is) => is.or([is('person_id', 'in', personIds), is('purpose', '=', 'sign-in')]))
    .execute();
  for (const id of personIds) await dropCandidate(transaction, { organisationId, personId: id });
  const sessions = await transaction
    .deleteFrom('session')
    .where('organisation_id', '=', organisationId)
    .where('person_id', 'in', personIds)
    .executeTakeFirst();
  await transaction
    .deleteFrom('authorization_code')
    .where('organisation_id', '=', organisationId)
    .where('person_id', 'in', personIds)
    .execute();
  // Exchanging a code for a token adds the site to `session_site`. `queueLogouts` reads this table. The deletion of the
  // codes above has waited for exchanges in progress. So `queueLogouts` finds the sites of these exchanges too.
  await queueLogouts(transaction, { organisationId, personIds }, now);
  const tokens = await revokeTokens(transaction, { organisationId, personIds, keepsGrants }, now);
  const ended = { Sessions: Number(sessions.numDeletedRows), Tokens: tokens };
  if (ended.Sessions + ended.Tokens === 0) return;
  await journalAccounts(transaction, { organisationId, cause, now }, [
    { kind: 'session', operation: 'ended', personId, changes: ended },
  ]);
}

async function revokeTokens(
  auth: Kysely<AuthDatabase>,
  {
    organisationId,
    personIds,
    keepsGrants,
  }: { organisationId: number; personIds: readonly number[]; keepsGrants: boolean },
  now: Date,
): Promise<number> {
  // This statement comes first, because it waits for a refresh in progress. The next statement then also ends the new
  // access token.
  if (!keepsGrants)
    await auth
      .updateTable('refresh_grant')
      .set({ revoked_at: now.getTime() })
      .where('organisation_id', '=', organisationId)
      .where('person_id', 'in', personIds)
      .where('revoked_at', 'is', null)
      .execute();
  const { numUpdatedRows } = await auth
    .updateTable('access_token')
    .set({ revoked_at: now.getTime() })
    .where('organisation_id', '=', organisationId)
    .where('person_id', 'in', personIds)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
