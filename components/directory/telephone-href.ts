/** The letters on the keys 2 to 9 of a telephone. */
const keys = ['ABC', 'DEF', 'GHI', 'JKL', 'MNO', 'PQRS', 'TUV', 'WXYZ'];

/**
 * A number to dial: digits and a leading plus. Anything after the digits ("ext. 12") is left out, and so is the zero of
 * "+61 (0)3", which is dialled only within the country. The word of "1300 PHYSIO" is dialled by its letters.
 * @see https://www.rfc-editor.org/rfc/rfc3966
 */
export function telephoneHref(phone: string): string {
  const [, start = '', word = ''] = /^\W*(\d{3,4})[ -]?([A-Z]{3,8})\b/.exec(phone) ?? [];
  if (word !== '')
    return `tel:${start}${[...word].map((letter) => keys.findIndex((key) => key.includes(letter)) + 2).join('')}`;
  const [number = ''] = /\+?\d[^\p{L},;/]*/u.exec(phone) ?? [];
  return `tel:${number.replace(/^(\+[\d ]+)\(0\)/, '$1').replace(/(?!^\+)\D/g, '')}`;
}
