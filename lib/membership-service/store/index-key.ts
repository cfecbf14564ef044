import { hash } from 'node:crypto';

/** PostgreSQL refuses index entries above some 2 700 bytes; the longest text of this length stays below. */
const longestKept = 200;

/**
 * A text as an index can hold it: itself, or its beginning and a hash when it is longer than 200 characters.
 * Equal for equal texts only, so whole values compare by it.
 */
export function indexKey(text: string): string {
  if (text.length <= longestKept) return text;
  return `${text.slice(0, longestKept - 50)}#${hash('sha256', text, 'base64')}`;
}
