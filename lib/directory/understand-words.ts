/** Recognises places, categories and answers in what a visitor typed: "child psychologist telehealth ballarat". */
import { matchLevels } from '@/lib/base/collections/text-index';
import { isSameCountry } from '@/lib/map/geo/countries';
import type { FoundPlace } from '@/lib/map/geo/place';
import type { Places } from '@/lib/map/geo/places';
import { lookUp } from '@/lib/base/look-up';
import { tokensOf } from '@/lib/base/text-tokens';
import { stemOf } from '@/lib/directory/words/word-stems';
import type { Lapsed } from './match';
import type { Model } from '@/lib/directory/model/model';
import { membersNear } from './members-near';
import { withTyped } from './with-place';
import { areaMeant, isEmptyWord, isStopWord, optionsMeant, vocabularyOf } from './vocabulary';

export interface Understanding {
  places: Pick<Places, 'suggest'>;
  country: string | null;
  /** Whether the search already has a place or area. If so, no place is recognised in the words. */
  hasPlace: boolean;
}

export interface UnderstoodWords {
  /** The words that were not recognised, in their order. */
  text: string;
  facets: Record<string, string[]>;
  place: FoundPlace | null;
}

/**
 * `raw`: a word as the visitor typed it. `tokens`: the words into which `tokensOf` divides `raw`, as in the text index.
 */
interface Word {
  raw: string;
  tokens: string[];
  isUsed: boolean;
}

const maxWords = 12;
const maxPlaceWords = 4;

/**
 * null: nothing was recognised, or the words are a member's name. States, and towns with their state, are recognised
 * first, then categories, then other towns; in each step, the longest phrases first.
 */
export function understandWords(
  model: Model,
  text: string,
  known: Understanding,
  lapsed: Lapsed,
): UnderstoodWords | null {
  const words = text
    .split(/[\s,;]+/)
    .map((raw): Word => ({ raw, tokens: tokensOf(raw), isUsed: false }))
    .filter(({ tokens }) => tokens.length > 0);
  if (words.length === 0 || words.length > maxWords) return null;
  const isLive = liveMembers(model, lapsed);
  const ofEverybody = wordsOfEverybody(model, words, isLive);
  const context: Context = { model, known, isLive, ofEverybody, asked: new Map() };
  if (isWholeName(context, words)) return null;
  let place = known.hasPlace ? null : takePlace(context, words, findStateOrItsTown);
  const facets = takeOptions(context, words);
  if (!known.hasPlace) place ??= takePlace(context, words, findTown);
  if (!known.hasPlace && place === null && !takeState(context, words, facets))
    place = takePlace(context, words, findSimilarTown);
  if (place === null && Object.keys(facets).length === 0) return null;
  const left = words.filter((word) => !word.isUsed && !saysNothing(context, word));
  if (left.length > 0 && isInSomeName(context, words)) return null;
  // "Inner West Sydney" is the area "Inner West, Sydney NSW".
  const said = new Set(tokensOf(place?.label ?? ''));
  const rest = left.filter(({ tokens }) => !tokens.every((token) => said.has(token)));
  return { text: rest.map(({ raw }) => raw).join(' '), facets, place };
}

interface Context {
  model: Model;
  known: Understanding;
  isLive: (member: number) => boolean;
  ofEverybody: ReadonlySet<Word>;
  /** What the gazetteer said: the same words are asked for a state, for a town and after a category. */
  asked: Map<string, FoundPlace | null>;
}

function liveMembers({ store }: Model, lapsed: Lapsed): (member: number) => boolean {
  return (member) => store.used[member] === 1 && !lapsed.has(member);
}

/** Whether the words are exactly a member's name, apart from words such as "and". */
function isWholeName({ model, isLive }: Context, words: Word[]): boolean {
  const tokens = words.flatMap((word) => word.tokens);
  return [tokens, tokens.filter((token) => !isStopWord(token))].some((named) => {
    const whole = new Set(named).size * 2 * (matchLevels.exact + matchLevels.inName) + 1;
    const { members, scores } = model.text.search(named.join(' '), isLive);
    return members.some((member, at) => scores[at] === whole && isLive(member));
  });
}

const maxNamesRead = 20;

/** Whether some member's name has all the words, or words with the same meaning. */
function isInSomeName({ model, isLive }: Context, words: Word[]): boolean {
  const tokens = words.flatMap((word) => word.tokens).filter((token) => !isStopWord(token));
  const readings = withJoinedPairs(tokens);
  const { members, scores } = model.text.search(tokens.join(' '), isLive, {
    related: model.words.synonyms.related,
  });
  const best = [...members.keys()]
    .filter((at) => isLive(members[at] ?? -1))
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
  return best.slice(0, maxNamesRead).some((at) => {
    const name = tokensOf(model.store.sortKeyAt(members[at] ?? 0));
    return readings.some((reading) =>
      reading.every((token) =>
        [token, ...model.words.synonyms.related(token)].some((one) =>
          name.some((own) => own.startsWith(one)),
        ),
      ),
    );
  });
}

