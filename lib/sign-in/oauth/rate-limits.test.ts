import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { returnToRateLimit, takeFromRateLimit } from './rate-limits';

describeEachEngine('limits', (store) => {
  const start = new Date('2026-03-01T10:00:00Z').getTime();
  const limit = { burst: 3, perSeconds: 300 };
  const take = (bucket: string, afterMs = 0, of = limit) =>
    takeFromRateLimit(store(), { bucket, limit: of, now: new Date(start + afterMs) });

  test('a bucket allows its burst at once, then returns the correct waiting time', async () => {
    expect([await take('a'), await take('a'), await take('a'), await take('a')]).toEqual([0, 0, 0, 100]);
    expect(await take('a', 98_500), 'a part of a second counts as a whole one').toBe(2);
    expect(await take('a', 99_000)).toBe(1);
    expect(await take('a', 100_000)).toBe(0);
    expect(await take('a', 100_000)).toBe(100);
    expect(await take('b'), 'another bucket is its own').toBe(0);
  });

  test('refused attempts do not lengthen the wait', async () => {
    for (let count = 0; count < 20; count += 1) await take('c');
    expect(await take('c', 100_000)).toBe(0);
  });

  test('setting the clock back neither empties nor fills a bucket', async () => {
    expect(await take('d', 1_000_000)).toBe(0);
    expect(await take('d', 0)).toBe(0);
    expect(await take('d', 0)).toBe(0);
    expect(await take('d', 0)).toBeGreaterThan(0);
  });

  test('after a bucket was emptied by a clock far ahead and the clock is corrected, the bucket counts from now', async () => {
    const year = 365 * 24 * 3600_000;
    for (let count = 0; count < 4; count += 1) await take('ahead', year);
    for (let count = 0; count < 4; count += 1) await take('also ahead', year);
    expect(await take('ahead', 0)).toBe(100);
    expect(await take('also ahead', year + 50_000), 'only the bucket that is used is corrected').toBe(50);
    expect(await take('ahead', 99_000)).toBe(1);
    expect(await take('ahead', 100_000)).toBe(0);
  });

  test('a process whose clock is slightly ahead refills nothing for the others', async () => {
    const fast = { burst: 100, perSeconds: 900 };
    for (let count = 0; count < 100; count += 1) expect(await take('skewed', 50_000, fast)).toBe(0);
    for (let count = 0; count < 10; count += 1) {
      expect(await take('skewed', 0, fast)).toBeGreaterThan(0);
      expect(await take('skewed', 50_000, fast)).toBeGreaterThan(0);
    }
  });

  test('returned units can be taken again, and a bucket never holds more than its burst', async () => {
    for (let count = 0; count < 3; count += 1) await take('e');
    for (let count = 0; count < 3; count += 1) await take('another');
    await returnToRateLimit(store(), { bucket: 'e', limit });
    expect([await take('e'), await take('e')]).toEqual([0, 100]);
    expect(await take('another'), 'nothing was returned to another bucket').toBe(100);
    for (let count = 0; count < 9; count += 1) await returnToRateLimit(store(), { bucket: 'e', limit });
    expect([await take('e'), await take('e'), await take('e'), await take('e')]).toEqual([0, 0, 0, 100]);
  });

  test('out of many simultaneous attempts, exactly the burst is allowed', async () => {
    const waits = await Promise.all(Array.from({ length: 30 }, () => take('f')));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(3);
  });

  test('no period allows more attempts than the burst and the number that the elapsed time adds', async () => {
    let bucket = 0;
    const pauses = fc.array(fc.integer({ min: 0, max: 200_000 }), { minLength: 1, maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(pauses, async (steps) => {
        bucket += 1;
        let elapsedMs = 0;
        const taken: number[] = [];
        for (const step of steps) {
          elapsedMs += step;
          if ((await take(`random-${bucket}`, elapsedMs)) === 0) taken.push(elapsedMs);
        }
        taken.forEach((to, last) =>
          taken.slice(0, last + 1).forEach((from, first) => {
            expect(last - first + 1).toBeLessThanOrEqual(limit.burst + (to - from) / 100_000 + 1e-6);
          }),
        );
      }),
      { seed: 4, numRuns: 40 },
    );
  });
});
