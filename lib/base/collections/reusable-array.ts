/**
 * The returned function gives every search the same array. With a new array of 100,000 elements for each search, there
 * would be a garbage collection after every few searches. Each garbage collection delays requests.
 */
export function createReusableArray<T extends { length: number; subarray(start: number, end: number): T }>(
  make: (length: number) => T,
): (length: number) => T {
  let room = make(0);
  // The returned array still contains values of earlier calls.
  return (length) => {
    if (room.length < length) room = make(length);
    return room.subarray(0, length);
  };
}
