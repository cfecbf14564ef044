import { hash, verify } from '@node-rs/argon2';
import { say } from '@/lib/messages/say';
import { passwordText } from '@/lib/messages/sign-in';
import type { Kysely } from 'kysely';
import { journalAccounts } from '@/lib/store/account-journal';
import type { AuthDatabase } from '@/lib/store/schema/auth-schema';
import type { Store } from '@/lib/store/database';
import { byPerson, type Cause } from '@/lib/store/journal';
import { readAliases } from '@/lib/store/person-aliases';
import { endEverything } from './end-everything';
import { findPeopleByEmail } from './people';
import type { Proof } from './proof';

/**
 * argon2id with 19 MiB and two passes. This is OWASP's minimum, and takes about 10 ms of one core. A hash is computed
 * on libuv's threads, outside the event loop. At most two run at a time, so that sign-ins leave capacity for other
 * work.
 */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const maxAtOnce = 2;

/** NIST SP 800-63B requires at least 8 characters. The upper limit only prevents oversized forms. */
export const passwordLength = { least: 10, most: 200 };

export class PasswordError extends Error {
  override name = 'PasswordError';
}

export interface NewPassword {
  organisationId: number;
  personId: number;
  password: string;
  /**
   * Ends the link that allows the change, in the same transaction. Returns false if the link is no longer valid. Absent
   * if the operator changes the password.
   */
  consume?: (transaction: Kysely<AuthDatabase>) => Promise<boolean>;
  /** The cause for the journal. If absent, the journal names the person as the cause. */
  cause?: Cause;
}

/**
 * Sets a person's password and ends all their sessions, codes, links and tokens, so that nobody has access through the
 * old password.
 * @returns false if `consume` refused; then nothing has changed
 * @throws PasswordError if the password is too short, too long or the email address itself
 */
export async function setPassword(
  store: Store,
  { organisationId, personId, password, consume = async () => true, cause = byPerson(personId) }: NewPassword,
  now = new Date(),
): Promise<boolean> {
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
    password_hash: await withSlot(() => hash(normalise(password), cost)),
    updated_at: now.getTime(),
  };
  const email = person.email;
  const aliases = await readAliases(store.members, organisationId, [personId]);
  const change = async (transaction: Kysely<AuthDatabase>) => {
    // This statement comes first, so that a second change for the same person waits here and not at a later statement.
    await transaction
      .insertInto('account')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .columns(['organisation_id', 'person_id'])
          .doUpdateSet({ password_hash: row.password_hash, updated_at: row.updated_at }),
      )
      .execute();
    if (!(await consume(transaction))) throw new ChangeRefused();
    await journalAccounts(transaction, { organisationId, cause, now }, [
      { kind: 'account', operation: 'password set', personId },
    ]);
    await endEverything(transaction, { organisationId, personId, aliases, email }, { cause, now });
  };
  try {
    await store.auth.transaction().execute(change);
    return true;
  } catch (error) {
    if (error instanceof ChangeRefused) return false;
    throw error;
  }
}

/** Rolls back the transaction of a change that is not allowed. */
class ChangeRefused extends Error {
  override name = 'ChangeRefused';
}

/**
 * A failed attempt makes at least this number of password verifications. The time then does not show whether nobody has
 * the address, or up to three people share the address.
 */
const failedAttemptVerifications = 3;

/**
 * A proof for everybody with this email address and this password. A failed attempt does the same work whether or not
 * the address is known.
 * @param check verifies a password against a hash; a test counts its calls
 */
export async function verifyPassword(
  store: Store,
  { organisationId, email, password }: { organisationId: number; email: string; password: string },
  check: (encoded: string, password: string) => Promise<boolean> = verify,
): Promise<Proof> {
  const people = await findPeopleByEmail(store, { organisationId, email });
  const accounts = await store.auth
    .selectFrom('account')
    .select(['person_id', 'password_hash'])
    .where('organisation_id', '=', organisationId)
    .where('person_id', 'in', people.length > 0 ? people.map((person) => person.id) : [-1])
    .orderBy('person_id')
    .execute();
  const typed = normalise(password);
  const fitting = new Map<number, string>();
  let verifications = 0;
  for (const { person_id, password_hash } of accounts) {
    if (password_hash === null) continue;
    verifications += 1;
    if (await withSlot(() => check(password_hash, typed))) fitting.set(person_id, password_hash);
  }
  while (fitting.size === 0 && verifications < failedAttemptVerifications) {
    const encoded = await nobodysHash();
    await withSlot(() => check(encoded, typed));
    verifications += 1;
  }
  return {
    method: 'pwd',
    people: [...fitting.keys()],
    lock: (transaction) => lockAccounts(transaction, organisationId, fitting),
  };
}

/** Returns the people whose password is still the verified one. The update changes no values: it only locks the row. */
async function lockAccounts(
  transaction: Kysely<AuthDatabase>,
  organisationId: number,
  hashes: ReadonlyMap<number, string>,
): Promise<number[]> {
  const locked: number[] = [];
  for (const [personId, hash] of hashes) {
    const { numUpdatedRows } = await transaction
      .updateTable('account')
      .set({ password_hash: hash })
      .where('organisation_id', '=', organisationId)
      .where('person_id', '=', personId)
      .where('password_hash', '=', hash)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) locked.push(personId);
  }
  return locked;
}

/** @throws PasswordError */
export function requireGoodPassword(password: string, email: string): void {
  const { least, most } = passwordLength;
  const typed = normalise(password);
  if (typed.length < least) throw new PasswordError(say(passwordText.tooShort, { least }));
  if (typed.length > most) throw new PasswordError(say(passwordText.tooLong, { most }));
  if (typed.toLowerCase() === email.trim().toLowerCase()) throw new PasswordError(passwordText.isEmail);
}

/** Keyboards encode letters such as ü in different ways. The password is the same in each of these encodings. */
function normalise(password: string): string {
  return password.normalize('NFKC');
}

let nobodys: Promise<string> | null = null;

/** A hash that matches no password. To verify it takes as long as to verify a person's hash. */
function nobodysHash(): Promise<string> {
  nobodys ??= hash(crypto.getRandomValues(new Uint8Array(32)), cost);
  return nobodys;
}

let running = 0;
const waiting: (() => void)[] = [];

async function withSlot<T>(work: () => Promise<T>): Promise<T> {
  if (running >= maxAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    // The call that has waited longest gets this slot. If no call is waiting, the slot is free.
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}
