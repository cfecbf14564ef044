import { createHash } from 'node:crypto';
import { textKey } from '@/lib/base/text-key';
import type { RowValues } from './row-values';

/** `external`: by another system's ID. `person`: by email address and full name, or by a person ID. */
export type Identity =
  | { by: 'id'; id: number }
  | { by: 'external'; externalId: string }
  | { by: 'number'; number: string; isGiven: boolean }
  | { by: 'person'; key: string };

export type MemberKind = 'individual' | 'corporate';

/** Two rows with the same key are the same member. */
export function identityOf(values: RowValues, kind: MemberKind): Identity {
  const given = givenIdentity(values);
  if (given !== null) return given;
  const person = [values.text('Email'), values.text('FirstName'), values.text('LastName')].map(textKey);
  const personId = values.get('ChapterhousePersonID') ?? values.get('ExternalPersonID');
  if (kind === 'individual' && personId !== null) {
    const isOurs = values.get('ChapterhousePersonID') !== null;
    return { by: 'person', key: `${isOurs ? 'Chapterhouse' : ''} ${personId}` };
  }
  if (kind === 'individual' && person[0] !== '') return { by: 'person', key: person.join('\n') };
  // A row without an identifier gets a number that is derived from its name and address, so that the next import
  // matches the row again.
  const place = (['Organisation', 'Address', 'Suburb', 'Postcode', 'State'] as const).map((field) =>
    textKey(values.text(field)),
  );
  const hash = createHash('sha256')
    .update([kind, ...person.slice(1), ...place].join('\n'))
    .digest('hex');
  return { by: 'number', number: `A${hash.slice(0, 12)}`, isGiven: false };
}

/** null: the row has neither an ID nor a number. */
export function givenIdentity(values: RowValues): Identity | null {
  const id = values.get('ChapterhouseID');
  if (id !== null) return { by: 'id', id };
  const externalId = values.text('ExternalID');
  if (externalId !== '') return { by: 'external', externalId };
  const number = values.text('MembershipNumber');
  return number === '' ? null : { by: 'number', number, isGiven: true };
}

/** '': the row has no number, and something else identifies its member. */
export function membershipNumberOf(identity: Identity, values: RowValues): string {
  const number = values.text('MembershipNumber');
  return number === '' && identity.by === 'number' ? identity.number : number;
}
