import { z } from 'zod';
import { webhookEvents } from './webhook-events';

export const officeWebhookSchema = z.object({
  ID: z.string(),
  Name: z.string(),
  /** The address without path and query, because these may be secret. */
  Address: z.string(),
  Events: z.array(z.enum(webhookEvents)),
  /** Why the webhook was disabled. null: the webhook is enabled. */
  Disabled: z.string().nullable(),
  /** The number of failed attempts since the last successful attempt. */
  Failures: z.number(),
  LastDeliveredAt: z.string().nullable(),
  /** The number of events that wait for another attempt. */
  Waiting: z.number(),
  Recent: z.array(z.object({ At: z.string(), Type: z.string(), Result: z.string(), DurationMs: z.number() })),
});
export type OfficeWebhook = z.infer<typeof officeWebhookSchema>;

export const officeWebhooksSchema = z.object({ Webhooks: z.array(officeWebhookSchema) });
export const newWebhookSchema = z.object({ Webhook: officeWebhookSchema, Secret: z.string() });
export const webhookTestSchema = z.object({ Delivered: z.boolean(), Detail: z.string() });
