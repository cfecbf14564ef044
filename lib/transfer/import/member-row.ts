import type { Kind } from '@/lib/contract/fields/field';
import { answerFields } from '@/lib/contract/fields/membership';
import type { FieldKind } from './field-values';
import { fieldKind, fieldLimit, readWithin, type FieldName, type ValueOf } from './fields';
import { isSeveralPeople, splitCouple, splitFirstNames, splitFullName } from './full-name';
import { customsOfField } from './column-customs';
import { toCause, type Answers, type GroupedProblem } from './causes';
import { extraPrefix, type Mapping } from './mapping';
import type { TableRow } from './table-row';
import { readTable, type TableOptions } from './read-table';
import {
  createCellReader,
  noCustoms,
  type CellReader,
  type ColumnCustoms,
  type ValueOptions,
} from './read-value';
import { givenIdentity, identityOf, type Identity, type MemberKind } from './row-identity';
import { isBundleCompany, mayBeCompany } from './bundles';
import { restoreZeros } from './restore-zeros';
import { refusePoints } from './row-points';
import { RowValues } from './row-values';
import { textKey } from '@/lib/base/text-key';
import { DoubtfulValue, ValueError } from '@/lib/changes/value-error';

export interface MemberRow {
  line: number;
  /** The value of `Kind`, or a guess from the names. A stored membership keeps its own kind. */
  kind: MemberKind;
  values: RowValues;
  /** The cell of a column "Name": a person's or an organisation's name, depending on the kind. */
  name: { field: 'FullName' | 'Organisation'; cell: string } | null;
  extras: Map<string, string>;
  identity: Identity;
  /** For a row of our own export: cells that are probably mistakes, unless they are stored like this. */
  suspects: Suspect[];
  /** The second of two people in one row of the file. */
  isPartner?: true;
}

export interface Suspect {
  /** null: the cell is the answer to a question. */
  field: FieldName | null;
  /** The column that our export has for the value. */
  column: string;
  cell: string;
  doubt: GroupedProblem;
}

export type ReadRow =
  | {
      row: MemberRow;
      problems: null;
      doubts: GroupedProblem[];
      restored: GroupedProblem[];
      values: RowValues;
    }
  | { row: null; problems: GroupedProblem[]; identity: Identity | null; values: RowValues };

/** @throws ImportError if the file cannot be read */
export async function readHeader(path: string, options: TableOptions): Promise<string[]> {
  for await (const [first] of readTable(path, options)) if (first !== undefined) return first.cells;
  return [];
}

export async function* readMemberRows(
  table: AsyncIterable<TableRow[]>,
  {
    mapping,
    values,
    customs,
    country,
    answers,
    onCells,
  }: {
    mapping: Mapping;
    values: ValueOptions;
    /** What the other cells of a column say, by the column's index. */
    customs: ReadonlyMap<number, ColumnCustoms>;
    /** The association's country, or ''. */
    country: string;
    answers: Answers;
    onCells?: (cells: string[]) => void;
  },
): AsyncGenerator<ReadRow[]> {
  const layout = toLayout(mapping, { country, values, customs, answers });
  let isHeader = true;
  for await (const rows of table) {
    const below = isHeader ? rows.slice(1) : rows;
    if (rows.length > 0) isHeader = false;
    if (onCells !== undefined) for (const { cells } of below) onCells(cells);
    yield below.flatMap(({ line, cells }) => readRow(line, cells, layout));
  }
}

/** The positions of the fields and answers in a row. `constant` is a value that is the same in every row. */
interface Layout {
  fields: {
    field: FieldName;
    kind: FieldKind;
    limit: Kind<unknown> | null;
    read: CellReader;
    column: string;
    index: number;
    constant: string | null;
    words: ReturnType<Answers['wordsOf']>[];
  }[];
  extras: { extra: string; index: number }[];
  readAnswer: CellReader;
  guessedName: Mapping['guessedName'];
  width: number;
  country: string;
  answers: Answers;
}

