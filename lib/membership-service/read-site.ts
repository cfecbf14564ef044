import { parseFooterLinks } from '@/lib/membership-api/fields/footer-links';
import { defaultNoun } from '@/lib/noun';
import { picturePath, type Site } from '@/lib/site';
import type { Store } from '@/lib/membership-store/database';
import { isDemonstration } from '@/lib/membership-store/demonstration-flag';
import { withStoredPictures } from '@/lib/membership-store/pictures';
import { validOrganisation } from '@/lib/membership-changes/valid-organisation';
import { readChapters, readOrganisation } from '@/lib/membership-store/structure';

/** @throws Error if there is no such organisation */
export async function readSite(store: Store, organisationId: number): Promise<Site> {
  const organisation = await readOrganisation(store.members, organisationId);
  if (organisation === null) throw new Error(`There is no organisation ${organisationId} in this database.`);
  const valid = await withStoredPictures(store.members, validOrganisation(organisation));
  const { name, colour, timeZone, currency, font, nounOne, nounMany, contactEmail, synonyms } = valid;
  const pictureOf = (picture: string | null) =>
    picture === null ? null : picturePath(organisationId, picture);
  const chapters = await readChapters(store.members, organisationId);
  return {
    organisationId,
    name,
    colour,
    timeZone,
    currency,
    font,
    contactEmail,
    synonyms,
    country: organisation.country || null,
    logoUrl: pictureOf(valid.logo) ?? valid.logoUrl,
    darkLogoUrl: pictureOf(valid.darkLogo),
    squareLogoUrl: pictureOf(valid.squareLogo),
    socialPictureUrl: pictureOf(valid.socialPicture),
    heading: valid.heading || null,
    introduction: valid.introduction || null,
    footerLinks: parseFooterLinks(valid.footerLinks),
    noun: { one: nounOne || defaultNoun.one, many: nounMany || defaultNoun.many },
    chapterContacts: Object.fromEntries(
      chapters.flatMap(({ id, contact }) => (contact === '' ? [] : [[String(id), contact]])),
    ),
    isDemonstration: await isDemonstration(store.members, organisationId),
  };
}

export async function findOnlyOrganisation(store: Store): Promise<number | null | 'several'> {
  const rows = await store.members.selectFrom('organisation').select('id').limit(2).execute();
  return rows.length > 1 ? 'several' : (rows[0]?.id ?? null);
}
