/** The progress of a webhook is stored, so that any server can continue the delivery. */
import type { Kysely, Selectable } from 'kysely';
import { journalAccounts } from '@/lib/store/account-journal';
import type { AuthDatabase, WebhookWaitingTable } from '@/lib/store/schema/auth-schema';
import type { Store } from '@/lib/store/database';
import { databaseTime } from '@/lib/store/servers';
import type { EventKind, EventOperation, WebhookEvent } from './events';
import type { WebhookRow } from './webhooks';

export const leaseMs = 60_000;

/**
 * The right of a server to deliver a webhook's events. It ends if it is not renewed, or if the settings (`revision`)
 * change.
 */
export interface Lease {
  webhookId: string;
  revision: number;
  serverId: string;
}

/** An event that failed, and the later changes to its record. */
export interface Waiting {
  event: WebhookEvent;
  next: WebhookEvent | null;
  attempts: number;
  failedSince: number | null;
  retryAt: number;
  problem: string;
}

export interface RecentAttempt {
  at: string;
  type: string;
  id: string;
  position: string;
  result: string;
  durationMs: number;
}

export interface Progress {
  position: number;
  failures: number;
  retryAt: number;
  lastDeliveredAt: number | null;
  recent: readonly RecentAttempt[];
  waiting: readonly Waiting[];
  settled: readonly Pick<WebhookEvent, 'kind' | 'id'>[];
}

/**
 * Takes or renews the lease of an enabled webhook.
 * @returns false if another server has the lease, or the webhook was changed, disabled or removed
 */
export async function takeLease(
  store: Store,
  { webhookId, revision, serverId }: Lease,
  now: () => number,
): Promise<boolean> {
  const time = await databaseTime(store, now);
  const { numUpdatedRows } = await store.auth
    .updateTable('webhook')
    .set({ leased_by: serverId, leased_until: time + leaseMs })
    .where('id', '=', webhookId)
    .where('revision', '=', revision)
    .where('disabled_at', 'is', null)
    .where((eb) => eb.or([eb('leased_by', '=', serverId), eb('leased_until', '<=', time)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function releaseLease(
  store: Store,
  { webhookId, serverId }: Omit<Lease, 'revision'>,
): Promise<void> {
  await store.auth
    .updateTable('webhook')
    .set({ leased_by: null, leased_until: 0 })
    .where('id', '=', webhookId)
    .where('leased_by', '=', serverId)
    .execute();
}

export async function readWaiting(store: Store, webhookId: string): Promise<Waiting[]> {
  const rows = await store.auth
    .selectFrom('webhook_waiting')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .orderBy('position')
    .orderBy('kind')
    .orderBy('record_id')
    .execute();
  return rows.map(toWaiting);
}

/**
 * Stores everything in one transaction.
 * @returns false if the lease was lost; then nothing is stored
 */
export async function saveProgress(
  store: Store,
  { lease, organisationId, progress }: { lease: Lease; organisationId: number; progress: Progress },
): Promise<boolean> {
  const { webhookId } = lease;
  return store.auth.transaction().execute(async (db) => {
    const { numUpdatedRows } = await ownWebhook(db, lease)
      .set({
        position: progress.position,
        failures: progress.failures,
        retry_at: progress.retryAt,
        last_delivered_at: progress.lastDeliveredAt,
        recent: JSON.stringify(progress.recent),
      })
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    for (const { kind, id } of progress.settled) {
      await db
        .deleteFrom('webhook_waiting')
        .where('webhook_id', '=', webhookId)
        .where('kind', '=', kind)
        .where('record_id', '=', id)
        .execute();
    }
    for (const waiting of progress.waiting) {
      const { webhook_id, kind, record_id, ...values } = toRow(waiting, { webhookId, organisationId });
      await db
        .insertInto('webhook_waiting')
        .values({ webhook_id, kind, record_id, ...values })
        .onConflict((conflict) => conflict.columns(['webhook_id', 'kind', 'record_id']).doUpdateSet(values))
        .execute();
    }
    return true;
  });
}

export async function disableWebhook(
  store: Store,
  { lease, reason, now }: { lease: Lease; reason: string; now: Date },
): Promise<boolean> {
  return store.auth.transaction().execute(async (db) => {
    const row = await ownWebhook(db, lease)
      .set({ disabled_at: now.getTime(), disabled_reason: reason, leased_by: null, leased_until: 0 })
      .returning('organisation_id')
      .executeTakeFirst();
    if (row === undefined) return false;
    const cause = { actor: { kind: 'clock' as const, id: '' }, reason };
    await journalAccounts(db, { organisationId: row.organisation_id, cause, now }, [
      {
        kind: 'webhook',
        operation: 'updated',
        webhookId: lease.webhookId,
        changes: { Enabled: [true, false] },
      },
    ]);
    return true;
  });
}

function ownWebhook(db: Kysely<AuthDatabase>, { webhookId, revision, serverId }: Lease) {
  return db
    .updateTable('webhook')
    .where('id', '=', webhookId)
    .where('revision', '=', revision)
    .where('leased_by', '=', serverId);
}

export async function readEnabled(store: Store): Promise<WebhookRow[]> {
  return store.auth
    .selectFrom('webhook')
    .selectAll()
    .where('disabled_at', 'is', null)
    .orderBy('id')
    .execute();
}

function toWaiting(row: Selectable<WebhookWaitingTable>): Waiting {
  // `toRow` wrote the kind and the operations from these same types, so the casts are safe.
  const kind = row.kind as EventKind;
  const event = (operation: string, position: number, at: number): WebhookEvent => ({
    kind,
    id: row.record_id,
    operation: operation as EventOperation,
    position,
    at,
  });
  const { next_operation: operation, next_position: position, next_at: at } = row;
  return {
    event: event(row.operation, row.position, row.at),
    next: operation === null || position === null || at === null ? null : event(operation, position, at),
    attempts: row.attempts,
    failedSince: row.failed_since,
    retryAt: row.retry_at,
    problem: row.problem,
  };
}

function toRow(
  { event, next, attempts, failedSince, retryAt, problem }: Waiting,
  { webhookId, organisationId }: { webhookId: string; organisationId: number },
): WebhookWaitingTable {
  return {
    webhook_id: webhookId,
    organisation_id: organisationId,
    kind: event.kind,
    record_id: event.id,
    operation: event.operation,
    position: event.position,
    at: event.at,
    next_operation: next?.operation ?? null,
    next_position: next?.position ?? null,
    next_at: next?.at ?? null,
    attempts,
    failed_since: failedSince,
    retry_at: retryAt,
    problem,
  };
}
