import type { Directory } from './directory';
import type { PublicEntry } from '@/lib/directory/model/entry';
import { shortlistParameter } from '@/lib/base/directory-parameters';

/** public/shortlist.js has the same limit. */
const maxShortlisted = 50;

/** Returns at most 50 different IDs, in their order in the list. Anything that is not an ID is left out. */
export function readShortlist(value: string): string[] {
  const ids = value.split('.').filter((id) => /^[1-9]\d{0,18}$/.test(id));
  return [...new Set(ids)].slice(0, maxShortlisted);
}

export function shortlistHref(ids: readonly string[]): string {
  return ids.length === 0 ? '/shortlist' : `/shortlist?${shortlistParameter}=${ids.join('.')}`;
}

/** `gone`: how many of the IDs have no public member now. */
export function findShortlisted(
  directory: Pick<Directory, 'find'>,
  ids: readonly string[],
): { entries: PublicEntry[]; gone: number } {
  const found = ids.map((id) => directory.find(id));
  const entries = found.filter((entry) => entry !== null && entry !== 'removed');
  return { entries, gone: ids.length - entries.length };
}
