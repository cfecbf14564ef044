/** Divides long work into short slices, so that the work never delays other requests. */

/** Lets waiting requests run if the current slice has lasted long enough. Otherwise returns immediately. */
export type Pause = () => Promise<void> | void;

// A request takes a few turns of the event loop. In each turn, several refreshes may run a slice. Slices are short, so
// that the request does not wait long.
const sliceMs = 4;

export function createPause(): Pause {
  let sliceEnds = performance.now() + sliceMs;
  return () => {
    if (performance.now() < sliceEnds) return;
    return new Promise<void>((resolve) => {
      setImmediate(() => {
        sliceEnds = performance.now() + sliceMs;
        resolve();
      });
    });
  };
}

/** Use this function in tests, and for small work that must not be interrupted. */
export const neverPause: Pause = () => undefined;

const runLength = 1024;

/** Merge sort: equal values keep their order. */
export async function sortInSlices<T>(
  values: readonly T[],
  compare: (a: T, b: T) => number,
  pause: Pause,
): Promise<T[]> {
  let runs: T[][] = [];
  for (let start = 0; start < values.length; start += runLength) {
    runs.push(values.slice(start, start + runLength).sort(compare));
    await pause();
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let at = 0; at < runs.length; at += 2) {
      merged.push(await merge(runs[at] ?? [], runs[at + 1] ?? [], compare, pause));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

async function merge<T>(a: T[], b: T[], compare: (a: T, b: T) => number, pause: Pause): Promise<T[]> {
  const merged: T[] = [];
  let [atA, atB] = [0, 0];
  while (atA < a.length && atB < b.length) {
    const [fromA, fromB] = [a[atA] as T, b[atB] as T];
    if (compare(fromA, fromB) <= 0) {
      merged.push(fromA);
      atA += 1;
    } else {
      merged.push(fromB);
      atB += 1;
    }
    if (merged.length % runLength === 0) await pause();
  }
  for (; atA < a.length; atA += 1) merged.push(a[atA] as T);
  for (; atB < b.length; atB += 1) merged.push(b[atB] as T);
  return merged;
}
