import { officeWebhooksSchema, type OfficeWebhook } from '@/lib/contract/office-webhooks';
import type { Office } from './find-office';

export const webhooksPath = '/office/webhooks';

/** null: the caller may not see the webhooks. */
export async function readWebhooks({ api }: Office): Promise<OfficeWebhook[] | null> {
  const { status, body } = await api.read('webhooks');
  return status === 200 ? officeWebhooksSchema.parse(body).Webhooks : null;
}

export function nameOfWebhook({ Name, Address }: Pick<OfficeWebhook, 'Name' | 'Address'>): string {
  return Name === '' ? Address : Name;
}
