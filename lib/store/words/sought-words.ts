import { textKey } from '@/lib/base/text-key';
import { tokensOf } from '@/lib/base/text-tokens';

/** PostgreSQL refuses long index entries, and nobody types longer words. */
export const maxWordLength = 60;
const maxSought = 10;
/** Shorter numbers are house numbers and postcodes. */
const minDigits = 6;

/**
 * A search finds words that begin with the returned words. An email address is one word. A phone number is also one
 * word, with or without spaces.
 */
export function toSoughtWords(text: string): string[] {
  if (/^[\d\s()+./-]+$/.test(text) && digitsOf(text).length >= minDigits) return [digitsOf(text)];
  const words = text
    .split(/\s+/)
    .flatMap((part) => (part.includes('@') ? [textKey(part)] : tokensOf(part)))
    .map((word) => word.slice(0, maxWordLength));
  return [...new Set(words)].slice(0, maxSought);
}

export function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}
