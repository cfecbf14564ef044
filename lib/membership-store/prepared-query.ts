import type { Compilable, CompiledQuery, Kysely } from 'kysely';

type Rows<R> = Promise<readonly R[]>;

interface Prepared<R> {
  query: CompiledQuery<R>;
  /** Requested but not yet sent, by parameters. */
  waiting: Map<string, Rows<R>>;
}

/**
 * A query that every request runs. Its SQL is built once for each database, because that takes longer than running it.
 * `build` gets no real values (any placeholder works). A call's `parameters` replace them in the SQL's order.
 *
 * Calls in one turn of the event loop with the same parameters share one read, which begins after the last call: no
 * result is older than its call.
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
  if (query.parameters.length !== parameters.length) throw new TypeError('a parameter for each place');
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
