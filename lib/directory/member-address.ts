import type { Directory } from './directory';
import type { PublicEntry } from '@/lib/directory/model/entry';

/** For `/members/{segment}`. `moved`: the member's name has changed, or is not in the address. */
export type MemberAtAddress =
  | { kind: 'here'; entry: PublicEntry }
  | { kind: 'moved'; path: string }
  | { kind: 'removed' }
  | { kind: 'unknown' };

export function memberPath(slug: string): string {
  return `/members/${encodeURIComponent(slug)}`;
}

/** The profile as members see it. */
export function membersPath(slug: string): string {
  return `/members-only/members/${encodeURIComponent(slug)}`;
}

/**
 * Only the ID before the first hyphen counts.
 * @param segment decoded
 */
export function memberAtAddress(directory: Pick<Directory, 'find'>, segment: string): MemberAtAddress {
  const [id = ''] = segment.split('-', 1);
  const found = id === '' ? null : directory.find(id);
  if (found === null) return { kind: 'unknown' };
  if (found === 'removed') return { kind: 'removed' };
  return found.slug === segment
    ? { kind: 'here', entry: found }
    : { kind: 'moved', path: memberPath(found.slug) };
}

/** Returns '' if the percent-encoding is invalid. No member has the address ''. */
export function decodedSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return '';
  }
}
