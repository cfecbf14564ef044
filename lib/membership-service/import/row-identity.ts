import { createHash } from 'node:crypto';
import { textKey } from '@/lib/text-key';
import { said, type RowValues } from './row-values';

/** By what a row is known again. `person`: by e-mail and full name, or the person's ID. */
export type Identity =
  { by: 'id'; id: number } | { by: 'number'; number: string } | { by: 'person'; key: string };

export type MemberKind = 'individual' | 'corporate';

/** Each row has one, and two rows with the same are the same member. */
export function identityOf(values: RowValues, kind: MemberKind): Identity {
  const id = said(values, 'ID');
  if (isId(id)) return { by: 'id', id: Number(id) };
  const number = said(values, 'MembershipNumber') || id;
  if (number !== '') return { by: 'number', number };
  const person = [said(values, 'Email'), said(values, 'FirstName'), said(values, 'LastName')].map(textKey);
  const personId = said(values, 'PersonID');
  if (kind === 'individual' && personId !== '') return { by: 'person', key: personId };
  if (kind === 'individual' && person[0] !== '') return { by: 'person', key: person.join('\n') };
  // Nothing names the row: the same name at the same address is the same member in the next run.
  const place = ['Organisation', 'Address', 'Suburb', 'Postcode', 'State'].map((field) =>
    textKey(said(values, field)),
  );
  const hash = createHash('sha256')
    .update([kind, ...person.slice(1), ...place].join('\n'))
    .digest('hex');
  return { by: 'number', number: `A${hash.slice(0, 12)}` };
}

/** The number that a row's membership has; '' where the file does not say. */
export function membershipNumberOf(identity: Identity, values: RowValues): string {
  const number = said(values, 'MembershipNumber');
  if (number !== '' || identity.by === 'person') return number;
  return identity.by === 'number' ? identity.number : String(identity.id);
}

/** Whether a text is one of our IDs: a positive whole number. */
export function isId(text: string): boolean {
  return /^[1-9]\d{0,14}$/.test(text);
}
