import { lookUp } from '@/lib/look-up';
import { parseOfficerAccess, writeOfficerAccess } from '@/lib/membership-api/fields/officer-access';
import type { OfficeSettings } from '@/lib/membership-api/office-settings';
import {
  officerGroupNames,
  officerGroups,
  officerLevels,
  type OfficerGroup,
  type OfficerLevel,
} from '@/lib/membership-api/officer-groups';
import { officerAccessText, officerGroupText, officerLevelText } from '@/lib/messages/office-officers';
import { nameOfItem, type SettingField, type SettingValues } from './settings-form';

const prefix = 'question-';

/**
 * @param questions the questions of the association. Their texts are only needed to show the form. To read a sent form,
 * the IDs are enough.
 */
export function officerAccessFields(questions: readonly { ID: string }[]): SettingField[] {
  const optionsOf = (levels: readonly OfficerLevel[]) =>
    levels.map((level) => [level, officerLevelText[level]] as const);
  return [
    ...officerGroupNames.map((name): SettingField => {
      const { levels }: OfficerGroup = officerGroups[name];
      return { name, kind: 'choice', options: optionsOf(levels), label: officerGroupText[name] };
    }),
    ...questions.map((question): SettingField => ({
      name: `${prefix}${question.ID}`,
      kind: 'choice',
      options: [['', officerAccessText.asOthers], ...optionsOf(officerLevels)],
      label: nameOfItem(question),
    })),
  ];
}

export function questionsOfForm(form: FormData): { ID: string }[] {
  return [...form.keys()].flatMap((key) => {
    const id = /^was\.question-([1-9]\d{0,14})$/.exec(key)?.[1];
    return id === undefined ? [] : [{ ID: id }];
  });
}

/**
 * The level of each group, and of each question that has its own level. Other questions are left out, so their fields
 * are empty. They have the level of the group of answers.
 */
export function officerAccessRecord({ Settings }: Pick<OfficeSettings, 'Settings'>): Record<string, unknown> {
  const { groups, extras } = parseOfficerAccess(String(lookUp(Settings, 'OfficerAccess') ?? ''));
  return {
    ...Object.fromEntries(
      officerGroupNames.map((name) => [name, groups.get(name) ?? officerGroups[name].usual]),
    ),
    ...Object.fromEntries([...extras].map(([id, level]) => [`${prefix}${id}`, level])),
  };
}

export function toOfficerAccessPatch(values: SettingValues): { OfficerAccess: string } {
  const levelOf = (name: string) => officerLevels.find((one) => one === lookUp(values, name));
  const groups = officerGroupNames.flatMap((name) => {
    const level = levelOf(name);
    return level === undefined ? [] : [[name, level] as const];
  });
  const extras = Object.keys(values).flatMap((name) => {
    const level = name.startsWith(prefix) ? levelOf(name) : undefined;
    return level === undefined ? [] : [[Number(name.slice(prefix.length)), level] as const];
  });
  return { OfficerAccess: writeOfficerAccess({ groups: new Map(groups), extras: new Map(extras) }) };
}
