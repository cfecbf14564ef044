'use server';

import { redirect } from 'next/navigation';
import { itemInUseSchema, type OfficeSettings } from '@/lib/contract/office-settings';
import { officeOfForm } from '@/lib/office-pages/current-office';
import {
  officerAccessForm,
  ownEntryForm,
  questionsOfForm,
  type LevelForm,
} from '@/lib/office-pages/level-form';
import { readOrKeepSettings, saveSettingsForm } from '@/lib/office-pages/save-settings';
import { settingsPath } from '@/lib/office-pages/read-settings';
import { sendForm } from '@/lib/office-pages/send-form';
import { labelsOfSettings } from '@/lib/office-pages/setting-texts';
import {
  isItemList,
  itemFields,
  itemsOf,
  readerFields,
  settingFields,
  toSettingsPatch,
  type ItemList,
  type SettingField,
  type SettingsFormState,
} from '@/lib/office-pages/settings-form';
import type { RemovalState } from '@/lib/office-pages/item-removal';

export async function saveSettings(previous: SettingsFormState, form: FormData): Promise<SettingsFormState> {
  return saveFields(settingFields(), 'saved', { previous, form });
}

async function saveFields(
  fields: readonly SettingField[],
  done: 'saved' | 'readers',
  { previous, form }: { previous: SettingsFormState; form: FormData },
): Promise<SettingsFormState> {
  const office = await officeOfForm();
  const state = readOrKeepSettings(office.kind, { form, fields, prefix: 'settings', turn: previous.turn });
  const shown = await saveSettingsForm(office, state, {
    path: 'settings',
    fields,
    recordOf: ({ Settings }) => Settings,
  });
  if (shown !== null) return shown;
  redirect(`${settingsPath}?done=${done}`);
}

export async function saveOfficerAccess(
  previous: SettingsFormState,
  form: FormData,
): Promise<SettingsFormState> {
  return saveLevels(officerAccessForm, 'officers', { previous, form });
}

export async function saveOwnEntryRules(
  previous: SettingsFormState,
  form: FormData,
): Promise<SettingsFormState> {
  return saveLevels(ownEntryForm, 'own-entry', { previous, form });
}

async function saveLevels(
  { fields: fieldsFor, record: recordOf, toPatch: toBody }: LevelForm,
  done: 'officers' | 'own-entry',
  { previous, form }: { previous: SettingsFormState; form: FormData },
): Promise<SettingsFormState> {
  const office = await officeOfForm();
  const fields = fieldsFor(questionsOfForm(form));
  const state = readOrKeepSettings(office.kind, { form, fields, prefix: 'settings', turn: previous.turn });
  const shown = await saveSettingsForm(office, state, { path: 'settings', fields, recordOf, toBody });
  if (shown !== null) return shown;
  redirect(`${settingsPath}?done=${done}`);
}

export async function saveReaderAccess(
  previous: SettingsFormState,
  form: FormData,
): Promise<SettingsFormState> {
  return saveFields(readerFields, 'readers', { previous, form });
}

export async function saveItem(previous: SettingsFormState, form: FormData): Promise<SettingsFormState> {
  const office = await officeOfForm();
  const { list, item, path } = itemOf(form);
  const fields = itemFields(list);
  const state = readOrKeepSettings(office.kind, { form, fields, prefix: list, turn: previous.turn });
  if (item === '') {
    const body = toSettingsPatch(fields, { ...state, was: {} });
    const added = `settings/${list}`;
    const sent = await sendForm(
      office,
      { method: 'POST', path: added, body },
      labelsOfSettings(fields, added),
    );
    if (!sent.isDone) return { ...state, refusal: sent.refusal };
  } else {
    const recordOf = (settings: OfficeSettings) =>
      itemsOf(settings, list).find(({ ID }) => ID === item) ?? null;
    const shown = await saveSettingsForm(office, state, { path, fields, recordOf });
    if (shown !== null) return shown;
  }
  redirect(`${settingsPath}?done=saved`);
}

/** If members have the item, the form first asks what happens to them. */
export async function removeSettingsItem(previous: RemovalState, form: FormData): Promise<RemovalState> {
  const office = await officeOfForm();
  const { path } = itemOf(form);
  const other = form.get('replaceWith');
  const query =
    typeof other === 'string' && other !== ''
      ? `?ReplaceWith=${encodeURIComponent(other)}`
      : form.get('takeAway') === 'true'
        ? '?TakeAway=true'
        : '';
  const sent = await sendForm(office, { method: 'DELETE', path: path + query });
  if (sent.isDone) redirect(`${settingsPath}?done=removed&name=${encodeURIComponent(nameOf(form))}`);
  const inUse = itemInUseSchema.safeParse(sent.answer?.body);
  return inUse.success
    ? { uses: inUse.data.Uses, refusal: null }
    : { uses: previous.uses, refusal: sent.refusal };
}

function itemOf(form: FormData): { list: ItemList; item: string; path: string } {
  const list = String(form.get('list'));
  const item = String(form.get('item'));
  if (!isItemList(list)) throw new Error(`the form names the unknown list ${list}`);
  return { list, item, path: `settings/${list}/${encodeURIComponent(item)}` };
}

function nameOf(form: FormData): string {
  return String(form.get('name')).slice(0, 200);
}
