/**
 * Finds what a search means: a typed place becomes a point or a region, and places, categories and answers are
 * recognised in the words.
 */
import { afterStreet, parsePoint } from '@/lib/map/geo/place-words';
import { isSameCountry } from '@/lib/map/geo/countries';
import { famous, type FoundPlace, type Place } from '@/lib/map/geo/place';
import type { Places } from '@/lib/map/geo/places';
import type { Point } from '@/lib/map/geo/point';
import { lookUp } from '@/lib/base/look-up';
import { filterText } from '@/lib/messages/filter';
import { say } from '@/lib/messages/say';
import { tokensOf } from '@/lib/base/text-tokens';
import { asksForLocation, readDistance, withoutLocation, type TypedDistance } from './distance-words';
import type { Directory } from './directory';
import {
  defaultUnit,
  emptyFilter,
  kilometresInUnit,
  radiusChoices,
  roundedPoint,
  type DistanceUnit,
} from './filter';
import type { FilterProblem, ParsedFilter } from './filter';
import type { DirectoryFilter } from './search';
import { isStopWord } from './vocabulary';
import { withPlace, withTyped } from './with-place';

export interface FilterWithPlace {
  filter: DirectoryFilter;
  problems: FilterProblem[];
  /** The found place, to be shown. null: none was typed, or none is known. */
  understood: Place | null;
}

export function placeContext({
  directory,
  places,
}: {
  directory: Pick<Directory, 'understand' | 'search' | 'about' | 'areaNamed'>;
  places: Pick<Places, 'suggest'>;
}): PlaceContext {
  const { country } = directory.about();
  return { places, country, words: { directory, unit: defaultUnit(country) } };
}

export interface PlaceContext {
  places: Pick<Places, 'suggest'>;
  country: string | null;
  /** null: words are not interpreted. */
  words: {
    directory: Pick<Directory, 'understand' | 'search' | 'areaNamed'>;
    unit: DistanceUnit;
  } | null;
}

/**
 * Finds the typed place, preferably in `country`, and uses the gazetteer's best match. Also interprets the words of the
 * search text. If the place is unknown, `problems` names the field `near`, and the filter stays unchanged. In this
 * case, the words are not interpreted. If no radius was given, chooses one.
 */
export function resolvePlace(parsed: ParsedFilter, context: PlaceContext): FilterWithPlace {
  const resolved = resolveText(parsed, context);
  if (parsed.hasRadius || context.words === null) return resolved;
  return { ...resolved, filter: withFittingRadius(resolved.filter, parsed.filter, context.words.directory) };
}

// Enough to choose from on one page.
const enoughMembers = 20;

/**
 * The smallest offered radius with enough members for the place and what was typed, whatever was chosen besides
 * (`before`). If none has enough, the usual radius, or the first that finds anybody. A distance in the words ("10 km
 * from Geelong") and the size of an area stay as they are.
 */
function withFittingRadius(
  filter: DirectoryFilter,
  before: DirectoryFilter,
  directory: Pick<Directory, 'search'>,
): DirectoryFilter {
  const { text, asTyped, typed, near } = filter;
  if (near === null) return filter;
  const { choices, usual } = radiusChoices[near.unit];
  const isUsual = near.radiusKm === usual * kilometresInUnit[near.unit];
  if (!isUsual || readDistance(typed, near.unit) !== null) return filter;
  const facets = typedFacets(filter, before);
  const within = (radius: number) => ({ ...near, radiusKm: radius * kilometresInUnit[near.unit] });
  let smallest: number | null = null;
  for (const choice of choices) {
    const { total } = directory.search({ ...emptyFilter, text, asTyped, facets, near: within(choice) });
    if (total >= enoughMembers) return { ...filter, near: within(choice) };
    if (total > 0) smallest ??= choice;
  }
  // A larger radius finds everybody whom a smaller one finds.
  return smallest === null || smallest <= usual ? filter : { ...filter, near: within(smallest) };
}

/** The choices that were recognised in what was typed. */
function typedFacets(filter: DirectoryFilter, before: DirectoryFilter): DirectoryFilter['facets'] {
  const added = Object.entries(filter.facets).map(([key, values]) => {
    const known = lookUp(before.facets, key) ?? [];
    return [key, values.filter((value) => !known.includes(value))] as const;
  });
  return Object.fromEntries(added.filter(([, values]) => values.length > 0));
}

