import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createByteCache } from './byte-cache';

const bytes = (length: number) => Buffer.alloc(length);

test('the entry not used for longest goes first', () => {
  const cache = createByteCache(3 * 1250);
  for (const key of ['a', 'b', 'c']) cache.set(key, bytes(1000));
  cache.get('a');
  cache.set('d', bytes(1000));
  expect(['a', 'b', 'c', 'd'].filter((key) => cache.get(key) !== undefined)).toEqual(['a', 'c', 'd']);
});

test('what is larger than the cache is not kept, and drives nothing out', () => {
  const cache = createByteCache(2000);
  cache.set('a', bytes(100));
  cache.set('b', bytes(2000));
  expect(cache.get('b')).toBeUndefined();
  expect(cache.get('a')).toHaveLength(100);
});

test('never holds more bytes than it may, whatever comes', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.nat(1500))), (entries) => {
      const cache = createByteCache(3000);
      for (const [key, length] of entries) {
        cache.set(key, bytes(length));
        const held = ['a', 'b', 'c', 'd', 'e'].flatMap((name) => cache.get(name) ?? []);
        expect(held.reduce((sum, each) => sum + each.length, 0)).toBeLessThanOrEqual(3000);
      }
    }),
    { seed: 11 },
  );
});
