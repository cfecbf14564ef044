import {
  PostgresAdapter,
  sql,
  type Compilable,
  type CompiledQuery,
  type Kysely,
  type RawBuilder,
  type SqlBool,
} from 'kysely';

type Rows<R> = Promise<readonly R[]>;

interface Prepared<R> {
  query: CompiledQuery<R>;
  waiting: Map<string, Rows<R>>;
}

/**
 * Prepares a query that every request runs. Its SQL is built once for each database, because building takes longer than
 * running. `build` writes placeholder values. In each call, the first placeholder in the SQL gets the first of the
 * `parameters`, and so on. Calls with the same parameters in one turn of the event loop share one read. The read begins
 * after the last of these calls, so that no result is older than its call.
 */
export function prepareQuery<D, R>(build: (db: Kysely<D>) => Compilable<R>) {
  const prepared = new WeakMap<Kysely<D>, Prepared<R>>();
  return (db: Kysely<D>, parameters: readonly (string | number)[]): Rows<R> => {
    let here = prepared.get(db);
    if (here === undefined) prepared.set(db, (here = { query: build(db).compile(), waiting: new Map() }));
    return readTogether(db, here, parameters);
  };
}

function readTogether<D, R>(
  db: Kysely<D>,
  { query, waiting }: Prepared<R>,
  parameters: readonly (string | number)[],
): Rows<R> {
  if (query.parameters.length !== parameters.length)
    throw new TypeError('the query needs one parameter for each placeholder');
  const key = parameters.join(' ');
  let rows = waiting.get(key);
  if (rows === undefined) {
    rows = endOfTurn().then(async () => {
      waiting.delete(key);
      return (await db.executeQuery<R>({ ...query, parameters })).rows;
    });
    waiting.set(key, rows);
  }
  return rows;
}

function endOfTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/**
 * Prepares a statement of a transaction. Its SQL is built once for each engine. `build` writes placeholder values. In
 * each call, the first placeholder in the SQL gets the first of the `parameters`, and so on.
 */
export function compileOnce<D, R>(build: (db: Kysely<D>) => Compilable<R>) {
  const compiled = new Map<boolean, CompiledQuery<R>>();
  return async (db: Kysely<D>, parameters: readonly unknown[]): Promise<R[]> => {
    const engine = isPostgres(db);
    let query = compiled.get(engine);
    if (query === undefined) compiled.set(engine, (query = build(db).compile()));
    if (query.parameters.length !== parameters.length)
      throw new TypeError('the query needs one parameter for each placeholder');
    return (await db.executeQuery<R>({ ...query, parameters })).rows;
  };
}

/**
 * Prepares a statement about rows of one organisation. `build` gets the function `hasIds`, which makes the statement's
 * condition. The row must be in the organisation, and its `column` must contain one of the given IDs.
 */
export function compileByIds<D, R>(
  build: (db: Kysely<D>, hasIds: (column: string) => RawBuilder<SqlBool>) => Compilable<R>,
) {
  const send = compileOnce<D, R>((db) => build(db, (column) => hasIds(db, column)));
  return async (db: Kysely<D>, organisationId: number, ids: readonly number[]): Promise<R[]> =>
    ids.length === 0 ? [] : send(db, [organisationId, isPostgres(db) ? ids : JSON.stringify(ids)]);
}

/** The SQL is the same for any number of IDs. */
function hasIds<D>(db: Kysely<D>, name: string): RawBuilder<SqlBool> {
  const column = sql.ref(name);
  const list = isPostgres(db)
    ? sql`${column} = any(${[]})`
    : sql`${column} in (select value from json_each(${'[]'}))`;
  return sql`organisation_id = ${0} and ${list}`;
}

export function isPostgres<D>(db: Kysely<D>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}
