import type { Noun } from './noun';

/** How the site is presented: the association's name and look. The API has no fields for these. */
export interface Site {
  organisationId: number;
  name: string;
  /** Accent colour as `#rrggbb`; null: our own. */
  colour: string | null;
  logoUrl: string | null;
  timeZone: string;
  /** The country's name as in members' addresses; used for place ranking and units. null: unknown. */
  country: string | null;
  currency: string | null;
  /** What one member and several are called in sentences. */
  noun: Noun;
  /** Gets visitors' reports. null: the operator's setting. */
  contactEmail: string | null;
  /** How to reach the chapters that can be reached, by ID: an email address, a phone number or a web address. */
  chapterContacts: Readonly<Record<string, string>>;
  /** The demonstration organisation: pages state that its members are invented. */
  isDemonstration: boolean;
}
