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
  /** For dark pages; null: the same as on light ones. */
  darkLogoUrl: string | null;
  /** For icons; null: our own mark. */
  squareLogoUrl: string | null;
  /** For links to the site in other places; null: the logo, otherwise our mark in the colour. */
  socialPictureUrl: string | null;
  /** Above the search; null: our own. */
  heading: string | null;
  /** Markdown, below the heading; null: none. */
  introduction: string | null;
  /** In the order of the footer. */
  footerLinks: FooterLink[];
  timeZone: string;
  /** The country's name as in members' addresses; used for place ranking and units. null: unknown. */
  country: string | null;
  currency: string | null;
  /** What one member and several are called in sentences. */
  noun: Noun;
  /** Words that mean the same in a search: a group on each line, with commas between the words. '': only ours. */
  synonyms: string;
  /** Gets visitors' reports. null: the operator's setting. */
  contactEmail: string | null;
  /** How to reach the chapters that can be reached, by ID: an email address, a phone number or a web address. */
  chapterContacts: Readonly<Record<string, string>>;
  /** The demonstration organisation: pages state that its members are invented. */
  isDemonstration: boolean;
}

/** Where the service sends an uploaded picture. */
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
