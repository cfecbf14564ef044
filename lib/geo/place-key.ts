import { textKey } from '../text-key';

const abbreviations = new Map(Object.entries({ st: 'saint', ste: 'sainte', mt: 'mount', ft: 'fort' }));
const regionWords = /^(county|state of|region) | (county|region|province|prefecture|oblast|state)$/;

/**
 * The form in which place names are sorted and compared: no case, accents or punctuation, "St" and "Mt" written out.
 * A last word stays as typed ("st" may become "Stawell"). The bundled files are sorted by it: change it and rebuild them.
 */
export function placeKey(text: string): string {
  const words = textKey(text)
    .replace(/[.'’‘`ʻʼ"]/g, '')
    .split(/[\s,;/()–-]+/)
    .filter((word) => word !== '');
  return words
    .map((word, at) => (at < words.length - 1 ? (abbreviations.get(word) ?? word) : word))
    .join(' ');
}

/** A state's name without the words that some writers add: "Otago Region", "County Cork" and "Cork" as one each. */
export function stateKey(text: string): string {
  return placeKey(text).replace(regionWords, '');
}

/** A postcode as compared: capitals, single spaces, a US ZIP+4 cut to its five digits. */
export function postcodeKey(text: string): string {
  const code = text.trim().toUpperCase().replace(/\s+/g, ' ');
  return /^\d{5}-\d{4}$/.test(code) ? code.slice(0, 5) : code;
}
