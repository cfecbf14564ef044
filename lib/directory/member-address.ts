/** Where a member's profile is, and what an address of a profile leads to. */
import type { Directory } from './directory';
import type { PublicEntry } from './entry';

/** What stands at `/members/{segment}`. `moved`: the member is now called otherwise, or the name was left out. */
export type MemberAtAddress =
  | { kind: 'here'; entry: PublicEntry }
  | { kind: 'moved'; path: string }
  | { kind: 'gone' }
  | { kind: 'unknown' };

/** The path of a profile. */
export function memberPath(slug: string): string {
  return `/members/${encodeURIComponent(slug)}`;
}

/** What the last segment of a profile's address, decoded, leads to: the ID before its first hyphen decides. */
export function memberAtAddress(directory: Pick<Directory, 'find'>, segment: string): MemberAtAddress {
  const [id = ''] = segment.split('-', 1);
  const found = id === '' ? null : directory.find(id);
  if (found === null) return { kind: 'unknown' };
  if (found === 'gone') return { kind: 'gone' };
  return found.slug === segment
    ? { kind: 'here', entry: found }
    : { kind: 'moved', path: memberPath(found.slug) };
}

/** A segment of an address, decoded; '' when it is not valid percent-encoding, which is nobody's. */
export function decodedSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return '';
  }
}
