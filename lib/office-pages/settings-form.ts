/** The forms of the association's settings and of its types, categories, chapters, addons and questions. */
import { lookUp } from '@/lib/base/look-up';
import type { OfficeSettings } from '@/lib/contract/office-settings';
import { memberStatusText } from '@/lib/messages/office-members';
import { answerTypeText, audienceText, type settingGroupText } from '@/lib/messages/office-settings';
import type { KeptForm } from './kept-form';
import { typedList } from './typed-list';
import type { FormRefusal } from './send-form';

type Kind =
  | 'text'
  | 'area'
  /** A list, see `typedList`. */
  | 'lines'
  /** null if the text is empty. */
  | 'optional'
  | 'number'
  | 'tick'
  | 'choice'
  | 'number-choice'
  | 'ticks'
  | 'number-ticks'
  /** Who sees the answers to a question: two fields in the API, see `audiences`. */
  | 'audience';

export interface SettingField {
  name: string;
  kind: Kind;
  options?: readonly (readonly [value: string, text: string])[];
  /** Absent: the label is in `settingFieldText`. */
  label?: string;
  /** Whether the field is folded while it is empty, together with the others like it. */
  isRare?: boolean;
  /** The part of a long form that the field is in. All parts but the first are folded. */
  group?: keyof typeof settingGroupText;
}

export type ItemList = 'types' | 'categories' | 'chapters' | 'addons' | 'extras';
export const itemLists: readonly ItemList[] = ['types', 'categories', 'chapters', 'addons', 'extras'];

const listNames = {
  types: 'MembershipTypes',
  categories: 'Categories',
  chapters: 'Chapters',
  addons: 'Addons',
  extras: 'Extras',
} as const satisfies Record<ItemList, keyof OfficeSettings>;

export type SettingItem = OfficeSettings['Categories'][number];

export function itemsOf(settings: OfficeSettings, list: ItemList): readonly SettingItem[] {
  return settings[listNames[list]];
}

export function isItemList(text: string): text is ItemList {
  return itemLists.some((list) => list === text);
}

/** The name of an item, or the text of a question. */
export function nameOfItem(item: Record<string, unknown>): string {
  return String(lookUp(item, 'Name') ?? lookUp(item, 'Question') ?? '');
}

const text = (name: string): SettingField => ({ name, kind: 'text' });
const tick = (name: string): SettingField => ({ name, kind: 'tick' });
const area = (name: string): SettingField => ({ name, kind: 'area' });

export function settingFields(): SettingField[] {
  return [
    ...inGroup('names', [
      ...[text('Name'), { name: 'ContactEmail', kind: 'optional' } as const],
      ...[text('NounOne'), text('NounMany')],
    ]),
    ...inGroup('directory', [
      {
        name: 'ListedStatuses',
        kind: 'ticks',
        options: Object.entries(memberStatusText),
      },
      ...[tick('TypeHidden'), tick('DirectoryClosed'), tick('MembersDirectory')],
    ]),
    ...inGroup('search', [area('Synonyms'), area('Areas')]),
    ...inGroup('country', [
      ...[text('Country'), text('Currency')],
      { name: 'TimeZone', kind: 'choice', options: timeZones() },
      { name: 'NoticeDays', kind: 'number' },
      { name: 'InvoiceURLTemplate', kind: 'optional' },
      { name: 'PaymentURLTemplate', kind: 'optional' },
    ]),
  ];
}

function inGroup(group: SettingField['group'] & string, fields: readonly SettingField[]): SettingField[] {
  return fields.map((field) => ({ ...field, group }));
}

export const readerFields: readonly SettingField[] = [tick('ReadersSeeContact')];

/** @param questions the questions that a type may ask; reading a sent form does not need them */
export function itemFields(list: ItemList, questions: OfficeSettings['Extras'] = []): SettingField[] {
  switch (list) {
    case 'types':
      return [
        ...[text('Name'), text('Cost'), area('Description'), tick('Visible'), tick('Searchable')],
        ...[tick('Student'), tick('AnniversaryExpiry'), tick('GST')],
        { name: 'MaxSubMembers', kind: 'number' },
        {
          name: 'Extras',
          kind: 'number-ticks',
          options: questions.map((extra) => [extra.ID, nameOfItem(extra)]),
        },
      ];
    case 'categories':
      return [text('Name'), area('Description')];
    case 'chapters':
      return [text('Name'), text('Contact')];
    case 'addons':
      return [
        ...[text('Name'), text('Cost'), area('Description')],
        ...[tick('Visible'), tick('Searchable'), tick('GST')],
      ];
    case 'extras':
      return [
        text('Question'),
        text('SearchName'),
        {
          name: 'AnswerType',
          kind: 'number-choice',
          options: answerTypeText.map((name, type) => [String(type), name]),
        },
        { name: 'Options', kind: 'lines' },
        { name: 'Audience', kind: 'audience', options: Object.entries(audienceText) },
        tick('Searchable'),
        tick('OnCard'),
      ];
  }
}

