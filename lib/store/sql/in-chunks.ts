/**
 * The usual number of values in a part. Both engines allow more parameters, and the rows of a part take little memory.
 */
const idsAtOnce = 500;

/** Parts in the order of the values. No part is empty. */
export function* inChunks<T>(values: readonly T[], size = idsAtOnce): Generator<T[]> {
  for (let start = 0; start < values.length; start += size) yield values.slice(start, start + size);
}
