import { usualNoun } from '@/lib/noun';
import type { Site } from '@/lib/site';
import type { Store } from '@/lib/membership-store/database';
import { isDemonstration } from '@/lib/membership-store/demonstration-flag';
import { validOrganisation } from '@/lib/membership-store/valid-organisation';
import { readChapters, readOrganisation } from '@/lib/membership-store/structure';

/**
 * The name and appearance of an organisation.
 * @throws Error if there is none with that ID
 */
export async function readSite(store: Store, organisationId: number): Promise<Site> {
  const organisation = await readOrganisation(store.members, organisationId);
  if (organisation === null) throw new Error(`There is no organisation ${organisationId} in this database.`);
  const { name, colour, logoUrl, timeZone, currency, nounOne, nounMany, contactEmail } =
    validOrganisation(organisation);
  const country = organisation.country || null;
  const branding = { name, colour, logoUrl, timeZone, country, currency };
  const chapters = await readChapters(store.members, organisationId);
  return {
    organisationId,
    ...branding,
    noun: { one: nounOne || usualNoun.one, many: nounMany || usualNoun.many },
    contactEmail,
    chapterContacts: Object.fromEntries(
      chapters.flatMap(({ id, contact }) => (contact === '' ? [] : [[String(id), contact]])),
    ),
    isDemonstration: await isDemonstration(store.members, organisationId),
  };
}

/** The ID of the only organisation. null: there is none. */
export async function findOnlyOrganisation(store: Store): Promise<number | null | 'several'> {
  const rows = await store.members.selectFrom('organisation').select('id').limit(2).execute();
  return rows.length > 1 ? 'several' : (rows[0]?.id ?? null);
}
