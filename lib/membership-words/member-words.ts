/** The words by which the office finds a member. They come from all fields, including private ones. */
import { hash } from 'node:crypto';
import { textKey } from '@/lib/text-key';
import { tokensOf } from '@/lib/text-tokens';
import type { LocationRecord, MemberRecord, PersonRecord } from '@/lib/membership-store/records';
import type { Structure } from '@/lib/membership-store/structure';
import { toFieldWords } from './field-words';
import { digitsOf, maxWordLength } from './sought-words';

export interface MemberWords {
  /** In order. */
  open: string[];
  /** Words that occur only in fields that readers do not see, in order. */
  hidden: string[];
  /**
   * A hash of the words. If it is equal, nothing has changed. It is never empty: '' marks members whose words have not
   * been computed.
   */
  hash: string;
}

/** The highest number of words. A member with very long answers is found only by the first ones. */
const maxWords = 500;
/** Raise this when this file computes other words. */
const version = '4';

export function toMemberWords(record: MemberRecord, structure: Structure): MemberWords {
  const { person, membership } = record;
  const isPrivate = new Map<string, boolean>();
  const add = (words: readonly string[], areHidden: boolean) => {
    for (const word of words) {
      const short = word.slice(0, maxWordLength);
      if (isPrivate.size < maxWords || isPrivate.has(short))
        isPrivate.set(short, areHidden && isPrivate.get(short) !== false);
    }
  };
  add(openTexts(record).flatMap(tokensOf), false);
  add(hiddenTexts(person, membership.locations).flatMap(tokensOf), true);
  add(wholeWords(person, membership.locations), true);
  for (const { extraId, answer } of [
    ...membership.answers,
    ...membership.addons.flatMap(({ answers }) => answers),
  ]) {
    add(tokensOf(answer), structure.extras.get(extraId)?.isAdminOnly !== false);
  }
  for (const { word, isHidden } of toFieldWords(record, structure)) isPrivate.set(word, isHidden);
  const [open, hidden]: [string[], string[]] = [[], []];
  for (const [word, isHidden] of isPrivate) (isHidden ? hidden : open).push(word);
  // A comparison of our own would take three times as long.
  open.sort();
  hidden.sort();
  return {
    open,
    hidden,
    hash: version + hash('sha256', JSON.stringify([open, hidden]), 'base64url').slice(0, 21),
  };
}

/** The texts that a reader of the office sees. */
function openTexts({ person, membership }: MemberRecord): string[] {
  const { address } = person;
  return [
    String(membership.id),
    membership.membershipNumber,
    person.firstName,
    person.lastName,
    person.title,
    person.organisation,
    address.suburb,
    address.state,
    address.country,
    ...membership.locations.flatMap(({ name, suburb, state, country, website }) => [
      name,
      suburb,
      state,
      country,
      website,
    ]),
  ];
}

function hiddenTexts({ address, mailingAddress, ...person }: PersonRecord, locations: LocationRecord[]) {
  return [
    person.email,
    person.phone,
    person.workPhone,
    person.mobile,
    address.address ?? '',
    address.postcode,
    ...Object.values(mailingAddress).map((text) => text ?? ''),
    ...locations.flatMap(({ email, phone, address: street, postcode }) => [email, phone, street, postcode]),
  ];
}

function wholeWords({ email, phone, workPhone, mobile }: PersonRecord, locations: LocationRecord[]) {
  const emails = [email, ...locations.map((location) => location.email)].map(textKey);
  const phones = [phone, workPhone, mobile, ...locations.map((location) => location.phone)].map(digitsOf);
  return [...emails, ...phones].filter((word) => word !== '');
}
