/**
 * The only place that decides what is public (docs/decisions.md 35–38). Turns the API's records into public entries. It
 * denies by default: an entry is built from named fields, never by removing fields.
 */
import { isDate } from '@/lib/contract/fields/date-kind';
import { textKey } from '@/lib/base/text-key';
import {
  defaultDirectoryFields,
  furtherMembershipFields,
  furtherPersonFields,
} from '@/lib/contract/directory-fields';
import { isPictureId } from '@/lib/contract/fields/picture';
import type { ExtraAnswer, Membership } from '@/lib/contract/resources';
import { financialStatuses } from '@/lib/contract/words';
import type { Named, PublicAnswers, PublicEntry } from './entry';
import { furtherTexts } from './further-texts';
import { toPublicLocations, townPoint, type LocateArea, type LocationOfMember } from './project-location';
import type { PublicHtml } from '@/lib/base/public-html';
import { publicEmail, publicLines, publicText, slugOf } from '@/lib/base/public-text';

export interface PublicLists {
  /** Visible types by ID. */
  types: Map<string, Named>;
  categories: Map<string, PublicCategory>;
  /** Searchable and not admin-only, in their order. */
  extras: PublicExtra[];
}

export interface PublicCategory extends Named {
  description: PublicHtml | null;
}

export interface PublicExtra extends Named {
  options: string[];
}

/** For whom a directory is. */
export interface Readers {
  /** What lists of members include for these readers (`Include[]`), besides `Directory`. */
  includes: readonly string[];
  /** The member with what these readers may see in `Directory`, in place of what everybody sees. */
  see: (membership: Membership) => Membership;
}

export const everybody: Readers = { includes: [], see: (membership) => membership };

/**
 * Of a member's data, only the public entry and the last day in the directory are stored. null: there is no last day.
 */
export interface ListedEntry {
  entry: PublicEntry;
  listedUntil: string | null;
}

// For a site that does not say which members are listed (docs/decisions.md 35).
const listedStatuses = ['financial', 'expiring'];

/** null: the membership has no public entry. The caller compares the last day with the clock. */
export function toPublicEntry(
  membership: Membership,
  related: {
    locations: LocationOfMember[];
    categoryIds: string[];
    lists: PublicLists;
    locateArea: LocateArea;
  },
): ListedEntry | null {
  const { lists } = related;
  if (!isListed(membership) || !publicId.test(membership.ID)) return null;
  const listedUntil = lastDay(membership.ExpiryDate);
  if (listedUntil === 'unknown') return null;
  const shown = shownFields(membership);
  const naming = nameOf(membership, shown);
  if (naming === null) return null;
  const isOrganisation = naming.kind === 'organisation';
  const { locations, address } = toPublicLocations(related.locations, { shown, isOrganisation, ...related });
  const own = membership.User.Address;
  const area = (field: 'Suburb' | 'State' | 'Country') =>
    shown.has(field) ? (publicText(own[field]) ?? address[field]) : null;
  const shownArea = { suburb: area('Suburb'), state: area('State'), country: area('Country') };
  const town = locations.length === 0 ? townPoint(shownArea, related.locateArea) : null;
  return {
    listedUntil,
    entry: {
      id: membership.ID,
      slug: slugOf(membership.ID, textKey(naming.name)),
      ...naming,
      membershipType: shown.has('MembershipType')
        ? (lists.types.get(membership.MembershipType.ID) ?? null)
        : null,
      categories: shown.has('Categories') ? namedCategories(related.categoryIds, lists) : [],
      chapter: shown.has('Chapter') ? chapterOf(membership) : null,
      memberSince: shown.has('JoiningDate') ? yearOf(membership.JoiningDate) : null,
      ...shownArea,
      answers: [
        ...furtherAnswers(furtherPersonFields, membership.User, shown),
        ...furtherAnswers(furtherMembershipFields, membership, shown),
        ...(shown.has('Extras') ? publicAnswers(membership, lists.extras) : []),
      ],
      ...pictureOf(membership, shown),
      ...profileOf(membership, shown),
      email: shown.has('Email') ? publicEmail(membership.User.Email) : null,
      phone: publicPhone(membership, shown),
      takesMessages: shown.has('Messages') && publicEmail(membership.User.Email) !== null,
      locations,
      ...(town !== null && { town }),
    },
  };
}

function isListed(membership: Membership): boolean {
  if (membership.Directory !== undefined) return membership.Directory.Listed;
  return listedStatuses.includes(membership.Status.trim().toLowerCase());
}

/**
 * For a member without a public entry: the field whose value cannot be used. null: another value in the record is the
 * reason. For example, the member's status may not be a listed status.
 */
export function unusableField(membership: Membership): string | null {
  if (!publicId.test(membership.ID)) return 'ID';
  if (lastDay(membership.ExpiryDate) === 'unknown') return 'ExpiryDate';
  // If the site has the extension, the record itself says which fields are shown. The member's name is not one of these
  // fields.
  if (membership.Directory !== undefined) return null;
  const status = membership.Status.trim().toLowerCase();
  if (!financialStatuses.some((known) => known === status)) return 'Status';
  return isListed(membership) && nameOf(membership, shownFields(membership)) === null ? 'name' : null;
}

