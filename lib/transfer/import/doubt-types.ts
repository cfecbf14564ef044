import type { GroupedProblem } from './causes';
import { isWithinEdits, maxWordLength } from '@/lib/base/edit-distance';
import type { Structure } from '@/lib/store/schema/records';
import { findCountry } from '@/lib/map/geo/countries';
import { textKey } from '@/lib/base/text-key';
import type { Survey, SurveyedName } from './survey';

/**
 * New types whose name is nearly that of a stored type, or of a more frequent type in the file. They are probably
 * typing errors, and each would become a public type.
 */
export function doubtTypes({ types }: Survey, structure: Structure | null): GroupedProblem[] {
  const stored = new Map([...(structure?.types.values() ?? [])].map(({ name }) => [textKey(name), name]));
  return [...types].flatMap(([key, { name, line, count }]) => {
    if (stored.has(key)) return [];
    const others = [...types].filter(([other, { count: more }]) => other !== key && more > count);
    const known = [...stored, ...others.map(([other, found]): [string, string] => [other, found.name])];
    const intended = known.find(([other]) => isMisspelt(key, other));
    if (intended === undefined) return [];
    const reason = `would be a new public membership type; did you mean "${intended[1]}"?`;
    return [
      {
        line,
        column: 'MembershipType',
        value: name,
        reason,
        cause: 'misspelt-type',
        choices: [intended[1]],
      },
    ];
  });
}

/**
 * New categories, chapters and types of an association that has some already, and unknown countries. Each may be meant
 * as one that exists.
 */
export function listNewNames(survey: Survey, structure: Structure | null): GroupedProblem[] {
  if (structure === null) return [];
  const lists = [
    ['MembershipType', survey.types, structure.types],
    ['MembershipCategory', survey.categories, structure.categories],
    ['Chapter', survey.chapters, structure.chapters],
  ] as const;
  const names = lists.flatMap(([column, found, known]) => {
    const choices = [...known.values()].map(({ name }) => name);
    const keys = new Set(choices.map(textKey));
    if (choices.length === 0) return [];
    const added = [...found].filter(([key]) => !keys.has(key));
    return added.map(([, one]) => newName(one, { column, choices }));
  });
  const countries = [...survey.countries.values()];
  const choices = [
    ...new Set(
      [structure.organisation.country ?? '', ...countries.map(({ name }) => name)].filter(isCountry),
    ),
  ];
  const unknown = countries.filter(({ name }) => !isCountry(name));
  return [...names, ...unknown.map((one) => newName(one, { column: 'Country', choices }))];
}

const isCountry = (name: string) => findCountry(name) !== null;

function newName(
  { name, line, count }: SurveyedName,
  of: Pick<GroupedProblem, 'column' | 'choices'>,
): GroupedProblem {
  const reason = count === 1 ? 'is new here' : `is new here, in ${count} rows`;
  return { ...of, line, value: name, reason, cause: 'new-name' };
}

/** A name of up to seven characters may have one typing error. A longer name may have two typing errors. */
function isMisspelt(name: string, other: string): boolean {
  const length = Math.min(name.length, other.length);
  if (length < 4 || Math.max(name.length, other.length) > maxWordLength) return false;
  // "Level 1" and "Level 2", or "Class A" and "Class B", are not typing errors of each other.
  if (distinguishing(name) !== distinguishing(other)) return false;
  return isWithinEdits(name, other, length < 8 ? 1 : 2);
}

/** Parts of a name in which even one different character matters. */
function distinguishing(name: string): string {
  return name
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => /\p{N}/u.test(word) || word.length === 1 || /^[ivx]+$/.test(word))
    .join(' ');
}
