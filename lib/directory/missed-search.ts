/** Decides which searches without results are counted for the office, and under which text. */
import { LRUCache } from 'lru-cache';
import type { Directory } from './directory';
import { parseDirectoryFilter, defaultUnit } from './filter';
import { placeContext, resolvePlace } from './resolve-place';
import type { DirectoryFilter } from './search';
import type { Places } from '@/lib/map/geo/places';
import { lookUp } from '@/lib/base/look-up';
import { missedLimits, type MissedSearch } from '@/lib/contract/missed-searches';
import { tokensOf } from '@/lib/base/text-tokens';
import { isStopWord } from './vocabulary';

interface Services {
  directory: Pick<Directory, 'understand' | 'search' | 'about' | 'facets' | 'areaNamed'>;
  places: Pick<Places, 'suggest'>;
  /** A redirected search is counted at its new address. */
  resolveQuery: (query: string) => string | null;
}

/** null: somebody was found, there are no words, or the words may be personal. */
export function createMissedSearchReader(services: Services): (query: string) => MissedSearch | null {
  const read = new LRUCache<string, { missed: MissedSearch | null }>({ max: 2_000 });
  return (query) => {
    const key = `${services.directory.about().version} ${query}`;
    const known = read.get(key);
    if (known !== undefined) return known.missed;
    const missed = toMissedSearch(services, query);
    read.set(key, { missed });
    return missed;
  };
}

function toMissedSearch({ directory, places, resolveQuery }: Services, query: string): MissedSearch | null {
  const { country } = directory.about();
  const parsed = parseDirectoryFilter(new URLSearchParams(query), { unit: defaultUnit(country) });
  if (parsed.filter.text === '' && parsed.filter.typed === '') return null;
  if (resolveQuery(query) !== null) return null;
  const { filter, problems } = resolvePlace(parsed, placeContext({ directory, places }));
  if (problems.length > 0 || filter.page > 1) return null;
  const words = countableWords(`${filter.typed} ${filter.text}`, textOf(directory, filter));
  const isMissed = filter.leftOut !== '' || directory.search(filter).total === 0;
  if (words === null || !isMissed) return null;
  return { words, place: placeOf(places, filter, country) };
}

function textOf(
  directory: Pick<Directory, 'facets'>,
  { text, facets, typed, leftOut }: DirectoryFilter,
): string {
  if (typed === '') return text;
  const names = directory
    .facets()
    .flatMap(({ key, label, options }) =>
      options
        .filter(({ id }) => lookUp(facets, key)?.includes(id))
        .map(({ name }) => (/^yes$/i.test(name) ? label : name)),
    );
  return [leftOut === '' ? text : leftOut, ...names].join(' ');
}

/**
 * Returns the words of `text` that have no digits. null: no word is left, or the text may be personal. A text may be
 * personal if it has an email or web address, more digits than a postcode, many words or a very long word.
 */
export function countableWords(typed: string, text: string): string | null {
  if (/[@\\]|:\/\/|\bwww\.|\.[a-z]{2,}(?:\/|\s|$)/i.test(typed.normalize('NFKC'))) return null;
  if ((typed.match(/\p{N}/gu) ?? []).length > maxDigits) return null;
  const words = [...new Set(tokensOf(text))].filter((word) => !isStopWord(word) && !/\p{N}/u.test(word));
  if (words.length === 0 || words.length > missedLimits.words) return null;
  return words.some((word) => word.length > missedLimits.letters) ? null : words.join(' ');
}

/** Enough for a postcode of four digits, such as in Australia, but not for a phone number. */
const maxDigits = 4;

/**
 * The label of the place, if the gazetteer has this place. Any other label is not counted, because it may be a street
 * or any other text. '': the gazetteer has no such place.
 */
function placeOf(
  places: Services['places'],
  { near, inside }: DirectoryFilter,
  country: string | null,
): string {
  const typed = near?.label ?? inside?.label ?? '';
  const [label] = typed.split(' (');
  if (label === undefined || label === '') return '';
  return (
    places.suggest(label, { country, limit: 5, isComplete: true }).find((place) => place.label === label)
      ?.label ?? ''
  );
}
