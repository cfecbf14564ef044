import type { PublicEntry, PublicLocation } from '@/lib/directory/model/entry';
import { formatList } from '@/lib/messages/locale';
import { isNo, isYes } from './yes-no';

export interface Contact {
  phone: string | null;
  website: string | null;
  destination: Destination | null;
}

export interface Destination {
  /**
   * The address, or "latitude,longitude" if the address is not public.
   */
  text: string;
  /** "latitude,longitude" */
  point: string;
}

/**
 * The contact at a location, by default the first location. If the location has no phone, the member's phone is used,
 * or else the phone of another location. If the location has no website, the website of another location is used.
 */
export function contactOf(entry: PublicEntry, location: PublicLocation | null): Contact {
  const chosen = location ?? entry.locations[0] ?? null;
  const locations = chosen === null ? [] : [chosen, ...entry.locations];
  const firstOf = (field: 'phone' | 'website') =>
    locations.find((one) => one[field] !== null)?.[field] ?? null;
  return {
    phone: chosen?.phone ?? entry.phone ?? firstOf('phone'),
    website: firstOf('website'),
    destination: chosen === null ? null : destinationOf(chosen),
  };
}

/** Whether a visitor finds anything to press: a number, a website, an email address, directions or the message form. */
export function isReachable(
  entry: PublicEntry,
  location: PublicLocation | null,
  carriesMessages: boolean,
): boolean {
  const { phone, website, destination } = contactOf(entry, location);
  const hasContact = [phone, website, entry.email, destination].some((one) => one !== null);
  return hasContact || (entry.takesMessages && carriesMessages);
}

/** Returns null if only the location's area is public, because the centre of an area is no place to drive to. */
export function destinationOf(location: PublicLocation): Destination | null {
  const { address, suburb, state, postcode, country, precision } = location;
  if (precision !== 'exact') return null;
  const point = `${location.point.latitude},${location.point.longitude}`;
  const area = [[suburb, state, postcode].filter(Boolean).join(' '), country].filter(Boolean).join(', ');
  return { text: address === null ? point : [address, area].filter(Boolean).join(', '), point };
}

/**
 * An address on openstreetmap.org, for browsers without scripts. In other browsers, public/actions.js replaces this
 * address with an address for the phone's map app.
 * @see https://wiki.openstreetmap.org/wiki/Browsing
 */
export function directionsHref({ point }: Destination): string {
  return `https://www.openstreetmap.org/directions?${new URLSearchParams({ route: `;${point}` })}`;
}

/** Everything except the @ is escaped, so that an email address cannot add fields to the email. */
export function emailHref(email: string): string {
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}`;
}

export interface CardAnswer {
  label: string;
  /** '': the answer is yes. */
  text: string;
}

/**
 * The answers that a card shows: those to the questions that the association has chosen, without a plain no. If it has
 * chosen none, every plain yes.
 */
export function answersOnCard({ answers }: PublicEntry, questions: readonly string[]): CardAnswer[] {
  const chosen = answers.filter(({ extraId }) => questions.length === 0 || questions.includes(extraId));
  return chosen.flatMap(({ label, answers: [first = '', ...others] }): CardAnswer[] => {
    if (others.length === 0 && isYes(first)) return [{ label, text: '' }];
    if (questions.length === 0 || (others.length === 0 && isNo(first))) return [];
    return [{ label, text: formatList([first, ...others]) }];
  });
}