function toLayout(
  { columns, constants, guessedName }: Mapping,
  {
    country,
    values,
    customs,
    answers,
  }: {
    country: string;
    values: ValueOptions;
    customs: ReadonlyMap<number, ColumnCustoms>;
    answers: Answers;
  },
): Layout {
  const readAnswer = createCellReader('text', values, noCustoms);
  const layout: Layout = {
    fields: [],
    extras: [],
    readAnswer,
    guessedName,
    width: columns.length,
    country,
    answers,
  };
  const readingOf = (field: FieldName, index: number, column: string) => {
    const kind = fieldKind(field);
    const limit = limitedByReader.has(kind) ? null : fieldLimit(field);
    return {
      field,
      kind,
      limit,
      read: createCellReader(kind, values, customs.get(index) ?? customsOfField(field)),
      column,
      // Some problems name the field, and not the column.
      words: [answers.wordsOf(column), answers.wordsOf(field)].filter((words) => words !== undefined),
    };
  };
  for (const { field, value } of constants) {
    layout.fields.push({ ...readingOf(field, -1, `--set ${field}`), index: -1, constant: value });
  }
  for (const { target, header, index } of columns) {
    if (target === null) continue;
    if ('extra' in target) layout.extras.push({ extra: target.extra, index });
    else layout.fields.push({ ...readingOf(target.field, index, header), index, constant: null });
  }
  return layout;
}

/** Reading these kinds of cells always gives a value within the limits of the field. */
const limitedByReader: ReadonlySet<FieldKind> = new Set([
  ...(['date', 'boolean', 'kind', 'precision', 'latitude', 'longitude', 'show'] as const),
]);

/** One row, or two if the operator says that the row is about two people. */
function readRow(line: number, cells: string[], layout: Layout): ReadRow[] {
  const { values, extras, problems, suspects, doubts } = readCells(line, cells, layout);
  if (cells.length > layout.width && cells.slice(layout.width).some((cell) => cell !== '')) {
    const reason =
      'has more cells than the header has columns: is a comma or a quotation mark in the wrong place?';
    problems.push({ line, column: null, value: '', reason, cause: 'row-shape' });
  }
  const reason = refusePoints(values);
  if (reason !== null) problems.push({ line, ...reason });
  const isOwn = values.get('ChapterhouseID') !== null;
  doubts.push(...(isOwn ? [] : suspects.map(({ doubt }) => doubt)));
  let partner: RowValues | null = null;
  for (const { doubt, couple } of doubtNames(line, values)) {
    const answer = layout.answers.of(doubt);
    (answer === 'leave-out-row' ? problems : doubts).push(doubt);
    if (answer === 'two-members' && couple !== null) partner = splitRow(values, couple);
  }
  if (problems.length > 0) return [{ row: null, problems, identity: givenIdentity(values), values }];
  const read = { line, extras, doubts, suspects, isOwn };
  const one = toRow(values, read, layout);
  if (partner === null) return [one];
  const other = toRow(partner, { ...read, doubts: [], suspects: [] }, layout);
  return [one, other.row === null ? other : { ...other, row: { ...other.row, isPartner: true } }];
}

/** A row whose cells have been read. */
function toRow(
  values: RowValues,
  {
    line,
    extras,
    doubts,
    suspects,
    isOwn,
  }: Pick<MemberRow, 'line' | 'extras' | 'suspects'> & { doubts: GroupedProblem[]; isOwn: boolean },
  layout: Layout,
): ReadRow {
  const restored = restoreZeros(line, values, layout.country);
  const name =
    layout.guessedName === null ? null : { field: layout.guessedName, cell: values.text(layout.guessedName) };
  const left = nameInParts(values);
  if (left !== '')
    restored.push({ line, column: 'FullName', value: left, reason: notInAField, cause: 'part-of-name' });
  // A person's employer is only a name, unless the operator says more (`employers.ts`).
  const employer = values.text('Employer');
  if (values.text('Organisation') === '' && employer !== '' && hasPersonName(values))
    values.set('Organisation', employer);
  if (isBundleCompany(values) && values.get('Kind') === null) values.set('Kind', 'corporate');
  if (!isOwn && mayBeCompany(values)) {
    const doubt = doubtCompany(line, values);
    doubts.push(doubt);
    if (layout.answers.of(doubt) === 'as:corporate') values.set('Kind', 'corporate');
  }
  const kind = kindOf(values);
  const identity = identityOf(values, kind);
  const row = { line, kind, values, name, extras, identity, suspects: isOwn ? suspects : [] };
  return { row, problems: null, doubts, restored, values };
}

