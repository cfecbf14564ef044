import type { Kind } from '@/lib/membership-api/fields/field';
import { answerFields } from '@/lib/membership-api/fields/membership';
import type { FieldKind } from './field-values';
import { fieldKind, fieldLimit, readWithin, type FieldName, type ValueOf } from './fields';
import { isSeveralPeople, splitFullName } from './full-name';
import type { BadValue } from './import-error';
import type { Mapping } from './mapping';
import type { TableRow } from './table-row';
import { readTable, type TableOptions } from './read-table';
import { createValueReader, type ValueOptions, type ValueReader } from './read-value';
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
    country,
    onCells,
  }: {
    mapping: Mapping;
    values: ValueOptions;
    /** The association's country, or ''. */
    country: string;
    onCells?: (cells: string[]) => void;
  },
): AsyncGenerator<ReadRow[]> {
  const layout = toLayout(mapping, country);
  const reader = createValueReader(values);
  let isHeader = true;
  for await (const rows of table) {
    const below = isHeader ? rows.slice(1) : rows;
    if (rows.length > 0) isHeader = false;
    if (onCells !== undefined) for (const { cells } of below) onCells(cells);
    yield below.map(({ line, cells }) => readRow(line, cells, layout, reader));
  }
}

/** The positions of the fields and answers in a row. `constant` is a value that is the same in every row. */
interface Layout {
  fields: {
    field: FieldName;
    kind: FieldKind;
    limit: Kind<unknown> | null;
    column: string;
    index: number;
    constant: string | null;
  }[];
  extras: { extra: string; index: number }[];
  guessedName: Mapping['guessedName'];
  width: number;
  country: string;
}

function toLayout({ columns, constants, guessedName }: Mapping, country: string): Layout {
  const layout: Layout = { fields: [], extras: [], guessedName, width: columns.length, country };
  for (const { field, value } of constants) {
    const place = { column: `--set ${field}`, index: -1, constant: value };
    layout.fields.push({ ...readingOf(field), ...place });
  }
  for (const { target, header, index } of columns) {
    if (target === null) continue;
    if ('extra' in target) layout.extras.push({ extra: target.extra, index });
    else layout.fields.push({ ...readingOf(target.field), column: header, index, constant: null });
  }
  return layout;
}

/** Reading these kinds of cells always gives a value within the limits of the field. */
const limitedByReader: ReadonlySet<FieldKind> = new Set([
  ...(['date', 'boolean', 'kind', 'precision', 'latitude', 'longitude', 'show'] as const),
]);

function readingOf(field: FieldName) {
  const kind = fieldKind(field);
  return { field, kind, limit: limitedByReader.has(kind) ? null : fieldLimit(field) };
}

function readRow(line: number, cells: string[], layout: Layout, reader: ValueReader): ReadRow {
  const { values, extras, problems, doubts } = readCells(line, cells, layout, reader);
  if (cells.length > layout.width && cells.slice(layout.width).some((cell) => cell !== '')) {
    const reason =
      'has more cells than the header has columns: is a comma or a quotation mark in the wrong place?';
    problems.push({ line, column: null, value: '', reason });
  }
  const reason = refusePoints(values);
  if (reason !== null) problems.push({ line, ...reason });
  if (problems.length > 0) return { row: null, problems, identity: givenIdentity(values), values };
  doubts.push(...doubtNames(line, values));
  const restored = restoreZeros(line, values, layout.country);
  const name =
    layout.guessedName === null ? null : { field: layout.guessedName, cell: values.text(layout.guessedName) };
  nameInParts(values);
  const kind = kindOf(values);
  const row = { line, kind, values, name, extras, identity: identityOf(values, kind) };
  return { row, problems: null, doubts, restored, values };
}

function readCells(line: number, cells: string[], layout: Layout, reader: ValueReader) {
  const values = new RowValues();
  const extras = new Map<string, string>();
  const problems: BadValue[] = [];
  const doubts: BadValue[] = [];
  for (const { field, kind, limit, column, index, constant } of layout.fields) {
    const cell = constant ?? cells[index] ?? '';
    let value: unknown = null;
    try {
      value = reader(kind, cell);
    } catch (error) {
      const place = { line, column, value: shortened(cell) };
      if (error instanceof ValueError) problems.push({ ...place, reason: error.message });
      else if (error instanceof DoubtfulValue) doubts.push({ ...place, reason: error.message });
      else throw error;
      // Only the readers of texts, such as email addresses, throw `DoubtfulValue`. `accepted` is a text too, so it has
      // the type of the field's values.
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
    try {
      reader('text', cell);
      const { reason } = readWithin(answerFields.Answer.kind, cell);
      if (reason !== null) throw new ValueError(reason);
      extras.set(extra, cell);
    } catch (error) {
      if (!(error instanceof ValueError)) throw error;
      problems.push({ line, column: extra, value: shortened(cell), reason: error.message });
    }
  }
  return { values, extras, problems, doubts };
}

function doubtNames(line: number, values: RowValues): BadValue[] {
  const reason = 'looks like the names of two people: they would become one member';
  return (['FullName', 'FirstName', 'LastName'] as const)
    .filter((field) => isSeveralPeople(values.text(field)))
    .map((field) => ({ line, column: field, value: shortened(values.text(field)), reason }));
}

function nameInParts(values: RowValues): void {
  if (!values.has('FullName')) return;
  const { firstName, lastName } = splitFullName(values.text('FullName'));
  values.set('FirstName', firstName);
  values.set('LastName', lastName);
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
