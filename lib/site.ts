import type { FooterLink } from './membership-api/fields/footer-links';
import type { Font } from './fonts';
import type { Noun } from './noun';

/** How the site is presented: the association's name and look. The API has no fields for these. */
export interface Site {
  organisationId: number;
  name: string;
  /** Accent colour as `#rrggbb`; null: our own. */
  colour: string | null;
  font: Font;
  logoUrl: string | null;
  /** The logo for dark pages. null: the same as on light pages. */
  darkLogoUrl: string | null;
  /** The picture for icons. null: our own mark. */
  squareLogoUrl: string | null;
  /**
   * The picture in previews of links to the site. null: the logo, or if there is none, our mark in the association's
   * colour.
   */
  socialPictureUrl: string | null;
  /** The heading above the search. null: our own. */
  heading: string | null;
  /** The text below the heading, in Markdown. null: none. */
  introduction: string | null;
  footerLinks: FooterLink[];
  timeZone: string;
  /**
   * The country's name as members' addresses have it. It decides the units, and which places rank first. null: unknown.
   */
  country: string | null;
  currency: string | null;
  /** The nouns that sentences use for one member and for several members. */
  noun: Noun;
  /**
   * Words that mean the same in a search: one group on each line, with commas between the words. '': only our own
   * groups.
   */
  synonyms: string;
  /** The address that gets visitors' reports. null: the operator's setting is used. */
  contactEmail: string | null;
  /**
   * The contact of each chapter that has one: an email address, a phone number or a web address. The keys are the
   * chapters' IDs.
   */
  chapterContacts: Readonly<Record<string, string>>;
  /** Whether this is the demonstration. Its pages say that the members are invented. */
  isDemonstration: boolean;
}

/** The path of an uploaded picture at the service. */
export function picturePath(organisationId: number, name: string): string {
  return `/pictures/${organisationId}/${name}`;
}

/** The appearance of a site that has a name, and optionally a colour and the address of a logo. */
export const plainLook = {
  font: 'system',
  darkLogoUrl: null,
  squareLogoUrl: null,
  socialPictureUrl: null,
  heading: null,
  introduction: null,
  footerLinks: [],
} satisfies Partial<Site>;
