import { invisible, textKey } from '@/lib/text-key';

/** Scripts that are written without spaces between words. */
const unspaced =
  '\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Bopo}\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}々ー';
export const hasUnspaced = new RegExp(`[${unspaced}]`, 'u');
const runs = new RegExp(`[${unspaced}]+|[^${unspaced}]+`, 'gu');

const isAscii = /^[\t\n\r -~]*$/;

/**
 * The words of a text in their order, as the index has them. They are folded, and have no apostrophes ("O’Brien" is one
 * word) and no invisible characters. In a script without spaces, each character and the next one form a word: "协和" is
 * found in "北京协和医院".
 */
export function tokensOf(text: string): string[] {
  // Most texts are ASCII, and this is several times as fast.
  if (isAscii.test(text))
    return (
      text
        .toLowerCase()
        .replace(/['`]/g, '')
        .match(/[a-z0-9]+/g) ?? []
    );
  const words = textKey(text)
    .replace(/['’ʼ`]/g, '')
    .replace(invisible, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((token) => token !== '');
  return hasUnspaced.test(text) ? words.flatMap(partsOf) : words;
}

function partsOf(word: string): string[] {
  return (word.match(runs) ?? []).flatMap((run) => (hasUnspaced.test(run) ? pairsOf([...run]) : run));
}

/** Each character and the next one form a word, so that every character is the beginning of a word. */
function pairsOf(characters: string[]): string[] {
  return characters.map((character, index) => `${character}${characters[index + 1] ?? ''}`);
}
