import { invisible, textKey } from '../../base/text-key';

const abbreviations = new Map(Object.entries({ st: 'saint', ste: 'sainte', mt: 'mount', ft: 'fort' }));
const regionWords = /^(county|state of|region) | (county|region|province|prefecture|oblast|state)$/;

/**
 * A place name for sorting and comparing: without case, accents, punctuation and invisible characters, and with "St"
 * and "Mt" written out. The last word stays as typed, because "st" may be the beginning of "Stawell". The bundled files
 * are sorted by this form: after a change, build them again.
 */
export function placeKey(text: string): string {
  const words = textKey(text)
    .replace(invisible, '')
    .replace(/[.'’‘`ʻʼ"]/g, '')
    .split(/[\s,;/()–-]+/)
    .filter((word) => word !== '');
  return words
    .map((word, at) => (at < words.length - 1 ? (abbreviations.get(word) ?? word) : word))
    .join(' ');
}

/** Drops optional words: "County Cork" and "Cork" have the same key, and so have "Otago Region" and "Otago". */
export function stateKey(text: string): string {
  return placeKey(text).replace(regionWords, '');
}

/** A postcode for comparison: capitals, single spaces, no invisible characters, a US ZIP+4 cut to five digits. */
export function postcodeKey(text: string): string {
  const code = text.replace(invisible, '').trim().toUpperCase().replace(/\s+/g, ' ');
  return /^\d{5}-\d{4}$/.test(code) ? code.slice(0, 5) : code;
}
