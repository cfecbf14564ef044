/** If two people changed the same value, the second one sees the first one's value. */
import { lookUp } from '@/lib/base/look-up';
import type { OfficeSettings } from '@/lib/contract/office-settings';
import type { OfficeLookup } from './find-office';
import { keepUnsent } from './kept-form';
import { readSettings } from './read-settings';
import { sendForm } from './send-form';
import { labelsOfSettings, shownSetting, textOfSetting } from './setting-texts';
import {
  changedFields,
  toSettingsPatch,
  valuesOf,
  type SettingField,
  type SettingsFormState,
  type SettingValues,
  readSettingsForm,
} from './settings-form';

interface Saving {
  /** The path after `/office/`. */
  path: string;
  fields: readonly SettingField[];
  /** null: somebody has removed the record. */
  recordOf: (settings: OfficeSettings) => Record<string, unknown> | null;
  /** Absent if the API's fields are those of the form. */
  toBody?: (values: SettingValues) => Record<string, unknown>;
}

export async function saveSettingsForm(
  office: OfficeLookup,
  state: SettingsFormState,
  saving: Saving,
): Promise<SettingsFormState | null> {
  const { path, fields, recordOf, toBody } = saving;
  const body = toBody?.(state.values) ?? toSettingsPatch(fields, state);
  const write = { method: 'PATCH', path, body, etag: state.etag } as const;
  const sent = await sendForm(office, write, labelsOfSettings(fields, path));
  if (sent.isDone) return null;
  const isChanged = lookUp(Object(sent.answer?.body), 'error') === 'precondition_failed';
  const settings = isChanged && office.kind === 'office' ? await readSettings(office) : null;
  const record = settings === null ? null : recordOf(settings);
  if (settings === null || record === null) return { ...state, refusal: sent.refusal };
  const now = valuesOf(fields, record);
  const mine = changedFields(fields, state).map(({ name }) => name);
  const both = mine.filter((name) => lookUp(now, name) !== lookUp(state.was, name));
  const conflicts = both.filter((name) => lookUp(now, name) !== lookUp(state.values, name));
  const ownValues = Object.fromEntries(mine.map((name) => [name, lookUp(state.values, name) ?? '']));
  const merged = { ...state, etag: settings.etag, was: now, values: { ...now, ...ownValues } };
  if (conflicts.length === 0) return saveSettingsForm(office, merged, saving);
  const theirs = Object.fromEntries(conflicts.map((name) => [name, lookUp(now, name) ?? '']));
  return { ...merged, conflicts: theirs, refusal: null };
}

interface SentForm {
  form: FormData;
  fields: readonly SettingField[];
  prefix: string;
  turn: number;
}

export function readOrKeepSettings(
  kind: OfficeLookup['kind'],
  { form, fields, prefix, turn }: SentForm,
): SettingsFormState {
  const state = readSettingsForm(fields, form, turn);
  const typed = changedFields(fields, state).map(
    (field) =>
      [textOfSetting(field, prefix)[0], shownSetting(field, lookUp(state.values, field.name) ?? '')] as const,
  );
  return { ...state, kept: keepUnsent(kind, form, typed) };
}
