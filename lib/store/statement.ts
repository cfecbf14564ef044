/**
 * Statements whose SQL depends on the form of a query (which filters it has, and how many values) but not on its
 * values. Building SQL takes longer than running it, so it is built once for each form. Each query fills the slots for
 * the values.
 */
import { sql, type CompiledQuery, type Kysely, type RawBuilder } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';

export interface Formed {
  form: string;
}

/**
 * The maximum number of cached SQL texts for each statement. Each combination of conditions has its own text.
 */
const cachedForms = 500;

class Slot<Q> {
  readonly #read: (query: Q) => unknown;

  constructor(read: (question: Q) => unknown) {
    this.#read = read;
  }

  fill(question: Q): unknown {
    return this.#read(question);
  }
}

/** A placeholder for a value, which is read from each query. */
export function slot<Q, V>(read: (query: Q) => V): RawBuilder<V> {
  return sql`${new Slot(read)}`;
}

/**
 * Placeholders separated by commas, one for each of the `values`. The `values` belong to the query from which the
 * statement is built.
 */
export function slots<Q, T>(
  values: readonly T[],
  read: (query: Q) => readonly T[],
  toValue: (value: T) => string | number,
): RawBuilder<unknown> {
  return sql.join(
    values.map((_, index) =>
      slot((question: Q) => {
        const value = read(question)[index];
        if (value === undefined)
          throw new Error('the query has a different shape from the prepared statement');
        return toValue(value);
      }),
    ),
  );
}

/** `build` may read only what belongs to the form of a query. All other values must be slots. */
export function prepareStatement<Q extends Formed, R>(build: (question: Q) => RawBuilder<R>) {
  const compiled = new LRUCache<string, CompiledQuery<R>>({ max: cachedForms });
  return async (db: Kysely<MembersDatabase>, question: Q): Promise<R[]> => {
    let query = compiled.get(question.form);
    if (query === undefined) {
      query = build(question).compile(db);
      compiled.set(question.form, query);
    }
    const parameters = query.parameters.map((value) =>
      value instanceof Slot ? value.fill(question) : value,
    );
    return (await db.executeQuery<R>({ ...query, parameters })).rows;
  };
}
