import { CompiledQuery, sql, type Kysely } from 'kysely';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';
import { isPostgres } from '@/lib/store/sql/prepared-query';

/**
 * The numbers of rows that one statement on SQLite can have. More rows are split into several statements. Each table
 * therefore needs only four prepared statements.
 */
const chunkSizes = [64, 8, 2, 1];

/**
 * Inserts rows, or replaces rows with the same key. Building the text of a statement takes longer than the write.
 * SQLite therefore has one text for each number in `chunkSizes`, which is built only once. PostgreSQL gets all rows as
 * one JSON text. It reads this text twice as fast as a parameter for each value.
 * @param rows all with the same columns in the same order, no duplicate keys
 */
export async function upsertRows<T extends keyof MembersDatabase & string>(
  db: Kysely<MembersDatabase>,
  table: T,
  key: readonly (keyof MembersDatabase[T] & string)[],
  rows: readonly MembersDatabase[T][],
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  // Rows are object literals whose keys are the columns of the table.
  const columns = Object.keys(first) as (keyof MembersDatabase[T] & string)[];
  const statement = { db, table, key, columns };
  if (isPostgres(db)) {
    await db.executeQuery(CompiledQuery.raw(upsertText(statement, null), [toJson(rows)]));
    return;
  }
  for (let start = 0; start < rows.length;) {
    const size = chunkSizes.find((one) => one <= rows.length - start) ?? 1;
    const parameters: unknown[] = [];
    for (let at = start; at < start + size; at += 1) {
      for (const column of columns) parameters.push(rows[at]?.[column]);
    }
    await db.executeQuery(CompiledQuery.raw(upsertText(statement, size), parameters));
    start += size;
  }
}

/** PostgreSQL refuses half a surrogate pair. U+FFFD replaces it, as on SQLite. */
export function toJson(rows: object): string {
  const json = JSON.stringify(rows);
  return json.includes('\\ud') ? json.replace(/(?<!\\)((?:\\\\)*)\\ud[89a-f]../g, '$1\ufffd') : json;
}

interface Statement {
  db: Kysely<MembersDatabase>;
  table: string;
  key: readonly string[];
  columns: readonly string[];
}

const texts = new Map<string, string>();

/** @param size the number of rows; null: one JSON text */
function upsertText({ db, table, key, columns }: Statement, size: number | null): string {
  const name = `${table} ${size} ${columns.join()}`;
  const found = texts.get(name);
  if (found !== undefined) return found;
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const row = sql`(${sql.join(columns.map(() => 0))})`;
  const source =
    size === null
      ? sql`select ${names} from json_populate_recordset(null::${sql.table(table)}, ${''})`
      : sql`values ${sql.join(Array.from({ length: size }, () => row))}`;
  const replaced = columns
    .filter((column) => !key.includes(column))
    .map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`);
  const text = sql`insert into ${sql.table(table)} (${names}) ${source}
    on conflict (${sql.join(key.map((column) => sql.ref(column)))})
    do ${replaced.length === 0 ? sql`nothing` : sql`update set ${sql.join(replaced)}`}`.compile(db).sql;
  texts.set(name, text);
  return text;
}
