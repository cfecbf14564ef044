import { randomBytes } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import { seal } from '@/lib/server/seal';
import { journalAccounts, type AccountChange } from '@/lib/store/account-journal';
import type { AuthDatabase, WebhookTable } from '@/lib/store/schema/auth-schema';
import { secretOverlapMs } from '@/lib/store/auth-purge';
import type { Store } from '@/lib/store/database';
import { byCommand, readJournalPosition, type Cause } from '@/lib/store/journal';
import { eventGroups, type EventGroup } from './events';
import { unknownPosition } from './reload';
import { sealPurposes, toSecrets, type WebhookSecrets } from './secrets';
import { makeWebhookSecret } from './signature';
import { parseWebhookUrl, shownAddress, WebhookSettingsError } from './webhook-url';

export interface NewWebhook {
  organisationId: number;
  url: string;
  groups: readonly EventGroup[];
  name?: string;
  seesAdminExtras?: boolean;
  allowsPrivate?: boolean;
}

export interface Webhook {
  id: string;
  organisationId: number;
  name: string;
  /** The address without its path and query. */
  address: string;
  groups: EventGroup[];
  seesAdminExtras: boolean;
  allowsPrivate: boolean;
  createdAt: Date;
  /** null: the webhook is enabled. */
  disabledAt: Date | null;
  disabledReason: string | null;
  /** Every event up to this position was delivered, or waits for another attempt. */
  position: number;
  /** Failed attempts since the last successful one. */
  failures: number;
  lastDeliveredAt: Date | null;
}

const maxNameLength = 200;

/**
 * The webhook gets every change from now on. Its secret cannot be read again.
 * @throws WebhookSettingsError naming the wrong setting
 */
export async function addWebhook(
  store: Store,
  webhook: NewWebhook,
  { authSecret, now, cause = byCommand('webhook add') }: { authSecret: string; now: Date; cause?: Cause },
): Promise<{ id: string; secret: string }> {
  const { organisationId, groups, name = '', seesAdminExtras = false, allowsPrivate = false } = webhook;
  const url = parseWebhookUrl(webhook.url, { allowsPrivate });
  if (groups.length === 0) {
    throw new WebhookSettingsError(`A webhook needs at least one of ${eventGroups.join(', ')}`);
  }
  if (name.length > maxNameLength) {
    throw new WebhookSettingsError(`The name must have at most ${maxNameLength} characters`);
  }
  const id = randomBytes(8).toString('hex');
  const secret = makeWebhookSecret();
  const row: WebhookTable = {
    id,
    organisation_id: organisationId,
    name: name.trim(),
    shown_url: shownAddress(url),
    sealed_url: seal(authSecret, sealPurposes.url, url.href),
    events: eventGroups.filter((group) => groups.includes(group)).join(' '),
    sees_admin_extras: seesAdminExtras ? 1 : 0,
    allows_private: allowsPrivate ? 1 : 0,
    sealed_secret: seal(authSecret, sealPurposes.secret, secret),
    sealed_previous_secret: null,
    previous_secret_expires_at: null,
    created_at: now.getTime(),
    revision: 1,
    replays: 0,
    disabled_at: null,
    disabled_reason: null,
    position: await readJournalPosition(store.members, organisationId),
    failures: 0,
    retry_at: 0,
    last_delivered_at: null,
    recent: '[]',
    leased_by: null,
    leased_until: 0,
  };
  await store.auth.transaction().execute(async (db) => {
    await db.insertInto('webhook').values(row).execute();
    const change = { kind: 'webhook', operation: 'created', webhookId: id } as const;
    await journalAccounts(db, { organisationId, cause, now }, [change]);
  });
  return { id, secret };
}

export async function listWebhooks(store: Store, organisationId: number | null): Promise<Webhook[]> {
  return (await readWebhooks(store, organisationId)).map(toWebhook);
}

export async function readWebhooks(store: Store, organisationId: number | null): Promise<WebhookRow[]> {
  let query = store.auth.selectFrom('webhook').selectAll().orderBy('created_at').orderBy('id');
  if (organisationId !== null) query = query.where('organisation_id', '=', organisationId);
  return query.execute();
}

