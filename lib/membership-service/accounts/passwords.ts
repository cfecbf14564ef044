import { hash, verify } from '@node-rs/argon2';
import { say } from '@/lib/messages/say';
import { passwordText } from '@/lib/messages/service-sign-in';
import type { Store } from '../store/database';
import { dropCandidate } from '../oauth/pending-requests';
import { revokeTokensOfPerson } from '../oauth/tokens';
import { findPeopleByEmail } from './people';

/**
 * argon2id with 19 MiB and two passes: OWASP's least, about 10 ms of one core. Computed on libuv's threads, off the
 * event loop, at most two at a time, so that signing in leaves room for everything else.
 */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const maxAtOnce = 2;

/** NIST SP 800-63B asks for at least 8; the upper end only keeps a form from being a burden. */
export const passwordLength = { least: 10, most: 200 };

/** A password that cannot be; the message says what it must be. */
export class PasswordError extends Error {
  override name = 'PasswordError';
}

/**
 * Gives a person a password, and ends every session, code and token they had: whoever knew the old one is out.
 * @throws PasswordError when it is too short, too long or the e-mail address itself
 */
export async function setPassword(
  store: Store,
  { organisationId, personId, password }: { organisationId: number; personId: number; password: string },
  now = new Date(),
): Promise<void> {
  const person = await store.members
    .selectFrom('person')
    .select('email')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', personId)
    .executeTakeFirst();
  if (person === undefined) throw new PasswordError(`There is no person ${personId}`);
  requireGoodPassword(password, person.email);
  const row = {
    organisation_id: organisationId,
    person_id: personId,
    password_hash: await inTurn(() => hash(normalise(password), cost)),
    updated_at: now.getTime(),
  };
  await store.auth.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('account')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .columns(['organisation_id', 'person_id'])
          .doUpdateSet({ password_hash: row.password_hash, updated_at: row.updated_at }),
      )
      .execute();
    await transaction
      .deleteFrom('session')
      .where('organisation_id', '=', organisationId)
      .where('person_id', '=', personId)
      .execute();
    await transaction
      .deleteFrom('authorization_code')
      .where('organisation_id', '=', organisationId)
      .where('person_id', '=', personId)
      .execute();
    await dropCandidate(transaction, { organisationId, personId });
    await revokeTokensOfPerson(transaction, { organisationId, personId }, now);
  });
}

/** Verifications for a failed attempt: as many for an unknown e-mail as for one that up to three people share. */
const failedAttemptVerifications = 3;

/**
 * The people of this organisation with this e-mail whose password it is, by ID; empty when it is nobody's.
 * A failed attempt does the same work whether the e-mail is known or not.
 * @param check verifies a password against a hash; a test counts its calls
 */
export async function verifyPassword(
  store: Store,
  { organisationId, email, password }: { organisationId: number; email: string; password: string },
  check: (encoded: string, password: string) => Promise<boolean> = verify,
): Promise<number[]> {
  const people = await findPeopleByEmail(store, { organisationId, email });
  const accounts = await store.auth
    .selectFrom('account')
    .select(['person_id', 'password_hash'])
    .where('organisation_id', '=', organisationId)
    .where('person_id', 'in', people.length > 0 ? people.map((person) => person.id) : [-1])
    .orderBy('person_id')
    .execute();
  const typed = normalise(password);
  const fitting: number[] = [];
  let verifications = 0;
  for (const { person_id, password_hash } of accounts) {
    if (password_hash === null) continue;
    verifications += 1;
    if (await inTurn(() => check(password_hash, typed))) fitting.push(person_id);
  }
  while (fitting.length === 0 && verifications < failedAttemptVerifications) {
    const encoded = await nobodysHash();
    await inTurn(() => check(encoded, typed));
    verifications += 1;
  }
  return fitting;
}

/** @throws PasswordError */
export function requireGoodPassword(password: string, email: string): void {
  const { least, most } = passwordLength;
  const typed = normalise(password);
  if (typed.length < least) throw new PasswordError(say(passwordText.tooShort, { least }));
  if (typed.length > most) throw new PasswordError(say(passwordText.tooLong, { most }));
  if (typed.toLowerCase() === email.trim().toLowerCase()) throw new PasswordError(passwordText.isEmail);
}

/** Keyboards differ in how they compose letters; the password is the same. */
function normalise(password: string): string {
  return password.normalize('NFKC');
}

let nobodys: Promise<string> | null = null;

/** A hash that no password was made into, of the usual cost. */
function nobodysHash(): Promise<string> {
  nobodys ??= hash(crypto.getRandomValues(new Uint8Array(32)), cost);
  return nobodys;
}

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= maxAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    // Whoever waited longest takes this place over; without one it is free.
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}
