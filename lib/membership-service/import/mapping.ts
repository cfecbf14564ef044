import { findField, guessField, locationSlots } from './fields';
import { ImportError } from './import-error';

/** What the operator said about the file's columns. */
export interface MappingOptions {
  /** Column and field; a field of '' leaves the column out. */
  map: readonly (readonly [column: string, field: string])[];
  /** Field and the value that it has in every row. */
  set: readonly (readonly [field: string, value: string])[];
  /** Columns whose cells are answers to extra questions. */
  extras: readonly string[];
}

export interface MappedColumn {
  header: string;
  index: number;
  /** null: the column is not imported. */
  target: { field: string } | { extra: string } | null;
}

export interface Mapping {
  columns: MappedColumn[];
  constants: { field: string; value: string }[];
  /** Whether a field has a column or a value. */
  has(field: string): boolean;
}

/**
 * Which column is which field: as the operator said, the rest by name and synonym; each field at most once.
 * @throws ImportError naming a column or field that does not exist or is given twice
 */
export function proposeMapping(header: readonly string[], options: MappingOptions): Mapping {
  requireColumns(header, [...options.map.map(([column]) => column), ...options.extras]);
  const said = new Map(
    options.map.map(([column, name]) => [column, name === '' ? null : requireField(name)]),
  );
  const constants = options.set.map(([name, value]) => ({ field: requireField(name), value }));
  const taken = new Set([...said.values(), ...constants.map(({ field }) => field)]);
  requireOnce([...said.values(), ...constants.map(({ field }) => field)]);
  const columns = header.map((column, index): MappedColumn => {
    const given = said.get(column);
    if (given !== undefined)
      return { header: column, index, target: given === null ? null : { field: given } };
    if (options.extras.includes(column)) return { header: column, index, target: { extra: column } };
    const field = guessColumn(column, header);
    if (field === null || taken.has(field)) return { header: column, index, target: null };
    taken.add(field);
    return { header: column, index, target: { field } };
  });
  const fields = new Set(taken);
  requireCoordinatePairs(fields);
  return { columns, constants, has: (field) => fields.has(field) };
}

/** The proposal, a line for each column. */
export function describeMapping({ columns, constants }: Mapping): string[] {
  const width = Math.max(0, ...columns.map(({ header }) => header.length));
  const target = ({ target }: MappedColumn) => {
    if (target === null) return '(not imported)';
    return 'field' in target ? target.field : `extra "${target.extra}"`;
  };
  return [
    ...columns.map((column) => `  ${column.header.padEnd(width)}  →  ${target(column)}`),
    ...constants.map(({ field, value }) => `  ${`"${value}"`.padEnd(width)}  →  ${field}`),
  ];
}

/**
 * "Name" is a person's where the file has e-mail addresses but no websites and no column for an organisation;
 * else an organisation's.
 */
function guessColumn(column: string, header: readonly string[]): string | null {
  if (!/^\s*(full[ _-]?)?name\s*$/i.test(column)) {
    const guess = guessField(column);
    // "Region" is a state only where no column is called State.
    return guess !== findField(column) && header.some((one) => findField(one) === guess) ? null : guess;
  }
  const others = new Set(header.map(guessField));
  if (others.has('FirstName') || others.has('LastName')) return null;
  if (/full/i.test(column) || others.has('Organisation')) return 'FullName';
  return others.has('Email') && !others.has('Website') ? 'FullName' : 'Organisation';
}

function requireColumns(header: readonly string[], named: readonly string[]): void {
  for (const column of named) {
    if (header.includes(column)) continue;
    throw new ImportError(
      `The file has no column "${column}"; it has ${header.map((one) => `"${one}"`).join(', ')}`,
    );
  }
}

function requireField(name: string): string {
  const field = findField(name);
  if (field === null) throw new ImportError(`There is no field "${name}": see docs/import.md for all fields`);
  return field;
}

function requireOnce(fields: (string | null)[]): void {
  const given = fields.filter((field) => field !== null);
  const twice = given.find((field, index) => given.indexOf(field) !== index);
  if (twice !== undefined) throw new ImportError(`The field ${twice} is given twice`);
}

function requireCoordinatePairs(fields: Set<string | null>): void {
  for (const { names } of locationSlots) {
    const { Lat: latitude, Lng: longitude } = names;
    if (fields.has(latitude) !== fields.has(longitude)) {
      throw new ImportError(`${latitude} and ${longitude} go together: map a column to each, or to neither`);
    }
  }
}
