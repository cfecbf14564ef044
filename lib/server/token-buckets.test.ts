import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TokenBuckets } from './token-buckets';

function start(rate = { burst: 3, perSecond: 0.5 }, maxKeys = 100) {
  const time = { ms: 0 };
  return { time, buckets: new TokenBuckets(rate, { maxKeys, now: () => time.ms }) };
}

test('a bucket gives its burst at once, then says how long to wait, and is right about it', () => {
  const { time, buckets } = start();
  expect([1, 2, 3, 4].map(() => buckets.take('a'))).toEqual([0, 0, 0, 2]);
  expect(buckets.take('b'), 'another key has its own').toBe(0);
  time.ms = 1_999;
  expect(buckets.take('a')).toBe(1);
  time.ms = 2_000;
  expect([buckets.take('a'), buckets.take('a')]).toEqual([0, 2]);
});

test('what is charged afterwards may go below nothing, and is waited for', () => {
  const { time, buckets } = start();
  buckets.charge('a', 5);
  expect(buckets.wait('a')).toBe(4);
  time.ms = 4_000;
  expect(buckets.wait('a')).toBe(1);
  time.ms = 4_001;
  expect(buckets.wait('a')).toBe(0);
  buckets.charge('a', -100);
  expect(
    [1, 2, 3, 4].map(() => buckets.take('a')),
    'never more than the burst',
  ).toEqual([0, 0, 0, 2]);
});

test('however many keys come, no more are kept than said, and the one in use stays', () => {
  const { buckets } = start({ burst: 3, perSecond: 0.001 }, 50);
  for (let count = 0; count < 3; count += 1) buckets.take('mine');
  for (let key = 0; key < 10_000; key += 1) {
    buckets.take(`other ${key}`);
    if (key % 20 === 0) expect(buckets.take('mine')).toBeGreaterThan(0);
  }
  expect(buckets.size).toBe(50);
});

test('in any stretch of time no more is let through than the burst and what time adds', () => {
  // fast-check prints the seed of a failure.
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 5_000 }), { minLength: 1, maxLength: 60 }), (pauses) => {
      const { time, buckets } = start();
      const taken: number[] = [];
      for (const pause of pauses) {
        time.ms += pause;
        if (buckets.take('a') === 0) taken.push(time.ms);
      }
      taken.forEach((to, last) =>
        taken.slice(0, last + 1).forEach((from, first) => {
          expect(last - first + 1).toBeLessThanOrEqual(3 + (to - from) / 2_000 + 1e-9);
        }),
      );
    }),
  );
});
