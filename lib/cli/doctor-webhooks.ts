import type { Store } from '@/lib/store/database';
import { listWebhooks, requireWebhook } from '@/lib/notify/webhooks/webhooks';
import { toSecrets } from '@/lib/notify/webhooks/secrets';
import { plural } from '@/lib/base/plural';
import { fine, note, wrong, type Finding } from './finding';

/** The command reports a webhook after this number of failures in a row. */
const manyFailures = 10;

/**
 * Whether the webhooks are delivered.
 * @param authSecret null: this command does not know the secret
 * @param only the ID of the organisation whose webhooks are checked. null: all organisations
 */
export async function checkWebhooks(
  store: Store,
  authSecret: string | null,
  only: number | null,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const webhooks = await listWebhooks(store, only);
  for (const { id, address, disabledAt, disabledReason, failures } of webhooks) {
    const who = `webhook ${id} to ${address}`;
    const enable = `./chapterhouse webhook enable ${id}`;
    const options = { authSecret: authSecret ?? '', now: new Date() };
    if (disabledAt !== null) {
      findings.push(
        wrong('webhooks', `${who} is disabled: ${disabledReason}`, `Correct it, then: ${enable}`),
      );
    } else if (authSecret !== null && toSecrets(await requireWebhook(store, id), options) === null) {
      const fix = 'Set the earlier AUTH_SECRET again, or remove the webhook and add it again.';
      findings.push(wrong('webhooks', `${who} was stored with another AUTH_SECRET`, fix));
    } else if (failures >= manyFailures) {
      const fix = `See why: ./chapterhouse webhook show ${id}`;
      findings.push(note('webhooks', `${who}: the last ${failures} attempts failed`, fix));
    }
  }
  if (findings.length > 0 || webhooks.length === 0) return findings;
  return [fine('webhooks', plural(webhooks.length, 'works', 'work'))];
}
