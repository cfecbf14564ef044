import type { FieldAccess, Fields } from './field';
import { memberFields } from './membership';

export interface AccessToField {
  /** Where the field is in a member record, such as `User.Address.Postcode`. */
  path: string;
  /** null: only owners and secretaries see and change the field. */
  access: FieldAccess | null;
  isPaymentAddress: boolean;
}

/** The parts of a field that decide for themselves who sees them. null: the whole field is seen or hidden. */
export function partsOf(one: Fields[string]): Fields | null {
  if ('label' in one || one.access !== undefined) return null;
  if ('inset' in one) return one.inset;
  return 'fields' in one ? one.fields : (one.kind.elements?.fields ?? null);
}

/** In the order of `memberFields`. */
export const memberAccess: readonly AccessToField[] = accessIn(memberFields, '');

function accessIn(fields: Fields, prefix: string): AccessToField[] {
  return Object.entries(fields).flatMap(([name, one]): AccessToField[] => {
    const path = prefix + name;
    const parts = partsOf(one);
    return parts === null
      ? [{ path, access: accessTo(one), isPaymentAddress: 'isPaymentAddress' in one }]
      : accessIn(parts, `${path}.`);
  });
}

export function accessTo(one: Fields[string]): FieldAccess | null {
  return ('access' in one ? one.access : undefined) ?? null;
}

/** The fields at this path, inside it or around it. */
export function accessAt(path: string): AccessToField[] {
  return memberAccess.filter((one) => isWithin(one.path, path) || isWithin(path, one.path));
}

/** Whether `path` is `outer` or inside it. */
export function isWithin(path: string, outer: string): boolean {
  return path === outer || path.startsWith(`${outer}.`);
}

/**
 * The field of a member record that is also a field of the office's list, such as `User.Email` for `Email`. null: the
 * list computes the field.
 */
export function findListField(name: string): AccessToField | null {
  // The list has the parts of the postal address as fields of their own.
  if (name.startsWith('Mailing'))
    return memberAccess.find(({ path }) => path === 'User.MailingAddress') ?? null;
  const paths = ['', 'User.', 'User.Address.'].map((prefix) => prefix + name);
  return memberAccess.find(({ path }) => paths.includes(path)) ?? null;
}
