import { expect, test } from 'vitest';
import {
  itemFields,
  newItem,
  readSettingsForm,
  settingFields,
  startOfSettings,
  toSettingsPatch,
} from './settings-form';

const settings = {
  Settings: { Name: 'Guild', NoticeDays: 30, ListedStatuses: ['financial'], Currency: 'AUD' },
  MembershipTypes: [],
  Categories: [],
  Chapters: [],
  Addons: [],
  Extras: [{ ID: '11', Question: 'Languages' }],
};

/** What a browser sends after somebody has typed these values. */
function sent(shown: ReturnType<typeof startOfSettings>, typed: Record<string, string | string[]>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(shown.values)) {
    form.set(`was.${name}`, value.replaceAll('\n', '\r\n'));
    const now = typed[name] ?? value.split('\n');
    for (const one of Array.isArray(now) ? now : [now]) {
      // A browser does not send an unticked checkbox.
      if (one !== 'false') form.append(name, one);
    }
  }
  return form;
}

test('only what was changed is sent on, with the types of the API', () => {
  const fields = settingFields();
  const shown = startOfSettings(fields, settings.Settings, 'tag');
  const unchanged = readSettingsForm(fields, sent(shown, { ListedStatuses: ['financial'] }), 0);
  expect(toSettingsPatch(fields, unchanged)).toEqual({});
  const typed = { NoticeDays: '14', ListedStatuses: ['financial', 'expired'], Currency: 'NZD', Name: 'X ' };
  const changed = readSettingsForm(fields, sent(shown, typed), 0);
  expect(toSettingsPatch(fields, changed)).toEqual({
    Name: 'X',
    NoticeDays: 14,
    ListedStatuses: ['financial', 'expired'],
    Currency: 'NZD',
  });
  const wrong = readSettingsForm(fields, sent(shown, { NoticeDays: 'many' }), 0);
  expect(toSettingsPatch(fields, wrong)).toEqual({ NoticeDays: 'many' });
});

test('a new item has every field, and a text without content is sent as null where the API has null', () => {
  const fields = itemFields('types', settings.Extras);
  const shown = startOfSettings(fields, newItem.types, 'tag');
  const state = readSettingsForm(fields, sent(shown, { Name: 'Student', Extras: ['11'] }), 0);
  expect(toSettingsPatch(fields, { ...state, was: {} })).toEqual({
    Name: 'Student',
    Cost: '0.00',
    Description: '',
    Visible: true,
    Searchable: true,
    Student: false,
    AnniversaryExpiry: false,
    GST: false,
    MaxSubMembers: 0,
    Extras: [11],
  });
  const general = settingFields();
  const withLink = startOfSettings(general, { PaymentURLTemplate: 'https://example.org/{ID}' }, 'tag');
  const emptied = readSettingsForm(general, sent(withLink, { PaymentURLTemplate: '' }), 0);
  expect(toSettingsPatch(general, emptied)).toEqual({ PaymentURLTemplate: null });
});

test('options have a line each', () => {
  const fields = itemFields('extras', settings.Extras);
  const shown = startOfSettings(
    fields,
    { ...newItem.extras, Question: 'Languages', Options: ['Auslan'] },
    'tag',
  );
  const form = sent(shown, {});
  form.set('Options', ' Auslan\r\n\r\nWelsh ');
  expect(toSettingsPatch(fields, readSettingsForm(fields, form, 0))).toEqual({
    Options: ['Auslan', 'Welsh'],
  });
});
