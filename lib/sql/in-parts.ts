/** This number is below both engines' limits on parameters. The rows of a part take little memory. */
const idsAtOnce = 500;

/** Parts in the order of the values. No part is empty. */
export function* inParts<T>(values: readonly T[], size = idsAtOnce): Generator<T[]> {
  for (let start = 0; start < values.length; start += size) yield values.slice(start, start + size);
}
