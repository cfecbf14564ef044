/**
 * What the public may see of a member. Only `projection.ts` creates entries, and everything public is built from them.
 */
import type { Point } from '@/lib/map/geo/point';
import type { LocationPrecision } from '@/lib/contract/words';

/** One listed membership: a card in the list, a profile, pins on the map. */
export interface PublicEntry {
  id: string;
  /** The last segment of the profile's address: `{id}-{name}`. */
  slug: string;
  kind: 'person' | 'organisation';
  /** The card's heading: a person's title, first and last name, or an organisation's name. */
  name: string;
  /** For A–Z, without case and accents: the last name and then the first name, or the organisation's name. */
  sortKey: string;
  /** A person's organisation. null: the person has none, or the entry is an organisation's. */
  organisation: string | null;
  /** null: the type is not publicly visible. */
  membershipType: Named | null;
  categories: Named[];
  chapter: Named | null;
  memberSince: number | null;
  suburb: string | null;
  state: string | null;
  country: string | null;
  /** One element for each searchable extra that is not admin-only, in the order of extras. */
  answers: PublicAnswers[];
  /** The picture or logo. Absent: the member has none, or does not show it. */
  picture?: PublicPicture;
  /** The paragraphs. Absent: the member has none, or does not show it. The same goes for the next two. */
  introduction?: string[];
  services?: string[];
  areas?: string;
  /** When the member confirmed the entry. Absent: never, or the member does not show it. */
  confirmedOn?: string;
  /** Only if the member switched the email address on. */
  email: string | null;
  phone: string | null;
  /** The member accepts messages and has a valid email address, which is not in the read model. */
  takesMessages: boolean;
  locations: PublicLocation[];
  /**
   * The middle of the town that the card shows, for searches near a place. It is not on the map. Absent: the member has
   * locations, or the card shows no town whose place is known.
   */
  town?: Point;
}

export interface PublicPicture {
  /** The address of the picture contains it. */
  id: string;
  /** For people who cannot see the picture. null: the member wrote nothing. */
  description: string | null;
}

export interface Named {
  id: string;
  name: string;
}

export interface PublicAnswers {
  extraId: string;
  label: string;
  answers: string[];
}

export interface PublicLocation {
  id: string;
  name: string;
  /** Only organisations' locations have a street and a phone. */
  address: string | null;
  suburb: string | null;
  state: string | null;
  postcode: string | null;
  country: string | null;
  phone: string | null;
  website: string | null;
  openingHours?: string[];
  /** Fields that the contract does not have. */
  further?: { label: string; text: string }[];
  point: Point;
  precision: LocationPrecision;
}