/** "north side kids" may also be "northside kids". */
function withJoinedPairs(tokens: readonly string[]): (readonly string[])[] {
  const joined = tokens
    .slice(1)
    .map((second, at) => [...tokens.slice(0, at), `${tokens[at]}${second}`, ...tokens.slice(at + 2)]);
  return [tokens, ...joined];
}

function saysNothing({ ofEverybody }: Context, word: Word): boolean {
  return (
    ofEverybody.has(word) || word.tokens.every((token) => isStopWord(token) || isEmptyWord(stemOf(token)))
  );
}

/**
 * Many members may match the same word of the association's name. If at least this share of the members match it, the
 * word is treated as describing every member.
 */
const commonShare = 0.1;

/** Words and phrases that describe every member, such as "brewery" in the association of breweries. */
function wordsOfEverybody(
  { words: { synonyms, ofEverybody, ofName }, text, store }: Model,
  words: readonly Word[],
  isLive: (member: number) => boolean,
): Set<Word> {
  const isCommon = (key: string) =>
    ofName.has(key) && text.search(key, isLive).members.length >= commonShare * store.positions.length;
  const tokens = words.flatMap((word) => word.tokens.map((token) => ({ word, stem: stemOf(token) })));
  const units = synonyms
    .canonical(tokens.map(({ stem }) => stem))
    .filter(({ key }) => ofEverybody.has(key) || isCommon(key));
  return new Set(units.flatMap(({ from, to }) => tokens.slice(from, to).map(({ word }) => word)));
}

type FindPlace = (
  context: Context,
  window: Word[],
  place: { isAfterIn: boolean; isAll: boolean },
) => FoundPlace | null;

/**
 * Finds something in the longest possible sequence of unused words. The search starts at the end, where places usually
 * are.
 */
function takeLongest<Found>(
  words: Word[],
  find: (window: Word[], beside: { before: Word | undefined; after: Word | undefined }) => Found | null,
): Found | null {
  for (let length = Math.min(maxPlaceWords, words.length); length > 0; length -= 1) {
    for (let from = words.length - length; from >= 0; from -= 1) {
      const window = words.slice(from, from + length);
      const beside = { before: words[from - 1], after: words[from + length] };
      const found = window.some(({ isUsed }) => isUsed) ? null : find(window, beside);
      if (found === null) continue;
      for (const word of window) word.isUsed = true;
      return found;
    }
  }
  return null;
}

const streetWords = /^(?:street|road|avenue|lane|highway|parade|boulevard|terrace|drive)$/i;

function takePlace(context: Context, words: Word[], find: FindPlace): FoundPlace | null {
  return takeLongest(words, (window, { before, after }) => {
    if (isStop(window[0]) || isStop(window.at(-1))) return null;
    // "Sydney Road Brunswick" is in Brunswick.
    if (after !== undefined && streetWords.test(after.raw)) return null;
    return find(context, window, {
      isAfterIn: isStop(before),
      isAll: words.every((word) => window.includes(word) || saysNothing(context, word)),
    });
  });
}

/** Takes the longest phrase that is a state in members' addresses, but not one that the map knows. */
function takeState({ model }: Context, words: Word[], facets: Record<string, string[]>): boolean {
  const state = takeLongest(words, (window) => {
    const text = textOf(window);
    const area = text.length < minLetters ? null : areaMeant(model.facets.columns, text);
    return area?.key === 'state' ? area : null;
  });
  if (state !== null) facets[state.key] = [state.id];
  return state !== null;
}

function textOf(window: Word[]): string {
  return window.map(({ raw }) => raw).join(' ');
}

function isStop(word: Word | undefined): boolean {
  return word?.tokens.every((token) => isStopWord(token) || token === 'postcode') ?? false;
}

function bestPlace(
  { known, model, asked }: Context,
  window: Word[],
  { isGuess = false }: { isGuess?: boolean } = {},
): FoundPlace | null {
  const text = textOf(window);
  const key = `${isGuess} ${text}`;
  const answer = asked.get(key);
  if (answer !== undefined) return answer;
  const [place] = known.places.suggest(text, {
    country: known.country,
    limit: 1,
    isComplete: !isGuess,
    isExact: !isGuess,
    membersNear: (point: FoundPlace['point']) => membersNear(model, point),
  });
  const best = place === undefined ? null : withTyped(place, text);
  asked.set(key, best);
  return best;
}

function isAtHome({ known }: Context, place: FoundPlace): boolean {
  return isSameCountry(place.country, known.country);
}

/** "Newtown NSW" is a town, although "NSW" alone is a state. */
const findStateOrItsTown: FindPlace = (context, window, at) =>
  findState(context, window, at) ?? findTownOfState(context, window);

function findTownOfState(context: Context, window: Word[]): FoundPlace | null {
  const last = window.at(-1);
  if (last === undefined || window.length < 2) return null;
  const state = bestPlace(context, [last]);
  if (state?.regionId == null || state.match !== 'exact') return null;
  const town = bestPlace(context, window);
  return town?.match === 'exact' && town.regionId === null && isAtHome(context, town) ? town : null;
}

