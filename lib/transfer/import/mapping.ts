import { findField, guessField, headerKey, locationSlots, type FieldName } from './fields';
import { ImportError } from './import-error';

export interface MappingOptions {
  /** If the field is '', the column is not imported. */
  map: readonly (readonly [column: string, field: string])[];
  /** The value that a field gets in every row. */
  set: readonly (readonly [field: string, value: string])[];
  extras: readonly string[];
}

export interface MappedColumn {
  header: string;
  index: number;
  /** null: the column is not imported. */
  target: { field: FieldName } | { extra: string } | null;
}

export interface Mapping {
  columns: MappedColumn[];
  constants: { field: FieldName; value: string }[];
  /**
   * The field that was guessed for the column "Name". For a stored member, the member's kind may replace the guess.
   * null: there is no such column.
   */
  guessedName: 'FullName' | 'Organisation' | null;
  /**
   * Whether the fields `Lat` and `Lng` may hold a person's place of work. Exports of other systems contain home
   * coordinates. So this is true only if the latitude's column is called Lat or was mapped explicitly.
   */
  mayPlacePeople: boolean;
  has(field: FieldName): boolean;
}

export const extraPrefix = 'Extra: ';

/**
 * Options come first, then names and synonyms. Each field is used at most once.
 * @throws ImportError naming a column or field that does not exist or is given twice
 */
export function proposeMapping(header: readonly string[], options: MappingOptions): Mapping {
  requireColumns(header, [...options.map.map(([column]) => column), ...options.extras]);
  const chosen = new Map(
    options.map.map(([column, name]) => [column, name === '' ? null : requireField(name)]),
  );
  refuseOldExport(header, chosen);
  const constants = options.set.map(([name, value]) => ({ field: requireField(name), value }));
  const taken = new Set([...chosen.values(), ...constants.map(({ field }) => field)]);
  requireOnce([...chosen.values(), ...constants.map(({ field }) => field)]);
  let guessedName: Mapping['guessedName'] = null;
  const columns = header.map((column, index): MappedColumn => {
    const given = chosen.get(column);
    if (given !== undefined)
      return { header: column, index, target: given === null ? null : { field: given } };
    const extra = extraOf(column, options.extras);
    if (extra !== null) return { header: column, index, target: { extra } };
    const field = guessColumn(column, header);
    if (field === null || taken.has(field)) return { header: column, index, target: null };
    taken.add(field);
    if (isName(column) && (field === 'FullName' || field === 'Organisation')) guessedName = field;
    return { header: column, index, target: { field } };
  });
  const fields = new Set(taken);
  requireCoordinatePairs(fields);
  const mayPlacePeople = columns.some(
    ({ header: column, target }) =>
      target !== null &&
      'field' in target &&
      target.field === 'Lat' &&
      (chosen.has(column) || headerKey(column) === 'lat'),
  );
  return { columns, constants, guessedName, mayPlacePeople, has: (field) => fields.has(field) };
}

export function describeMapping(
  { columns, constants }: Mapping,
  contents: ReadonlyMap<number, string> = new Map(),
): string[] {
  const width = Math.max(0, ...columns.map(({ header }) => header.length));
  const unused = columns.filter(({ target }) => target === null);
  const target = ({ target }: MappedColumn) =>
    target === null ? '' : 'field' in target ? target.field : `extra "${target.extra}"`;
  return [
    ...unused.map(({ header, index }) => `  ${header}: ${contents.get(index) ?? 'empty'}, not imported`),
    ...columns
      .filter((column) => column.target !== null)
      .map((column) => `  ${column.header.padEnd(width)}  →  ${target(column)}`),
    ...constants.map(({ field, value }) => `  ${`"${value}"`.padEnd(width)}  →  ${field}`),
  ];
}

function extraOf(column: string, extras: readonly string[]): string | null {
  if (column.startsWith(extraPrefix)) return column.slice(extraPrefix.length);
  return extras.includes(column) ? column : null;
}

function isName(column: string): boolean {
  return ['name', 'nom', 'fullname'].includes(headerKey(column));
}

/**
 * The field of a column "Name" depends on the other columns. With a column of last names, "Name" is not imported. With
 * a column of first names only, it is the last name. With a column of organisations, it is a person's name. It is also
 * a person's name if there are email addresses, but no websites. In all other cases, it is an organisation's name.
 */
function guessColumn(column: string, header: readonly string[]): FieldName | null {
  const has = (key: string) => header.some((one) => headerKey(one) === key);
  // With a column "company name", the column "company" says whether the row is about a company.
  if (headerKey(column) === 'firma' && has('firmenname')) return 'Kind';
  if (!isName(column)) {
    const guess = guessField(column);
    if (guess === 'FullName' && hasNameInParts(header)) return null;
    // "Region" is a state only if no column is called State.
    return guess !== findField(column) && header.some((one) => findField(one) === guess) ? null : guess;
  }
  const others = new Set(header.map(guessField));
  if (others.has('LastName')) return null;
  if (others.has('FirstName')) return 'LastName';
  if (/full/i.test(column) || others.has('Organisation')) return 'FullName';
  return others.has('Email') && !others.has('Website') ? 'FullName' : 'Organisation';
}

/**
 * Whether the file has columns for the first and the last name. A column "Display name" is then not needed. Such a
 * column repeats the name in another form or with titles, or contains a company's name.
 */
function hasNameInParts(header: readonly string[]): boolean {
  const fields = new Set(header.map(guessField));
  return fields.has('FirstName') && fields.has('LastName');
}

/**
 * Exports from before 2026-11-23 have our IDs in the columns `ID`, `PersonID` and `ParentID`. Today these columns have
 * the IDs of another system.
 */
function refuseOldExport(header: readonly string[], chosen: ReadonlyMap<string, unknown>): void {
  const isOurs = header.slice(0, 5).join() === 'ID,MembershipNumber,PersonID,Kind,ParentID';
  if (!isOurs || chosen.has('ID')) return;
  throw new ImportError(
    'This looks like an export of an earlier version, whose columns ID, PersonID and ParentID have the IDs of Chapterhouse. If so, add --map ID=ChapterhouseID --map PersonID=ChapterhousePersonID --map ParentID=ChapterhouseParentID; otherwise add --map ID=ExternalID --map PersonID=ExternalPersonID --map ParentID=ExternalParentID',
    'old-export',
  );
}

function requireColumns(header: readonly string[], named: readonly string[]): void {
  for (const column of named) {
    if (header.includes(column) || header.includes(extraPrefix + column)) continue;
    throw new ImportError(
      `The file has no column "${column}"; it has ${header.map((one) => `"${one}"`).join(', ')}`,
    );
  }
}

function requireField(name: string): FieldName {
  const field = findField(name);
  if (field === null) throw new ImportError(`There is no field "${name}": see docs/import.md for all fields`);
  return field;
}

function requireOnce(fields: (FieldName | null)[]): void {
  const given = fields.filter((field) => field !== null);
  const twice = given.find((field, index) => given.indexOf(field) !== index);
  if (twice !== undefined) throw new ImportError(`The field ${twice} is mapped twice`);
}

function requireCoordinatePairs(fields: ReadonlySet<FieldName | null>): void {
  for (const { names } of locationSlots) {
    const { Lat: latitude, Lng: longitude } = names;
    if (fields.has(latitude) !== fields.has(longitude)) {
      throw new ImportError(`${latitude} and ${longitude} go together: map a column to each, or to neither`);
    }
  }
}
