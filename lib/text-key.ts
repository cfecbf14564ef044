/**
 * The form of a text in which two texts are the same: no case, no accents, single spaces.
 * Computed here, never by a database, so that both engines and the directory's search agree.
 * Decomposition (NFKD) frees most accents; letters that do not decompose are listed.
 */
export function textKey(text: string): string {
  // Most texts, and ten times as fast.
  if (isPlain.test(text)) return text.toLowerCase();
  const lower = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '');
  return lower
    .replace(/[łøßæœıđðþħŀŧŋ]/g, (letter) => undecomposed[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim();
}

/** Printable ASCII with single spaces within: nothing but its case differs from its key. */
const isPlain = /^(?:[!-~]+(?: [!-~]+)*)?$/;

const undecomposed: Record<string, string> = {
  ł: 'l',
  ø: 'o',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŀ: 'l',
  ŧ: 't',
  ŋ: 'n',
};
