/**
 * Columns that can grow at the end. Adding numbers gives a new version, which shares memory with the earlier versions.
 * A version never changes. So adding to a column of 100,000 numbers usually copies none of them.
 */

interface NumberArray extends ArrayLike<number> {
  set(values: ArrayLike<number>, at?: number): void;
  subarray(from: number, to: number): this;
}

export interface Growing<T> {
  readonly values: T;
  with(more: ArrayLike<number>): Growing<T>;
}

/**
 * Copies the values into an array with free space, so that the first change need not copy them.
 * @param make creates an array of this kind
 */
export function growing<T extends NumberArray>(values: T, make: (length: number) => T): Growing<T> {
  const shared = withRoom(values, values.length, make);
  return version(shared.array.subarray(0, values.length), shared, make);
}

// A large column grows until a sixteenth of its entries has changed. Then the read model is merged, which creates new
// columns. The free space is enough for these changes, and for a few more.
function withRoom<T extends NumberArray>(values: T, length: number, make: (length: number) => T) {
  const array = make(length + (length >> 4) + (length >> 7) + 64);
  array.set(values);
  return { array, used: values.length };
}

function version<T extends NumberArray>(
  values: T,
  room: { array: T; used: number },
  make: (length: number) => T,
): Growing<T> {
  return {
    values,
    with(more) {
      const length = values.length + more.length;
      let shared = room;
      // The array has free space after the values of this version. Another version may already have used that space.
      if (room.used !== values.length || length > room.array.length) shared = withRoom(values, length, make);
      shared.array.set(more, values.length);
      shared.used = length;
      return version(shared.array.subarray(0, length), shared, make);
    },
  };
}

export interface GrowingList<T> {
  readonly length: number;
  at(position: number): T | undefined;
  with(more: readonly T[]): GrowingList<T>;
}

/** @param room the list owns it: the caller must not use it any more */
export function growingList<T>(room: T[], length = room.length): GrowingList<T> {
  return {
    length,
    at: (position) => (position < length ? room[position] : undefined),
    with(more) {
      const shared = room.length === length ? room : room.slice(0, length);
      for (const value of more) shared.push(value);
      return growingList(shared);
    },
  };
}

/** Many rows have the same value, so each value is stored once, and rows refer to its number: 0, 1, 2 and so on. */
export interface Numbering<T> {
  readonly values: readonly T[];
  numberOf(value: T): number;
}

export function createNumbering<T>(known: readonly T[] = []): Numbering<T> {
  const values = [...known];
  const numbers = new Map(values.map((value, number) => [value, number]));
  return {
    values,
    numberOf(value) {
      const number = numbers.get(value);
      if (number !== undefined) return number;
      numbers.set(value, values.length);
      return values.push(value) - 1;
    },
  };
}
