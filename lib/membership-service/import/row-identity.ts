import { createHash } from 'node:crypto';
import { textKey } from '@/lib/text-key';

/** By what a row is known again. `person`: by e-mail and full name, or the person's ID. */
export type Identity =
  { by: 'id'; id: number } | { by: 'number'; number: string } | { by: 'person'; key: string };

export type MemberKind = 'individual' | 'corporate';

/** Each row has one, and two rows with the same are the same member. */
export function identityOf(values: ReadonlyMap<string, string>, kind: MemberKind): Identity {
  const said = (field: string) => values.get(field) ?? '';
  const id = said('ID');
  if (isId(id)) return { by: 'id', id: Number(id) };
  const number = said('MembershipNumber') || id;
  if (number !== '') return { by: 'number', number };
  const person = [said('Email'), said('FirstName'), said('LastName')].map(textKey);
  if (kind === 'individual' && said('PersonID') !== '') return { by: 'person', key: said('PersonID') };
  if (kind === 'individual' && person[0] !== '') return { by: 'person', key: person.join('\n') };
  // Nothing names the row: the same name at the same address is the same member in the next run.
  const place = ['Organisation', 'Address', 'Suburb', 'Postcode', 'State'].map((field) =>
    textKey(said(field)),
  );
  const hash = createHash('sha256')
    .update([kind, ...person.slice(1), ...place].join('\n'))
    .digest('hex');
  return { by: 'number', number: `A${hash.slice(0, 12)}` };
}

/** The number that a row's membership has; '' where the file does not say. */
export function membershipNumberOf(identity: Identity, values: ReadonlyMap<string, string>): string {
  const said = values.get('MembershipNumber') ?? '';
  if (said !== '' || identity.by === 'person') return said;
  return identity.by === 'number' ? identity.number : String(identity.id);
}

/** Whether a text is one of our IDs: a positive whole number. */
export function isId(text: string): boolean {
  return /^[1-9]\d{0,14}$/.test(text);
}
