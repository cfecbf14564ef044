/**
 * Members who match the typed words come first. Members who match only a phrase with the same meaning come after them.
 */
import { createReusableArray } from '@/lib/base/collections/reusable-array';
import { queryWords, type TextMatches } from '@/lib/base/collections/text-index';
import { inIdOrder } from '@/lib/directory/model/entry-store';
import type { Model } from '@/lib/directory/model/model';
import type { SearchWords } from '@/lib/directory/words/search-words';
import { stemOf } from '@/lib/directory/words/word-stems';

/**
 * Returns the members in the order of IDs.
 * @param live 1 for each live member
 */
export function matchText(model: Model, typed: string, live: Uint8Array): TextMatches {
  const { text, store, words } = model;
  const isLive = (member: number) => live[member] === 1;
  const scoreOf = scoreRoom(live.length).fill(0);
  const add = ({ members, scores }: TextMatches, raise: (score: number) => number) => {
    for (let at = 0; at < members.length; at += 1) {
      const [member, score] = [members[at]!, raise(scores[at]!)]; // The index is in range, here and below.
      if (live[member] === 1 && score > scoreOf[member]!) scoreOf[member] = score;
    }
  };
  const { synonyms } = words;
  const { needed, rephrased } = readPhrases(typed, words);
  add(text.search(typed, isLive, { related: synonyms.related }), (score) => score);
  for (const other of rephrased)
    add(text.search(other, isLive, { related: synonyms.related, isStrict: true }), () => lowestScore);
  if (needed === '')
    for (let member = 0; member < live.length; member += 1) scoreOf[member] ||= live[member]!;
  else if (needed !== null) add(text.search(needed, isLive, { related: synonyms.related }), (score) => score);
  return inOrder(store, scoreOf);
}

/**
 * The score of a member who matches only a phrase with the same meaning. A match of the typed words always scores more.
 */
const lowestScore = 1;
/** Each rephrased text costs another search. */
const maxRephrased = 8;

interface Phrases {
  /**
   * The text without the words that describe every member. Members need not match these words, which only change the
   * order of the results. null: the text has no such words.
   */
  needed: string | null;
  /**
   * The text with a phrase replaced by another phrase of the same group. The text index itself does this for single
   * words.
   */
  rephrased: string[];
}

function readPhrases(typed: string, { synonyms, ofEverybody }: SearchWords): Phrases {
  const tokens = queryWords(typed);
  const units = synonyms.canonical(tokens.map(stemOf));
  const textOf = (from: number, to: number) => tokens.slice(from, to).join(' ');
  const others = units.filter(({ key }) => !ofEverybody.has(key));
  const rephrased = units.flatMap(({ key, from, to }) => {
    const isPhrase = (words: string) => to - from > 1 || words.includes(' ');
    return synonyms
      .group(key)
      .filter(isPhrase)
      .map((words) => `${textOf(0, from)} ${words} ${textOf(to, tokens.length)}`);
  });
  return {
    needed: others.length === units.length ? null : others.map(({ from, to }) => textOf(from, to)).join(' '),
    rephrased: rephrased.slice(0, maxRephrased),
  };
}

const scoreRoom = createReusableArray((length) => new Uint16Array(length));

function inOrder(store: Model['store'], scoreOf: Uint16Array): TextMatches {
  let count = 0;
  for (let member = 0; member < scoreOf.length; member += 1) if (scoreOf[member] !== 0) count += 1;
  const found = new Uint32Array(count);
  for (let member = 0, at = 0; at < count; member += 1) if (scoreOf[member] !== 0) found[at++] = member;
  const members = inIdOrder(store, found, (member) => member);
  const scores = new Uint16Array(count);
  for (let at = 0; at < count; at += 1) scores[at] = scoreOf[members[at]!]!; // The index is in range.
  return { members, scores };
}
