/** What the public may see of a member. Only `projection.ts` creates entries; everything public is built from them. */
import type { Point } from '@/lib/geo/point';
import type { LocationPrecision } from '@/lib/membership-api/words';

/** One listed membership: a card in the list, a profile, pins on the map. */
export interface PublicEntry {
  /** The membership's ID. */
  id: string;
  /** `{id}-{name}`: the last segment of the profile's address. */
  slug: string;
  kind: 'person' | 'organisation';
  /** The card's heading: a person's title, first and last name, or an organisation's name. */
  name: string;
  /** Folded last name then first name, or the organisation's name: the sort key for A–Z. */
  sortKey: string;
  /** A person's organisation; null for organisations, or if there is none. */
  organisation: string | null;
  /** null when the type is not publicly visible. */
  membershipType: Named | null;
  categories: Named[];
  chapter: Named | null;
  /** Year of joining. */
  memberSince: number | null;
  suburb: string | null;
  state: string | null;
  country: string | null;
  /** Answers to searchable extras that are not admin-only; one element for each extra, in the extras' order. */
  answers: PublicAnswers[];
  /** Only if the member switched it on. */
  email: string | null;
  phone: string | null;
  /** The member switched it on and has a valid email address. The address is not in the read model. */
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
  /** http or https. */
  website: string | null;
  /** Fields that the contract does not have; absent: none. */
  further?: { label: string; text: string }[];
  point: Point;
  precision: LocationPrecision;
}
