import type { Kind } from '@/lib/membership-api/fields/field';
import { answerFields } from '@/lib/membership-api/fields/membership';
import type { FieldKind } from './field-values';
import { fieldKind, fieldLimit, readWithin, type FieldName, type ValueOf } from './fields';
import { isSeveralPeople, splitFullName } from './full-name';
import { customsOfField } from './column-customs';
import type { BadValue } from './import-error';
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
import { restoreZeros } from './restore-zeros';
import { refusePoints } from './row-points';
import { RowValues } from './row-values';
import { DoubtfulValue, ValueError } from './value-error';

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
}

export interface Suspect {
  /** null: the cell is the answer to a question. */
  field: FieldName | null;
  /** The column that our export has for the value. */
  column: string;
  cell: string;
  doubt: BadValue;
}

export type ReadRow =
  | { row: MemberRow; problems: null; doubts: BadValue[]; restored: BadValue[]; values: RowValues }
  | { row: null; problems: BadValue[]; identity: Identity | null; values: RowValues };

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
    onCells,
  }: {
    mapping: Mapping;
    values: ValueOptions;
    /** What the other cells of a column say, by the column's index. */
    customs: ReadonlyMap<number, ColumnCustoms>;
    /** The association's country, or ''. */
    country: string;
    onCells?: (cells: string[]) => void;
  },
): AsyncGenerator<ReadRow[]> {
  const layout = toLayout(mapping, { country, values, customs });
  let isHeader = true;
  for await (const rows of table) {
    const below = isHeader ? rows.slice(1) : rows;
    if (rows.length > 0) isHeader = false;
    if (onCells !== undefined) for (const { cells } of below) onCells(cells);
    yield below.map(({ line, cells }) => readRow(line, cells, layout));
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
  }[];
  extras: { extra: string; index: number }[];
  readAnswer: CellReader;
  guessedName: Mapping['guessedName'];
  width: number;
  country: string;
}

function toLayout(
  { columns, constants, guessedName }: Mapping,
  {
    country,
    values,
    customs,
  }: { country: string; values: ValueOptions; customs: ReadonlyMap<number, ColumnCustoms> },
): Layout {
  const readAnswer = createCellReader('text', values, noCustoms);
  const layout: Layout = { fields: [], extras: [], readAnswer, guessedName, width: columns.length, country };
  const readingOf = (field: FieldName, index: number) => {
    const kind = fieldKind(field);
    const limit = limitedByReader.has(kind) ? null : fieldLimit(field);
    return {
      field,
      kind,
      limit,
      read: createCellReader(kind, values, customs.get(index) ?? customsOfField(field)),
    };
  };
  for (const { field, value } of constants) {
    const place = { column: `--set ${field}`, index: -1, constant: value };
    layout.fields.push({ ...readingOf(field, -1), ...place });
  }
  for (const { target, header, index } of columns) {
    if (target === null) continue;
    if ('extra' in target) layout.extras.push({ extra: target.extra, index });
    else layout.fields.push({ ...readingOf(target.field, index), column: header, index, constant: null });
  }
  return layout;
}

/** Reading these kinds of cells always gives a value within the limits of the field. */
const limitedByReader: ReadonlySet<FieldKind> = new Set([
  ...(['date', 'boolean', 'kind', 'precision', 'latitude', 'longitude', 'show'] as const),
]);

function readRow(line: number, cells: string[], layout: Layout): ReadRow {
  const { values, extras, problems, suspects } = readCells(line, cells, layout);
  if (cells.length > layout.width && cells.slice(layout.width).some((cell) => cell !== '')) {
    const reason =
      'has more cells than the header has columns: is a comma or a quotation mark in the wrong place?';
    problems.push({ line, column: null, value: '', reason });
  }
  const reason = refusePoints(values);
  if (reason !== null) problems.push({ line, ...reason });
  if (problems.length > 0) return { row: null, problems, identity: givenIdentity(values), values };
  const isOwn = values.get('ChapterhouseID') !== null;
  const doubts = [...(isOwn ? [] : suspects.map(({ doubt }) => doubt)), ...doubtNames(line, values)];
  const restored = restoreZeros(line, values, layout.country);
  const name =
    layout.guessedName === null ? null : { field: layout.guessedName, cell: values.text(layout.guessedName) };
  const left = nameInParts(values);
  if (left !== '') restored.push({ line, column: 'FullName', value: left, reason: notInAField });
  const kind = kindOf(values);
  const identity = identityOf(values, kind);
  const row = { line, kind, values, name, extras, identity, suspects: isOwn ? suspects : [] };
  return { row, problems: null, doubts, restored, values };
}

function readCells(line: number, cells: string[], layout: Layout) {
  const values = new RowValues();
  const extras = new Map<string, string>();
  const problems: BadValue[] = [];
  const suspects: Suspect[] = [];
  for (const { field, limit, read: readCell, column, index, constant } of layout.fields) {
    const cell = constant ?? cells[index] ?? '';
    let value: unknown = null;
    try {
      value = readCell(cell);
    } catch (error) {
      const place = { line, column, value: shortened(cell) };
      if (error instanceof ValueError) problems.push({ ...place, reason: error.message });
      else if (error instanceof DoubtfulValue) {
        suspects.push({ field, column: field, cell, doubt: { ...place, reason: error.message } });
      } else throw error;
      if (!(error instanceof DoubtfulValue) || error.accepted === undefined) continue;
      value = error.accepted;
    }
    const read = readWithin(limit, value);
    if (read.reason === null) value = read.value;
    else problems.push({ line, column, value: shortened(cell), reason: read.reason });
    // The reader returns the value type of the field's kind, and `readWithin` keeps the type.
    values.set(field, value as ValueOf<typeof field> | null);
  }
  for (const { extra, index } of layout.extras) {
    const cell = cells[index] ?? '';
    const place = { line, column: extra, value: shortened(cell) };
    try {
      // The reader of a text gives a text.
      const answer = (layout.readAnswer(cell) ?? '') as string;
      const { reason } = readWithin(answerFields.Answer.kind, answer);
      if (reason !== null) throw new ValueError(reason);
      extras.set(extra, answer);
    } catch (error) {
      if (error instanceof ValueError) problems.push({ ...place, reason: error.message });
      else if (error instanceof DoubtfulValue) {
        const doubt = { ...place, reason: error.message };
        suspects.push({ field: null, column: extraPrefix + extra, cell, doubt });
      } else throw error;
    }
  }
  return { values, extras, problems, suspects };
}

function doubtNames(line: number, values: RowValues): BadValue[] {
  const reason = 'looks like the names of two people: they would become one member';
  return (['FullName', 'FirstName', 'LastName'] as const)
    .filter((field) => isSeveralPeople(values.text(field)))
    .map((field) => ({ line, column: field, value: shortened(values.text(field)), reason }));
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

function kindOf(values: RowValues): MemberKind {
  const hasPersonName = values.text('FirstName') !== '' || values.text('LastName') !== '';
  const hasOrganisation = values.text('Organisation') !== '';
  return values.get('Kind') ?? (hasPersonName || !hasOrganisation ? 'individual' : 'corporate');
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
