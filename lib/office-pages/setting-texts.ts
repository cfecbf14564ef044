import { lookUp } from '@/lib/base/look-up';
import { settingFieldText, settingsText } from '@/lib/messages/office-settings';
import type { SettingField } from './settings-form';

/**
 * @param prefix `settings` or the name of a list. If there is a label with this prefix, it is used. Otherwise the label
 * without a prefix is used.
 */
export function textOfSetting(
  { name, label }: SettingField,
  prefix: string,
): readonly [label: string, hint?: string] {
  if (label !== undefined) return [label];
  return lookUp(settingFieldText, `${prefix}.${name}`) ?? lookUp(settingFieldText, name) ?? [name];
}

/** @param path the path after `/office/`, such as `settings/types/1` */
export function labelsOfSettings(fields: readonly SettingField[], path: string): Record<string, string> {
  const [, prefix = 'settings'] = path.split('/');
  return Object.fromEntries(fields.map((field) => [field.name, textOfSetting(field, prefix)[0]]));
}

export function shownSetting({ kind, options = [] }: SettingField, value: string): string {
  if (kind === 'tick') return value === 'true' ? settingsText.yes : settingsText.no;
  const names = value.split('\n').map((one) => options.find(([id]) => id === one)?.[1] ?? one);
  return names.join(', ') || settingsText.empty;
}
