/**
 * The journal of auth.db (docs/decisions.md, J10): changes to accounts, passkeys, clients and consents, and ended
 * sessions. It never contains a password, a secret, a token or a code, nor a hash of one.
 */
import { randomUUID } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { z } from 'zod';
import type { AccountJournalTable, AuthDatabase } from '@/lib/store/schema/auth-schema';
import type { Cause } from './journal';
import type { JournalRow } from './journal-read';

interface Subject {
  personId?: number;
  clientId?: string;
  webhookId?: string;
}

export type AccountChange = Subject &
  (
    | { kind: 'account'; operation: 'password set' | 'unlocked' | 'removed' }
    | { kind: 'account'; operation: 'merged' | 'separated'; changes: { Into: string } }
    | { kind: 'client'; operation: 'created' | 'secret replaced' | 'revoked' }
    | { kind: 'client'; operation: 'updated'; changes: Changed }
    | { kind: 'consent'; operation: 'given'; changes: Changed }
    | { kind: 'consent'; operation: 'withdrawn' }
    | { kind: 'erasure_request'; operation: 'created' | 'withdrawn' | 'refused' }
    | { kind: 'passkey'; operation: 'created' | 'removed' | 'refused'; changes: { Name: string } }
    | { kind: 'passkey'; operation: 'updated'; changes: Changed }
    | { kind: 'session'; operation: 'ended'; changes: { Sessions: number; Tokens: number } }
    | { kind: 'webhook'; operation: 'created' | 'secret replaced' | 'removed' }
    | { kind: 'webhook'; operation: 'updated'; changes: Changed }
    | { kind: 'signing_key'; operation: 'secret replaced' }
    | { kind: 'members_directory'; operation: 'limited' }
    | { kind: 'export' | 'personal_data'; operation: 'made'; changes: Changed }
  );

type Changed = Record<string, [before: unknown, after: unknown]>;

export interface AccountRow extends Pick<JournalRow, 'at' | 'actor' | 'reason'> {
  kind: AccountChange['kind'];
  operation: AccountChange['operation'];
  personId: number | null;
  clientId: string | null;
  webhookId: string | null;
  changes: Record<string, unknown> | null;
}

/** Writes all rows with one statement. Rows about a change are written in the transaction of the change, `db`. */
export async function journalAccounts(
  db: Kysely<AuthDatabase>,
  { organisationId, cause, now }: { organisationId: number; cause: Cause; now: Date },
  changes: readonly AccountChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const id = randomUUID();
  const rows = changes.map((change, ordinal) => ({
    organisation_id: organisationId,
    id,
    ordinal,
    at: now.getTime(),
    actor_kind: cause.actor.kind,
    actor: cause.actor.id,
    reason: cause.reason,
    kind: change.kind,
    person_id: change.personId ?? null,
    client_id: change.clientId ?? null,
    webhook_id: change.webhookId ?? null,
    operation: change.operation,
    changes: 'changes' in change ? JSON.stringify(change.changes) : null,
  }));
  await db.insertInto('account_journal').values(rows).execute();
}

export interface AccountJournalRequest {
  /** The newest rows are returned, the oldest of them first. */
  limit: number;
  since?: Date;
  /** `id` null: every actor of this kind. */
  actor?: { kind: JournalRow['actor']['kind']; id: string | null };
  personIds?: readonly number[];
}

export async function readAccountJournal(
  auth: Kysely<AuthDatabase>,
  organisationId: number,
  { limit, since, actor, personIds }: AccountJournalRequest,
): Promise<AccountRow[]> {
  let query = auth.selectFrom('account_journal').selectAll().where('organisation_id', '=', organisationId);
  if (since !== undefined) query = query.where('at', '>=', since.getTime());
  if (personIds !== undefined) query = query.where('person_id', 'in', personIds);
  if (actor !== undefined) {
    // The query must contain `actor_kind` as a literal, not as a parameter. The partial index has the same literal in
    // its condition. Without the literal, the database does not use the index.
    query = query.where('actor_kind', '=', sql.lit(actor.kind));
    if (actor.id !== null) query = query.where('actor', '=', actor.id);
  }
  const rows = await query
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .orderBy('ordinal', 'desc')
    .limit(limit)
    .execute();
  return rows.reverse().map(toAccountRow);
}

export async function deleteOldAccountChanges(
  auth: Kysely<AuthDatabase>,
  { organisationId, before }: { organisationId: number; before: Date },
): Promise<void> {
  await auth
    .deleteFrom('account_journal')
    .where('organisation_id', '=', organisationId)
    .where('at', '<', before.getTime())
    .execute();
}

const changesSchema = z.record(z.string(), z.unknown());

export function toAccountRow(row: AccountJournalTable): AccountRow {
  return {
    at: new Date(row.at),
    actor: { kind: row.actor_kind, id: row.actor },
    reason: row.reason,
    kind: row.kind,
    operation: row.operation,
    personId: row.person_id,
    clientId: row.client_id,
    webhookId: row.webhook_id,
    changes: row.changes === null ? null : changesSchema.parse(JSON.parse(row.changes)),
  };
}
