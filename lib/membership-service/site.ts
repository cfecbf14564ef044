import type { Site } from '@/lib/site';
import type { Store } from './store/database';
import { readOrganisation } from './store/structure';

/** The organisation that `demo` makes; it is nobody's real one. */
export const demonstrationId = 100;

/**
 * The name and look of an organisation.
 * @throws Error when there is none of that ID
 */
export async function readSite(store: Store, organisationId: number): Promise<Site> {
  const organisation = await readOrganisation(store.members, organisationId);
  if (organisation === null) throw new Error(`There is no organisation ${organisationId} in this database.`);
  const { name, colour, logoUrl, timeZone, currency } = organisation;
  const country = organisation.country || null;
  const isDemonstration = organisationId === demonstrationId;
  return { organisationId, name, colour, logoUrl, timeZone, country, currency, isDemonstration };
}

/** The ID of the only organisation; null when there is none. */
export async function findOnlyOrganisation(store: Store): Promise<number | null | 'several'> {
  const rows = await store.members.selectFrom('organisation').select('id').limit(2).execute();
  return rows.length > 1 ? 'several' : (rows[0]?.id ?? null);
}