/** @throws WebhookSettingsError if no webhook has this ID */
export async function requireWebhook(store: Store, id: string): Promise<WebhookRow> {
  const row = await store.auth.selectFrom('webhook').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw unknown(id);
  return row;
}

export type WebhookRow = Selectable<WebhookTable>;

/** @throws WebhookSettingsError if the webhook was encrypted with another AUTH_SECRET */
export function openWebhook(row: WebhookRow, options: { authSecret: string; now: Date }): WebhookSecrets {
  const secrets = toSecrets(row, options);
  if (secrets !== null) return secrets;
  throw new WebhookSettingsError(
    `The address and secret of webhook ${row.id} were stored with another AUTH_SECRET. Set that one again, or remove the webhook and add it again`,
  );
}

/**
 * The new secret is shown only once. For 24 hours, events are also signed with the old secret, except with
 * `isImmediate`.
 * @throws WebhookSettingsError if there is no such webhook
 */
export async function rotateWebhook(
  store: Store,
  { id, isImmediate }: { id: string; isImmediate: boolean },
  { authSecret, now, cause = byCommand('webhook rotate') }: { authSecret: string; now: Date; cause?: Cause },
): Promise<string> {
  const row = await requireWebhook(store, id);
  // Throws if the address cannot be decrypted: then a new secret is useless.
  openWebhook(row, { authSecret, now });
  const secret = makeWebhookSecret();
  const values = {
    sealed_secret: seal(authSecret, sealPurposes.secret, secret),
    sealed_previous_secret: isImmediate ? null : row.sealed_secret,
    previous_secret_expires_at: isImmediate ? null : now.getTime() + secretOverlapMs,
  };
  const change = { kind: 'webhook', operation: 'secret replaced', webhookId: id } as const;
  await changeWebhook(store, id, { values, change, cause, now });
  return secret;
}

/** @throws WebhookSettingsError if there is no such webhook */
export async function removeWebhook(
  store: Store,
  id: string,
  now: Date,
  cause = byCommand('webhook remove'),
): Promise<void> {
  const { organisation_id: organisationId } = await requireWebhook(store, id);
  await store.auth.transaction().execute(async (db) => {
    await db.deleteFrom('webhook_waiting').where('webhook_id', '=', id).execute();
    const { numDeletedRows } = await db.deleteFrom('webhook').where('id', '=', id).executeTakeFirst();
    if (numDeletedRows === 0n) throw unknown(id);
    const change = { kind: 'webhook', operation: 'removed', webhookId: id } as const;
    await journalAccounts(db, { organisationId, cause, now }, [change]);
  });
}

/**
 * The webhook gets the events that it missed. If it was already enabled, events that wait are tried again now.
 * @throws WebhookSettingsError if there is no such webhook
 */
export async function enableWebhook(
  store: Store,
  id: string,
  now: Date,
  cause = byCommand('webhook enable'),
): Promise<void> {
  const row = await requireWebhook(store, id);
  const values = { disabled_at: null, disabled_reason: null, failures: 0, retry_at: 0 };
  const change: AccountChange = {
    kind: 'webhook',
    operation: 'updated',
    webhookId: id,
    changes: { Enabled: [false, true] },
  };
  await changeWebhook(store, id, {
    values,
    change: row.disabled_at === null ? null : change,
    cause,
    now,
    also: (db) =>
      db
        .updateTable('webhook_waiting')
        .set({ attempts: 0, failed_since: null, retry_at: 0 })
        .where('webhook_id', '=', id)
        .execute(),
  });
}

/** With `reload`, the receiver must load everything. */
export type ReplayStart = { position: number } | { time: Date } | 'reload';

/**
 * Sends all events after a position again.
 * @returns the position, and whether rows after the requested position have been deleted
 * @throws WebhookSettingsError if the position is not in the journal, or has not been reached by the webhook
 */
