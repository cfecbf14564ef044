import { createHash } from 'node:crypto';
import { countryName, findCountry } from '@/lib/geo/countries';
import { mayBeInCountry } from '@/lib/geo/country-reach';
import type { Point } from '@/lib/geo/point';
import { textKey } from '@/lib/text-key';
import { fieldKind, furtherField, furtherLocations } from './fields';
import { splitFullName } from './full-name';
import type { BadValue } from './import-error';
import type { Mapping, MappedColumn } from './mapping';
import { readTable, type TableOptions } from './read-table';
import { readValue, ValueError, type ValueOptions } from './read-value';

/** A row of the file in the words of the API. */
export interface MemberRow {
  line: number;
  kind: 'individual' | 'corporate';
  /** What the file says: fields without a column are missing; an empty cell is ''. */
  values: Map<string, string>;
  /** The cell of each column that is an extra. */
  extras: Map<string, string>;
  identity: Identity;
}

/** By what a row is known again. `person`: by e-mail and full name, or the person's ID. */
export type Identity =
  { by: 'id'; id: number } | { by: 'number'; number: string } | { by: 'person'; key: string };

/** A row as read, or why it cannot be. */
export type ReadRow = { row: MemberRow; problems: null } | { row: null; problems: BadValue[] };

/** @returns the header's cells. @throws ImportError when the file cannot be read */
export async function readHeader(path: string, options: TableOptions): Promise<string[]> {
  for await (const { cells } of readTable(path, options)) return cells;
  return [];
}

/** The file's rows after its header, each checked by itself. */
export async function* readMemberRows(
  path: string,
  options: { table: TableOptions; mapping: Mapping; values: ValueOptions },
): AsyncGenerator<ReadRow> {
  let isHeader = true;
  for await (const { line, cells } of readTable(path, options.table)) {
    if (isHeader) isHeader = false;
    else yield readRow(line, cells, options.mapping, options.values);
  }
}

