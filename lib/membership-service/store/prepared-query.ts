import type { Compilable, CompiledQuery, Kysely } from 'kysely';

/**
 * A query that every request asks: its SQL is built once for each database, which takes longer than answering it.
 * `build` is given no values of its own (any stand in); a call's `parameters` take their places in the SQL's order.
 */
export function prepareQuery<D, R>(build: (db: Kysely<D>) => Compilable<R>) {
  const built = new WeakMap<Kysely<D>, CompiledQuery<R>>();
  return async (db: Kysely<D>, parameters: readonly unknown[]): Promise<R[]> => {
    let query = built.get(db);
    if (query === undefined) {
      query = build(db).compile();
      built.set(db, query);
    }
    if (query.parameters.length !== parameters.length) throw new TypeError('a parameter for each place');
    const { rows } = await db.executeQuery<R>({ ...query, parameters });
    return rows;
  };
}
