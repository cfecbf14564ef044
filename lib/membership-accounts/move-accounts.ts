/** Moves accounts when persons are merged, or separated again (docs/decisions.md, J6). */
import { sql, type ExpressionBuilder, type Kysely } from 'kysely';
import { z } from 'zod';
import { recordSignIn } from './sign-in-times';
import { journalAccounts } from '@/lib/membership-store/account-journal';
import type { AuthDatabase } from '@/lib/membership-schema/auth-schema';
import type { Store } from '@/lib/membership-store/database';
import type { AccountMoveTable, MembersDatabase } from '@/lib/membership-schema/members-schema';
import { dropCandidate } from './candidates';
import { endEverything } from './end-everything';
import { findPeople } from './people';
import { forgetProvenEmails } from './proven-email';

type Auth = Kysely<AuthDatabase>;

const consentSchema = z.object({
  client_id: z.string(),
  scope: z.string(),
  granted_at: z.number(),
  last_used_at: z.number().nullable().default(null),
});
type Consent = z.infer<typeof consentSchema>;

/**
 * After persons were merged or separated in members.db, makes the same change in auth.db. If a process is killed
 * between the two changes, the next call makes the second change. Call this function after each merge and undo, when
 * the server starts, and every few minutes. A second call changes nothing.
 */
export async function settleAccountMoves(store: Store, now: Date): Promise<void> {
  const moves = await store.members
    .selectFrom('account_move')
    .selectAll()
    .orderBy('organisation_id')
    .orderBy('position')
    .execute();
  for (const move of moves) {
    const { organisation_id: organisationId, from_id: from, into_id: into } = move;
    const people = await findPeople(store, { organisationId, ids: [from, into] });
    await store.auth.transaction().execute(async (transaction) => {
      // On SQLite, the transaction is already the only writer. The number 42079 identifies this kind of lock.
      if (store.engine === 'postgres') {
        await sql`select pg_advisory_xact_lock(42079, ${sql.lit(organisationId % 2 ** 31)})`.execute(
          transaction,
        );
      }
      // Another process may have done this move, and the office may have undone it since.
      if (!(await isWaiting(store, transaction, move))) return;
      if (move.operation === 'merge') await mergeAccounts(transaction, move, now);
      else await separateAccounts(transaction, { move, emails: people }, now);
    });
    await store.members.deleteFrom('account_move').where(isMove(move)).execute();
  }
}

async function isWaiting(store: Store, transaction: Auth, move: AccountMoveTable): Promise<boolean> {
  // On PostgreSQL, the tables of `members` and `auth` are in one database. The query uses the transaction's connection,
  // because the pool may have no second one.
  const isShared = store.engine === 'postgres';
  const db = isShared ? (transaction as Kysely<unknown> as Store['members']) : store.members;
  const found = await db.selectFrom('account_move').select('position').where(isMove(move)).executeTakeFirst();
  return found !== undefined;
}

/** Positions can be used again, so a position alone does not identify a move. */
function isMove({ organisation_id, position, operation, from_id, into_id }: AccountMoveTable) {
  return (eb: ExpressionBuilder<MembersDatabase, 'account_move'>) =>
    eb.and({ organisation_id, position, operation, from_id, into_id });
}

/**
 * A survivor with a password keeps that password. Any other survivor gets the merged person's password. Passkeys,
 * consents, sessions and tokens of the merged person then belong to the survivor. Emailed links and open choices of the
 * merged person end.
 */
async function mergeAccounts(transaction: Auth, move: AccountMoveTable, now: Date): Promise<void> {
  const { organisation_id, from_id: from, into_id: into } = move;
  if (await storeMergedAccount(transaction, move)) await journal(transaction, move, 'merged', now);
  await forgetProvenEmails(transaction, {
    organisationId: organisation_id,
    personIds: [into],
    until: now.getTime(),
  });
  const ofFrom = { organisationId: organisation_id, personId: from };
  await transaction
    .deleteFrom('mail_code')
    .where('organisation_id', '=', organisation_id)
    .where('person_id', '=', from)
    .execute();
  await dropCandidate(transaction, ofFrom);
  for (const table of [
    'session',
    'session_site',
    'authorization_code',
    'refresh_grant',
    'access_token',
  ] as const) {
    await transaction
      .updateTable(table)
      .set({ person_id: into })
      .where('organisation_id', '=', organisation_id)
      .where('person_id', '=', from)
      .execute();
  }
}

/**
 * Moves the merged person's account to the survivor, and stores the old account for an undo. Returns false if an
 * earlier call has done both.
 */
