/**
 * Rearranges `values` from index `start` on, so that no value before `position` is larger than the value at `position`,
 * and none after it is smaller. `values` must not contain NaN.
 * @returns the value at `position`
 * @see https://en.wikipedia.org/wiki/Quickselect
 */
export function selectNth(values: Float64Array, position: number, start = 0): number {
  let [low, high] = [start, values.length - 1];
  while (low < high) {
    const pivot = median(values[low]!, values[(low + high) >> 1]!, values[high]!); // All indexes are in range.
    let [left, right] = [low, high];
    while (left <= right) {
      while (values[left]! < pivot) left += 1; // This loop and the next one stop at the pivot or at a swapped value, so the indexes are in range.
      while (values[right]! > pivot) right -= 1; // The index is in range for the same reason.
      if (left > right) break;
      const value = values[left]!;
      values[left] = values[right]!;
      values[right] = value;
      left += 1;
      right -= 1;
    }
    if (position <= right) high = right;
    else if (position >= left) low = left;
    else break;
  }
  return values[position] ?? Number.NaN;
}

function median(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}
