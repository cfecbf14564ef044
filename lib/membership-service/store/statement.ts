/**
 * Statements whose SQL follows from the form of a question (which filters it has, how many values) and not from its
 * values. Building SQL takes longer than answering it, so it is built once for each form; a value's place is a slot,
 * filled from each question.
 */
import { sql, type CompiledQuery, type Kysely, type RawBuilder } from 'kysely';
import type { MembersDatabase } from './members-schema';

/** The form of a question: two with the same are asked with the same SQL. */
export interface Formed {
  form: string;
}

/** Forms whose SQL is kept, for each statement; the oldest goes first. */
const keptForms = 500;

class Slot<Q> {
  readonly #read: (question: Q) => unknown;

  constructor(read: (question: Q) => unknown) {
    this.#read = read;
  }

  fill(question: Q): unknown {
    return this.#read(question);
  }
}

/** The place of a value, which is read from the question that is asked. */
export function slot<Q, V>(read: (question: Q) => V): RawBuilder<V> {
  return sql`${new Slot(read)}`;
}

/** Places of the values of a list, separated by commas; `values` is the list of the question that gives the form. */
export function slots<Q, T>(
  values: readonly T[],
  read: (question: Q) => readonly T[],
  toValue: (value: T) => string | number,
): RawBuilder<unknown> {
  return sql.join(
    values.map((_, index) =>
      slot((question: Q) => {
        const value = read(question)[index];
        if (value === undefined) throw new Error('the question has another form');
        return toValue(value);
      }),
    ),
  );
}

/** The statement of questions `Q`. `build` may look at what the form tells of a question; the rest goes into slots. */
export function prepareStatement<Q extends Formed, R>(build: (question: Q) => RawBuilder<R>) {
  const compiled = new Map<string, CompiledQuery<R>>();
  return async (db: Kysely<MembersDatabase>, question: Q): Promise<R[]> => {
    let query = compiled.get(question.form);
    if (query === undefined) {
      query = build(question).compile(db);
      const [oldest] = compiled.keys();
      if (compiled.size >= keptForms && oldest !== undefined) compiled.delete(oldest);
      compiled.set(question.form, query);
    }
    const parameters = query.parameters.map((value) =>
      value instanceof Slot ? value.fill(question) : value,
    );
    return (await db.executeQuery<R>({ ...query, parameters })).rows;
  };
}
