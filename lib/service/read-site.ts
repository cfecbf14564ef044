import { parseFooterLinks } from '@/lib/contract/fields/footer-links';
import { ConfigError, type Config } from '@/lib/base/config';
import { hasTable, readFileMark, readMembersMark } from '@/lib/store/installation/marks';
import { defaultNoun } from '@/lib/base/noun';
import { maxCardQuestions } from '@/lib/contract/fields/structure';
import { picturePath, type Site } from '@/lib/contract/site';
import type { Store } from '@/lib/store/database';
import { isDemonstration } from '@/lib/store/demonstration-flag';
import { withStoredPictures } from '@/lib/store/pictures';
import { validOrganisation } from '@/lib/changes/valid-organisation';
import { readChapters, readExtras, readOrganisation } from '@/lib/store/structure';

/** @throws Error if there is no such organisation */
export async function readSite(store: Store, organisationId: number): Promise<Site> {
  const organisation = await readOrganisation(store.members, organisationId);
  if (organisation === null) throw new Error(`There is no organisation ${organisationId} in this database.`);
  const valid = await withStoredPictures(store.members, validOrganisation(organisation));
  const { name, colour, timeZone, currency, font, nounOne, nounMany, contactEmail, synonyms, areas } = valid;
  const pictureOf = (picture: string | null) =>
    picture === null ? null : picturePath(organisationId, picture);
  const chapters = await readChapters(store.members, organisationId);
  const questions = await readExtras(store.members, organisationId);
  return {
    organisationId,
    name,
    colour,
    timeZone,
    currency,
    font,
    contactEmail,
    synonyms,
    areas,
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
    isTypeHidden: organisation.isTypeHidden,
    cardQuestions: questions
      .filter(({ isOnCard }) => isOnCard)
      .slice(0, maxCardQuestions)
      .map(({ id }) => String(id)),
    isDirectoryClosed: organisation.isDirectoryClosed,
    hasMembersDirectory: organisation.hasMembersDirectory,
  };
}

/**
 * The organisation that the directory shows: the one that the settings name, or the only one, or the one that was shown
 * before there were others. null: the database has no organisation. The tables may be missing.
 * @throws ConfigError if the settings are wrong, or do not say which of several organisations to show
 */
export async function findShownOrganisation(
  store: Pick<Store, 'engine' | 'members' | 'auth'>,
  { organisationId, dataDir }: Pick<Config, 'organisationId' | 'dataDir'>,
): Promise<number | null> {
  const ids = await readOrganisationIds(store);
  const [first = null] = ids;
  if (first === null) return null;
  const all = ids.join(', ');
  if (organisationId !== null) {
    if (ids.includes(organisationId)) return organisationId;
    throw new ConfigError([
      `MEMBERSHIP_ORGANISATION_ID: is ${organisationId}, but the database has only the organisations ${all}`,
    ]);
  }
  if (ids.length === 1) return first;
  const before = (await readMembersMark(store))?.shownId ?? readFileMark(dataDir).organisationId;
  if (before !== null && ids.includes(before)) return before;
  throw new ConfigError([
    `MEMBERSHIP_ORGANISATION_ID: must say which of the organisations ${all} the directory shows`,
  ]);
}

/** In ascending order. The table may be missing. */
export async function readOrganisationIds({
  members,
  engine,
}: Pick<Store, 'engine' | 'members'>): Promise<number[]> {
  if (!(await hasTable(members, engine, 'organisation'))) return [];
  const rows = await members.selectFrom('organisation').select('id').orderBy('id').execute();
  return rows.map(({ id }) => id);
}

/** null: it is clear which organisation the directory shows. */
export async function describeShown(
  store: Store,
  config: Pick<Config, 'organisationId' | 'dataDir'>,
): Promise<string | null> {
  const ids = await readOrganisationIds(store);
  if (config.organisationId !== null || ids.length < 2) return null;
  const shown = await findShownOrganisation(store, config);
  return `the database has the organisations ${ids.join(', ')}, and MEMBERSHIP_ORGANISATION_ID is not set. The directory shows organisation ${shown}, as before`;
}
