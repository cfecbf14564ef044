import { hash } from 'node:crypto';

/**
 * This is a number of characters. PostgreSQL refuses index entries above about 2,700 bytes. A text of 200 characters
 * always has fewer bytes.
 */
const maxIndexedLength = 200;

/**
 * Returns a form of a text that fits into an index. A text of up to 200 characters is returned unchanged. For a longer
 * text, the form is its beginning and a hash of the whole text. Two texts have the same form only if they are equal.
 */
export function indexKey(text: string): string {
  if (text.length <= maxIndexedLength) return text;
  return `${text.slice(0, maxIndexedLength - 50)}#${hash('sha256', text, 'base64')}`;
}
