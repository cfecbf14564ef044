import { hash } from 'node:crypto';

/** In characters. PostgreSQL refuses index entries above about 2,700 bytes; a text of this length is always shorter. */
const longestIndexed = 200;

/**
 * A form of a text that fits into an index: the text itself or, if it is longer than 200 characters, its beginning and
 * a hash. Comparing the forms compares the whole texts.
 */
export function indexKey(text: string): string {
  if (text.length <= longestIndexed) return text;
  return `${text.slice(0, longestIndexed - 50)}#${hash('sha256', text, 'base64')}`;
}
