/** For seeded tests: how many cases they try. `npm run test:long` sets TEST_STRENGTH=long; see docs/contributors.md. */

// eslint-disable-next-line no-restricted-properties -- set for tests only, never by an operator
const isLong = process.env.TEST_STRENGTH === 'long';

/** The number of cases to try: `usual` in `npm test`, `long` in `npm run test:long`. */
export function sampleSize({ usual, long }: { usual: number; long: number }): number {
  return isLong ? long : usual;
}
