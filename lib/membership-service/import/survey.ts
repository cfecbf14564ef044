import { textKey } from '@/lib/text-key';
import type { BadValue } from './import-error';
import type { MemberRow, ReadRow } from './member-row';
import { splitList, type ValueOptions } from './read-value';
import { membershipNumberOf } from './row-identity';
import { doubtfulPoints } from './row-points';
import { said } from './row-values';

/** What a first reading of the file found, before anything is written. */
export interface Survey {
  read: number;
  bad: BadValue[];
  /** Of rows that are written all the same. */
  doubtful: BadValue[];
  /** The lines of rows that are not to be written. */
  badLines: Set<number>;
  /** Names as first written, by `textKey`. */
  types: Map<string, string>;
  categories: Map<string, string>;
  chapters: Map<string, string>;
  addons: Map<string, string>;
  /** By column. */
  extras: Map<string, AnswerSurvey>;
  /** How many rows name each country. */
  countries: Map<string, number>;
  /** Membership numbers of the file's corporate memberships, with the ID where the file has it. */
  corporate: Map<string, number | null>;
  /** IDs of those that the file gives one. */
  corporateIds: Set<number>;
}

/** What the answers of a column have in common. */
export interface AnswerSurvey {
  /** As first written, by `textKey`; null: too many to be options. */
  options: Map<string, string> | null;
  isYesNo: boolean;
  isList: boolean;
  /** Cells that have been looked at: files repeat them. */
  seen: Set<string>;
}

/** More different answers than this are free text. */
const maxOptions = 60;
/** Different cells of a column that are remembered. */
const maxSeen = 2000;

/** Reads all rows and keeps only what they have in common: memory grows with their identities alone. */
export async function surveyRows(rows: AsyncIterable<ReadRow[]>, options: ValueOptions): Promise<Survey> {
  const survey = emptySurvey();
  const firstLines = new Map<string, number>();
  for await (const some of rows) for (const one of some) surveyOne(survey, one, { firstLines, options });
  return survey;
}

function surveyOne(
  survey: Survey,
  { row, problems }: ReadRow,
  { firstLines, options }: { firstLines: Map<string, number>; options: ValueOptions },
): void {
  survey.read += 1;
  const found = problems ?? refuseRepeated(row, firstLines);
  if (row === null || found.length > 0) {
    survey.bad.push(...found);
    for (const { line } of found) survey.badLines.add(line);
  } else {
    surveyRow(survey, row, options);
    survey.doubtful.push(...doubtfulPoints(row));
  }
}

function refuseRepeated({ identity, line, values }: MemberRow, firstLines: Map<string, number>): BadValue[] {
  const key = Object.values(identity).join('\n');
  const first = firstLines.get(key);
  if (first === undefined) {
    firstLines.set(key, line);
    return [];
  }
  const [column, value] =
    identity.by === 'person'
      ? ['Email', said(values, 'Email')]
      : identity.by === 'id'
        ? ['ID', String(identity.id)]
        : ['MembershipNumber', identity.number];
  return [{ line, column, value, reason: `is the same member as line ${first}` }];
}

function surveyRow(
  survey: Survey,
  { kind, values, extras, identity }: MemberRow,
  options: ValueOptions,
): void {
  note(survey.types, said(values, 'MembershipType'));
  note(survey.chapters, said(values, 'Chapter'));
  for (const name of said(values, 'MembershipCategory').split('\n')) note(survey.categories, name);
  for (const held of said(values, 'Addons').split('\n')) note(survey.addons, held.split('\t', 1)[0] ?? '');
  const country = said(values, 'Country');
  if (country !== '') survey.countries.set(country, (survey.countries.get(country) ?? 0) + 1);
  if (kind === 'corporate') {
    survey.corporate.set(membershipNumberOf(identity, values), identity.by === 'id' ? identity.id : null);
    if (identity.by === 'id') survey.corporateIds.add(identity.id);
  }
  for (const [column, cell] of extras) surveyAnswer(survey, column, cell, options);
}

function surveyAnswer(survey: Survey, column: string, cell: string, options: ValueOptions): void {
  const found = survey.extras.get(column) ?? {
    ...{ options: new Map(), isYesNo: true, isList: false },
    seen: new Set<string>(),
  };
  survey.extras.set(column, found);
  if (found.seen.has(cell)) return;
  if (found.seen.size < maxSeen) found.seen.add(cell);
  const answers = splitList(cell, options);
  if (answers.length > 1) found.isList = true;
  for (const answer of answers) {
    if (!/^(yes|no)$/i.test(answer)) found.isYesNo = false;
    if (found.options !== null) note(found.options, answer);
  }
  if (found.options !== null && found.options.size > maxOptions) found.options = null;
}

function note(names: Map<string, string>, name: string): void {
  const key = textKey(name);
  if (key !== '' && !names.has(key)) names.set(key, name);
}

function emptySurvey(): Survey {
  return {
    read: 0,
    bad: [],
    doubtful: [],
    badLines: new Set(),
    types: new Map(),
    categories: new Map(),
    chapters: new Map(),
    addons: new Map(),
    extras: new Map(),
    countries: new Map(),
    corporate: new Map(),
    corporateIds: new Set(),
  };
}
