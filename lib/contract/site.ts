import type { FooterLink } from './fields/footer-links';
import type { Font } from '../base/fonts';
import type { Noun } from '../base/noun';

export interface Site {
  organisationId: number;
  name: string;
  /** `#rrggbb`. null: our own colour. */
  colour: string | null;
  font: Font;
  logoUrl: string | null;
  /** null: the same logo as on light pages. */
  darkLogoUrl: string | null;
  /** The logo for icons. null: our own mark. */
  squareLogoUrl: string | null;
  /** The picture for previews of links to the site. null: the logo, or our mark in the association's colour. */
  socialPictureUrl: string | null;
  /** The heading above the search. null: our own heading. */
  heading: string | null;
  /** The text below the heading, in Markdown. null: no text. */
  introduction: string | null;
  footerLinks: FooterLink[];
  timeZone: string;
  /** The country's name, as in members' addresses. It decides the units and which places rank first. null: unknown. */
  country: string | null;
  currency: string | null;
  /** The singular and plural that sentences use for members. */
  noun: Noun;
  /** Words with the same meaning in a search: a group on each line, with commas between the words. */
  synonyms: string;
  /** Areas that visitors name: on each line the name, a colon, and suburbs with commas between them. */
  areas: string;
  /** Visitors' reports are sent to this address. null: the operator's setting is used. */
  contactEmail: string | null;
  /** Each key is the ID of a chapter. Each value is an email address, a phone number or a web address. */
  chapterContacts: Readonly<Record<string, string>>;
  /** Pages of the demonstration say that the members are invented. */
  isDemonstration: boolean;
  /** Cards and rows leave out the membership type. Absent: they show it. */
  isTypeHidden?: boolean;
  /** The IDs of at most three questions whose answers cards show. Absent or empty: every answer that is a plain yes. */
  cardQuestions?: readonly string[];
  /** The public directory shows nobody, until the office opens it. Absent: it is open. */
  isDirectoryClosed?: boolean;
  /** Members who sign in have a directory of their own. Absent: they have none. */
  hasMembersDirectory?: boolean;
}

export function picturePath(organisationId: number, name: string): string {
  return `/pictures/${organisationId}/${name}`;
}

export const defaultAppearance = {
  font: 'system',
  darkLogoUrl: null,
  squareLogoUrl: null,
  socialPictureUrl: null,
  heading: null,
  introduction: null,
  footerLinks: [],
} satisfies Partial<Site>;
