/**
 * The form in which texts are compared: no case, no accents, single spaces. Computed here, never by a database, so that
 * both engines and the directory's search agree. Decomposition (NFKD) removes most accents; letters that do not
 * decompose are listed.
 */
export function textKey(text: string): string {
  // The most common case, and ten times as fast.
  if (isPlain.test(text)) return text.toLowerCase();
  const lower = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '');
  return lower
    .replace(/[łøßæœıđðþħŀŧŋ]/g, (letter) => undecomposed.get(letter) ?? letter)
    .replace(/\s+/g, ' ')
    .trim();
}

/** Printable ASCII with single spaces: only its case differs from its key. */
const isPlain = /^(?:[!-~]+(?: [!-~]+)*)?$/;

const undecomposed = new Map([
  ['ł', 'l'],
  ['ø', 'o'],
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ı', 'i'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['þ', 'th'],
  ['ħ', 'h'],
  ['ŀ', 'l'],
  ['ŧ', 't'],
  ['ŋ', 'n'],
]);
