/** The words that visitors may use for the options of facets, and the words that have no meaning on their own. */
import type { Synonyms } from '@/lib/directory/words/synonyms';
import { stemsOf } from '@/lib/directory/words/word-stems';
import { findCountry } from '@/lib/map/geo/countries';
import { placeKey, stateKey } from '@/lib/map/geo/place-key';
import type { FacetColumn } from '@/lib/directory/model/facet-index';
import { isYes } from './yes-no';

export interface NamedOption {
  key: string;
  id: string;
  /**
   * true: the visitor typed the whole name of the option. false: the visitor typed a part of the name, such as "hand"
   * of "Hand and Upper Limb".
   */
  isWhole: boolean;
}

/** The options that a phrase may mean, by `phraseKey`. */
export type Vocabulary = ReadonlyMap<string, readonly NamedOption[]>;

const stopWords = new Set(
  'a an the and of for in near at around from with who which that is are be me my i we need want looking find to by or on please some someone anyone does do can'.split(
    ' ',
  ),
);

/** If something else in a search was understood, these words are left out of the search. */
const emptyWords = new Set(
  'therapy specialist practitioner professional phone call now today urgent urgently available appointment speak postcode member treat treatment help best good local nearby area close offering offer provide service every everyone everybody all any each show list at has have had his her their our us was there this son daughter husband wife mother father mum dad'
    .split(' ')
    .flatMap(stemsOf),
);

export function isStopWord(token: string): boolean {
  return stopWords.has(token);
}

export function isEmptyWord(stem: string): boolean {
  return emptyWords.has(stem);
}

/** The order of the keys does not matter, and each key occurs only once in the result. */
function phraseKey(keys: readonly string[]): string {
  return [...new Set(keys)].sort().join(' ');
}

const vocabularies = new WeakMap<readonly FacetColumn[], { synonyms: Synonyms; words: Vocabulary }>();

/** The vocabulary is created at the first search with a model. Options that are long texts are left out. */
export function vocabularyOf(columns: readonly FacetColumn[], synonyms: Synonyms): Vocabulary {
  const known = vocabularies.get(columns);
  if (known?.synonyms === synonyms) return known.words;
  const words = new Map<string, NamedOption[]>();
  for (const column of columns) {
    for (const { key, id, forms } of optionsOf(column)) {
      forms.forEach((form, at) => addForm(words, synonyms, { form, option: { key, id, isWhole: at === 0 } }));
    }
  }
  vocabularies.set(columns, { synonyms, words });
  return words;
}

const maxOptions = 1_000;

function optionsOf({ key, label, options }: FacetColumn): { key: string; id: string; forms: string[] }[] {
  // The option of a state gets no words here. If the search text names a state, the state is recognised as a place.
  // Members are then searched inside the state's shape.
  if (key === 'state') return [];
  const yes = options.find(({ name }) => isYes(name));
  if (key.startsWith('extra-') && yes !== undefined) return [{ key, id: yes.id, forms: [label] }];
  return options.slice(0, maxOptions).map(({ id, name }) => ({ key, id, forms: formsOf(name) }));
}

const maxFormLetters = 80;

/** The whole name, and its parts: "Women's, Men's and Pelvic Health" is also "women's health". */
function formsOf(name: string): string[] {
  if (name.length > maxFormLetters) return [];
  const parts = name
    .split(/\s*(?:,|&|\/|\(|\)|\band\b)\s*/i)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (parts.length < 2) return [name];
  const last = parts.at(-1)?.split(/\s+/) ?? [];
  const shared = last.length > 1 ? parts.slice(0, -1).map((part) => `${part} ${last.at(-1) ?? ''}`) : [];
  return [name, ...parts, ...shared];
}

function addForm(
  words: Map<string, NamedOption[]>,
  synonyms: Synonyms,
  { form, option }: { form: string; option: NamedOption },
): void {
  const stems = stemsOf(form).filter((stem) => !isStopWord(stem));
  const key = phraseKey(synonyms.canonical(stems).map((part) => part.key));
  if (key === '') return;
  const known = words.get(key) ?? [];
  words.set(key, known);
  if (!known.some((one) => one.key === option.key && one.id === option.id)) known.push(option);
}

/** Questions whose answers are areas, such as "Local government area" or "Region". */
const asksForArea =
  /\b(areas?|lga|local (government|authority)|council|county|district|region|borough|municipality)\b/i;

type Area = Pick<NamedOption, 'key' | 'id'>;

const areasByColumns = new WeakMap<readonly FacetColumn[], ReadonlyMap<string, Area>>();

/** The option that is an area with this name: a state or country in members' addresses, or an answer. */
export function areaMeant(columns: readonly FacetColumn[], text: string): Area | null {
  let areas = areasByColumns.get(columns);
  if (areas === undefined) areasByColumns.set(columns, (areas = areasOf(columns)));
  return areas.get(placeKey(text)) ?? areas.get(keyOfCountry(text) ?? '') ?? null;
}

/** By the names of the areas, and countries also by `keyOfCountry`. Of two areas with one name, the first is meant. */
function areasOf(columns: readonly FacetColumn[]): Map<string, Area> {
  const areas = new Map<string, Area>();
  for (const { key, label, options } of columns) {
    if (key !== 'state' && key !== 'country' && !(key.startsWith('extra-') && asksForArea.test(label)))
      continue;
    for (const { id, name } of options) {
      const country = key === 'country' ? keyOfCountry(name) : null;
      for (const one of [placeKey(name), stateKey(name), country])
        if (one !== null && one !== '' && !areas.has(one)) areas.set(one, { key, id });
    }
  }
  return areas;
}

/** The same for "Germany", "Deutschland" and "DE". null: the text is no country. */
function keyOfCountry(text: string): string | null {
  const country = findCountry(text);
  return country === null ? null : `country ${country.code} ${country.state ?? ''}`;
}

/**
 * All returned options belong to one facet. If the phrase is the whole name of some options, only these options are
 * returned.
 */
export function optionsMeant(vocabulary: Vocabulary, keys: readonly string[]): readonly NamedOption[] {
  const all = vocabulary.get(phraseKey(keys)) ?? [];
  const whole = all.filter(({ isWhole }) => isWhole);
  const meant = whole.length > 0 ? whole : all;
  return meant.filter(({ key }) => key === meant[0]?.key).slice(0, maxMeant);
}

/** The maximum number of options for one phrase. A general word may be part of many names. */
const maxMeant = 5;
