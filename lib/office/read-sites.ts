import { officeClientsSchema, type ListedClient } from '@/lib/membership-api/office-clients';
import type { Office } from './find-office';

export const sitesPath = '/office/sites';

/** The sites and apps. null: the caller's role may not see them. */
export async function readSites({ api }: Office): Promise<ListedClient[] | null> {
  const { status, body } = await api.read('clients');
  return status === 200 ? officeClientsSchema.parse(body).Clients : null;
}
