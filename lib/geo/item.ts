/**
 * The item at an index that the caller knows to be inside.
 * @throws RangeError when it is not: a mistake of ours, never of the data
 */
export function item<T>(list: ArrayLike<T>, index: number): T {
  const value = list[index];
  if (value === undefined) throw new RangeError(`Index ${index} of ${list.length}`);
  return value;
}
