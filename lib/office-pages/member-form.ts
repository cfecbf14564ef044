/** The form of one member: its fields, its values, and the change to send to the API. */
import { lookUp } from '@/lib/base/look-up';
import {
  formGroups,
  type Field,
  type FormGroup,
  type Kind,
  type OfficePart,
  type Referred,
} from '@/lib/contract/fields/field';
import { officeFields, readInput, type OfficeField } from '@/lib/contract/fields/office-fields';
import type { OfficeStructure } from '@/lib/contract/office';
import { formatDay } from '@/lib/messages/format';
import { fieldHintText, memberText } from '@/lib/messages/office-member';
import { memberKindText, standingText } from '@/lib/messages/office-members';

/** Before its first use: the fields of the form are made when this file is loaded. */
const wordTexts = { ...memberKindText, ...standingText };

type FormFieldKind = 'text' | 'lines' | 'email' | 'tel' | 'date' | 'choice' | 'tick' | 'ticks';

export interface FormField {
  /** The field's name in the API, with dots. */
  name: string;
  caption: string;
  hint: string | null;
  group: FormGroup;
  kind: FormFieldKind;
  /** The choices, or the list of the association that has them. */
  options?: readonly Option[] | (typeof lists)[keyof typeof lists];
  hasNull: boolean;
  /** The value in the form for a new member. */
  blank: string;
  isForNew: boolean;
  isPaymentAddress: boolean;
  notIn: readonly OfficePart[];
}

export interface Option {
  ID: string;
  Name: string;
}

const lists = {
  type: 'MembershipTypes',
  chapter: 'Chapters',
  category: 'Categories',
  addon: 'Addons',
} as const satisfies Partial<Record<Referred, keyof OfficeStructure>>;

/** The kind is not in the `FormField`, because a client component cannot receive functions. */
const described = officeFields.map((one) => ({ formField: toFormField(one), kind: one.field.kind }));
/** In the order of the form. Not all are in the form. */
export const allFields: readonly FormField[] = described.map(({ formField }) => formField);
export const formFields = allFields.filter(({ notIn }) => !notIn.includes('form'));

function toFormField({ path, caption, field, isPaymentAddress, form: [group] }: OfficeField): FormField {
  const { kind, isFixed: isForNew = false, notIn = [] } = field;
  const { refersTo, blank, json } = kind;
  const rest = {
    name: path,
    caption,
    group,
    notIn,
    isForNew,
    isPaymentAddress,
    hint: lookUp<string>(fieldHintText, path) ?? null,
    hasNull: blank === null,
    blank: json === 'number' ? String(blank) : '',
  };
  const options = refersTo === undefined ? undefined : lookUp(lists, refersTo);
  if (options !== undefined)
    return Array.isArray(blank)
      ? { ...rest, kind: 'ticks', options }
      : { ...rest, name: `${path}.ID`, kind: 'choice', options };
  const choices = json === 'flag' ? null : choicesOf(kind);
  return choices === null ? { ...rest, kind: inputOf(field) } : { ...rest, kind: 'choice', options: choices };
}

/** null: the value is typed. */
export function choicesOf({ json, wire }: Kind<unknown>): readonly Option[] | null {
  if (json === 'flag') return yesOrNo;
  const form = wire !== undefined && 'nullable' in wire ? wire.nullable : wire;
  if (form === undefined || !('words' in form)) return null;
  return form.words.map((ID) => ({ ID, Name: lookUp<string>(wordTexts, ID) ?? ID }));
}

export const yesOrNo: readonly Option[] = [
  { ID: 'true', Name: memberText.yes },
  { ID: 'false', Name: memberText.no },
];

export function inputOf({ isLong, kind: { json, cell } }: Pick<Field, 'isLong' | 'kind'>): FormFieldKind {
  if (isLong) return 'lines';
  if (json === 'flag') return 'tick';
  if (cell === 'phone') return 'tel';
  return cell === 'email' || cell === 'date' ? cell : 'text';
}

/**
 * The content of each field's input. A checkbox is 'true' or 'false'. A group of checkboxes is a list of IDs, separated
 * by commas.
 */
export type FormValues = Readonly<Record<string, string>>;

export function fieldsOfForm(form: FormData): FormField[] {
  return formFields.filter(({ name }) => form.has(`was.${name}`));
}

/** @param record a member record, or a part of one */
export function valuesOfRecord(record: object): FormValues {
  const values = Object.fromEntries(allFields.map(({ name }) => [name, toValue(valueAt(record, name))]));
  // Only `Balance` shows a credit. The API's amounts have three decimals.
  const amount = toValue(valueAt(record, 'Balance')) || (values['AmountOutstanding'] ?? '');
  return { ...values, AmountOutstanding: amount.replace(/(\.\d\d)0$/, '$1') };
}

