/** The words by which the office finds a member, from all fields, including private ones. */
import { hash } from 'node:crypto';
import { textKey } from '@/lib/base/text-key';
import { tokensOf } from '@/lib/base/text-tokens';
import type { LocationRecord, MemberRecord, PersonRecord, Structure } from '@/lib/store/schema/records';
import { kindOfAnswer, toFieldWords } from './field-words';
import { digitsOf, maxWordLength } from './sought-words';
import { wordKinds } from './word-kinds';

export interface MemberWords {
  /** The words, grouped by the kinds of fields that contain them. Each key combines bits of `wordKinds`. */
  byKinds: Readonly<Record<number, string[]>>;
  /** Equal hashes mean equal words. '' marks members whose words have not been computed. */
  hash: string;
}

/** A member with very long answers is found only by the first words. */
const maxWords = 500;
/** Raise this when this file computes different words. */
const version = '5';

export function toMemberWords(record: MemberRecord, structure: Structure): MemberWords {
  const { person, membership } = record;
  const kindsOf = new Map<string, number>();
  const add = (words: readonly string[], kind: number) => {
    for (const word of words) {
      const short = word.slice(0, maxWordLength);
      if (kindsOf.size < maxWords || kindsOf.has(short)) kindsOf.set(short, (kindsOf.get(short) ?? 0) | kind);
    }
  };
  add(openTexts(record).flatMap(tokensOf), wordKinds.open);
  add(contactTexts(person, membership.locations).flatMap(tokensOf), wordKinds.contact);
  add(wholeWords(person, membership.locations), wordKinds.contact);
  add(addressTexts(person, membership.locations).flatMap(tokensOf), wordKinds.addresses);
  for (const { extraId, answer } of [
    ...membership.answers,
    ...membership.addons.flatMap(({ answers }) => answers),
  ]) {
    add(tokensOf(answer), kindOfAnswer(structure, extraId));
  }
  for (const { word, kind } of toFieldWords(record, structure))
    kindsOf.set(word, (kindsOf.get(word) ?? 0) | kind);
  const byKinds: Record<number, string[]> = {};
  for (const [word, kinds] of kindsOf) (byKinds[kinds] ??= []).push(word);
  // A comparison function would take three times as long.
  for (const words of Object.values(byKinds)) words.sort();
  return { byKinds, hash: version + hash('sha256', JSON.stringify(byKinds), 'base64url').slice(0, 21) };
}

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

function contactTexts({ email, phone, workPhone, mobile }: PersonRecord, locations: LocationRecord[]) {
  return [email, phone, workPhone, mobile, ...locations.flatMap((one) => [one.email, one.phone])];
}

function addressTexts({ address, mailingAddress }: PersonRecord, locations: LocationRecord[]) {
  return [
    address.address ?? '',
    address.postcode,
    ...Object.values(mailingAddress).map((text) => text ?? ''),
    ...locations.flatMap(({ address: street, postcode }) => [street, postcode]),
  ];
}

function wholeWords({ email, phone, workPhone, mobile }: PersonRecord, locations: LocationRecord[]) {
  const emails = [email, ...locations.map((location) => location.email)].map(textKey);
  const phones = [phone, workPhone, mobile, ...locations.map((location) => location.phone)].map(digitsOf);
  return [...emails, ...phones].filter((word) => word !== '');
}
