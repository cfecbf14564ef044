import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TokenBuckets } from './token-buckets';

function start(limit = { burst: 3, perSeconds: 6 }, maxBytes?: number) {
  const time = { ms: 0 };
  return {
    time,
    buckets: new TokenBuckets(limit, { now: () => time.ms, ...(maxBytes === undefined ? {} : { maxBytes }) }),
  };
}

test('a bucket gives its burst at once, then reports the exact time to wait', () => {
  const { time, buckets } = start();
  expect([1, 2, 3, 4].map(() => buckets.take('a'))).toEqual([0, 0, 0, 2]);
  expect(buckets.take('b'), 'another key has its own').toBe(0);
  time.ms = 1_999;
  expect(buckets.take('a')).toBe(1);
  time.ms = 2_000;
  expect([buckets.take('a'), buckets.take('a')]).toEqual([0, 2]);
});

test('a later charge may make a bucket negative, and callers wait until it recovers', () => {
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

test('with any number and length of keys, memory is bounded, and a bucket in use stays', () => {
  const { buckets } = start({ burst: 3, perSeconds: 3_000 }, 50_000);
  for (let count = 0; count < 3; count += 1) buckets.take('mine');
  for (let key = 0; key < 10_000; key += 1) {
    buckets.take(`other ${key} ${'x'.repeat(key % 2_000)}`);
    expect(buckets.bytes).toBeLessThanOrEqual(50_000);
    if (key % 5 === 0) expect(buckets.take('mine')).toBeGreaterThan(0);
  }
  expect(buckets.bytes).toBeGreaterThan(40_000);
});

test('in any period no more is allowed than the burst and the amount that the time adds', () => {
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

test('several servers divide the limit, and one that is alone again has all of it', () => {
  const time = { ms: 0 };
  let servers = 2;
  const buckets = new TokenBuckets(
    { burst: 6, perSeconds: 3 },
    { now: () => time.ms, divisor: () => servers },
  );
  expect([1, 2, 3, 4].map(() => buckets.take('a'))).toEqual([0, 0, 0, 1]);
  time.ms = 3_000;
  expect([1, 2, 3, 4].map(() => buckets.take('a'))).toEqual([0, 0, 0, 1]);
  time.ms = 4_000;
  expect([1, 2].map(() => buckets.take('a'))).toEqual([0, 1]);
  servers = 1;
  time.ms = 7_000;
  expect([1, 2, 3, 4, 5, 6, 7].map(() => buckets.take('a'))).toEqual([0, 0, 0, 0, 0, 0, 1]);
});
