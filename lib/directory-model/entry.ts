/**
 * The data of a member that the public may see. Only `projection.ts` creates entries; everything public is built from
 * them.
 */
import type { Point } from '@/lib/geo/point';
import type { LocationPrecision } from '@/lib/membership-api/words';

/** One listed membership: a card in the list, a profile, pins on the map. */
export interface PublicEntry {
  id: string;
  /** The last segment of the profile's address: `{id}-{name}`. */
  slug: string;
  kind: 'person' | 'organisation';
  /** The card's heading: a person's title, first and last name, or an organisation's name. */
  name: string;
  /** The sort key for A–Z: the folded last name and then the first name, or the organisation's name. */
  sortKey: string;
  /** A person's organisation. null: it is an organisation's entry, or the person has none. */
  organisation: string | null;
  /** null: the type is not publicly visible. */
  membershipType: Named | null;
  categories: Named[];
  chapter: Named | null;
  /** The year of joining. */
  memberSince: number | null;
  suburb: string | null;
  state: string | null;
  country: string | null;
  /** Answers to extras that are searchable and not admin-only: one element for each extra, in the order of extras. */
  answers: PublicAnswers[];
  /** The email address, only if the member switched it on. */
  email: string | null;
  phone: string | null;
  /** Whether the member accepts messages and has a valid email address, which is not in the read model. */
  takesMessages: boolean;
  locations: PublicLocation[];
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
  /** Street and phone: only for organisations' locations. */
  address: string | null;
  suburb: string | null;
  state: string | null;
  postcode: string | null;
  country: string | null;
  phone: string | null;
  /** An http or https address. */
  website: string | null;
  /** Fields that the contract does not have. If absent, there are none. */
  further?: { label: string; text: string }[];
  point: Point;
  precision: LocationPrecision;
}