/** @param prefix '' reads what was typed; `was.` reads what the page showed before */
export function valuesOfForm(form: FormData, fields: readonly FormField[], prefix = ''): FormValues {
  return Object.fromEntries(
    fields.map(({ name, kind }) => {
      const values = form.getAll(prefix + name).map((value) => (typeof value === 'string' ? value : ''));
      if (prefix !== '') return [name, withPlainBreaks(values[0] ?? '')];
      if (kind === 'tick') return [name, String(values.includes('true'))];
      if (kind === 'ticks') {
        // If another person changed this field too, the form offers both lists of IDs. Each choice is one input whose
        // value is a whole list. The prefix `all.` marks such an input.
        const all = form.get(`all.${name}`);
        return [name, typeof all === 'string' ? all : toValue(values.map(Number))];
      }
      return [name, withPlainBreaks(values[0] ?? '').trim()];
    }),
  );
}

/** Browsers send each line break of an input as CR LF. */
export function withPlainBreaks(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

export function changedNames(before: FormValues, after: FormValues): string[] {
  return Object.keys(after).filter((name) => (lookUp(before, name) ?? '') !== lookUp(after, name));
}

/**
 * Two people changed the same record.
 * @param now the record as the other person saved it
 * @returns `mine`: the fields that this form changed. `merged`: the form with both changes. Fields that both changed
 * have this form's value, and `conflicts` has the other person's.
 */
export function mergeValues({ values, was }: { values: FormValues; was: FormValues }, now: FormValues) {
  const mine = changedNames(was, values);
  const both = mine.filter((name) => lookUp(now, name) !== lookUp(was, name));
  const conflicts = both.filter((name) => lookUp(now, name) !== lookUp(values, name));
  const pick = (names: string[], from: (name: string) => FormValues): FormValues =>
    Object.fromEntries(names.map((name) => [name, lookUp(from(name), name) ?? '']));
  return {
    mine,
    merged: {
      values: pick(Object.keys(values), (name) => (mine.includes(name) ? values : now)),
      was: now,
      conflicts: pick(conflicts, () => now),
    },
  };
}

export function toPatch(values: FormValues, names: readonly string[]): Record<string, unknown> {
  const patch: Record<string, unknown> = {};
  for (const name of names) {
    const found = described.find(({ formField }) => formField.name === name);
    if (found === undefined) continue;
    const value = lookUp(values, name) ?? '';
    // Sent back as the API writes it, nothing owed would keep a credit. Here it was typed, so it ends the credit.
    const typed = name === 'AmountOutstanding' && /^0[.,]0+$/.test(value) ? '0' : value;
    const json = found.formField.kind === 'tick' ? value === 'true' : readInput(found.kind, typed);
    // If nothing is chosen, the whole reference is null.
    const path = json === null ? name.replace(/\.ID$/, '') : name;
    set(patch, path.split('.'), json);
  }
  return patch;
}

/** The field that an error of the API is about. null: it is not in the form. */
export function fieldOfError(pathOfError: string): string | null {
  // One element of a list is wrong, and the form has one field for the list.
  const path = pathOfError.replace(/\[\d+\]$/, '');
  const names = formFields.map(({ name }) => name);
  return (
    names.find((name) => name === path || name.startsWith(`${path}.`) || path.startsWith(`${name}.`)) ?? null
  );
}

export interface FormPart {
  group: FormGroup;
  fields: FormField[];
}

/** Groups without fields are left out. */
export function toFormParts(fields: readonly FormField[]): FormPart[] {
  return formGroups
    .map((group) => ({ group, fields: fields.filter((field) => field.group === group) }))
    .filter((one) => one.fields.length > 0);
}

function set(patch: Record<string, unknown>, [first = '', ...rest]: string[], value: unknown): void {
  if (rest.length === 0) patch[first] = value;
  else {
    const inner = lookUp(patch, first);
    const part: Record<string, unknown> = typeof inner === 'object' && inner !== null ? { ...inner } : {};
    set(part, rest, value);
    patch[first] = part;
  }
}

function valueAt(record: object, name: string): unknown {
  return name
    .split('.')
    .reduce<unknown>((part, key) => lookUp(Object(part) as Record<string, unknown>, key), record);
}

function toValue(value: unknown): string {
  if (Array.isArray(value)) return [...value.map(Number)].sort((a, b) => a - b).join(',');
  return value === null || value === undefined ? '' : String(value);
}

/** The value as people read it. */
export function describeValue(
  { kind, options }: FormField,
  value: string,
  structure: OfficeStructure,
): string {
  if (value === '') return '';
  if (kind === 'tick') return value === 'true' ? memberText.yes : memberText.no;
  if (kind === 'date') return formatDay(value);
  if (options === undefined) return value;
  const known = typeof options === 'string' ? structure[options] : options;
  return value
    .split(',')
    .map((id) => known.find(({ ID }) => ID === id)?.Name ?? id)
    .join(', ');
}

export function captionOf(name: string): string {
  return allFields.find((one) => one.name === name)?.caption ?? name;
}
