import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sampleSize } from '@/lib/base/test-strength';
import { createPackedTexts } from './packed-texts';

test('texts of any length are found by their number', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.integer({ min: 0, max: 2_500_000 }).map((length) => 'é'.repeat(length / 2)),
  );
  fc.assert(
    fc.property(fc.array(text, { maxLength: 12 }), (added) => {
      const texts = createPackedTexts();
      const numbers = added.map((one) => texts.add(one));
      expect(numbers).toEqual([...added.keys()]);
      expect(numbers.map((number) => texts.bytesAt(number).toString())).toEqual(added);
      for (const none of [-1, added.length]) expect(() => texts.bytesAt(none)).toThrow(RangeError);
    }),
    { seed: 73, numRuns: sampleSize({ usual: 15, long: 500 }) },
  );
});

test('short texts are stored together in one piece of memory', () => {
  const texts = createPackedTexts();
  const added = Array.from({ length: 5000 }, (_, at) => `text ${at}`.repeat(60));
  for (const one of added) texts.add(one);
  expect(added.map((_, at) => texts.bytesAt(at).toString())).toEqual(added);
  expect(new Set(added.map((_, at) => texts.bytesAt(at).buffer)).size).toBeLessThan(5);
});
