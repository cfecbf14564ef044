/** Ends sign-ins after persons were merged or separated, or their address or role changed (docs/decisions.md, J6, S3). */
import { sql, type ExpressionBuilder, type Kysely } from 'kysely';
import { z } from 'zod';
import { journalAccounts } from '@/lib/store/account-journal';
import type { AuthDatabase } from '@/lib/store/schema/auth-schema';
import type { Store } from '@/lib/store/database';
import type { AccountMoveTable, MembersDatabase } from '@/lib/store/schema/members-schema';
import { endEverything } from './end-everything';
import { findPeople } from './people';
import { forgetProvenEmails } from './proven-email';

type Auth = Kysely<AuthDatabase>;

/** A change that the office, a client or a command made, and that the person must learn of. */
export interface ToldChange {
  organisationId: number;
  kind: 'address' | 'merge';
  /** The person, or the survivor of a merge. */
  personId: number;
  /** The earlier address and the new one, or the address of the merged record and that of the survivor. */
  emails: readonly string[];
}

const emailsSchema = z.array(z.string());

/**
 * Makes the changes in auth.db that members.db has recorded. If a process is killed between the two, the next call makes
 * the change. `Store.settleAccounts` calls this function after each commit, and the server every few minutes. A second
 * call changes nothing.
 * @param tell must not reject
 */
export async function settleAccountMoves(
  store: Store,
  now: Date,
  tell: (change: ToldChange) => Promise<void>,
): Promise<void> {
  const moves = await store.members
    .selectFrom('account_move')
    .selectAll()
    .orderBy('organisation_id')
    .orderBy('position')
    .execute();
  for (const move of moves) {
    const isDone = await settle(store, move, now);
    // If two processes settle the same move, one of them deletes the row, and only this one tells.
    const { numDeletedRows } = await store.members
      .deleteFrom('account_move')
      .where(isMove(move))
      .executeTakeFirst();
    const { organisation_id: organisationId, operation, into_id: personId, emails } = move;
    if (!isDone || numDeletedRows === 0n || emails === null) continue;
    if (operation !== 'address' && operation !== 'merge') continue;
    await tell({ organisationId, kind: operation, personId, emails: emailsSchema.parse(JSON.parse(emails)) });
  }
}

/** @returns false if nothing had to be done */
async function settle(store: Store, move: AccountMoveTable, now: Date): Promise<boolean> {
  const { organisation_id: organisationId, operation, from_id: from, into_id: into } = move;
  const people = await findPeople(store, { organisationId, ids: [from, into] });
  return store.auth.transaction().execute(async (transaction) => {
    // On SQLite, the transaction is already the only writer. The number 42079 identifies this kind of lock.
    if (store.engine === 'postgres') {
      await sql`select pg_advisory_xact_lock(42079, ${sql.lit(organisationId % 2 ** 31)})`.execute(
        transaction,
      );
    }
    // Another process may have done this, and the office may have undone it since.
    if (!(await isWaiting(store, transaction, move))) return false;
    const endsGrants = move.ends_grants === 1;
    // Most people in an import never signed in here, and have nothing that could end.
    if (operation === 'address' && !endsGrants && !(await hasAccount(transaction, move))) return false;
    const cause = toCause(move);
    for (const personId of operation === 'separate' ? [from, into] : [from]) {
      const email = people.find(({ id }) => id === personId)?.email ?? '';
      const ended = { organisationId, personId, aliases: [], email, keepsGrants: !endsGrants };
      await endEverything(transaction, ended, { cause, now });
    }
    if (operation === 'merge' || operation === 'separate')
      await forgetProvenEmails(transaction, {
        organisationId,
        personIds: [from, into],
        until: now.getTime(),
      });
    if (operation === 'merge') await removeAccount(transaction, move);
    if (operation === 'merge' || operation === 'separate') await journal(transaction, move, now);
    return true;
  });
}

async function hasAccount(
  transaction: Auth,
  { organisation_id, from_id }: AccountMoveTable,
): Promise<boolean> {
  for (const table of ['account', 'passkey', 'session'] as const) {
    const row = await transaction
      .selectFrom(table)
      .select('person_id')
      .where('organisation_id', '=', organisation_id)
      .where('person_id', '=', from_id)
      .limit(1)
      .executeTakeFirst();
    if (row !== undefined) return true;
  }
  return false;
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
 * The survivor gets none of the merged person's ways to sign in. Perhaps the merged record looked like the survivor, and
 * belongs to somebody else (S4).
 */
async function removeAccount(
  transaction: Auth,
  { organisation_id, from_id }: AccountMoveTable,
): Promise<void> {
  for (const table of ['account', 'passkey', 'consent'] as const) {
    await transaction
      .deleteFrom(table)
      .where('organisation_id', '=', organisation_id)
      .where('person_id', '=', from_id)
      .execute();
  }
}

async function journal(transaction: Auth, move: AccountMoveTable, now: Date): Promise<void> {
  const { organisation_id: organisationId, from_id: from, into_id: into } = move;
  const operation = move.operation === 'merge' ? 'merged' : 'separated';
  const rows = await transaction
    .selectFrom('account_journal')
    .select('operation')
    .where('organisation_id', '=', organisationId)
    .where('person_id', '=', from)
    .where('operation', 'in', ['merged', 'separated'])
    .execute();
  const merges = rows.filter((row) => row.operation === 'merged').length;
  const isMerged = merges > rows.length - merges;
  // Another process may have done this a moment ago, before it deleted the move.
  if (rows.length > 0 && isMerged === (operation === 'merged')) return;
  await journalAccounts(transaction, { organisationId, cause: toCause(move), now }, [
    { kind: 'account', operation, personId: from, changes: { Into: String(into) } },
  ]);
}

function toCause({ actor_kind, actor, reason }: AccountMoveTable) {
  // The journal of accounts does not allow an import as an actor. The author of a move is whoever imports, so
  // `actor_kind` is never `import` here.
  const kind = actor_kind === 'import' ? 'command' : actor_kind;
  return { actor: { kind, id: actor }, reason };
}
