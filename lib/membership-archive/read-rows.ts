import { lookUp } from '@/lib/look-up';
import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
import type { Store } from '@/lib/membership-store/database';
import type { ArchivePart, Row } from './part';

/** The number of rows that are read together. This number limits the memory for a large table. */
const rowsAtOnce = 500;

/** Reads the rows of a part in batches, in the part's order. */
export async function* readRows(
  { engine, db }: { engine: Store['engine']; db: Kysely<unknown> },
  { table, order, read }: Pick<ArchivePart, 'table' | 'order' | 'read'>,
  organisationId: number,
): AsyncGenerator<Row[]> {
  if (read !== undefined) return yield await read(db, organisationId);
  const organisation = sql`organisation_id = ${organisationId}`;
  let after: RawBuilder<SqlBool> = sql`true`;
  // A locale's order would differ between the engines.
  const byBytes = (column: string, value: unknown) =>
    engine === 'postgres' && typeof value === 'string'
      ? sql`${sql.ref(column)} collate "C"`
      : sql`${sql.ref(column)}`;
  let first: Row | null = null;
  for (;;) {
    const sample: Row = first ?? (await readOne(db, { table, organisation })) ?? {};
    const keys = order.map((column) => byBytes(column, lookUp(sample, column)));
    const sorted = keys.length === 0 ? sql`` : sql`order by ${sql.join(keys)}`;
    const { rows } = await sql<Row>`select * from ${sql.table(table)}
      where ${organisation} and ${after} ${sorted} limit ${rowsAtOnce}`.execute(db);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    if (rows.length < rowsAtOnce || order.length === 0) return;
    first ??= last;
    after = isAfter(keys, order, last);
  }
}

async function readOne(
  db: Kysely<unknown>,
  { table, organisation }: { table: string; organisation: RawBuilder<unknown> },
): Promise<Row | undefined> {
  const { rows } = await sql<Row>`select * from ${sql.table(table)} where ${organisation} limit 1`.execute(
    db,
  );
  return rows[0];
}

/**
 * Builds the condition `(a, b) > (x, y)`. The condition starts with the first column alone, so that an index can be
 * used.
 */
function isAfter(
  keys: readonly RawBuilder<unknown>[],
  order: readonly string[],
  last: Row,
): RawBuilder<SqlBool> {
  const values = order.map((column) => lookUp(last, column));
  const alternatives = keys.map((key, index) => {
    const same = keys.slice(0, index).map((one, at) => sql`${one} = ${values[at]}`);
    return sql`(${sql.join([...same, sql`${key} > ${values[index]}`], sql` and `)})`;
  });
  return sql`(${keys[0]} >= ${values[0]} and (${sql.join(alternatives, sql` or `)}))`;
}