/** The values of the API's two fields for each audience. */
const audiences = {
  public: { AdminOnly: false, MembersOnly: false },
  members: { AdminOnly: true, MembersOnly: true },
  office: { AdminOnly: true, MembersOnly: false },
} as const satisfies Record<keyof typeof audienceText, object>;

function audienceOf(record: Record<string, unknown>): keyof typeof audiences {
  if (lookUp(record, 'AdminOnly') !== true) return 'public';
  return lookUp(record, 'MembersOnly') === true ? 'members' : 'office';
}

export const newItem: Record<ItemList, Record<string, unknown>> = {
  types: { Cost: '0.00', Visible: true, Searchable: true, MaxSubMembers: 0 },
  categories: {},
  chapters: {},
  addons: { Cost: '0.00', Visible: true },
  extras: { AnswerType: 0 },
};

/**
 * The value of each input, by the name of its field. The value of a checkbox is 'true' or 'false'. The value of a group
 * of checkboxes has one line for each ticked box.
 */
export type SettingValues = Readonly<Record<string, string>>;

export interface SettingsFormState {
  turn: number;
  values: SettingValues;
  was: SettingValues;
  etag: string;
  /** Fields that two people changed, with the value that the other person saved. */
  conflicts: SettingValues;
  refusal: FormRefusal | null;
  kept: KeptForm | null;
}

/** The state for a page that shows only what a sent form contained. */
export const noSettings: SettingsFormState = {
  turn: 0,
  values: {},
  was: {},
  etag: '',
  conflicts: {},
  refusal: null,
  kept: null,
};

export function startOfSettings(
  fields: readonly SettingField[],
  record: Record<string, unknown>,
  etag: string,
): SettingsFormState {
  const values = valuesOf(fields, record);
  return { ...noSettings, values, was: values, etag };
}

export function valuesOf(fields: readonly SettingField[], record: Record<string, unknown>): SettingValues {
  return Object.fromEntries(
    fields.map(({ name, kind }) => [
      name,
      kind === 'audience' ? audienceOf(record) : toValue(kind, lookUp(record, name)),
    ]),
  );
}

export function readSettingsForm(
  fields: readonly SettingField[],
  form: FormData,
  turn: number,
): SettingsFormState {
  const of = (field: SettingField, prefix: string) => {
    const values = form.getAll(prefix + field.name).map(String);
    if (prefix !== '') return (values[0] ?? '').replaceAll('\r\n', '\n');
    if (field.kind === 'tick') return String(values.includes('true'));
    if (field.kind === 'ticks' || field.kind === 'number-ticks') return values.join('\n');
    return (values[0] ?? '').replaceAll('\r\n', '\n').trim();
  };
  const all = (prefix: string) => Object.fromEntries(fields.map((field) => [field.name, of(field, prefix)]));
  const etag = String(form.get('etag') ?? '');
  return { ...noSettings, turn: turn + 1, values: all(''), was: all('was.'), etag };
}

export function toSettingsPatch(
  fields: readonly SettingField[],
  { values, was }: SettingsFormState,
): Record<string, unknown> {
  return Object.fromEntries(
    changedFields(fields, { values, was }).flatMap(({ name, kind }): [string, unknown][] => {
      const value = lookUp(values, name) ?? '';
      // If the value is unknown, only the office sees the answers, so nothing is revealed. Our forms never send an
      // unknown value.
      if (kind === 'audience') return Object.entries(lookUp(audiences, value) ?? audiences.office);
      return [[name, toJson(kind, value)]];
    }),
  );
}

export function changedFields(
  fields: readonly SettingField[],
  { values, was }: Pick<SettingsFormState, 'values' | 'was'>,
): SettingField[] {
  return fields.filter(({ name }) => lookUp(values, name) !== lookUp(was, name));
}

function toValue(kind: Kind, value: unknown): string {
  if (kind === 'tick') return String(value === true);
  if (Array.isArray(value)) return value.map(String).join('\n');
  return value === null || value === undefined ? '' : String(value);
}

function toJson(kind: Kind, value: string): unknown {
  switch (kind) {
    case 'tick':
      return value === 'true';
    case 'optional':
      return value === '' ? null : value;
    case 'number':
    case 'number-choice':
      // A text that is not a number stays text, and the API says what is wrong.
      return /^\d+$/.test(value) ? Number(value) : value;
    case 'lines':
      return typedList(value);
    case 'ticks':
      return value.split('\n').filter((one) => one !== '');
    case 'number-ticks':
      return value
        .split('\n')
        .filter((one) => one !== '')
        .map(Number);
    default:
      return value;
  }
}

function timeZones(): [string, string][] {
  return Intl.supportedValuesOf('timeZone').map((zone) => [zone, zone.replaceAll('_', ' ')]);
}
