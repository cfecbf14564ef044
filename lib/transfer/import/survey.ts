import { meaningOf } from './member-standing';
import type { GroupedProblem } from './causes';
import { textKey } from '@/lib/base/text-key';
import { Employers } from './employers';
import { GivenNumbers } from './given-numbers';
import type { MemberRow, ReadRow } from './member-row';
import type { ValueOptions } from './read-value';
import type { Identity } from './row-identity';
import type { RowValues } from './row-values';
import { doubtfulPoints } from './row-points';
import { referencesOf } from './row-references';
import { splitList } from './split-list';

export interface Survey {
  read: number;
  bad: GroupedProblem[];
  /** Possible problems that are only reported. The rows with these problems are written anyway. */
  doubtful: GroupedProblem[];
  /** Probable mistakes. Nothing is written until the operator accepts them. */
  doubts: GroupedProblem[];
  /** Rows that must not be written. */
  badLines: Set<number>;
  /** The IDs or numbers of the rows in `badLines`. null: a row has neither an ID nor a number. */
  unread: (Identity | null)[];
  /** Rows that are left out, because another row has a better membership of the same person. */
  leftLines: Set<number>;
  /** The IDs or numbers of the rows about another membership of somebody in the file. */
  left: Identity[];
  /** Each name as it was first written. The keys come from `textKey`. */
  types: Map<string, SurveyedName>;
  categories: Map<string, SurveyedName>;
  chapters: Map<string, SurveyedName>;
  addons: Map<string, SurveyedName>;
  countries: Map<string, SurveyedName>;
  /** The keys are the questions, with the wording of the file. */
  extras: Map<string, AnswerSurvey>;
  /** The corporate memberships in the file. The keys come from `referencesOf`. `id`: our own ID, if the file has it. */
  corporate: Map<string, { id: number | null; isGiven: boolean; row: MemberRow }>;
  /** The individual membership to import for each person, by another system's ID, or by email address and name. */
  memberships: Map<string, PersonMembership>;
  /** Full names in rows that have an ID or a number, as `fullNameKey` returns them. */
  knownNames: Set<string>;
  hasExpiryDate: boolean;
  numbers: GivenNumbers;
  employers: Employers;
}

export interface SurveyedName {
  name: string;
  /** `count`: the number of rows that have this name. `line`: the line of the first row that has it. */
  count: number;
  line: number;
}

interface PersonMembership {
  line: number;
  name: string;
  identity: Identity;
  /** Of a person's memberships, the one with the highest rank is imported. */
  rank: string;
}

export interface AnswerSurvey {
  /** Values as first written. The keys come from `textKey`. null: too many values to be options. */
  options: Map<string, { answer: string; count: number }> | null;
  isYesNo: boolean;
  isList: boolean;
  /** The keys of the answers in each cell. Many cells have the same text, so each text is split only once. */
  cells: Map<string, string[]>;
}

/** A stored question gets at most this number of further options from a file. */
const maxOptions = 60;
const maxCells = 2000;
/** A new question is multiple choice if it has at most this number of different answers, and each is used so often. */
const maxChoices = 12;
const minUses = 3;

/** The options of a new question, as first written. null: the question has free text, because the values do not repeat. */
export function choicesOf({ options }: AnswerSurvey): string[] | null {
  const all = options === null ? [] : [...options.values()];
  const isChoice = all.length > 0 && all.length <= maxChoices && all.every(({ count }) => count >= minUses);
  return isChoice ? all.map(({ answer }) => answer) : null;
}

/** Reads all rows. The survey keeps only summaries and the rows' identities, so that it uses little memory. */
export async function surveyRows(rows: AsyncIterable<ReadRow[]>, options: ValueOptions): Promise<Survey> {
  const survey = emptySurvey();
  const firstLines = new Map<string, number>();
  for await (const some of rows) for (const one of some) surveyOne(survey, one, { firstLines, options });
  return survey;
}

