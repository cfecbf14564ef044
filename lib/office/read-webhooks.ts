import { officeWebhooksSchema, type OfficeWebhook } from '@/lib/membership-api/office-webhooks';
import type { Office } from './find-office';

export const webhooksPath = '/office/webhooks';

/** The webhooks. null: the caller's role may not see them. */
export async function readWebhooks({ api }: Office): Promise<OfficeWebhook[] | null> {
  const { status, body } = await api.read('webhooks');
  return status === 200 ? officeWebhooksSchema.parse(body).Webhooks : null;
}

/** The name of the webhook, or its address if it has no name. */
export function nameOfWebhook({ Name, Address }: Pick<OfficeWebhook, 'Name' | 'Address'>): string {
  return Name === '' ? Address : Name;
}
