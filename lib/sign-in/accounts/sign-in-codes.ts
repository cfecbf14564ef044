/** Sign-in with six digits sent by email. They work only in the browser that requested them. */
import { equalTexts } from '@/lib/base/equal-texts';
import { randomInt } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { decoyAddress, type Mail } from '@/lib/mail/mailer';
import { accountMailText } from '@/lib/messages/mails';
import { say } from '@/lib/messages/say';
import { hashSecret } from './secrets';
import type { AuthDatabase } from '@/lib/store/schema/auth-schema';
import type { Store } from '@/lib/store/database';
import { emailKey } from '@/lib/store/email-key';
import { findPeopleByEmail } from './people';
import { noProof, type Proof } from './proof';

export const signInCodeMinutes = 10;
/**
 * The number of guesses for each code. There are a million possible codes. A new code needs an email, and the number of
 * emails is limited.
 */
const maxAttempts = 5;

export interface CodeRequest {
  organisationId: number;
  /** The secret handle of the sign-in in progress. It is not stored, so a database dump does not reveal the digits. */
  handle: string;
}

/**
 * Replaces any earlier code of the sign-in. For an unknown address, the function does the same work.
 * @returns the email to send; a decoy if nobody has this address
 */
export async function makeSignInCode(
  store: Store,
  { organisationId, handle, email }: CodeRequest & { email: string },
  now: Date,
): Promise<Mail> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const requestHash = hashSecret(handle);
  await store.auth.deleteFrom('mail_code').where('request_hash', '=', requestHash).execute();
  await store.auth
    .insertInto('mail_code')
    .values({
      code_hash: hashSecret(`${handle}:${code}`),
      organisation_id: organisationId,
      email_key: emailKey(email),
      new_email: null,
      purpose: 'sign-in',
      person_id: null,
      request_hash: requestHash,
      attempts: 0,
      created_at: now.getTime(),
      expires_at: now.getTime() + signInCodeMinutes * 60_000,
      consumed_at: null,
    })
    .execute();
  const people = await findPeopleByEmail(store, { organisationId, email });
  const [person] = people;
  return {
    to: person?.email ?? decoyAddress,
    isDecoy: person === undefined,
    subject: say(accountMailText.codeSubject, { code }),
    text: say(accountMailText.code, { code, minutes: signInCodeMinutes }),
    about: {
      kind: 'sign-in code',
      organisationId,
      personId: people.length === 1 ? (person?.id ?? null) : null,
    },
  };
}

/**
 * The six digits of a code, whichever digits, hyphens and spaces a person or a program that fills in forms wrote. Text
 * that is copied from an email may have invisible characters.
 * @returns null if the text cannot be a code. It should then not count as an attempt
 */
export function readSignInCode(typed: string): string | null {
  const digits = typed.normalize('NFKC').replace(besidesDigits, '');
  return /^\d{6}$/.test(digits) ? digits : null;
}

/** U+2212 is the minus sign. */
const besidesDigits = /[\p{White_Space}\p{Dash_Punctuation}\u2212\p{Default_Ignorable_Code_Point}\p{C}]/gu;

/**
 * Checks a code that `readSignInCode` has read, and counts the attempt. A correct code can be used until `lock` of its proof is called. If `lock` is
 * called twice for one code, even at the same time, only one call succeeds.
 * @returns a proof for the people with the email address to which the code was sent. The proof is for nobody if the
 * code is wrong, expired, used or tried too often
 */
export async function checkSignInCode(
  store: Store,
  { organisationId, handle, code }: CodeRequest & { code: string },
  now: Date,
): Promise<Proof> {
  // The attempt is counted before the comparison, so that parallel guesses cannot exceed the limit.
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
  const isRight = equalTexts(row?.code_hash ?? '', hashSecret(`${handle}:${code}`));
  if (row === undefined || !isRight) return noProof;
  const found = await findPeopleByEmail(store, { organisationId, email: row.email_key });
  const people = found.map((person) => person.id);
  return {
    method: 'otp',
    people,
    lock: async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('mail_code')
        .set({ consumed_at: now.getTime() })
        .where('code_hash', '=', row.code_hash)
        .where('consumed_at', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows === 0n ? [] : people;
    },
  };
}

/** The address to which the code of this sign-in was sent. null: no code was used, or it was deleted since. */
export async function findAddressOfCode(
  transaction: Kysely<AuthDatabase>,
  { organisationId, handle }: CodeRequest,
): Promise<string | null> {
  const row = await transaction
    .selectFrom('mail_code')
    .select('email_key')
    .where('request_hash', '=', hashSecret(handle))
    .where('organisation_id', '=', organisationId)
    .where('purpose', '=', 'sign-in')
    .where('consumed_at', 'is not', null)
    .executeTakeFirst();
  return row?.email_key ?? null;
}