function surveyOne(
  survey: Survey,
  read: ReadRow,
  { firstLines, options }: { firstLines: Map<string, number>; options: ValueOptions },
): void {
  if (read.row?.isPartner !== true) survey.read += 1;
  const name = describeRow(read.values);
  const found = (read.problems ?? refuseRepeated(read.row, firstLines)).map((one) => ({ ...one, name }));
  if (read.row === null || found.length > 0) {
    survey.bad.push(...found);
    for (const { line } of found) survey.badLines.add(line);
    survey.unread.push(read.row === null ? read.identity : read.row.identity);
    return;
  }
  surveyRow(survey, read.row, options);
  chooseMembership(survey, read.row, options.today ?? '');
  const named = (problems: readonly GroupedProblem[]) => problems.map((one) => ({ ...one, name }));
  survey.doubtful.push(...named([...doubtfulPoints(read.row), ...read.restored]));
  survey.doubts.push(...named(read.doubts));
}

/**
 * A person in another system may have several individual memberships. The one that is valid or pending and ends last is
 * imported. If only name and email address say that two rows are about one person, the operator is asked.
 */
function chooseMembership(survey: Survey, row: MemberRow, today: string): void {
  const { kind, identity, values, line } = row;
  if (kind !== 'individual' || identity.by === 'id') return;
  const personId = values.text('ExternalPersonID');
  const email = textKey(values.text('Email'));
  const fullName = fullNameKey(row);
  const isNamed = personId === '' && email !== '' && fullName !== '';
  if (personId === '' && !isNamed) return;
  const key = isNamed ? `${email}\n${fullName}` : personId;
  const one = { line, name: describeRow(values), identity, rank: rankOf(values, today) };
  const other = survey.memberships.get(key);
  const isBetter = other === undefined || one.rank > other.rank;
  if (isBetter) survey.memberships.set(key, one);
  if (other === undefined) return;
  const [chosen, left] = isBetter ? [one, other] : [other, one];
  survey.left.push(left.identity);
  const reason =
    chosen.rank === left.rank
      ? `is the same member as line ${chosen.line}`
      : `is left out: line ${chosen.line} has the membership of this person that is valid or pending and ends last`;
  const place = { line: left.line, name: left.name, reason };
  if (isNamed) {
    survey.badLines.add(left.line);
    survey.bad.push({ ...place, column: 'Email', value: values.text('Email'), cause: 'repeated-row' });
  } else {
    survey.leftLines.add(left.line);
    const cause = 'earlier-membership';
    survey.doubtful.push({ ...place, column: 'ExternalPersonID', value: personId, cause });
  }
}

/** A later text means a better membership. */
function rankOf(values: RowValues, today: string): string {
  const means = meaningOf(values) ?? 'current';
  const expiryDate = values.get('ExpiryDate');
  if (means === 'cancelled' || means === 'suspended' || means === 'deceased') return `0 ${expiryDate ?? ''}`;
  const hasPassed = means === 'lapsed' || (expiryDate !== null && expiryDate < today);
  // An application without a last day has not begun, so a valid membership comes first.
  return `${hasPassed ? 1 : 2} ${expiryDate ?? (means === 'applicant' ? '' : '9999')}`;
}

function refuseRepeated(row: MemberRow, firstLines: Map<string, number>): GroupedProblem[] {
  const { identity, line, values } = row;
  // `chooseMembership` chooses one of the rows.
  if (identity.by === 'person' && values.get('ChapterhousePersonID') === null) return [];
  const [column, value] = describeIdentity(identity, values.text('Email'));
  // Two rows with one number and different names may be a couple: see `GivenNumbers`.
  const name = identity.by === 'number' ? `\n${nameKey(row)}` : '';
  const key = `${identity.by}\n${identity.by === 'person' ? identity.key : value}${name}`;
  const first = firstLines.get(key);
  if (first === undefined) {
    firstLines.set(key, line);
    return [];
  }
  return [{ line, column, value, reason: `is the same member as line ${first}`, cause: 'repeated-row' }];
}

/** The person or the company in a row, for people who look for the row. */
export function describeRow(values: RowValues): string {
  const person = [values.text('FirstName'), values.text('LastName')].filter(Boolean).join(' ');
  return person || values.text('FullName') || values.text('Organisation') || values.text('Email');
}

