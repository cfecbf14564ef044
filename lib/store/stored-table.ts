/** What happens to a table where everything that is stored is read: in a full archive, and in a person's export. */
import { columnNames, type ColumnsOf } from '@/lib/contract/fields/columns';
import type { Fields } from '@/lib/contract/fields/field';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';

/** A list of a full archive with the rows of one table. */
export interface ArchivedList {
  name: string;
  fields: Fields;
  /** The columns that identify a row, in the order of the list. Texts are compared by their bytes. */
  order: readonly string[];
  /**
   * The rows belong to the person in `person_id`, or to the membership in `membership_id`. The archive has no row whose
   * owner it does not have.
   */
  of?: 'person' | 'membership';
  /** Archives of earlier releases do not have the list. */
  isLater?: boolean;
  /** Returns the row that an import of the archive writes. Default: the row as it is. */
  restored?: (row: Readonly<Record<string, unknown>>, now: number) => Record<string, unknown>;
}

/** A person's export contains this column's value in each row that is about the person. */
export const exported = Symbol('exported');
type Decision = typeof exported | { reason: string };

/** The export names the organisation and the person once. These columns need no decision. */
type Owner = 'organisation_id' | 'person_id';

/** A reason for a whole table, or a decision for each column. */
export type ColumnDecisions<Table> =
  | { reason: string }
  | ({ readonly [Column in Exclude<keyof Table, Owner>]-?: Decision } & { readonly person_id?: Decision });

/** The part of the archive that contains a table, or why the archive does not have it. */
export type Archived = 'head' | 'memberships' | ArchivedList | { reason: string };

export interface StoredTable<Table> {
  archive: Archived;
  personalData: ColumnDecisions<Table>;
}

/** The tables of a kind of record. */
export type StoredTables = { readonly [T in keyof MembersDatabase]?: StoredTable<MembersDatabase[T]> };

export const no = (reason: string) => ({ reason });
export const derived = no('It is computed from exported columns, for searches and lists.');
export const onlyOrder = no('It only gives the order, which the export has.');
export const ofAssociation = no('It belongs to the association, not to a person.');
export const named = no('The export gives its name and ID wherever a record of the person refers to it.');

export function exportedColumns<F extends Fields>(fields: F) {
  // The cast is safe: these are the names of the table's columns.
  return Object.fromEntries(columnNames(fields).map((name) => [name, exported])) as {
    [Column in keyof ColumnsOf<F>]: typeof exported;
  };
}
