/** The erasure of a person's accounts can be repeated. */
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { dropCandidate } from '@/lib/sign-in/accounts/candidates';
import { deleteAccountRows, deleteAccounts } from '@/lib/sign-in/accounts/remove-accounts';
import { accountName } from '@/lib/sign-in/accounts/sign-in-lock';
import type { AuthDatabase } from '@/lib/store/schema/auth-schema';
import type { Store } from '@/lib/store/database';
import { emailKey } from '@/lib/store/email-key';
import type { Cause } from '@/lib/store/journal';

interface ErasedAccounts {
  organisationId: number;
  personIds: readonly number[];
  membershipIds: readonly number[];
  /** The keys of the person's email addresses. If another person has the same address, its key is not included. */
  emailKeys: readonly string[];
}

/**
 * Deletes the person's passwords, passkeys, sessions, codes, tokens, consents, requests, cards and limits. Also deletes
 * the values in the rows about the person in the journal of accounts.
 */
export async function eraseAccounts(
  transaction: Kysely<AuthDatabase>,
  { organisationId, personIds, membershipIds, emailKeys }: ErasedAccounts,
  { cause, now }: { cause: Cause; now: Date },
): Promise<void> {
  await deleteAccountRows(transaction, { organisationId, personIds }, now);
  for (const personId of personIds) await dropCandidate(transaction, { organisationId, personId });
  if (membershipIds.length > 0) {
    await transaction
      .deleteFrom('card_generation')
      .where('organisation_id', '=', organisationId)
      .where('membership_id', 'in', membershipIds.map(String))
      .execute();
  }
  for (const key of emailKeys) await eraseAddress(transaction, organisationId, key);
  await transaction
    .updateTable('account_journal')
    .set({ reason: null, changes: null })
    .where('organisation_id', '=', organisationId)
    .where('person_id', 'in', personIds)
    .execute();
  const accountCause = { ...cause, reason: null };
  await deleteAccounts(transaction, { organisationId, personIds }, { cause: accountCause, now });
}

async function eraseAddress(
  transaction: Kysely<AuthDatabase>,
  organisationId: number,
  key: string,
): Promise<void> {
  await transaction
    .deleteFrom('mail_code')
    .where('organisation_id', '=', organisationId)
    .where('email_key', '=', key)
    .execute();
  await transaction
    .deleteFrom('sent_mail')
    .where('organisation_id', '=', organisationId)
    .where('email', '=', key)
    .execute();
  await transaction
    .deleteFrom('limit_bucket')
    .where('bucket', 'like', `%:${accountName({ organisationId, email: key })}%`)
    .execute();
  await dropRequestsWithHint(transaction, organisationId, key);
}

const hintSchema = z.object({ loginHint: z.string().nullish() });

/** Deletes the sign-in requests in which a client named this email address. */
async function dropRequestsWithHint(
  auth: Kysely<AuthDatabase>,
  organisationId: number,
  key: string,
): Promise<void> {
  const rows = await auth
    .selectFrom('authorize_request')
    .select(['request_hash', 'parameters'])
    .where('organisation_id', '=', organisationId)
    .where('client_id', 'is not', null)
    .where('parameters', 'like', '%"loginHint":"%')
    .execute();
  for (const { request_hash, parameters } of rows) {
    const hint = hintSchema.parse(JSON.parse(parameters)).loginHint ?? '';
    if (emailKey(hint) !== key) continue;
    await auth.deleteFrom('authorize_request').where('request_hash', '=', request_hash).execute();
  }
}

/** Finds the addresses that nobody in the organisation has, apart from the erased people (`except`). */
export async function findUnusedAddresses(
  { members }: Pick<Store, 'members'>,
  {
    organisationId,
    emails,
    except,
  }: { organisationId: number; emails: readonly string[]; except: readonly number[] },
): Promise<string[]> {
  const keys = [...new Set(emails.map(emailKey))].filter((key) => key !== '');
  if (keys.length === 0) return [];
  const used = await members
    .selectFrom('person')
    .select('email_key')
    .distinct()
    .where('organisation_id', '=', organisationId)
    .where('email_key', 'in', keys)
    .where('id', 'not in', except)
    .execute();
  const others = new Set(used.map((row) => row.email_key));
  return keys.filter((key) => !others.has(key));
}