const publicId = /^[A-Za-z0-9_]{1,64}$/;

/** null: there is no end. 'unknown': the date cannot be read, so it could be past. */
function lastDay(expiryDate: string | null): string | null | 'unknown' {
  if (expiryDate === null) return null;
  const date = /^\d{4}-\d{2}-\d{2}(?=$|[T ])/.exec(expiryDate)?.[0];
  return date === undefined || Number.isNaN(Date.parse(date)) ? 'unknown' : date;
}

/**
 * The fields that may be shown. A site without the extension does not mark companies, so a membership without a person's
 * name counts as a company. Every other membership gets the narrower defaults of a person.
 */
function shownFields({ Directory, User }: Membership): ReadonlySet<string> {
  if (Directory !== undefined) return new Set(Directory.Show);
  const isCompany = User.FirstName.trim() === '' && User.LastName.trim() === '';
  return new Set(defaultDirectoryFields[isCompany ? 'organisation' : 'person']);
}

/** A company's shown fields include no person's name. null: no name may be shown, or there is none. */
function nameOf(
  { User }: Membership,
  shown: ReadonlySet<string>,
): Pick<PublicEntry, 'kind' | 'name' | 'sortKey' | 'organisation'> | null {
  const first = shown.has('FirstName') ? publicText(User.FirstName) : null;
  const last = shown.has('LastName') ? publicText(User.LastName) : null;
  const organisation = shown.has('Organisation') ? publicText(User.Organisation) : null;
  if (first !== null || last !== null) {
    const title = shown.has('Title') ? publicText(User.Title) : null;
    const name = [title, first, last].filter((part) => part !== null).join(' ');
    const sortKey = textKey([last, first].filter((part) => part !== null).join(' '));
    return { kind: 'person', name, sortKey, organisation };
  }
  if (organisation === null) return null;
  return { kind: 'organisation', name: organisation, sortKey: textKey(organisation), organisation: null };
}

/** In the order of the association's list. */
export function namedCategories(ids: string[], { categories }: PublicLists): Named[] {
  return [...categories.values()]
    .filter((category) => ids.includes(category.id))
    .map(({ id, name }) => ({ id, name }));
}

function chapterOf({ Chapter }: Membership): Named | null {
  const name = publicText(Chapter?.Name ?? null);
  return Chapter === null || name === null ? null : { id: Chapter.ID, name };
}

function yearOf(date: string | null): number | null {
  const year = Number(/^\d{4}(?=-\d{2})/.exec(date ?? '')?.[0] ?? 0);
  return year > 1000 ? year : null;
}

/** Our additional fields are shown as answers. Their IDs are words; those of extras are numbers. */
function furtherAnswers(
  fields: typeof furtherPersonFields,
  record: object,
  shown: ReadonlySet<string>,
): PublicAnswers[] {
  return furtherTexts(fields, record, shown).map(({ name, label, text }) => {
    return { extraId: name, label, answers: [text] };
  });
}

function pictureOf(
  { Picture: picture }: Membership,
  shown: ReadonlySet<string>,
): Pick<PublicEntry, 'picture'> {
  if (!shown.has('Picture') || !picture || !isPictureId(picture.ID)) return {};
  return { picture: { id: picture.ID, description: publicText(picture.Description) } };
}

function profileOf(
  { Introduction, Services, Areas, ConfirmedOn = null }: Membership,
  shown: ReadonlySet<string>,
): Pick<PublicEntry, 'introduction' | 'services' | 'areas' | 'confirmedOn'> {
  const introduction = shown.has('Introduction') ? publicLines(Introduction) : [];
  const services = shown.has('Services') ? publicLines(Services) : [];
  const areas = shown.has('Areas') ? publicText(Areas) : null;
  return {
    ...(introduction.length > 0 && { introduction }),
    ...(services.length > 0 && { services: [...new Set(services)] }),
    ...(areas !== null && { areas }),
    ...(shown.has('ConfirmedOn') &&
      ConfirmedOn !== null &&
      isDate(ConfirmedOn) && { confirmedOn: ConfirmedOn }),
  };
}

function publicAnswers(membership: Membership, extras: PublicExtra[]): PublicAnswers[] {
  const given = [...membership.MembershipType.Extras, ...membership.Extras];
  return extras.flatMap((extra) => {
    const answers = answersTo(extra.id, given);
    return answers.length === 0 ? [] : [{ extraId: extra.id, label: extra.name, answers }];
  });
}

function answersTo(extraId: string, given: ExtraAnswer[]): string[] {
  const answers = given.filter((answer) => answer.ID === extraId).map((answer) => publicText(answer.Answer));
  return [...new Set(answers.filter((answer) => answer !== null))];
}

function publicPhone({ User }: Membership, shown: ReadonlySet<string>): string | null {
  const numbers = (['WorkPhone', 'Phone', 'Mobile'] as const).filter((field) => shown.has(field));
  for (const field of numbers) {
    const number = publicText(User[field]);
    if (number !== null) return number;
  }
  return null;
}
