/** What members change in their own entry, and who decides about it (docs/decisions.md, A1). */
import { ownRules, type Fields, type OwnRule } from './field';
import { levelSetting } from './level-lines';
import { memberFields } from './membership';

/** A field or a group of fields that members change as a whole. */
export interface OwnSubject {
  /** Where it is in a member record, such as `User.Phone`. */
  path: string;
  caption: string;
  usual: OwnRule;
}

/** The staff of a company: its contact adds and ends sub-members. */
export const staffSubject = 'Staff';

export const ownSubjects: readonly OwnSubject[] = [
  ...subjectsIn(memberFields, ''),
  { path: staffSubject, caption: 'Staff of a company', usual: 'approval' },
];

function subjectsIn(fields: Fields, prefix: string): OwnSubject[] {
  return Object.entries(fields).flatMap(([name, one]): OwnSubject[] => {
    const path = prefix + name;
    if ('label' in one) return [];
    if ('own' in one && one.own !== undefined)
      return [{ path, caption: one.caption ?? name, usual: one.own }];
    if ('inset' in one) return subjectsIn(one.inset, `${path}.`);
    return 'fields' in one ? subjectsIn(one.fields, `${path}.`) : [];
  });
}

const usual = new Map(ownSubjects.map((one) => [one.path, one.usual]));

export const ownEntry = levelSetting<string, OwnRule>({
  names: ownSubjects.map(({ path }) => path),
  levelsOf: () => ownRules,
  usualOf: (path) => usual.get(path) ?? 'locked',
  levels: ownRules,
});

export interface OwnAccess {
  /** @param path of a subject, such as `User.Phone`; everything else is locked */
  ruleOf: (path: string) => OwnRule;
  ruleOfExtra: (extraId: number) => OwnRule;
}

/** @param setting the lines of `OwnEntry`; '' for the usual rules */
export function readOwnAccess(setting: string): OwnAccess {
  const { named, extras } = ownEntry.parse(setting);
  const ruleOf = (path: string) => named.get(path) ?? ownEntry.usualOf(path);
  return { ruleOf, ruleOfExtra: (id) => extras.get(id) ?? ruleOf('Extras') };
}
