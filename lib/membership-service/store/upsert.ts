import { CompiledQuery, sql, type Kysely } from 'kysely';
import type { MembersDatabase } from './members-schema';

/** Rows for each statement. Three sizes, so that a few prepared statements serve any number. */
const chunkSizes = [64, 8, 1];

/**
 * Inserts rows, or puts them in the place of those with the same key. The text of the statement is built once for
 * each size: building it anew through the query builder takes longer than the writing.
 * @param rows all with the same columns in the same order, no key twice
 */
export async function upsertRows<T extends keyof MembersDatabase & string>(
  db: Kysely<MembersDatabase>,
  table: T,
  key: readonly (keyof MembersDatabase[T] & string)[],
  rows: readonly MembersDatabase[T][],
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  // Every row comes from one object literal, whose keys are the table's columns.
  const columns = Object.keys(first) as (keyof MembersDatabase[T] & string)[];
  for (let start = 0; start < rows.length;) {
    const size = chunkSizes.find((one) => one <= rows.length - start) ?? 1;
    const parameters: unknown[] = [];
    for (const row of rows.slice(start, start + size))
      for (const column of columns) parameters.push(row[column]);
    await db.executeQuery(CompiledQuery.raw(upsertText(db, table, key, columns, size), parameters));
    start += size;
  }
}

const texts = new Map<string, string>();

function upsertText(
  db: Kysely<MembersDatabase>,
  table: string,
  key: readonly string[],
  columns: readonly string[],
  size: number,
): string {
  const dialect = db.getExecutor().adapter.constructor.name;
  const name = `${dialect} ${table} ${size} ${columns.join()}`;
  const found = texts.get(name);
  if (found !== undefined) return found;
  const row = sql`(${sql.join(columns.map(() => 0))})`;
  const replaced = columns
    .filter((column) => !key.includes(column))
    .map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`);
  const text = sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
    values ${sql.join(Array.from({ length: size }, () => row))}
    on conflict (${sql.join(key.map((column) => sql.ref(column)))})
    do ${replaced.length === 0 ? sql`nothing` : sql`update set ${sql.join(replaced)}`}`.compile(db).sql;
  texts.set(name, text);
  return text;
}