function resolveText(parsed: ParsedFilter, context: PlaceContext): FilterWithPlace {
  const { problems, unresolvedPlace } = parsed;
  if (unresolvedPlace === null) return { ...withWords(parsed.filter, context), problems };
  const { text, radiusKm, unit } = unresolvedPlace;
  const refused = (message: string, choices: string[] = []) => ({
    filter: parsed.filter,
    problems: [...problems, { field: 'near' as const, message, choices }],
    understood: null,
  });
  if (asksForLocation(text)) return refused(filterText.nearMe);
  const found = findPlace(text, context);
  // Areas in members' addresses come before small places abroad, typing errors and the circles of well-known areas.
  const isCertain =
    found?.match === 'exact' && found.radiusKm === undefined && isSameCountry(found.country, context.country);
  const area = isCertain ? null : context.words?.directory.areaNamed(text);
  if (area != null) {
    const filter = withFacets(parsed.filter, { [area.key]: [area.id] });
    return { filter: withWords(filter, context).filter, problems, understood: null };
  }
  if (found === null) return refused(say(filterText.place, { place: text }), placesBegun(text, context));
  const filter = withWords(withPlace(parsed.filter, found, { radiusKm, unit }), context).filter;
  return { filter, problems, understood: found };
}

/**
 * The places that begin so, because the text may be unfinished. If there are none, the place that the text names besides
 * something unknown: "Geelong hospital".
 */
function placesBegun(text: string, { places, country }: Pick<PlaceContext, 'places' | 'country'>): string[] {
  const begun = places.suggest(text, { country, limit: 3 });
  if (begun.length > 0) return begun.map(({ label }) => label);
  const words = text.split(/[\s,]+/).filter(Boolean);
  for (let left = 1; left < words.length; left += 1) {
    const named = [words.slice(0, -left), words.slice(left)].flatMap((part) =>
      places.suggest(part.join(' '), { country, limit: 1, isComplete: true, isExact: true }),
    );
    const atHome = named.filter((place) => isSameCountry(place.country, country));
    if (atHome.length > 0) return atHome.map(({ label }) => label);
  }
  return [];
}

function withFacets(filter: DirectoryFilter, more: Readonly<Record<string, string[]>>): DirectoryFilter {
  const facets = { ...filter.facets };
  for (const [key, values] of Object.entries(more))
    facets[key] = [...new Set([...(lookUp(facets, key) ?? []), ...values])];
  return { ...filter, facets };
}

/** Coordinates, the suburb of a street address, or the place of a name or postcode. */
function findPlace(
  text: string,
  { places, country }: Pick<PlaceContext, 'places' | 'country'>,
): FoundPlace | null {
  const point = parsePoint(text);
  if (point !== null) return placeAt(point);
  const named = (name: string) => findNamed(name, { places, country });
  const suburb = afterStreet(text);
  const found = suburb === null ? null : named(suburb);
  if (found === null) return named(text);
  return { ...found, label: say(filterText.suburbOf, { place: found.label, address: text }) };
}

/**
 * The place with the whole name, then an area in members' addresses, then a place in the association's country with a
 * typing error. The beginning of a name is never meant: "2001" is not a postcode in Washington (docs/decisions.md, J37).
 */
function findNamed(
  name: string,
  { places, country }: Pick<PlaceContext, 'places' | 'country'>,
): FoundPlace | null {
  const [best] = places.suggest(name, { country, limit: 1, isComplete: true });
  if (best === undefined) return null;
  const found = withTyped(best, name);
  const isSure = isSameCountry(found.country, country) || country === null || isLarge(found);
  if (found.match !== 'similar' && isSure) return found;
  // "mel" is a village abroad and "bendi" is like Bondi, but both are more likely unfinished: Melbourne, Bendigo.
  const [begun] = places.suggest(name, { country, limit: 1 });
  return begun?.match === 'prefix' && isSameCountry(begun.country, country) ? null : found;
}

function isLarge({ population, regionId, radiusKm }: FoundPlace): boolean {
  return population >= famous || regionId !== null || radiusKm !== undefined;
}

function placeAt(point: Point): FoundPlace {
  const { latitude, longitude } = roundedPoint(point);
  const label = `${latitude.toFixed(2)}, ${longitude.toFixed(2)}`;
  const blank = { name: '', state: '', postcode: '', country: '', population: 0 };
  return { ...blank, id: `point-${label}`, label, point, match: 'exact', regionId: null };
}

/**
 * Recognises places, categories and answers in the words. If this finds nobody but the plain text finds somebody, the
 * words stay text. Remaining words that match nobody are left out.
 */
