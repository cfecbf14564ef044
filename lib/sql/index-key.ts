import { hash } from 'node:crypto';

/** PostgreSQL refuses index entries above about 2 700 bytes. The longest text of this length stays below. */
const longestIndexed = 200;

/**
 * A text in a form that fits into an index: the text itself, or its beginning and a hash if it is longer than 200
 * characters. Equal only for equal texts, so whole values can be compared by it.
 */
export function indexKey(text: string): string {
  if (text.length <= longestIndexed) return text;
  return `${text.slice(0, longestIndexed - 50)}#${hash('sha256', text, 'base64')}`;
}
