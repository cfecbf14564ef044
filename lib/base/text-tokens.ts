import { invisible, textKey } from '@/lib/base/text-key';

/** Scripts that are written without spaces between words. */
const unspaced =
  '\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Bopo}\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}々ー';
export const hasUnspaced = new RegExp(`[${unspaced}]`, 'u');
const runs = new RegExp(`[${unspaced}]+|[^${unspaced}]+`, 'gu');

const isAscii = /^[\t\n\r -~]*$/;

/**
 * The words of a text as the search index has them: in lower case, without accents, apostrophes and invisible
 * characters. "O’Brien" is one word. In a script without spaces, each two neighbouring characters are a word, so "协和"
 * is found in "北京协和医院".
 */
export function tokensOf(text: string): string[] {
  // Most texts are ASCII. For them, this branch is several times as fast as the code below.
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
    .replaceAll('ς', 'σ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((token) => token !== '');
  return hasUnspaced.test(text) ? words.flatMap(partsOf) : words;
}

function partsOf(word: string): string[] {
  return (word.match(runs) ?? []).flatMap((run) => (hasUnspaced.test(run) ? pairsOf([...run]) : run));
}

/**
 * Searches look for the beginnings of words. Every character begins a word here, so a search can begin at every
 * character. The last character has no next one, so it is a word alone.
 */
function pairsOf(characters: string[]): string[] {
  return characters.map((character, index) => `${character}${characters[index + 1] ?? ''}`);
}
