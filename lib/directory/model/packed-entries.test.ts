import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entryOf } from './entry.fixture';
import { createPackedEntries } from './packed-entries';

test('the sort key is read without the rest, whatever texts an entry has', () => {
  const tricky = fc.constantFrom('"sortKey":"x"', '\\', '\\"', '"', 'a\n', '東京', '\ud800');
  const text = fc.array(fc.oneof(tricky, fc.string({ maxLength: 5 })), { maxLength: 4 });
  fc.assert(
    fc.property(text, text, text, (id, name, sortKey) => {
      const entries = createPackedEntries();
      const entry = entryOf(id.join(''), { name: name.join(''), sortKey: sortKey.join('') });
      const number = entries.add(entry);
      expect(entries.sortKeyAt(number)).toBe(entry.sortKey);
      expect(entries.entryAt(number)).toEqual(entry);
    }),
    { seed: 18, numRuns: 500 },
  );
});
