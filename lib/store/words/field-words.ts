/**
 * Words for filters on one field: ":phone 0399991234". No other word begins with a colon, so a search in all fields
 * never finds these.
 */
import { isTextField, ownFields, valueOf } from '@/lib/contract/fields/office-fields';
import type { MemberRecord, Structure } from '@/lib/store/schema/records';
import { textKey } from '@/lib/base/text-key';
import { tokensOf } from '@/lib/base/text-tokens';
import { digitsOf, maxWordLength } from './sought-words';
import { wordKinds } from './word-kinds';

/** A street is split into words, so that "Main Street" finds "12 Main Street". */
const readers = {
  number: wholeValue,
  title: wholeValue,
  suburb: wholeValue,
  postcode: wholeValue,
  phone: (text: string) => [digitsOf(text)].filter((digits) => digits !== ''),
  street: tokensOf,
  mail: tokensOf,
} satisfies Record<string, (text: string) => string[]>;
export type WordField = keyof typeof readers;

/** A longer answer is found by its first words. */
const maxOfAnswer = 10;
/** Only members with many long answers have more words. */
const maxFieldWords = 300;

export function toFieldWords(
  { person, membership }: MemberRecord,
  structure: Structure,
): { word: string; kind: number }[] {
  const { address, mailingAddress, phone, workPhone, mobile } = person;
  const { open, contact, addresses } = wordKinds;
  const of = (field: WordField, kind: number, ...texts: (string | null)[]) =>
    texts.flatMap((text) => soughtInField(field, text ?? '')).map((word) => ({ word, kind }));
  const answers = [...membership.answers, ...membership.addons.flatMap((held) => held.answers)];
  return [
    ...of('number', open, membership.membershipNumber),
    ...of('title', open, person.title),
    ...of('suburb', open, address.suburb),
    ...of('postcode', addresses, address.postcode),
    ...of('phone', contact, phone, workPhone, mobile),
    ...of('street', addresses, address.address),
    ...of('mail', addresses, ...Object.values(mailingAddress)),
    ...ownWords({ person, membership }).map((word) => ({ word, kind: open })),
    ...answers.flatMap(({ extraId, answer }) => {
      const kind = kindOfAnswer(structure, extraId);
      return soughtInAnswer(extraId, answer).map((word) => ({ word, kind }));
    }),
  ].slice(0, maxFieldWords);
}

/** Whoever filters by a field sees the field, so the words need no kind of their own. */
function ownWords(record: Pick<MemberRecord, 'person' | 'membership'>): string[] {
  return ownFields('filter')
    .filter(isTextField)
    .flatMap((own) => soughtInOwnField(own.name, String(valueOf(own, record) ?? '')));
}

/** The word that is the beginning of a member's word for a field that the contract does not have. */
export function soughtInOwnField(name: string, text: string): string[] {
  return wholeValue(text).map((word) => toWord(name, word));
}

/**
 * Each returned word must be the beginning of one of the member's words for this field. If no word is returned, nothing
 * matches.
 */
export function soughtInField(field: WordField, text: string): string[] {
  return readers[field](text).map((word) => toWord(field, word));
}

/**
 * Each returned word must be the beginning of one of the words in the member's answers to this question. If no word is
 * returned, nothing matches.
 */
export function soughtInAnswer(extraId: number, text: string): string[] {
  return tokensOf(text)
    .slice(0, maxOfAnswer)
    .map((word) => toWord(`answer${extraId}`, word));
}

export function kindOfAnswer({ extras }: Structure, extraId: number): number {
  return extras.get(extraId)?.isAdminOnly === false ? wordKinds.answers : wordKinds.privateAnswers;
}

function wholeValue(text: string): string[] {
  return [textKey(text)].filter((key) => key !== '');
}

function toWord(field: string, word: string): string {
  return `:${field} ${word}`.slice(0, maxWordLength);
}
