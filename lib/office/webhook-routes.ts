import type { Context } from 'hono';
import { z } from 'zod';
import { ApiError } from '@/lib/contract/errors';
import { invalidRecord } from '@/lib/changes/refusals';
import { byPerson, type Cause } from '@/lib/store/journal';
import { readWaiting, type RecentAttempt } from '@/lib/notify/webhooks/delivery-state';
import { eventGroups } from '@/lib/notify/webhooks/events';
import { sendTestEvent } from '@/lib/notify/webhooks/send-test';
import { WebhookSettingsError } from '@/lib/notify/webhooks/webhook-url';
import {
  addWebhook,
  enableWebhook,
  readWebhooks,
  removeWebhook,
  replayWebhook,
  requireWebhook,
  rotateWebhook,
  toWebhook,
  type WebhookRow,
} from '@/lib/notify/webhooks/webhooks';
import { readReason } from '@/lib/changes/routes/read-request';
import { checkOffice, type OfficeAccess, type OfficeRouteServices } from './office-check';
import { readBody } from './read-body';
import { readTypedDay } from './read-typed';

export async function listOfficeWebhooks(context: Context, services: OfficeRouteServices): Promise<Response> {
  const { organisationId } = await checkOffice(context, services, 'listWebhooks');
  const rows = await readWebhooks(services.store, organisationId);
  const shown = await Promise.all(rows.map((row) => toJson(services, row)));
  return context.json({ Webhooks: shown }, 200, noStore);
}

/**
 * Addresses without TLS or in a private network, and events about admin-only answers, can be allowed only on the
 * command line.
 */
const newSchema = z.strictObject({
  URL: z.string().max(2000),
  Events: z.array(z.enum(eventGroups)).min(1, { error: 'must name at least one group of events' }),
  Name: z.string().max(200).default(''),
});

/** POST. Only this response contains the secret. */
export async function addOfficeWebhook(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'addWebhook');
  const { URL: url, Events: groups, Name: name } = await readBody(context, newSchema, { maxBytes });
  const { store, authSecret, clock } = services;
  const webhook = { organisationId: access.organisationId, url, groups, name };
  const options = { authSecret, now: clock(), cause: causeOf(context, access) };
  const { id, secret } = await addWebhook(store, webhook, options).catch(refuseUrl);
  const added = await toJson(services, await requireWebhook(store, id));
  return context.json({ Webhook: added, Secret: secret }, 201, noStore);
}

export async function testOfficeWebhook(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'testWebhook');
  const { id } = await requireOwn(context, services, access);
  const { store, authSecret } = services;
  const { result, detail } = await reporting(() => sendTestEvent(store, id, { authSecret, now: Date.now }));
  return context.json({ Delivered: result === 'delivered', Detail: detail }, 200, noStore);
}

const replaySchema = z.union([
  z.strictObject({ Since: z.string().max(100) }),
  z.strictObject({ Reload: z.literal(true) }),
]);

/** POST: sends again all events since a day, or tells the receiver to load everything. */
export async function replayOfficeWebhook(
  context: Context,
  services: OfficeRouteServices,
): Promise<Response> {
  const access = await checkOffice(context, services, 'replayWebhook');
  const body = await readBody(context, replaySchema, { maxBytes });
  const { id } = await requireOwn(context, services, access);
  const since = 'Since' in body ? { field: 'Since', text: body.Since } : null;
  const after = since === null ? 'reload' : { time: await readTypedDay(services, access, since) };
  const { isShortened } = await reporting(() =>
    replayWebhook(services.store, { id, after }, services.clock(), causeOf(context, access)),
  );
  return context.json({ Shortened: isShortened }, 200, noStore);
}

/** POST: the webhook gets the events that it missed. */
export async function enableOfficeWebhook(
  context: Context,
  services: OfficeRouteServices,
): Promise<Response> {
  const access = await checkOffice(context, services, 'enableWebhook');
  const { id } = await requireOwn(context, services, access);
  await reporting(() => enableWebhook(services.store, id, services.clock(), causeOf(context, access)));
  return context.body(null, 204, noStore);
}

/** POST: for 24 hours, events are signed with the old and the new secret. */
export async function rotateOfficeWebhook(
  context: Context,
  services: OfficeRouteServices,
): Promise<Response> {
  const access = await checkOffice(context, services, 'rotateWebhook');
  const { id } = await requireOwn(context, services, access);
  const { store, authSecret, clock } = services;
  const options = { authSecret, now: clock(), cause: causeOf(context, access) };
  const secret = await reporting(() => rotateWebhook(store, { id, isImmediate: false }, options));
  return context.json({ Secret: secret }, 200, noStore);
}

export async function removeOfficeWebhook(
  context: Context,
  services: OfficeRouteServices,
): Promise<Response> {
  const access = await checkOffice(context, services, 'removeWebhook');
  const { id } = await requireOwn(context, services, access);
  await reporting(() => removeWebhook(services.store, id, services.clock(), causeOf(context, access)));
  return context.body(null, 204, noStore);
}

/** @throws ApiError 404 if the organisation has no such webhook */
async function requireOwn(
  context: Context,
  { store }: OfficeRouteServices,
  { organisationId }: OfficeAccess,
): Promise<WebhookRow> {
  const row = await requireWebhook(store, context.req.param('webhook') ?? '').catch((error: unknown) => {
    if (error instanceof WebhookSettingsError) return null;
    throw error;
  });
  if (row !== null && row.organisation_id === organisationId) return row;
  throw new ApiError('not_found', 'There is no webhook with this ID');
}

/** The schema has checked all other settings, so the error is about the URL. */
function refuseUrl(error: unknown): never {
  if (!(error instanceof WebhookSettingsError)) throw error;
  throw invalidRecord([{ path: 'URL', value: '', reason: error.message }]);
}

/** @throws ApiError 409 that says what the operator must do */
async function reporting<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof WebhookSettingsError) throw new ApiError('conflict', error.message);
    throw error;
  }
}

function causeOf(context: Context, { personId }: OfficeAccess): Cause {
  return byPerson(personId, readReason(context));
}

async function toJson({ store }: OfficeRouteServices, row: WebhookRow) {
  const webhook = toWebhook(row);
  // The server wrote this JSON.
  const recent = JSON.parse(row.recent) as RecentAttempt[];
  return {
    ID: webhook.id,
    Name: webhook.name,
    Address: webhook.address,
    Events: webhook.groups,
    Disabled: webhook.disabledAt === null ? null : webhook.disabledReason,
    Failures: webhook.failures,
    LastDeliveredAt: webhook.lastDeliveredAt?.toISOString() ?? null,
    Waiting: (await readWaiting(store, webhook.id)).length,
    Recent: recent.map(({ at, type, result, durationMs }) => ({
      At: at,
      Type: type,
      Result: result,
      DurationMs: durationMs,
    })),
  };
}

const maxBytes = 64 * 1024;
const noStore = { 'Cache-Control': 'no-store' };
