import { lookUp } from '@/lib/base/look-up';
import type { Field, Fields, Group, Inset, RecordOf, Kind } from './field';

/** `firstName` is in the column `first_name`. */
type ColumnName<K extends string> = K extends `${infer H}${infer T}`
  ? `${H extends Lowercase<H> ? H : `_${Lowercase<H>}`}${ColumnName<T>}`
  : '';
type Stored<V> = V extends boolean ? number : V extends object ? string : V;

/** The columns of one table. Lists have no columns in this type. */
export type ColumnsOf<F extends Fields> = OwnColumns<F> & InnerColumns<F>;
type OwnColumns<F extends Fields> = {
  [
    N in keyof F as F[N] extends Field<infer K, infer V>
      ? V extends unknown[]
        ? never
        : F[N] extends { column: infer C extends string }
          ? C
          : ColumnName<K>
      : never
  ]: F[N] extends Field ? Stored<F[N]['kind']['blank']> : never;
};
type InnerColumns<F extends Fields> = Intersected<
  {
    [N in keyof F]: F[N] extends Group<string, infer G, infer P>
      ? Prefixed<OwnColumns<G>, P>
      : F[N] extends Inset<infer G>
        ? OwnColumns<G>
        : never;
  }[keyof F]
>;
type Prefixed<T, P extends string> = { [N in keyof T & string as `${P}${N}`]: T[N] };
type Intersected<T> = (T extends T ? (of: T) => void : never) extends (of: infer M) => void ? M : never;

interface Place {
  column: string;
  cell: string;
  /** The key of the group that contains the field. null: the field is in no group. */
  group: string | null;
  key: string;
  kind: Kind<unknown>;
  headers: string;
  field: Field;
}

const places = new WeakMap<Fields, Place[]>();

function placesOf(fields: Fields): Place[] {
  const known = places.get(fields);
  if (known !== undefined) return known;
  const found = Object.entries(fields).flatMap(([name, one]): Place[] => {
    if ('kind' in one) return [toPlace(name, one)];
    if ('inset' in one) return placesOf(one.inset);
    if (!('fields' in one)) return [];
    return placesOf(one.fields).map((place) => ({
      ...place,
      group: one.key,
      column: one.columnPrefix + place.column,
      cell: one.cellPrefix + place.cell,
      headers: lookUp(one.headers ?? {}, place.cell) ?? place.headers,
    }));
  });
  places.set(fields, found);
  return found;
}

function toPlace(name: string, field: Field): Place {
  const { key, kind, cell, headers = '' } = field;
  return { column: columnOf(field), cell: cell ?? name, group: null, key, kind, headers, field };
}

