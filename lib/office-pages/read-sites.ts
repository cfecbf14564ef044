import { officeClientsSchema, type ListedClient } from '@/lib/contract/office-clients';
import type { Office } from './find-office';

export const sitesPath = '/office/sites';

/** null: the caller may not see the sites. */
export async function readSites({ api }: Office): Promise<ListedClient[] | null> {
  const { status, body } = await api.read('clients');
  return status === 200 ? officeClientsSchema.parse(body).Clients : null;
}
