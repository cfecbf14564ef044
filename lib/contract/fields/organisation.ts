import { financialStatuses } from '../words';
import { fonts } from '@/lib/base/fonts';
import { field } from './field';
import { footerLinks } from './footer-links';
import { listOf, withoutRepeats } from './list-kinds';
import { flag, listedId, wholeNumber } from './number-kinds';
import { officerAccess } from './officer-access';
import { ownEntry } from './own-entry';
import { namedAreas } from './named-areas';
import { synonymGroups } from './synonym-groups';
import {
  addressTemplate,
  currency,
  email,
  line,
  oneOf,
  optional,
  pattern,
  requiredLine,
  text,
  timeZone,
  webAddress,
} from './text-kinds';

/**
 * The text has no line breaks, because it is put into sentences. It has no braces, because messages have placeholders
 * in braces.
 */
const noun = pattern(
  /^(?:[^\s\p{Cc}{}<>#](?:[^\p{Cc}\p{Zl}\p{Zp}{}<>#]{0,58}[^\s\p{Cc}{}<>#])?)?$/u,
  'must be a word or two, such as physiotherapists',
);

const pictureNamePattern = /^[0-9a-f]{32}\.(png|jpg|webp|svg)$/;
/**
 * The name of an uploaded picture. It consists of the start of the picture's hash, a dot and the type of the picture.
 */
export const pictureName = pattern(pictureNamePattern, 'must be the name of a picture that was uploaded');

export function isPictureName(text: string): boolean {
  return pictureNamePattern.test(text);
}

/** The two URL templates may contain `{MembershipNumber}` or `{ID}`. */
export const organisationFields = {
  ID: field('id', listedId),
  Name: field('name', requiredLine(300)),
  TimeZone: field('timeZone', timeZone),
  // The organisation's country, written as in members' addresses. '': the members are around the world.
  Country: field('country', line(300)),
  Currency: field('currency', currency),
  // In the last days of a membership, its status is `expiring`. This field is the number of these days.
  NoticeDays: field('noticeDays', wholeNumber({ min: 0, max: 366 })),
  ListedStatuses: field('listedStatuses', withoutRepeats(listOf(oneOf(financialStatuses), 4))),
  // null: our own colour.
  Colour: field('colour', optional(pattern(/^#[0-9a-f]{6}$/i, 'must be a colour as #rrggbb'))),
  LogoURL: field('logoUrl', optional(webAddress)),
  InvoiceURLTemplate: field('invoiceUrlTemplate', optional(addressTemplate)),
  PaymentURLTemplate: field('paymentUrlTemplate', optional(addressTemplate)),
  // The nouns for one member and for several, such as "physiotherapist" and "physiotherapists". '': "member" and
  // "members".
  NounOne: field('nounOne', noun, { isLater: true }),
  NounMany: field('nounMany', noun, { isLater: true }),
  // The address for reports of mistakes, requests for erasure and replies to emails. null: CONTACT_EMAIL.
  ContactEmail: field('contactEmail', optional(email), { isLater: true }),
  Font: field('font', oneOf(fonts), { isLater: true }),
  // The uploaded logo. null: LogoURL is used.
  Logo: field('logo', optional(pictureName), { isLater: true }),
  DarkLogo: field('darkLogo', optional(pictureName), { isLater: true }),
  SquareLogo: field('squareLogo', optional(pictureName), { isLater: true }),
  SocialPicture: field('socialPicture', optional(pictureName), { isLater: true }),
  Heading: field('heading', line(120), { isLater: true }),
  // The introduction is Markdown.
  Introduction: field('introduction', text(2000), { isLater: true }),
  FooterLinks: field('footerLinks', footerLinks, { isLater: true }),
  Synonyms: field('synonyms', synonymGroups, { isLater: true }),
  // Areas that visitors name, such as "Inner West", each with its suburbs.
  Areas: field('areas', namedAreas, { isLater: true }),
  OfficerAccess: field('officerAccess', officerAccess.kind, { isLater: true }),
  // Whether people with the role `reader` see private contact fields.
  ReadersSeeContact: field('readersSeeContact', flag, { isLater: true }),
  // The cards and rows of the directory leave out the membership type.
  TypeHidden: field('isTypeHidden', flag, { isLater: true }),
  // What members may change in their own entry, and what the office must approve.
  OwnEntry: field('ownEntry', ownEntry.kind, { isLater: true }),
  // The public directory shows nobody. Only the directory reads this: the API's lists do not change.
  DirectoryClosed: field('isDirectoryClosed', flag, { isLater: true }),
  // Members who sign in have a directory of their own, with what the others show only to members.
  MembersDirectory: field('hasMembersDirectory', flag, { isLater: true }),
};