export function columnOf({ key, column }: Field): string {
  return column ?? key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function isList({ kind }: Place): boolean {
  return Array.isArray(kind.blank);
}

/** The names are in the order of `fields`. Lists are left out. */
export function columnNames<F extends Fields>(
  fields: F,
  isIncluded: (field: Field) => boolean = () => true,
): (keyof ColumnsOf<F>)[] {
  const included = placesOf(fields).filter((place) => !isList(place) && isIncluded(place.field));
  // The cast is safe: these are the names of the table's columns.
  return included.map(({ column }) => column as keyof ColumnsOf<F>);
}

/** The columns are in the order of `fields`. Lists are left out. */
export function toColumns<F extends Fields>(fields: F, record: RecordOf<F>): ColumnsOf<F> {
  const row: Record<string, unknown> = {};
  for (const place of placesOf(fields)) {
    const { column, group, key, kind } = place;
    if (isList(place)) continue;
    const value = valueAt(record, group, key);
    row[column] = kind.column === undefined ? value : kind.column.to(value);
  }
  // The cast is safe: the row has a column for each field, except lists.
  return row as ColumnsOf<F>;
}

/** The record's lists are empty, because lists are in other tables. */
export function fromColumns<F extends Fields>(fields: F, row: ColumnsOf<F>): RecordOf<F> {
  return build(fields, (place) => {
    const { column, kind } = place;
    if (isList(place)) return kind.blank;
    const stored: unknown = Reflect.get(row, column);
    return kind.column === undefined ? stored : kind.column.from(stored);
  });
}

export function blankRecord<F extends Fields>(fields: F): RecordOf<F> {
  return build(fields, ({ kind }) => kind.blank);
}

export type CellsOf<F extends Fields> = OwnCells<F> & InnerCells<F>;
type OwnCells<F extends Fields> = {
  [
    N in keyof F & string as F[N] extends Field<string, infer V>
      ? F[N] extends { isReadOnly: true }
        ? never
        : V extends unknown[]
          ? never
          : F[N] extends { cell: infer C extends string }
            ? C
            : N
      : never
  ]: F[N] extends Field ? NonNullable<F[N]['kind']['blank']> : never;
};
type InnerCells<F extends Fields> = Intersected<
  {
    [N in keyof F]: F[N] extends Group<string, infer G, string, infer C>
      ? Prefixed<OwnCells<G>, C>
      : F[N] extends Inset<infer G>
        ? OwnCells<G>
        : never;
  }[keyof F]
>;

export interface CellOfTable {
  name: string;
  reads: NonNullable<Kind<unknown>['cell']>;
  kind: Kind<unknown>;
  /** Other headers for the column, separated by spaces. */
  headers: string;
}

/** The cells are in the order of `fields`. */
export function cellsOf(fields: Fields): CellOfTable[] {
  return placesOf(fields).flatMap(({ cell: name, kind, headers }) =>
    kind.cell === undefined ? [] : { name, reads: kind.cell, kind, headers },
  );
}

/**
 * Puts the values of an imported row into the stored record.
 * @param readCell returns the value that was read. null: the cell is empty. undefined: the file does not have the
 * column
 */
export function fromCells<F extends Fields>(
  fields: F,
  stored: RecordOf<F>,
  readCell: (name: string) => unknown,
): RecordOf<F> {
  return build(fields, ({ cell, group, key, kind }) => {
    const read = readCell(cell);
    const before = valueAt(stored, group, key);
    if (read === undefined || kind.cell === undefined) return before;
    if (read !== null) return read;
    // An empty cell empties the field. A field that has no empty value is not changed.
    if (before === '' || (typeof kind.blank !== 'string' && kind.blank !== null)) return before;
    return kind.blank;
  });
}

/** A row's cells, in the form that `import` reads. @param record undefined: only the names are needed */
export function toCells<F extends Fields>(
  fields: F,
  record: RecordOf<F> | undefined,
): Record<string, string | undefined> {
  const cells: Record<string, string | undefined> = {};
  for (const { cell, group, key, kind } of placesOf(fields)) {
    if (kind.cell === undefined) continue;
    const value = record === undefined ? undefined : valueAt(record, group, key);
    cells[cell] = value === undefined || value === null ? undefined : toCell(kind, value);
  }
  return cells;
}

function toCell(kind: Kind<unknown>, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(kind.write(value, { nameOf: () => '' }));
}

function build<F extends Fields>(fields: F, valueOf: (place: Place) => unknown): RecordOf<F> {
  const record: Record<string, unknown> = {};
  const groups: Record<string, Record<string, unknown>> = {};
  for (const place of placesOf(fields)) {
    const { group, key } = place;
    if (group === null) record[key] = valueOf(place);
    else (record[group] = groups[group] = lookUp(groups, group) ?? {})[key] = valueOf(place);
  }
  // The cast is safe: every field of the table was set above.
  return record as RecordOf<F>;
}

function valueAt(record: object, group: string | null, key: string): unknown {
  const holder: unknown = group === null ? record : Reflect.get(record, group);
  // The cast is safe: the value of a group's key is an object.
  return Reflect.get(holder as object, key);
}