function withWords(
  filter: DirectoryFilter,
  context: PlaceContext,
): Pick<FilterWithPlace, 'filter' | 'understood'> {
  const isAsked = context.words !== null && !filter.asTyped && asksForLocation(filter.text);
  let now: Pick<FilterWithPlace, 'filter' | 'understood'> = {
    filter: isAsked
      ? { ...filter, text: withoutLocation(filter.text), typed: filter.typed || filter.text }
      : filter,
    understood: null,
  };
  // Without the recognised words, the remaining ones may have a meaning. The loop repeats until nothing more is
  // recognised, so that a redirect does not lead to another redirect. It ends, because each step leaves fewer words.
  for (;;) {
    const next = understand(now.filter, context);
    if (next === null)
      return context.words === null
        ? now
        : { ...now, filter: leaveOutMissing(now.filter, context.words.directory) };
    const typed = filter.typed || filter.text;
    now = { filter: { ...next.filter, typed }, understood: next.place ?? now.understood };
  }
}

type Understood = { filter: DirectoryFilter; place: FoundPlace | null };

/** null: no place, category or answer was recognised in the text. */
function understand(filter: DirectoryFilter, context: PlaceContext): Understood | null {
  const { words } = context;
  if (words === null || filter.text === '' || filter.asTyped) return null;
  const { unit } = words;
  const said = readDistance(filter.text, unit);
  // If no place is recognised, words such as "10 km from" are ordinary words.
  const around = said === null ? null : interpret({ filter, ...said }, context);
  if (around !== null && around.place !== null) return around;
  const distance = { radiusKm: radiusChoices[unit].usual * kilometresInUnit[unit], unit };
  return interpret({ filter, text: filter.text, distance }, context);
}

/** @param distance the radius around a place that is recognised in the text */
function interpret(
  { filter, text, distance }: { filter: DirectoryFilter } & TypedDistance,
  { places, country, words }: PlaceContext,
): Understood | null {
  if (words === null) return null;
  const { directory } = words;
  const hasPlace = filter.near !== null || filter.inside !== null || filter.box !== null;
  const place = hasPlace ? null : locatedText(text, { places, country });
  if (place !== null) return { filter: withPlace({ ...filter, text: '' }, place, distance), place };
  const found = directory.understand(text, { places, country, hasPlace });
  if (found === null) return null;
  const named = withFacets({ ...filter, text: found.text }, found.facets);
  const next = found.place === null ? named : withPlace(named, found.place, distance);
  const isWorse = directory.search(next).total === 0 && directory.search(filter).total > 0;
  return isWorse ? null : { filter: next, place: found.place };
}

function locatedText(text: string, context: Pick<PlaceContext, 'places' | 'country'>): FoundPlace | null {
  return parsePoint(text) !== null || afterStreet(text) !== null ? findPlace(text, context) : null;
}

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
function leaveOutMissing(filter: DirectoryFilter, directory: Pick<Directory, 'search'>): DirectoryFilter {
  const [sought = '', ...landmark] = filter.asTyped ? [filter.text] : filter.text.split(beforePlace);
  const saysMore = (word: string) => !tokensOf(word).every(isStopWord);
  const named = landmark.map((name) => name.split(' ').filter(saysMore).join(' '));
  const words = [...unitsOf(sought), ...named].filter(saysMore);
  const finds = (kept: readonly string[]) =>
    directory.search({ ...filter, text: kept.join(' '), page: 1 }).total > 0;
  const hasUnknowable = !filter.asTyped && filter.text.search(unknowable) !== -1;
  if (
    (filter.typed === '' && !hasUnknowable && landmark.length === 0) ||
    words.length === 0 ||
    words.length > maxWords
  )
    return filter;
  if (finds(words) || !finds([])) return filter;
  if (filter.typed === '' && hasUnknowable) return withoutUnknowable(filter, finds);
  const kept: string[] = [];
  const leftOut: string[] = [];
  for (const word of words) (finds([...kept, word]) ? kept : leftOut).push(word);
  if (leftOut.some((word) => isInSomeName(word, directory))) return filter;
  const typed = filter.typed || filter.text;
  return { ...filter, text: kept.join(' '), typed, leftOut: leftOut.join(' '), page: 1 };
}

/** What follows may be a landmark, which the map does not know: "physio near Flinders Street Station". */
const beforePlace = /(?<!\p{L})near(?!\p{L})/iu;

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
  const kept = unitsOf(filter.text.replace(unknowable, ' ')).filter(
    (word) => !tokensOf(word).every(isStopWord),
  );
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
