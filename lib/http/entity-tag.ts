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
