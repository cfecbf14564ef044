/**
 * The item at an index that the caller knows to be valid.
 * @throws RangeError if it is not: a bug in our code, not in the data
 */
export function item<T>(list: ArrayLike<T>, index: number): T {
  const value = list[index];
  if (value === undefined) throw new RangeError(`Index ${index} of ${list.length}`);
  return value;
}
