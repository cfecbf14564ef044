/**
 * The number of IDs in a statement. It is below both engines' limits on parameters, and small enough that the rows take
 * little memory.
 */
const idsAtOnce = 500;

/** Values in parts of a limited size, in their order. No part is empty. */
export function* inParts<T>(values: readonly T[], size = idsAtOnce): Generator<T[]> {
  for (let start = 0; start < values.length; start += size) yield values.slice(start, start + size);
}
