/** Whether this is `npm run test:long` (docs/contributors.md). */
// eslint-disable-next-line no-restricted-properties -- set for tests only, never by an operator
export const isLong = process.env.TEST_STRENGTH === 'long';

/** How many cases a seeded test tries: `usual` in `npm test`, `long` in `npm run test:long`. */
export function sampleSize({ usual, long }: { usual: number; long: number }): number {
  return isLong ? long : usual;
}
