/** Which persons may be one human with two records (docs/decisions.md, M6). */
import { isWithinEdits, maxWordLength } from '@/lib/base/edit-distance';
import { emailKey } from '@/lib/store/email-key';
import type { Likeness } from '@/lib/contract/possible-duplicates';
import { digitsOf } from '@/lib/store/words/sought-words';
import type { PersonRecord } from '@/lib/store/schema/records';
import { textKey } from '@/lib/base/text-key';

/** The fields that are compared. */
export type Compared = Pick<
  PersonRecord,
  'firstName' | 'lastName' | 'organisation' | 'email' | 'phone' | 'workPhone' | 'mobile'
> & { address: Pick<PersonRecord['address'], 'address' | 'suburb'> };

/** The keys of a person. Persons with a common key are compared. '': no key. */
export interface AlikeKeys {
  email: string;
  /** The whole name and the town. */
  name: string;
  phones: readonly string[];
}

/** A shorter text of digits is an extension, not a number. */
const minDigits = 6;

export function alikeKeys(person: Compared): AlikeKeys {
  const town = textKey(person.address.suburb);
  const name = nameKey(person);
  return {
    email: emailKey(person.email),
    name: name === '' || town === '' ? '' : `${name}\n${town}`,
    phones: phoneKeys(person),
  };
}

export function phoneKeys({ phone, workPhone, mobile }: Compared): string[] {
  const digits = [phone, workPhone, mobile].map((one) => digitsOf(one ?? '').replace(/^00/, ''));
  return [...new Set(digits.filter((one) => one.length >= minDigits))];
}

/** Why the two may be the same human. Empty: they are not. */
export function whyAlike(a: Compared, b: Compared): Likeness[] {
  const [keys, others] = [alikeKeys(a), alikeKeys(b)];
  const found: Likeness[] = [];
  if (keys.email !== '' && keys.email === others.email) found.push('email');
  if (keys.name !== '' && keys.name === others.name) found.push('name');
  if (keys.phones.some((one) => others.phones.includes(one))) found.push('phone');
  return found.length > 0 && !found.includes('name') && areTwoPeople(a, b) ? [] : found;
}

/** A couple at one address often shares an email address and a phone. So do a company and its contact. */
function areTwoPeople(a: Compared, b: Compared): boolean {
  if (hasName(a) !== hasName(b)) return true;
  const [place, other] = [a, b].map(({ address }) => textKey(`${address.address ?? ''}\n${address.suburb}`));
  const isOneAddress = (a.address.address ?? '').trim() !== '' && place === other;
  return isOneAddress && !areSimilar(firstNameKey(a), firstNameKey(b));
}

/** "J." and "Jörg" may be one name, and so may "Jon" and "John". */
function areSimilar(a: string, b: string): boolean {
  if (a === '' || b === '') return true;
  if (a.startsWith(b) || b.startsWith(a)) return true;
  return isWithinEdits(a.slice(0, maxWordLength), b.slice(0, maxWordLength), 1);
}

function firstNameKey(person: Compared): string {
  return textKey(person.firstName).replace(/\.$/, '') || nameKey(person);
}

/** The name by which two records are the same. A company without a contact has its own name. */
export function nameKey(person: Compared): string {
  const own = textKey(`${person.firstName} ${person.lastName}`);
  return own === '' ? textKey(person.organisation) : own;
}

function hasName({ firstName, lastName }: Compared): boolean {
  return `${firstName}${lastName}`.trim() !== '';
}