function readCells(line: number, cells: string[], layout: Layout) {
  const found: FoundInRow = { problems: [], suspects: [], doubts: [] };
  const values = new RowValues();
  const extras = new Map<string, string>();
  for (const { field, limit, read, column, index, constant, words } of layout.fields) {
    const given = constant ?? cells[index] ?? '';
    const place = { line, column, field, value: shortened(given) };
    const meant = findMeant(given, words);
    if (meant !== null) {
      const { word, cause, column: of } = meant;
      const choices = choicesOf(() => read(given), word);
      found.doubts.push({ ...place, column: of, reason: `is read as ${word}`, cause, choices });
    }
    const cell = meant?.word ?? given;
    const { value, isLeftOut } = readOrAsk(() => within(limit, read(cell)), place, {
      found,
      layout,
      suspect: { field, column: field, cell },
    });
    // The reader returns the value type of the field's kind, and `readWithin` keeps the type.
    if (!isLeftOut) values.set(field, value as ValueOf<typeof field> | null);
    if (field === 'MembershipCategory') meanNames(values, { words, place, doubts: found.doubts });
    if (meant === null || (field !== 'Status' && field !== 'StatusDetail')) continue;
    const status = values.get(field);
    if (status !== null) values.set(field, { ...status, word: given });
  }
  for (const { extra, index } of layout.extras) {
    const cell = cells[index] ?? '';
    const place = { line, column: extra, value: shortened(cell) };
    // The reader of a text gives a text.
    const read = () => within(answerFields.Answer.kind, layout.readAnswer(cell) ?? '') as string;
    const suspect = { field: null, column: extraPrefix + extra, cell };
    const { value, isLeftOut } = readOrAsk(read, place, { found, layout, suspect });
    if (!isLeftOut) extras.set(extra, value as string);
  }
  return { values, extras, ...found };
}

/** Each of several categories in a cell may be meant as another. */
function meanNames(
  values: RowValues,
  {
    words,
    place,
    doubts,
  }: {
    words: Layout['fields'][number]['words'];
    place: Pick<GroupedProblem, 'line'>;
    doubts: GroupedProblem[];
  },
): void {
  const names = values.get('MembershipCategory');
  if (names === null || words.length === 0) return;
  const meant = names.map((name) => {
    const other = findMeant(name, words);
    if (other === null) return name;
    const { word, cause, column } = other;
    const reason = `is read as ${word}`;
    doubts.push({ line: place.line, column, value: name, reason, cause, choices: [word] });
    return word;
  });
  values.set('MembershipCategory', [...new Set(meant)]);
}

/** A word of the cell's column that the operator reads as another. null: the cell is read as it is. */
function findMeant(cell: string, words: Layout['fields'][number]['words']) {
  if (words.length === 0 || cell === '') return null;
  const key = textKey(cell);
  for (const of of words) {
    const meant = of?.get(key);
    if (meant !== undefined) return meant;
  }
  return null;
}

/** What the cell could be read as, with the word that was chosen. */
function choicesOf(read: () => unknown, chosen: string): readonly string[] {
  try {
    read();
    return [chosen];
  } catch (error) {
    if (!(error instanceof ValueError) || error.choices.length === 0) return [chosen];
    return error.choices.includes(chosen) ? error.choices : [...error.choices, chosen];
  }
}

function within(limit: Kind<unknown> | null, value: unknown): unknown {
  const read = readWithin(limit, value);
  if (read.reason === null) return read.value;
  throw new ValueError(read.reason);
}

interface FoundInRow {
  problems: GroupedProblem[];
  suspects: Suspect[];
  doubts: GroupedProblem[];
}

/** `isLeftOut`: the cell has no value to import. */
function readOrAsk(
  read: () => unknown,
  place: Pick<GroupedProblem, 'line' | 'column' | 'field' | 'value'>,
  { found, layout, suspect }: { found: FoundInRow; layout: Layout; suspect: Omit<Suspect, 'doubt'> },
): { value: unknown; isLeftOut: boolean } {
  try {
    return { value: read(), isLeftOut: false };
  } catch (error) {
    if (!(error instanceof ValueError) && !(error instanceof DoubtfulValue)) throw error;
    const { message: reason } = error;
    const cause = toCause(error.cause);
    const choices = error instanceof ValueError ? error.choices : [];
    const problem = { ...place, reason, cause, choices };
    const answer = layout.answers.of(problem);
    const isDoubt = error instanceof DoubtfulValue;
    if (answer === 'leave-out-row' || (!isDoubt && answer === null)) found.problems.push(problem);
    else if (isDoubt) found.suspects.push({ ...suspect, doubt: problem });
    else found.doubts.push(problem);
    const accepted = isDoubt && answer !== 'leave-out-cell' ? error.accepted : undefined;
    return { value: accepted, isLeftOut: accepted === undefined };
  }
}

