import { parseSynonyms } from '@/lib/contract/fields/synonym-groups';
import { defaultNoun } from '@/lib/base/noun';
import type { Site } from '@/lib/contract/site';
import { createSynonyms, type Synonyms } from './synonyms';
import { stemsOf } from './word-stems';

export interface SearchWords {
  synonyms: Synonyms;
  /**
   * The words and phrases that describe every member, such as "physiotherapist" in a physiotherapy association. Each
   * one is stored as its `key` from `Synonyms.canonical`.
   */
  ofEverybody: ReadonlySet<string>;
  /**
   * The keys of all words in the association's name. If many members match such a word, the word also describes every
   * member.
   */
  ofName: ReadonlySet<string>;
}

/** The settings that decide what words mean. */
export type WordSettings = Pick<Site, 'name' | 'noun' | 'synonyms'>;

export const plainWordSettings: WordSettings = { name: '', noun: defaultNoun, synonyms: '' };

export function createSearchWords({ name, noun, synonyms: list }: WordSettings): SearchWords {
  const nouns = [noun.one, noun.many].filter((word) => word !== defaultNoun.one && word !== defaultNoun.many);
  const synonyms = createSynonyms([...parseSynonyms(list), nouns]);
  const keysOf = (text: string) => synonyms.canonical(stemsOf(text)).map(({ key }) => key);
  const ofName = new Set(keysOf(name));
  const professions = [...ofName].filter(isProfession);
  return { synonyms, ofEverybody: new Set([...professions, ...nouns.flatMap(keysOf)]), ofName };
}

export const plainSearchWords = createSearchWords(plainWordSettings);

/** "physiotherapist" describes the members; "southern" in the association's name does not. */
function isProfession(key: string): boolean {
  return key.startsWith('§') || /(therap|olog|iatr)$/.test(key);
}
