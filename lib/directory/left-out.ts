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
  const words = unitsOf(filter.text);
  const finds = (kept: readonly string[]) =>
    directory.search({ ...filter, text: kept.join(' '), page: 1 }).total > 0;
  const hasUnknowable = !filter.asTyped && filter.text.search(unknowable) !== -1;
  if ((filter.typed === '' && !hasUnknowable) || words.length === 0 || words.length > maxWords) return filter;
  if (finds(words) || !finds([])) return filter;
  if (filter.typed === '') return withoutUnknowable(filter, finds);
  const kept: string[] = [];
  const leftOut: string[] = [];
  for (const word of words) (finds([...kept, word]) ? kept : leftOut).push(word);
  if (leftOut.some((word) => isInSomeName(word, directory))) return filter;
  return { ...filter, text: kept.join(' '), leftOut: leftOut.join(' '), page: 1 };
}

/**
 * What no directory of members knows: who pays, opening hours, prices and opinions. If an association does know it, some
 * member has the word.
 */
const unknowable =
  /(?<!\p{L})(?:ndis|medicare|medicaid|bupa|bulk[ -]?bill(?:ing|ed)?|health fund|private health|insurance|rebates?|open now|open (?:today|late|sundays?|saturdays?|weekends?)|after hours|24 ?hours?|24\/7|cheap(?:est)?|affordable|free|low cost|price|prices|cost|fees?|best|top|rated|reviews?|recommended)(?!\p{L})/giu;

/** The words of a text. What no directory knows is one of them, also if it has several words, such as "bulk bill". */
function unitsOf(text: string): string[] {
  const whole = text.match(unknowable) ?? [];
  const between = text.split(unknowable).map((part) => part.split(' ').filter(Boolean));
  return between.flatMap((words, at) => [...words, ...whole.slice(at, at + 1)]);
}

/** "NDIS" alone shows all members and says that the word was left out. */
function withoutUnknowable(
  filter: DirectoryFilter,
  finds: (kept: readonly string[]) => boolean,
): DirectoryFilter {
  const kept = filter.text.replace(unknowable, ' ').split(' ').filter(Boolean);
  if (!finds(kept)) return filter;
  const leftOut = (filter.text.match(unknowable) ?? []).join(' ');
  return { ...filter, text: kept.join(' '), typed: filter.text, leftOut, page: 1 };
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
