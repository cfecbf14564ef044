/**
 * Columns that grow at their end, one version after another. A longer version shares the memory of the shorter ones,
 * which stay as they are: adding to a column of 100,000 numbers copies nothing.
 */

interface NumberArray extends ArrayLike<number> {
  set(values: ArrayLike<number>, at?: number): void;
  subarray(from: number, to: number): this;
}

export interface Growing<T> {
  /** All numbers of this version. */
  readonly values: T;
  /** A version with more numbers at the end. */
  with(more: ArrayLike<number>): Growing<T>;
}

/** `make`: creates an array of this kind. */
export function growing<T extends NumberArray>(values: T, make: (length: number) => T): Growing<T> {
  return version(values, { array: values, used: values.length }, make);
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
      // Another version may already have used the room after this one.
      if (room.used !== values.length || length > room.array.length) {
        shared = { array: make(length + (length >> 3) + 64), used: values.length };
        shared.array.set(values);
      }
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

/** The same for values of any kind. `room` belongs to the list. */
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

/**
 * Positions in the order of `compare`, without those `removed` and with those `added`. No two positions in the result
 * may be equal. Copies long runs, so that 100,000 positions take 0.1 ms.
 */
export function withPositions(
  positions: Uint32Array,
  { removed, added }: { removed: readonly number[]; added: readonly number[] },
  compare: (a: number, b: number) => number,
): Uint32Array {
  const placeOf = (position: number) => {
    let [low, high] = [0, positions.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compare(positions[middle]!, position) < 0)
        low = middle + 1; // in range
      else high = middle;
    }
    return low;
  };
  const cuts = removed.map(placeOf).sort((a, b) => a - b);
  const result = new Uint32Array(positions.length - cuts.length + added.length);
  let [from, to, cut] = [0, 0, 0];
  const copyUntil = (end: number) => {
    for (; cut < cuts.length && cuts[cut]! < end; cut += 1) {
      const gap = cuts[cut]!; // in range
      result.set(positions.subarray(from, gap), to);
      to += gap - from;
      from = gap + 1;
    }
    result.set(positions.subarray(from, end), to);
    to += Math.max(0, end - from);
    from = Math.max(from, end);
  };
  for (const position of [...added].sort(compare)) {
    copyUntil(placeOf(position));
    result[to++] = position;
  }
  copyUntil(positions.length);
  return result;
}
