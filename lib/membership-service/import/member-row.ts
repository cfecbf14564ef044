import { fieldKind, type FieldKind } from './fields';
import { splitFullName } from './full-name';
import type { BadValue } from './import-error';
import type { Mapping } from './mapping';
import { readTable, type TableOptions, type TableRow } from './read-table';
import { createValueReader, ValueError, type ValueOptions, type ValueReader } from './read-value';
import { identityOf, isId, type Identity, type MemberKind } from './row-identity';
import { refusePoints } from './row-points';
import { said } from './row-values';

/** A row of the file in the words of the API. */
export interface MemberRow {
  line: number;
  kind: MemberKind;
  /** What the file says: fields without a column are missing; an empty cell is ''. */
  values: Map<string, string>;
  /** The cell of each column that is an extra. */
  extras: Map<string, string>;
  identity: Identity;
}

/** A row as read, or why it cannot be. */
export type ReadRow = { row: MemberRow; problems: null } | { row: null; problems: BadValue[] };

/** @returns the header's cells. @throws ImportError when the file cannot be read */
export async function readHeader(path: string, options: TableOptions): Promise<string[]> {
  for await (const [first] of readTable(path, options)) if (first !== undefined) return first.cells;
  return [];
}

/** The rows of a table after its header, each checked by itself, many at a time. */
export async function* readMemberRows(
  table: AsyncIterable<TableRow[]>,
  { mapping, values }: { mapping: Mapping; values: ValueOptions },
): AsyncGenerator<ReadRow[]> {
  const layout = toLayout(mapping);
  const reader = createValueReader(values);
  let isHeader = true;
  for await (const rows of table) {
    const below = isHeader ? rows.slice(1) : rows;
    if (rows.length > 0) isHeader = false;
    yield below.map(({ line, cells }) => readRow(line, cells, layout, reader));
  }
}

/** Where the fields and the answers of a row are. `constant`: the same in every row, whatever its cells. */
interface Layout {
  fields: { field: string; kind: FieldKind; column: string; index: number; constant: string | null }[];
  extras: { extra: string; index: number }[];
  width: number;
}

function toLayout({ columns, constants }: Mapping): Layout {
  const layout: Layout = { fields: [], extras: [], width: columns.length };
  for (const { field, value } of constants) {
    const place = { column: `--set ${field}`, index: -1, constant: value };
    layout.fields.push({ field, kind: fieldKind(field), ...place });
  }
  for (const { target, header, index } of columns) {
    if (target === null) continue;
    if ('extra' in target) layout.extras.push({ extra: target.extra, index });
    else {
      const kind = fieldKind(target.field);
      layout.fields.push({ field: target.field, kind, column: header, index, constant: null });
    }
  }
  return layout;
}

function readRow(line: number, cells: string[], layout: Layout, reader: ValueReader): ReadRow {
  const { values, extras, problems } = readCells(line, cells, layout, reader);
  if (cells.length > layout.width && cells.slice(layout.width).some((cell) => cell !== '')) {
    const reason = 'has more cells than the header has columns: is a comma or a quotation mark out of place?';
    problems.push({ line, column: null, value: '', reason });
  }
  if (problems.length > 0) return { row: null, problems };
  nameInParts(values);
  const reason = refuseRow(values);
  if (reason !== null) return { row: null, problems: [{ line, ...reason }] };
  const kind = kindOf(values);
  return { row: { line, kind, values, extras, identity: identityOf(values, kind) }, problems: null };
}

function readCells(line: number, cells: string[], layout: Layout, reader: ValueReader) {
  const values = new Map<string, string>();
  const extras = new Map<string, string>();
  const problems: BadValue[] = [];
  for (const { field, kind, column, index, constant } of layout.fields) {
    const cell = constant ?? cells[index] ?? '';
    const value = readCell(reader, kind, cell);
    if (typeof value === 'string') values.set(field, value);
    else problems.push({ line, column, value: shortened(cell), reason: value.message });
  }
  for (const { extra, index } of layout.extras) {
    const cell = cells[index] ?? '';
    const value = readCell(reader, 'text', cell);
    if (typeof value === 'string') extras.set(extra, value);
    else problems.push({ line, column: extra, value: shortened(cell), reason: value.message });
  }
  return { values, extras, problems };
}

function readCell(reader: ValueReader, kind: FieldKind, cell: string): string | ValueError {
  try {
    return reader(kind, cell);
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    return error;
  }
}

function nameInParts(values: Map<string, string>): void {
  const fullName = values.get('FullName');
  if (fullName === undefined) return;
  const { firstName, lastName } = splitFullName(fullName);
  values.set('FirstName', firstName).set('LastName', lastName);
}

function refuseRow(values: Map<string, string>): Omit<BadValue, 'line'> | null {
  if (!hasPersonName(values) && said(values, 'Organisation') === '') {
    return { column: null, value: '', reason: 'has neither a person’s name nor an organisation’s' };
  }
  if (said(values, 'Kind') === 'corporate' && said(values, 'Organisation') === '') {
    return { column: 'Organisation', value: '', reason: 'is missing: a corporate membership needs one' };
  }
  if (said(values, 'MembershipType') === '') {
    return { column: 'MembershipType', value: '', reason: 'is missing: every membership has a type' };
  }
  const id = said(values, 'ID');
  if (id !== '' && !isId(id) && said(values, 'MembershipNumber') !== '') {
    return {
      column: 'ID',
      value: shortened(id),
      reason: 'must be a positive whole number where there is a number too',
    };
  }
  return refusePoints(values);
}

function kindOf(values: Map<string, string>): MemberRow['kind'] {
  const kind = said(values, 'Kind');
  if (kind === 'individual' || kind === 'corporate') return kind;
  return hasPersonName(values) ? 'individual' : 'corporate';
}

function hasPersonName(values: Map<string, string>): boolean {
  return said(values, 'FirstName') !== '' || said(values, 'LastName') !== '';
}

function shortened(cell: string): string {
  return cell.length > 80 ? `${cell.slice(0, 79)}…` : cell;
}
