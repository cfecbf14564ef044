/**
 * Room that is used again for each search: fresh arrays of a number for each of 100,000 members would have the garbage
 * collected, and somebody wait, after every few searches.
 */
export function createScratch<T extends { length: number; subarray(start: number, end: number): T }>(
  make: (length: number) => T,
): (length: number) => T {
  let room = make(0);
  // What was written there before still is.
  return (length) => {
    if (room.length < length) room = make(length);
    return room.subarray(0, length);
  };
}
