/** Six digits by mail, the other way to sign in. They are good in the browser that asked for them only. */
import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { accountMailText } from '@/lib/messages/account-mail';
import { say } from '@/lib/messages/say';
import type { Mail } from '../mail';
import { equalHashes, hashSecret } from '../oauth/secrets';
import type { Store } from '../store/database';
import { emailKey } from '../store/email-key';
import { findPeopleByEmail } from './people';

export const signInCodeMinutes = 10;
/** Five guesses of a million; a new code is one mail, and mails are limited. */
const maxAttempts = 5;

export interface CodeRequest {
  organisationId: number;
  /** The secret handle of the sign-in under way, which is stored nowhere: without it a dump does not tell the digits. */
  handle: string;
}

/**
 * Stores a new code in place of any earlier one, also for an address that nobody has: known or not, the same is done.
 * @returns the mail to send; null when nobody has this address
 */
export async function makeSignInCode(
  store: Store,
  { organisationId, handle, email }: CodeRequest & { email: string },
  now: Date,
): Promise<Mail | null> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const requestHash = hashSecret(handle);
  await store.auth.deleteFrom('mail_code').where('request_hash', '=', requestHash).execute();
  await store.auth
    .insertInto('mail_code')
    .values({
      code_hash: hashSecret(`${handle}:${code}`),
      organisation_id: organisationId,
      email_key: emailKey(email),
      purpose: 'sign-in',
      person_id: null,
      request_hash: requestHash,
      attempts: 0,
      created_at: now.getTime(),
      expires_at: now.getTime() + signInCodeMinutes * 60_000,
      consumed_at: null,
    })
    .execute();
  const [person] = await findPeopleByEmail(store, { organisationId, email });
  if (person === undefined) return null;
  return {
    to: person.email,
    subject: say(accountMailText.codeSubject, { code }),
    text: say(accountMailText.code, { code, minutes: signInCodeMinutes }),
  };
}

/**
 * Uses a code up when it is right.
 * @returns the people with the address it was sent to, by ID; empty when it is wrong, too old, used or tried too often
 */
export async function consumeSignInCode(
  store: Store,
  { organisationId, handle, code }: CodeRequest & { code: string },
  now: Date,
): Promise<number[]> {
  // Counting before comparing: parallel guesses cannot be more than the limit.
  const row = await store.auth
    .updateTable('mail_code')
    .set({ attempts: sql<number>`attempts + 1` })
    .where('request_hash', '=', hashSecret(handle))
    .where('organisation_id', '=', organisationId)
    .where('purpose', '=', 'sign-in')
    .where('expires_at', '>', now.getTime())
    .where('consumed_at', 'is', null)
    .where('attempts', '<', maxAttempts)
    .returning(['code_hash', 'email_key'])
    .executeTakeFirst();
  const isRight = equalHashes(row?.code_hash ?? '', hashSecret(`${handle}:${code.replace(/\s/g, '')}`));
  if (row === undefined || !isRight) return [];
  const { numUpdatedRows } = await store.auth
    .updateTable('mail_code')
    .set({ consumed_at: now.getTime() })
    .where('code_hash', '=', row.code_hash)
    .where('consumed_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return [];
  const people = await findPeopleByEmail(store, { organisationId, email: row.email_key });
  return people.map((person) => person.id);
}