export async function replayWebhook(
  store: Store,
  { id, after }: { id: string; after: ReplayStart },
  now: Date,
  cause = byCommand('webhook replay'),
): Promise<{ position: number; isShortened: boolean }> {
  const row = await requireWebhook(store, id);
  const start =
    after === 'reload'
      ? { position: unknownPosition, isShortened: false }
      : await findStart(store, row.organisation_id, after);
  if (start.position > row.position) {
    throw new WebhookSettingsError(
      `Webhook ${id} has received events only up to position ${row.position}: start the replay there or earlier`,
    );
  }
  const { position } = start;
  const changes = { Position: [row.position, position] as [number, number] };
  await changeWebhook(store, id, {
    values: { position, replays: row.replays + 1 },
    change: { kind: 'webhook', operation: 'updated', webhookId: id, changes },
    cause,
    now,
    // The replay sends the events after the position again, so these failed events are deleted. Failed events up to the
    // position are not replayed. The time of their next attempt does not change.
    also: (db) =>
      db
        .deleteFrom('webhook_waiting')
        .where('webhook_id', '=', id)
        .where('position', '>', position)
        .execute(),
  });
  return start;
}

async function findStart(
  { members }: Store,
  organisationId: number,
  after: Exclude<ReplayStart, 'reload'>,
): Promise<{ position: number; isShortened: boolean }> {
  const state = await members
    .selectFrom('journal_state')
    .select('kept_after')
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst();
  const oldest = state?.kept_after ?? 0;
  // The position of a change is at least its time in milliseconds. So all changes from `after.time` on have positions
  // above `most`.
  const most = 'time' in after ? after.time.getTime() - 1 : after.position;
  const found = await members
    .selectFrom('journal')
    .select('position')
    .where('organisation_id', '=', organisationId)
    .where('position', '<=', most)
    .where('position', '>', oldest)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  const position = found?.position ?? oldest;
  if ('position' in after && position !== after.position) {
    const hint = oldest > after.position ? `: the oldest that can be replayed is ${oldest}` : '';
    throw new WebhookSettingsError(`There is no position ${after.position} in the journal${hint}`);
  }
  return { position, isShortened: found === undefined && oldest > 0 };
}

/**
 * Writes the values and increases the revision. The server that delivers the webhook notices the new revision. That
 * server ends its deliveries, and starts again with the new values.
 */
async function changeWebhook(
  store: Store,
  id: string,
  {
    values,
    change,
    cause,
    now,
    also = async () => undefined,
  }: {
    values: Partial<WebhookTable>;
    change: AccountChange | null;
    cause: Cause;
    now: Date;
    also?: (db: Kysely<AuthDatabase>) => Promise<unknown>;
  },
): Promise<void> {
  await store.auth.transaction().execute(async (db) => {
    const row = await db
      .updateTable('webhook')
      .set((eb) => ({ ...values, revision: eb('revision', '+', 1) }))
      .where('id', '=', id)
      .returning('organisation_id')
      .executeTakeFirst();
    if (row === undefined) throw unknown(id);
    await also(db);
    const of = { organisationId: row.organisation_id, cause, now };
    await journalAccounts(db, of, change === null ? [] : [change]);
  });
}

export function toWebhook(row: WebhookRow): Webhook {
  return {
    id: row.id,
    organisationId: row.organisation_id,
    name: row.name,
    address: row.shown_url,
    groups: groupsOf(row),
    seesAdminExtras: row.sees_admin_extras === 1,
    allowsPrivate: row.allows_private === 1,
    createdAt: new Date(row.created_at),
    disabledAt: row.disabled_at === null ? null : new Date(row.disabled_at),
    disabledReason: row.disabled_reason,
    position: row.position,
    failures: row.failures,
    lastDeliveredAt: row.last_delivered_at === null ? null : new Date(row.last_delivered_at),
  };
}

function groupsOf({ events }: Pick<WebhookRow, 'events'>): EventGroup[] {
  const words = events.split(' ');
  return eventGroups.filter((group) => words.includes(group));
}

function unknown(id: string): WebhookSettingsError {
  return new WebhookSettingsError(`There is no webhook ${id}`);
}
