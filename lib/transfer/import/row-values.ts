import type { FieldName, TextField, ValueOf } from './fields';

/** A field without a column is missing. An empty cell is null. */
export class RowValues {
  readonly #values: Map<FieldName, unknown>;

  constructor(values?: RowValues) {
    this.#values = values === undefined ? new Map() : new Map(values.#values);
  }

  has(field: FieldName): boolean {
    return this.#values.has(field);
  }

  /** null: the cell is empty. undefined: there is no such column. */
  find(name: string): unknown {
    // The map has no value for a name that is not a field's.
    return this.#values.get(name as FieldName);
  }

  set<F extends FieldName>(field: F, value: ValueOf<F> | null): void {
    this.#values.set(field, value);
  }

  entries(): IterableIterator<[FieldName, unknown]> {
    return this.#values.entries();
  }

  delete(field: FieldName): void {
    this.#values.delete(field);
  }

  /** null: there is no such column, or its cell is empty. */
  get<F extends FieldName>(field: F): ValueOf<F> | null {
    // `set` stores only this type under this name.
    return (this.#values.get(field) ?? null) as ValueOf<F> | null;
  }

  /** '': there is no column, or its cell is empty. */
  text(field: TextField): string {
    return this.get(field) ?? '';
  }
}
