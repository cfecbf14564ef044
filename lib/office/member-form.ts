/** The form of one member: its fields, its values, and the change to send to the API. */
import { lookUp } from '@/lib/look-up';

export type FormFieldKind = 'text' | 'email' | 'tel' | 'date' | 'choice' | 'tick' | 'ticks';

export interface FormField {
  /** The field's name in the API, with dots. */
  name: string;
  kind: FormFieldKind;
  options?: 'MembershipTypes' | 'Chapters' | 'Categories';
  isForNew?: true;
}

const text = (name: string): FormField => ({ name, kind: 'text' });
const address = (prefix: string) =>
  ['Address', 'Suburb', 'Postcode', 'State', 'Country'].map((part) => text(`${prefix}.${part}`));

/** Groups of fields, in the order in which the office fills them in. */
export const formGroups = {
  person: [text('User.Title'), text('User.FirstName'), text('User.LastName'), text('User.Organisation')],
  contact: [
    { name: 'User.Email', kind: 'email' },
    { name: 'User.Phone', kind: 'tel' },
    { name: 'User.WorkPhone', kind: 'tel' },
    { name: 'User.Mobile', kind: 'tel' },
  ],
  address: address('User.Address'),
  mailing: address('User.MailingAddress'),
  membership: [
    { name: 'Kind', kind: 'choice', isForNew: true },
    { name: 'MembershipType.ID', kind: 'choice', options: 'MembershipTypes' },
    text('MembershipNumber'),
    { name: 'Chapter.ID', kind: 'choice', options: 'Chapters' },
    { name: 'JoiningDate', kind: 'date' },
    { name: 'ExpiryDate', kind: 'date' },
    text('AmountOutstanding'),
    { name: 'Checked', kind: 'tick' },
  ],
  directory: [
    { name: 'Directory.Listed', kind: 'tick' },
    { name: 'Categories', kind: 'ticks', options: 'Categories' },
  ],
} as const satisfies Record<string, readonly FormField[]>;
export type FormGroup = keyof typeof formGroups;

const allFields: readonly FormField[] = Object.values<readonly FormField[]>(formGroups).flat();

/**
 * The content of each field's input. A checkbox is 'true' or 'false'. A group of checkboxes is a list of IDs, separated
 * by commas.
 */
export type FormValues = Readonly<Record<string, string>>;

export function fieldsOf(groups: readonly FormGroup[]): FormField[] {
  return groups.flatMap((group): readonly FormField[] => formGroups[group]);
}

export function fieldsOfForm(form: FormData): FormField[] {
  return allFields.filter(({ name }) => form.has(`was.${name}`));
}

/** @param record a member record, or a part of one */
export function valuesOfRecord(record: object): FormValues {
  const values = Object.fromEntries(allFields.map(({ name }) => [name, toValue(valueAt(record, name))]));
  // The API's amounts have three decimals.
  return { ...values, AmountOutstanding: (values['AmountOutstanding'] ?? '').replace(/(\.\d\d)0$/, '$1') };
}

/** @param prefix '' reads what was typed; `was.` reads what the page showed before */
export function valuesOfForm(form: FormData, fields: readonly FormField[], prefix = ''): FormValues {
  return Object.fromEntries(
    fields.map(({ name, kind }) => {
      const values = form.getAll(prefix + name).map((value) => (typeof value === 'string' ? value : ''));
      if (prefix !== '') return [name, values[0] ?? ''];
      if (kind === 'tick') return [name, String(values.includes('true'))];
      if (kind === 'ticks') {
        // If another person changed this field too, the form offers both lists of IDs. Each choice is one input whose
        // value is a whole list. The prefix `all.` marks such an input.
        const all = form.get(`all.${name}`);
        return [name, typeof all === 'string' ? all : toValue(values.map(Number))];
      }
      return [name, (values[0] ?? '').trim()];
    }),
  );
}

export function changedNames(before: FormValues, after: FormValues): string[] {
  return Object.keys(after).filter((name) => (lookUp(before, name) ?? '') !== lookUp(after, name));
}

export function toPatch(values: FormValues, names: readonly string[]): Record<string, unknown> {
  const patch: Record<string, unknown> = {};
  for (const name of names) {
    const field = allFields.find((one) => one.name === name);
    if (field !== undefined) set(patch, name.split('.'), toJson(field, lookUp(values, name) ?? ''));
  }
  return patch;
}

/** The field that an error of the API is about. null: it is not in the form. */
export function fieldOfError(path: string): string | null {
  const names = allFields.map(({ name }) => name);
  return (
    names.find((name) => name === path || name.startsWith(`${path}.`) || path.startsWith(`${name}.`)) ?? null
  );
}

function toJson({ name, kind }: FormField, value: string): unknown {
  if (kind === 'tick') return value === 'true';
  if (kind === 'ticks') return value === '' ? [] : value.split(',').map(Number);
  // An empty day is sent as null. If no chapter is chosen, the whole `Chapter` must be null. `set` writes that null.
  if (name === 'Chapter.ID' || kind === 'date') return value === '' ? null : value;
  if (name.endsWith('.Address.Address') || name.endsWith('.MailingAddress.Address')) return value || null;
  return value;
}

function set(patch: Record<string, unknown>, [first = '', ...rest]: string[], value: unknown): void {
  if (rest.length === 0) patch[first] = value;
  else if (first === 'Chapter' && value === null) patch[first] = null;
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
