import type { Directory } from './directory';
import { emptyFilter } from './filter';
import type { DirectoryFilter } from './search';
import { tokensOf } from '@/lib/text-tokens';

/**
 * Longer texts are not tested, because each word costs one or two searches. They are rarely a list of separate
 * requirements.
 */
const maxWords = 5;

/**
 * Leaves out words that prevent results, and names them in `leftOut`. For this, the search must have a recognised place
 * or choice. There must also be no member who matches all the remaining words. If a word to leave out is in a person's
 * name, the filter stays unchanged. A visitor who looks for this person does not want other members.
 */
export function leaveOutMissing(
  filter: DirectoryFilter,
  directory: Pick<Directory, 'search'>,
): DirectoryFilter {
  const words = filter.text.split(' ').filter(Boolean);
  if (filter.typed === '' || words.length === 0 || words.length > maxWords) return filter;
  const finds = (kept: readonly string[]) =>
    directory.search({ ...filter, text: kept.join(' '), page: 1 }).total > 0;
  if (finds(words) || !finds([])) return filter;
  const kept: string[] = [];
  const leftOut: string[] = [];
  for (const word of words) (finds([...kept, word]) ? kept : leftOut).push(word);
  if (leftOut.some((word) => isInSomeName(word, directory))) return filter;
  return { ...filter, text: kept.join(' '), leftOut: leftOut.join(' '), page: 1 };
}

/** Reads only the first results, because the best matches come first. */
function isInSomeName(word: string, directory: Pick<Directory, 'search'>): boolean {
  const tokens = tokensOf(word);
  return directory
    .search({ ...emptyFilter, text: word })
    .hits.some(
      ({ entry }) =>
        entry.kind === 'person' && tokensOf(entry.name).some((own) => tokens.some((token) => own === token)),
    );
}