function doubtCompany(line: number, values: RowValues): GroupedProblem {
  const value = values.text('MembershipType');
  const reason = `names ${values.text('Organisation')} and a person: a company with its contact, or a person who works there`;
  return { line, column: 'Kind', value, reason, cause: 'company-or-person', choices: ['corporate'] };
}

type Couple = NonNullable<ReturnType<typeof splitCouple>>;

/** `couple`: the names of the two people. null: the row cannot become two members. */
function doubtNames(line: number, values: RowValues): { doubt: GroupedProblem; couple: Couple | null }[] {
  const reason = 'looks like the names of two people: they would become one member';
  const couple = coupleIn(values);
  const cause = couple === null ? 'several-people' : 'two-people';
  const found = (['FullName', 'FirstName', 'LastName'] as const)
    .filter((field) => isSeveralPeople(values.text(field)))
    .map((column) => {
      const value = shortened(values.text(column));
      return { doubt: { line, column, value, reason, cause } as const, couple };
    });
  return couple === null ? found : found.slice(0, 1);
}

/** null: the row has not the names of two people, or its person is the contact of a company. */
function coupleIn(values: RowValues): Couple | null {
  const isCompany = values.get('Kind') === 'corporate' || isBundleCompany(values) || mayBeCompany(values);
  if (isCompany || values.get('ChapterhouseID') !== null) return null;
  if (values.has('FullName')) return splitCouple(values.text('FullName'));
  return splitFirstNames(values.text('FirstName'), values.text('LastName'));
}

/** Cells that only the first of two people gets: the file does not say whose they are, or they count only once. */
const ofFirst: readonly FieldName[] = [
  ...(['ExternalID', 'ExternalPersonID', 'Title', 'Email', 'WorkPhone', 'Mobile', 'Addons'] as const),
  ...(['AmountOutstanding', 'InvoiceURL', 'PaymentURL', 'Committee', 'Note'] as const),
];

/** Gives the row to the first of the two people. @returns the same values for the second */
function splitRow(values: RowValues, [first, second]: Couple): RowValues {
  const partner = new RowValues(values);
  for (const field of ofFirst) partner.delete(field);
  for (const [own, { title, firstName, lastName }] of [
    [values, first],
    [partner, second],
  ] as const) {
    own.delete('FullName');
    own.set('FirstName', firstName);
    own.set('LastName', lastName);
    if (title !== '' && own.text('Title') === '') own.set('Title', title);
  }
  return partner;
}

const notInAField = 'is part of a name, but of no field: it is not imported';

/** Splits the cell with the full name. @returns what is in no field, such as a degree */
function nameInParts(values: RowValues): string {
  if (!values.has('FullName')) return '';
  const { title, firstName, lastName, left } = splitFullName(values.text('FullName'));
  values.set('FirstName', firstName);
  values.set('LastName', lastName);
  if (title !== '' && values.text('Title') === '') values.set('Title', title);
  return left;
}

function hasPersonName(values: RowValues): boolean {
  return values.text('FirstName') + values.text('LastName') !== '';
}

function kindOf(values: RowValues): MemberKind {
  const hasOrganisation = values.text('Organisation') !== '';
  return values.get('Kind') ?? (hasPersonName(values) || !hasOrganisation ? 'individual' : 'corporate');
}

/** A row without a `Kind` keeps the stored kind, and its "Name" is read as a name of that kind. */
export function asStored(row: MemberRow, kind: MemberKind): MemberRow {
  if (kind === row.kind || row.values.get('Kind') !== null) return row;
  const values = new RowValues(row.values);
  if (row.name?.field === 'Organisation' && kind === 'individual') {
    values.delete('Organisation');
    values.set('FullName', row.name.cell);
    nameInParts(values);
  }
  if (row.name?.field === 'FullName' && kind === 'corporate' && !values.has('Organisation')) {
    for (const field of ['FullName', 'FirstName', 'LastName'] as const) values.delete(field);
    values.set('Organisation', row.name.cell);
  }
  return { ...row, kind, values };
}

function shortened(cell: string): string {
  return cell.length > 80 ? `${cell.slice(0, 79)}…` : cell;
}
