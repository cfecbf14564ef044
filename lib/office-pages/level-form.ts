/** The forms of the settings that give levels to named things and to questions. */
import { lookUp } from '@/lib/base/look-up';
import { officerAccess } from '@/lib/contract/fields/officer-access';
import { ownEntry, ownSubjects } from '@/lib/contract/fields/own-entry';
import type { LevelSetting } from '@/lib/contract/fields/level-lines';
import type { OfficeSettings } from '@/lib/contract/office-settings';
import { officerAccessText, officerGroupText, officerLevelText } from '@/lib/messages/office-pages';
import { ownRuleText } from '@/lib/messages/own-entry';
import { nameOfItem, type SettingField, type SettingValues } from './settings-form';

export interface LevelForm {
  /**
   * @param questions the questions of the association. Their texts are only needed to show the form. To read a sent
   * form, the IDs are enough.
   */
  fields(questions: readonly { ID: string }[]): SettingField[];
  /**
   * The level of each name, and of each question that has its own level. Other questions are left out, so their fields
   * are empty. They have the level of all answers.
   */
  record(settings: Pick<OfficeSettings, 'Settings'>): Record<string, unknown>;
  toPatch(values: SettingValues): Record<string, string>;
}

const prefix = 'question-';

function levelForm<Name extends string, Level extends string>(
  setting: string,
  { names, levelsOf, usualOf, levels, parse, write }: LevelSetting<Name, Level>,
  texts: { nameOf: (name: Name) => string; levels: Readonly<Record<Level, string>> },
): LevelForm {
  const optionsOf = (some: readonly Level[]) => some.map((level) => [level, texts.levels[level]] as const);
  return {
    fields: (questions) => [
      ...names.map((name): SettingField => {
        return { name, kind: 'choice', options: optionsOf(levelsOf(name)), label: texts.nameOf(name) };
      }),
      ...questions.map((question): SettingField => ({
        name: `${prefix}${question.ID}`,
        kind: 'choice',
        options: [['', officerAccessText.asOthers], ...optionsOf(levels)],
        label: nameOfItem(question),
        isRare: true,
      })),
    ],
    record: ({ Settings }) => {
      const { named, extras } = parse(String(lookUp(Settings, setting) ?? ''));
      return {
        ...Object.fromEntries(names.map((name) => [name, named.get(name) ?? usualOf(name)])),
        ...Object.fromEntries([...extras].map(([id, level]) => [`${prefix}${id}`, level])),
      };
    },
    toPatch: (values) => {
      const levelAt = (name: string) => levels.find((one) => one === lookUp(values, name));
      const named = names.flatMap((name) => {
        const level = levelAt(name);
        return level === undefined ? [] : [[name, level] as const];
      });
      const extras = Object.keys(values).flatMap((name) => {
        const level = name.startsWith(prefix) ? levelAt(name) : undefined;
        return level === undefined ? [] : [[Number(name.slice(prefix.length)), level] as const];
      });
      return { [setting]: write({ named: new Map(named), extras: new Map(extras) }) };
    },
  };
}

export const officerAccessForm = levelForm('OfficerAccess', officerAccess, {
  nameOf: (name) => officerGroupText[name],
  levels: officerLevelText,
});

export const ownEntryForm = levelForm('OwnEntry', ownEntry, {
  nameOf: (path) => ownSubjects.find((one) => one.path === path)?.caption ?? path,
  levels: ownRuleText,
});

export function questionsOfForm(form: FormData): { ID: string }[] {
  return [...form.keys()].flatMap((key) => {
    const id = /^was\.question-([1-9]\d{0,14})$/.exec(key)?.[1];
    return id === undefined ? [] : [{ ID: id }];
  });
}