export function describeIdentity(identity: Identity, email: string): [field: string, value: string] {
  if (identity.by === 'id') return ['ChapterhouseID', String(identity.id)];
  if (identity.by === 'external') return ['ExternalID', identity.externalId];
  if (identity.by === 'number') return ['MembershipNumber', identity.number];
  return ['Email', email];
}

function surveyRow(survey: Survey, row: MemberRow, options: ValueOptions): void {
  const { kind, values, extras, identity, line } = row;
  note(survey.types, values.text('MembershipType'), line);
  note(survey.chapters, values.text('Chapter'), line);
  for (const name of values.get('MembershipCategory') ?? []) note(survey.categories, name, line);
  for (const { name } of values.get('Addons') ?? []) note(survey.addons, name, line);
  note(survey.countries, values.text('Country'), line);
  if (kind === 'corporate') {
    const found = {
      id: identity.by === 'id' ? identity.id : null,
      isGiven: values.get('Kind') !== null,
      row,
    };
    for (const reference of referencesOf(row)) survey.corporate.set(reference, found);
  }
  survey.employers.add(row, describeRow(values));
  survey.numbers.add(values.text('MembershipNumber'), row);
  if (hasKey(identity)) survey.knownNames.add(fullNameKey(row));
  if (values.get('ExpiryDate') !== null) survey.hasExpiryDate = true;
  for (const [column, cell] of extras) surveyAnswer(survey, column, cell, options);
}

/** The row itself identifies its member. */
export function hasKey(identity: Identity): boolean {
  return identity.by === 'id' || identity.by === 'external' || (identity.by === 'number' && identity.isGiven);
}

function nameKey(row: MemberRow): string {
  return row.kind === 'corporate' ? textKey(row.values.text('Organisation')) : fullNameKey(row);
}

export function fullNameKey({ values }: Pick<MemberRow, 'values'>): string {
  return textKey(`${values.text('FirstName')} ${values.text('LastName')}`);
}

function surveyAnswer(survey: Survey, column: string, cell: string, options: ValueOptions): void {
  const found = survey.extras.get(column) ?? {
    options: new Map(),
    isYesNo: true,
    isList: false,
    cells: new Map(),
  };
  survey.extras.set(column, found);
  const keys = found.cells.get(cell) ?? readAnswers(found, cell, options);
  if (found.options === null) return;
  for (const key of keys) {
    const option = found.options.get(key);
    if (option !== undefined) option.count += 1;
  }
}

/** Notes the answers of a cell that is read for the first time. */
function readAnswers(found: AnswerSurvey, cell: string, options: ValueOptions): string[] {
  const answers = splitList(cell, options);
  if (answers.length > 1) found.isList = true;
  for (const answer of answers) {
    if (!/^(yes|no)$/i.test(answer)) found.isYesNo = false;
    const key = textKey(answer);
    if (found.options !== null && key !== '' && !found.options.has(key))
      found.options.set(key, { answer, count: 0 });
  }
  const keys = [...new Set(answers.map(textKey))];
  if (found.cells.size < maxCells) found.cells.set(cell, keys);
  if (found.cells.size >= maxCells || (found.options?.size ?? 0) > maxOptions) found.options = null;
  return keys;
}

function note(names: Map<string, SurveyedName>, name: string, line: number): void {
  const key = textKey(name);
  if (key === '') return;
  const known = names.get(key);
  if (known === undefined) names.set(key, { name, count: 1, line });
  else known.count += 1;
}

function emptySurvey(): Survey {
  return {
    read: 0,
    bad: [],
    doubtful: [],
    doubts: [],
    badLines: new Set(),
    unread: [],
    leftLines: new Set(),
    left: [],
    types: new Map(),
    categories: new Map(),
    chapters: new Map(),
    addons: new Map(),
    extras: new Map(),
    countries: new Map(),
    corporate: new Map(),
    memberships: new Map(),
    knownNames: new Set(),
    hasExpiryDate: false,
    numbers: new GivenNumbers(),
    employers: new Employers(),
  };
}
