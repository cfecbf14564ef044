/** The fields of a member as the office's form, facts, lists, filters, bulk changes and merges show them. */
import { lookUp } from '@/lib/base/look-up';
import {
  formGroups,
  type Field,
  type FieldAccess,
  type Fields,
  type FormGroup,
  type Kind,
  type OfficePart,
} from './field';
import { memberFields } from './membership';
import type { ownMembershipFields } from './own-membership';
import type { ownUserFields } from './person';
import type { profileFields } from './profile';
import type { standingFields } from './standing';

export interface OfficeField {
  /** Where the field is in a member record, such as `User.Address.Suburb`. */
  path: string;
  field: Field;
  caption: string;
  /** null: only owners and secretaries see and change the field. */
  access: FieldAccess | null;
  isPaymentAddress: boolean;
  form: readonly [group: FormGroup, place: number];
}

interface Around {
  prefix: string;
  access?: FieldAccess | undefined;
  form?: FormGroup | undefined;
  captions?: Readonly<Record<string, string | undefined>> | undefined;
}

/** Fields of a person and of a membership, in the order of the form. Lists of other things have pages of their own. */
export const officeFields: readonly OfficeField[] = fieldsIn(memberFields, { prefix: '' }).sort(
  (a, b) => formGroups.indexOf(a.form[0]) - formGroups.indexOf(b.form[0]) || a.form[1] - b.form[1],
);

export type OwnField =
  | keyof typeof ownUserFields
  | keyof typeof ownMembershipFields
  | keyof typeof standingFields
  | keyof typeof profileFields;

/** A field that the contract does not have. `name`: its name in the list's columns, filters and bulk changes. */
export interface OwnOfficeField extends OfficeField {
  name: OwnField;
}

const own: readonly OwnOfficeField[] = officeFields
  .filter(({ field }) => field.isLater === true && field.kind.json !== 'list')
  // The cast is safe: only fields of ours are later than the first release.
  .map((one) => ({ ...one, name: one.path.replace('User.', '') as OwnField }));

/**
 * The list's columns, the filters and the bulk changes of the contract's fields are in tables, because addresses and
 * saved views have other names for them.
 */
export function ownFields(part: OfficePart): readonly OwnOfficeField[] {
  return own.filter(({ field }) => field.notIn?.includes(part) !== true);
}

/** One entry for each field that the contract does not have, except those that are not in this part. */
export function ownEntries<V>(part: OfficePart, toValue: (one: OwnOfficeField) => V): Record<OwnField, V> {
  // The cast is safe: nobody asks for the entry of a field in a part where the field is not.
  return Object.fromEntries(ownFields(part).map((one) => [one.name, toValue(one)])) as Record<OwnField, V>;
}

export function findOwnField(name: string): OwnOfficeField | undefined {
  return own.find((one) => one.name === name);
}

export function isOwnField(name: string): name is OwnField {
  return findOwnField(name) !== undefined;
}

/** @param name the name of a field that the contract does not have, or any other text */
export function ownCaptionOf(name: string): string {
  return findOwnField(name)?.caption ?? name;
}

/** Whether a filter finds the beginning of the value. Other fields have one of a few values. */
export function isTextField({ field: { kind } }: OfficeField): boolean {
  return kind.blank === '' || kind.blank === null;
}

export function valueOf(
  { path, field }: OfficeField,
  { person, membership }: { person: object; membership: object },
): unknown {
  return Reflect.get(path.startsWith('User.') ? person : membership, field.key);
}

/** The text of an input, as JSON for the API. The API refuses wrong text, and names the field. */
export function readInput({ blank, json }: Kind<unknown>, text: string): unknown {
  if (Array.isArray(blank)) return text === '' ? [] : text.split(',').map(Number);
  if (text === '' && blank === null) return null;
  if (json === 'flag' && (text === 'true' || text === 'false')) return text === 'true';
  return json === 'number' && /^-?\d+$/.test(text) ? Number(text) : text;
}

/** A JSON Merge Patch that changes one field. */
export function toPatch({ path }: Pick<OfficeField, 'path'>, json: unknown): Record<string, unknown> {
  const [last = '', ...around] = path.split('.').reverse();
  return around.reduce<Record<string, unknown>>((inner, name) => ({ [name]: inner }), { [last]: json });
}

/** The paths of the fields in a patch. Each field of the person has its own path, such as `User.Address`. */
export function pathsOfPatch(patch: unknown): string[] {
  return Object.entries(Object(patch) as object).flatMap(([name, value]) => {
    if (name !== 'User') return [name];
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [name];
    return Object.keys(value as object).map((key) => `User.${key}`);
  });
}

function fieldsIn(fields: Fields, around: Around): OfficeField[] {
  return Object.entries(fields).flatMap(([name, one]): OfficeField[] => {
    const path = around.prefix + name;
    if ('label' in one) return [];
    const access = around.access ?? one.access;
    if ('inset' in one) return fieldsIn(one.inset, { prefix: `${path}.`, access });
    if ('fields' in one)
      return fieldsIn(one.fields, {
        prefix: `${path}.`,
        access,
        form: one.form,
        captions: one.captions,
      });
    const isOtherList = one.kind.json === 'list' && one.kind.refersTo === undefined;
    if (one.isReadOnly || isOtherList) return [];
    const last = [path.startsWith('User.') ? 'person' : 'membership', Number.MAX_SAFE_INTEGER] as const;
    const [group, place] = one.form ?? last;
    const caption = lookUp(around.captions ?? {}, name) ?? one.caption ?? name;
    const { isPaymentAddress = false } = one;
    const form = [around.form ?? group, place] as const;
    return [{ path, field: one, caption, access: access ?? null, isPaymentAddress, form }];
  });
}