function readRow(line: number, cells: string[], mapping: Mapping, options: ValueOptions): ReadRow {
  const values = new Map<string, string>();
  const extras = new Map<string, string>();
  const problems: BadValue[] = [];
  const read = (field: string, cell: string, column: string) => {
    try {
      values.set(field, readValue(fieldKind(field), cell, options));
    } catch (error) {
      if (!(error instanceof ValueError)) throw error;
      problems.push({ line, column, value: shortened(cell), reason: error.message });
    }
  };
  for (const { field, value } of mapping.constants) read(field, value, `--set ${field}`);
  for (const column of mapping.columns) readCell(column, cells[column.index] ?? '', { read, extras });
  if (cells.slice(mapping.columns.length).some((cell) => cell !== '')) {
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

function readCell(
  { target, header }: MappedColumn,
  cell: string,
  to: { read: (field: string, cell: string, column: string) => void; extras: Map<string, string> },
): void {
  if (target === null) return;
  if ('extra' in target) to.extras.set(target.extra, cell);
  else to.read(target.field, cell, header);
}

function nameInParts(values: Map<string, string>): void {
  const fullName = values.get('FullName');
  if (fullName === undefined) return;
  const { firstName, lastName } = splitFullName(fullName);
  values.set('FirstName', firstName).set('LastName', lastName);
}

function refuseRow(values: Map<string, string>): Omit<BadValue, 'line'> | null {
  const said = (field: string) => values.get(field) ?? '';
  if (!hasPersonName(values) && said('Organisation') === '') {
    return { column: null, value: '', reason: 'has neither a person’s name nor an organisation’s' };
  }
  if (said('Kind') === 'corporate' && said('Organisation') === '') {
    return { column: 'Organisation', value: '', reason: 'is missing: a corporate membership needs one' };
  }
  if (said('MembershipType') === '') {
    return { column: 'MembershipType', value: '', reason: 'is missing: every membership has a type' };
  }
  const id = said('ID');
  if (id !== '' && !isId(id) && said('MembershipNumber') !== '') {
    return {
      column: 'ID',
      value: shortened(id),
      reason: 'must be a positive whole number where there is a number too',
    };
  }
  return refusePoints(values);
}

function refusePoints(values: Map<string, string>): Omit<BadValue, 'line'> | null {
  for (const number of [1, ...furtherLocations]) {
    const [latitude, longitude] = ['Lat', 'Lng'].map((name) => values.get(slotField(number, name)) ?? '');
    const value = `${latitude}, ${longitude}`;
    const column = slotField(number, 'Lat');
    if ((latitude === '') !== (longitude === '')) {
      return { column, value, reason: 'latitude and longitude go together: fill in both or neither' };
    }
    if (latitude === '0' && longitude === '0') {
      return { column, value, reason: 'is a point in the sea that stands for "unknown": leave both empty' };
    }
  }
  return null;
}

function countryAt(values: Map<string, string>, number: number): string {
  return values.get(slotField(number, 'LocationCountry')) || values.get('Country') || '';
}

/** Points far outside the country of their row; it is read all the same. */
export function doubtfulPoints({ line, values }: MemberRow): BadValue[] {
  return [1, ...furtherLocations].flatMap((number) => {
    const [latitude, longitude] = ['Lat', 'Lng'].map((name) => values.get(slotField(number, name)) ?? '');
    if (latitude === '') return [];
    const point = { latitude: Number(latitude), longitude: Number(longitude) };
    const reason = doubtCountry(point, countryAt(values, number));
    const value = `${latitude}, ${longitude}`;
    return reason === null ? [] : [{ line, column: slotField(number, 'Lat'), value, reason }];
  });
}

function doubtCountry(point: Point, countryText: string): string | null {
  const country = countryText === '' ? null : findCountry(countryText);
  if (country === null || mayBeInCountry(point, country.code)) return null;
  const name = countryName(country.code);
  const otherways: [Point, string][] = [
    [{ latitude: point.longitude, longitude: point.latitude }, 'latitude and longitude are swapped'],
    [{ ...point, latitude: -point.latitude }, 'the latitude has the wrong sign'],
    [{ ...point, longitude: -point.longitude }, 'the longitude has the wrong sign'],
  ];
  const meant = otherways.find(
    ([{ latitude, longitude }]) =>
      Math.abs(latitude) <= 90 &&
      Math.abs(longitude) <= 180 &&
      mayBeInCountry({ latitude, longitude }, country.code),
  );
  return `is far outside ${name}: ${meant?.[1] ?? 'correct it, or the country, or leave both coordinates empty'}`;
}

/** The name of a location's field in the row: the first location's have no number. */
export function slotField(number: number, name: string): string {
  return number === 1 ? name : furtherField(number, name);
}

/** The number that a row's membership has; '' where the file does not say. */
export function membershipNumberOf(identity: Identity, values: Map<string, string>): string {
  const said = values.get('MembershipNumber') ?? '';
  if (said !== '' || identity.by === 'person') return said;
  return identity.by === 'number' ? identity.number : String(identity.id);
}

function kindOf(values: Map<string, string>): MemberRow['kind'] {
  const said = values.get('Kind');
  if (said === 'individual' || said === 'corporate') return said;
  return hasPersonName(values) ? 'individual' : 'corporate';
}

function hasPersonName(values: Map<string, string>): boolean {
  return (values.get('FirstName') ?? '') !== '' || (values.get('LastName') ?? '') !== '';
}

function identityOf(values: Map<string, string>, kind: MemberRow['kind']): Identity {
  const said = (field: string) => values.get(field) ?? '';
  const id = said('ID');
  if (isId(id)) return { by: 'id', id: Number(id) };
  const number = said('MembershipNumber') || id;
  if (number !== '') return { by: 'number', number };
  const person = [said('Email'), said('FirstName'), said('LastName')].map(textKey);
  if (kind === 'individual' && said('PersonID') !== '') return { by: 'person', key: said('PersonID') };
  if (kind === 'individual' && person[0] !== '') return { by: 'person', key: person.join('\n') };
  // Nothing names the row: the same name at the same address is the same member in the next run.
  const place = ['Organisation', 'Address', 'Suburb', 'Postcode', 'State'].map((field) =>
    textKey(said(field)),
  );
  const hash = createHash('sha256')
    .update([kind, ...person.slice(1), ...place].join('\n'))
    .digest('hex');
  return { by: 'number', number: `A${hash.slice(0, 12)}` };
}

function isId(text: string): boolean {
  return /^[1-9]\d{0,14}$/.test(text);
}

function shortened(cell: string): string {
  return cell.length > 80 ? `${cell.slice(0, 79)}…` : cell;
}
