import { lookUp } from '@/lib/look-up';
import { sql, type Kysely } from 'kysely';
import type { Row } from './part';

/** The number of rows in one statement. The number of parameters stays below the limits of both database engines. */
const rowsAtOnce = 100;

/**
 * A row whose key exists already is not inserted.
 * @returns the number of inserted rows
 */
export async function insertRows(db: Kysely<unknown>, table: string, rows: readonly Row[]): Promise<number> {
  let inserted = 0;
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    const some = rows.slice(start, start + rowsAtOnce);
    const columns = Object.keys(some[0] ?? {});
    const names = sql.join(columns.map((column) => sql.ref(column)));
    const values = some.map((row) => sql`(${sql.join(columns.map((column) => lookUp(row, column)))})`);
    const { numAffectedRows } = await sql`insert into ${sql.table(table)} (${names})
      values ${sql.join(values)} on conflict do nothing`.execute(db);
    inserted += Number(numAffectedRows ?? 0);
  }
  return inserted;
}
