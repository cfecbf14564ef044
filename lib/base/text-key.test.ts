import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textKey } from './text-key';

test.each([
  ['ZOË', 'zoe'],
  ['Łukasz', 'lukasz'],
  ['SØREN', 'soren'],
  ['Strauß', 'strauss'],
  ['STRAUẞ', 'strauss'],
  ['Æbelø', 'aebelo'],
  ['Yılmaz', 'yilmaz'],
  ['YILMAZ', 'yilmaz'],
  ['İzmir', 'izmir'],
  ['Œuvre', 'oeuvre'],
  ['Þór Ðani', 'thor dani'],
  ['Đặng', 'dang'],
  ['Ngọc Ánh', 'ngoc anh'],
  ['e\u0301', 'e'],
  ['ﬁrm', 'firm'],
  ['  Van \t der\u00a0 Berg ', 'van der berg'],
  ['李伟', '李伟'],
])('%j is compared as %j', (text, key) => expect(textKey(text)).toBe(key));

test('the key of a key is the same key, for any text and any composition of its letters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const key = textKey(text);
      expect(textKey(key)).toBe(key);
      expect([textKey(text.normalize('NFC')), textKey(text.normalize('NFD'))]).toEqual([key, key]);
    }),
    { seed: 20260615, numRuns: 1000 },
  );
});