/** Codes that are also words. They are states only in capitals, or if no other words were typed. */
const wordsNotCodes = /^(act|in|or|me|hi|ok|id|la|ma|pa|de|al|oh|co|mi|mo|ne|ca|sa|wa|nt)$/i;

/** Regions abroad, such as Western in Ghana. Here, the word is part of an area such as "western suburbs". */
const wordsNotRegions = /^(?:(?:north|south|east|west)ern|central)$/i;

function findState(
  context: Context,
  window: Word[],
  { isAfterIn, isAll }: { isAfterIn: boolean; isAll: boolean },
) {
  const place = bestPlace(context, window);
  if (place?.regionId == null || place.match !== 'exact') return null;
  const text = textOf(window);
  if (wordsNotRegions.test(text) && !isAtHome(context, place)) return null;
  if (wordsNotCodes.test(text) && text !== text.toUpperCase() && !isAll) return null;
  return isAtHome(context, place) || isAfterIn || isAll ? place : null;
}

/** Words that are also names of towns. They are places only after "in", or if no other words were typed. */
const wordsNotTowns = new Set(
  'young bright hay sale speed hope home back hall bath reading nice mobile male orient man best care health sport sports baby hand pain open new urgent back relief mind wing focus'.split(
    ' ',
  ),
);
/**
 * In the association's country, a place with at least this population is recognised without "in". A smaller place is
 * recognised in three cases: after "in", without other words, or if members are nearby.
 */
const minPeople = 500;
/** A city abroad with this population is recognised without "in". */
const wellKnown = 200_000;
/** The other names of a city abroad count from this population, as in the field for places. */
const worldCity = 500_000;

function findTown(
  context: Context,
  window: Word[],
  { isAfterIn, isAll }: { isAfterIn: boolean; isAll: boolean },
) {
  const place = bestPlace(context, window);
  if (place?.match !== 'exact' && place?.match !== 'other') return null;
  // "Brunswik" is Brunswick with a typing error before it is a name of Braunschweig.
  if (place.match === 'other' && !isAtHome(context, place) && place.population < worldCity) return null;
  if (isAfterIn || isAll) return place;
  const isOneWord = window.length === 1;
  if (isOneWord && window.some(({ raw }) => wordsNotTowns.has(raw.toLowerCase()))) return null;
  const hasMembers = membersNear(context.model, place.point) > 0;
  const isEnough = isAtHome(context, place)
    ? hasMembers || place.population >= minPeople
    : place.population >= wellKnown || (hasMembers && !isOneWord);
  return isEnough ? place : null;
}

/** Words with fewer letters are not treated as misspelt towns, because they are too often different words. */
const minLetters = 5;
const largerTown = 1_000;

/** Finds a town whose name was typed with an error. The typed name must not be in any member's texts. */
function findSimilarTown(context: Context, window: Word[]) {
  if (window.length > 2 || window.every(({ raw }) => raw.length < minLetters)) return null;
  if (isKnownText(context, window)) return null;
  // A word with which a place at home begins is not an error: "bendi" is not Bondi.
  const place = bestPlace(context, window, { isGuess: true });
  if (place?.match !== 'similar' || !isAtHome(context, place)) return null;
  return place.population >= largerTown || membersNear(context.model, place.point) > 0 ? place : null;
}

/** Whether members have these words. This costs less than to compare them with the names of all towns. */
function isKnownText({ model, isLive }: Context, window: Word[]): boolean {
  const text = textOf(window);
  const { members, scores } = model.text.search(text, isLive, { related: model.words.synonyms.related });
  return members.some(
    (member, at) => isLive(member) && (scores[at] ?? 0) >= 2 * matchLevels.inside * window.length,
  );
}

function takeOptions({ model }: Context, words: Word[]): Record<string, string[]> {
  const vocabulary = vocabularyOf(model.facets.columns, model.words.synonyms);
  const tokens = words.flatMap((word) =>
    word.isUsed
      ? []
      : word.tokens.filter((token) => !isStopWord(token)).map((token) => ({ word, stem: stemOf(token) })),
  );
  const units = model.words.synonyms.canonical(tokens.map(({ stem }) => stem));
  const taken = new Set<number>();
  const facets: Record<string, string[]> = {};
  for (let length = Math.min(units.length, maxPhrase); length > 0; length -= 1) {
    for (let from = 0; from + length <= units.length; from += 1) {
      const phrase = units.slice(from, from + length);
      if (phrase.some((_, at) => taken.has(from + at))) continue;
      const meant = optionsMeant(
        vocabulary,
        phrase.map(({ key }) => key),
      );
      for (const { key, id } of meant) facets[key] = [...new Set([...(lookUp(facets, key) ?? []), id])];
      if (meant.length === 0) continue;
      for (const [at, unit] of phrase.entries()) {
        taken.add(from + at);
        for (const { word } of tokens.slice(unit.from, unit.to)) word.isUsed = true;
      }
    }
  }
  return facets;
}

const maxPhrase = 6;
