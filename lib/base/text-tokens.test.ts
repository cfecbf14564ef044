import fc from 'fast-check';
import { expect, it } from 'vitest';
import { tokensOf } from './text-tokens';

it.each([
  ['Łukasz O’Brien-Smith', ['lukasz', 'obrien', 'smith']],
  ['zero\u200Bwidth so\u00ADft \uFEFFmark', ['zerowidth', 'soft', 'mark']],
  ['北京协和医院', ['北京', '京协', '协和', '和医', '医院', '院']],
  ['协', ['协']],
  ['李 Ming', ['李', 'ming']],
  ['東京タワー2号', ['東京', '京タ', 'タワ', 'ワー', 'ー', '2', '号']],
  ['Dr李明 Clinic', ['dr', '李明', '明', 'clinic']],
  ['โรงพยาบาล', ['โร', 'รง', 'งพ', 'พย', 'ยา', 'าบ', 'บา', 'าล', 'ล']],
  ['서울 병원', ['서울'.normalize('NFKD'), '병원'.normalize('NFKD')]],
  ['\u{20000}\u{20001}', ['\u{20000}\u{20001}', '\u{20001}']],
  ['', []],
])('%s', (text, words) => {
  expect(tokensOf(text)).toEqual(words);
});

it('gives ASCII texts the same words as other texts', () => {
  // The soft hyphen is left out of the words, but makes the text non-ASCII. fast-check prints the seed of a failure.
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(tokensOf(text)).toEqual(tokensOf(`${text}\u00AD`));
    }),
    { numRuns: 500 },
  );
});
