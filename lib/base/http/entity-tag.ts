import { hash } from 'node:crypto';

/**
 * A strong entity tag of a value that can be written as JSON.
 * @param length how many characters of the hash the tag has. Clients store tags, so an endpoint keeps its length
 */
export function tagOfJson(value: unknown, length = 43): string {
  return tagOf(JSON.stringify(value), length);
}

export function tagOf(body: string | Uint8Array, length = 27): string {
  return `"${hash('sha256', body, 'base64url').slice(0, length)}"`;
}

/**
 * Whether a client already has the version with the entity tag `etag`. The tags are compared weakly, because a proxy
 * may have marked our tag as weak.
 * @see RFC 9110 §13.1.2
 */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag);
}