async function storeMergedAccount(
  transaction: Auth,
  { organisation_id, from_id: from, into_id: into }: AccountMoveTable,
): Promise<boolean> {
  const account = await transaction
    .selectFrom('account')
    .select(['password_hash', 'updated_at', 'passkey_offered_at', 'signed_in_at'])
    .where('organisation_id', '=', organisation_id)
    .where('person_id', '=', from)
    .executeTakeFirst();
  const passkeys = await transaction
    .selectFrom('passkey')
    .select('id')
    .where('organisation_id', '=', organisation_id)
    .where('person_id', '=', from)
    .execute();
  const consents = await readConsents(transaction, organisation_id, from);
  const stored = await transaction
    .insertInto('merged_account')
    .values({
      organisation_id,
      person_id: from,
      into_id: into,
      password_hash: account?.password_hash ?? null,
      updated_at: account?.updated_at ?? null,
      consents: JSON.stringify(consents),
      passkeys: JSON.stringify(passkeys.map(({ id }) => id).sort()),
    })
    .onConflict((conflict) => conflict.columns(['organisation_id', 'person_id']).doNothing())
    .returning('person_id')
    .executeTakeFirst();
  if (stored === undefined) return false;
  if (account !== undefined) {
    const { password_hash, updated_at, passkey_offered_at, signed_in_at } = account;
    await transaction
      .insertInto('account')
      .values({ organisation_id, person_id: into, password_hash, updated_at, passkey_offered_at })
      .onConflict((conflict) =>
        conflict
          .columns(['organisation_id', 'person_id'])
          .doUpdateSet({ password_hash, updated_at })
          .where('account.password_hash', 'is', null),
      )
      .execute();
    if (signed_in_at !== null)
      await recordSignIn(transaction, { organisationId: organisation_id, personId: into }, signed_in_at);
  }
  await transaction
    .updateTable('passkey')
    .set({ person_id: into })
    .where('organisation_id', '=', organisation_id)
    .where('person_id', '=', from)
    .execute();
  await giveConsents(transaction, { organisation_id, person_id: into }, consents);
  for (const table of ['account', 'consent'] as const) {
    await transaction
      .deleteFrom(table)
      .where('organisation_id', '=', organisation_id)
      .where('person_id', '=', from)
      .execute();
  }
  return true;
}

/**
 * Gives both persons back what they had before the merge, except what has changed since. The sessions and tokens of the
 * two persons end, because since the merge nobody can tell whose they are.
 */
async function separateAccounts(
  transaction: Auth,
  { move, emails }: { move: AccountMoveTable; emails: readonly { id: number; email: string }[] },
  now: Date,
): Promise<void> {
  const { organisation_id, from_id: from, into_id: into } = move;
  const cause = toCause(move);
  await forgetProvenEmails(transaction, {
    organisationId: organisation_id,
    personIds: [from, into],
    until: now.getTime(),
  });
  for (const personId of [from, into]) {
    const email = emails.find(({ id }) => id === personId)?.email ?? '';
    const ended = { organisationId: organisation_id, personId, aliases: [], email };
    await endEverything(transaction, ended, { cause, now });
  }
  const stored = await transaction
    .deleteFrom('merged_account')
    .where('organisation_id', '=', organisation_id)
    .where('person_id', '=', from)
    .where('into_id', '=', into)
    .returning(['password_hash', 'updated_at', 'consents', 'passkeys'])
    .executeTakeFirst();
  if (stored === undefined) return;
  const { password_hash, updated_at } = stored;
  if (updated_at !== null) {
    await transaction
      .insertInto('account')
      .values({ organisation_id, person_id: from, password_hash, updated_at })
      // A sign-in that was in progress during the merge may have left a row without a password. The stored values
      // replace those of such a row.
      .onConflict((conflict) =>
        conflict
          .columns(['organisation_id', 'person_id'])
          .doUpdateSet({ password_hash, updated_at })
          .where('account.password_hash', 'is', null),
      )
      .execute();
  }
  if (password_hash !== null) {
    await transaction
      .deleteFrom('account')
      .where('organisation_id', '=', organisation_id)
      .where('person_id', '=', into)
      .where('password_hash', '=', password_hash)
      .execute();
  }
  const passkeys = z.array(z.string()).parse(JSON.parse(stored.passkeys ?? '[]'));
  if (passkeys.length > 0) {
    await transaction
      .updateTable('passkey')
      .set({ person_id: from })
      .where('organisation_id', '=', organisation_id)
      .where('person_id', '=', into)
      .where('id', 'in', passkeys)
      .execute();
  }
  const consents = z.array(consentSchema).parse(JSON.parse(stored.consents));
  await giveConsents(transaction, { organisation_id, person_id: from }, consents);
  for (const { client_id, granted_at } of consents) {
    await transaction
      .deleteFrom('consent')
      .where('organisation_id', '=', organisation_id)
      .where('person_id', '=', into)
      .where('client_id', '=', client_id)
      .where('granted_at', '=', granted_at)
      .execute();
  }
  await journal(transaction, move, 'separated', now);
}

async function readConsents(auth: Auth, organisationId: number, personId: number): Promise<Consent[]> {
  return auth
    .selectFrom('consent')
    .select(['client_id', 'scope', 'granted_at', 'last_used_at'])
    .where('organisation_id', '=', organisationId)
    .where('person_id', '=', personId)
    .orderBy('client_id')
    .execute();
}

/** If the person has given a consent to the same client in the meantime, that consent is kept. */
async function giveConsents(
  transaction: Auth,
  holder: { organisation_id: number; person_id: number },
  consents: readonly Consent[],
): Promise<void> {
  if (consents.length === 0) return;
  await transaction
    .insertInto('consent')
    .values(consents.map((consent) => ({ ...holder, ...consent })))
    .onConflict((conflict) => conflict.columns(['organisation_id', 'person_id', 'client_id']).doNothing())
    .execute();
}

async function journal(
  transaction: Auth,
  move: AccountMoveTable,
  operation: 'merged' | 'separated',
  now: Date,
): Promise<void> {
  const { organisation_id: organisationId, from_id: from, into_id: into } = move;
  await journalAccounts(transaction, { organisationId, cause: toCause(move), now }, [
    { kind: 'account', operation, personId: from, changes: { Into: String(into) } },
  ]);
}

function toCause({ actor_kind, actor, reason }: AccountMoveTable) {
  // The journal of accounts does not allow an import as an actor. Imports never merge persons, so `actor_kind` is never
  // `import` here.
  const kind = actor_kind === 'import' ? 'command' : actor_kind;
  return { actor: { kind, id: actor }, reason };
}
