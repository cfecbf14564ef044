import { lookUp } from '@/lib/look-up';
import type { OfficeLookup } from './find-office';
import { keepUnsent } from './kept-form';
import { shownSetting, textOfSetting } from './setting-texts';
import { changedFields, readSettingsForm, type SettingField, type SettingsFormState } from './settings-form';

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
