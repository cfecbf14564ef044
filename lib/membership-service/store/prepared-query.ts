import type { Compilable, CompiledQuery, Kysely } from 'kysely';

type Rows<R> = Promise<readonly R[]>;

interface Prepared<R> {
  query: CompiledQuery<R>;
  /** Asked for but not yet sent, by parameters. */
  waiting: Map<string, Rows<R>>;
}

/**
 * A query that every request asks. Its SQL is built once for each database, which takes longer than answering it.
 * `build` is given no values of its own (any stand in); a call's `parameters` take their places in the SQL's order.
 *
 * Calls in one turn of the event loop with the same parameters are answered by one read, which begins after the last
 * of them was made: nobody gets an answer that is older than their question.
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
