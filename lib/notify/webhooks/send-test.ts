import { randomBytes } from 'node:crypto';
import type { Store } from '@/lib/store/database';
import { readJournalPosition } from '@/lib/store/journal';
import { bodyOf } from './events';
import { signingSecrets } from './secrets';
import { type Attempt, type PosterServices } from './poster';
import { createSender } from './sender';
import { openWebhook, requireWebhook } from './webhooks';

/**
 * Sends from this process, also if the webhook is disabled.
 * @throws WebhookSettingsError if there is no such webhook, or it was stored with another AUTH_SECRET
 */
export async function sendTestEvent(
  store: Store,
  id: string,
  { authSecret, ...sending }: { authSecret: string } & Omit<PosterServices, 'allowsPrivate' | 'connections'>,
): Promise<Attempt> {
  const row = await requireWebhook(store, id);
  const at = sending.now();
  const { organisation_id: organisationId } = row;
  const secrets = openWebhook(row, { authSecret, now: new Date(at) });
  const position = await readJournalPosition(store.members, organisationId);
  const event = { kind: 'organisation', id: organisationId, operation: 'test', position, at } as const;
  const message = { id: `msg_${randomBytes(20).toString('base64url')}`, body: bodyOf(event, organisationId) };
  const sender = createSender(secrets.url, {
    ...sending,
    allowsPrivate: row.allows_private === 1,
    connections: 1,
  });
  try {
    return await sender.send(message, signingSecrets(secrets, at));
  } finally {
    sender.close();
  }
}
