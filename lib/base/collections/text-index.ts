/**
 * Text search over the members' public words. A sorted vocabulary has a list of members for each word. Words with a
 * common beginning are adjacent, so the search for a single letter is as fast as for a name. Members who were added
 * later are in small parts with their own vocabularies.
 */
import { allowedEdits, countBits, isWithinEdits, letterSet, maxWordLength } from '@/lib/base/edit-distance';
import { createReusableArray } from './reusable-array';
import { sortInSlices, type Pause } from '@/lib/base/slices';
import { tokensOf } from '@/lib/base/text-tokens';
import { createWordPairs } from './word-pairs';

export interface TextIndex {
  /**
   * Every typed word must be a word of the member, or the beginning of one. A typed word with 3 letters or more may be
   * any part of a word. If fewer than `littleFound` members are found, typing errors are allowed.
   * @param isLive tells which members can be found
   */
  search(text: string, isLive: (member: number) => boolean, options?: TextSearchOptions): TextMatches;
  with(more: MemberWords[]): TextIndex;
  /** The columns of the same index without the members who have no number any more. */
  columns(kept: Renumbering, pause: Pause): Promise<TextColumns>;
}

/** New numbers for the members of an index. Some members are left out. */
export interface Renumbering {
  /** The old number of each member, in the order of the new numbers. */
  members: Uint32Array;
  /** The new number of each old number. -1: the member is left out. */
  numbers: Int32Array;
}

export interface TextSearchOptions {
  /**
   * Returns words that mean the same as the typed word, or the beginnings of such words. A member is also found if one
   * of the member's words begins like this. This match scores like a match inside a word. If the typed word itself
   * matches better, the better score is kept.
   */
  related?: (word: string) => readonly string[];
  /** true: typing errors are not allowed. */
  isStrict?: boolean;
}

/** `name` weighs more than `others`. */
export interface MemberWords {
  name: string[];
  others: string[];
}

export interface TextMatches {
  members: Uint32Array;
  /** The score of each member. Scores start at 1, and a higher score is better. */
  scores: Uint16Array;
}

export interface TextIndexBuilder {
  add(words: MemberWords): void;
  finish(pause: Pause): Promise<TextColumns>;
}

export function textIndexOf(columns: TextColumns): TextIndex {
  return createTextIndex([createPart(columns)]);
}

/**
 * If fewer members than this number are found, the search allows typing errors. The count includes members who do not
 * match the chosen facets. Otherwise, choosing a facet could reduce the count, allow typing errors and so add results.
 */
export const littleFound = 3;
/**
 * Among matches of one kind, a match in the name ranks above a match elsewhere. A better kind of match always ranks
 * higher.
 */
export const matchLevels = { exact: 8, prefix: 6, inside: 4, fuzzy: 2, inName: 1 } as const;
export const minInsideLength = 3;
const maxQueryWords = 8;
/**
 * The highest possible score. A member gets this score if a query of `maxQueryWords` words is exactly the member's full
 * name.
 */
export const maxScore = 2 * maxQueryWords * (matchLevels.exact + matchLevels.inName) + 1;

/** Distinct words, at most `maxQueryWords`. */
export function queryWords(text: string): string[] {
  return [...new Set(cutTokens(text))].slice(0, maxQueryWords);
}

export function createTextIndexBuilder(): TextIndexBuilder {
  const numbers = new Map<string, number>();
  const cached = new Map<string, readonly number[]>();
  /**
   * For each word: the last member who has the word. This shows whether the word is new for the current member.
   * Creating a set of words for each member would take most of the time.
   */
  const lastMembers: number[] = [];
  const nameLengths: number[] = [];
  const pairs = createWordPairs();

  const numberOf = (word: string) => {
    const known = numbers.get(word);
    if (known !== undefined) return known;
    numbers.set(word, numbers.size);
    lastMembers.push(-1);
    return numbers.size - 1;
  };
  const numbersOf = (text: string) => {
    const known = cached.get(text);
    if (known !== undefined) return known;
    const found = cutTokens(text).map(numberOf);
    // Suburbs, types and answers repeat, so their words are cached. Names rarely repeat.
    if (cached.size < 20_000) cached.set(text, found);
    return found;
  };
  /** @returns how many words are new for the member */
  const append = (texts: readonly string[], member: number, isName: boolean) => {
    let count = 0;
    for (const text of texts) {
      for (const number of numbersOf(text)) {
        if (lastMembers[number] === member) continue;
        lastMembers[number] = member;
        pairs.add(number, member * 2 + Number(isName));
        count += 1;
      }
    }
    return count;
  };
  return {
    add({ name, others }) {
      const member = nameLengths.length;
      nameLengths.push(Math.min(255, append(name, member, true)));
      append(others, member, false);
    },
    async finish(pause) {
      const words = await sortInSlices([...numbers.keys()], (a, b) => (a < b ? -1 : 1), pause);
      const rank = new Uint32Array(words.length);
      for (const [position, word] of words.entries()) rank[numbers.get(word) ?? 0] = position;
      const postings = await pairs.group(rank, pause);
      await pause();
      return { words, ...postings, nameLengths: Uint8Array.from(nameLengths) };
    },
  };
}

function distinctWords({ name, others }: MemberWords) {
  const inName = new Set(name.flatMap(cutTokens));
  const elsewhere = new Set(others.flatMap(cutTokens).filter((word) => !inName.has(word)));
  return { inName, elsewhere, nameLength: Math.min(255, inName.size) };
}

const wordRoom = createReusableArray((length) => new Uint8Array(length));
const totalRoom = createReusableArray((length) => new Uint16Array(length));
const foundRoom = createReusableArray((length) => new Uint32Array(length));
const hitRoom = createReusableArray((length) => new Uint32Array(length));

export interface TextColumns {
  /** Sorted by code units. */
  words: string[];
  /**
   * The members of word `w` are those from `starts[w]` up to, but not including, `starts[w + 1]`. Each number is twice
   * the member, plus 1 if the word is in the name.
   */
  starts: Uint32Array;
  members: Uint32Array;
  /** The number of distinct words in each member's name. */
  nameLengths: Uint8Array;
}

/** @param parts the members of each part come after those of the previous one */
function createTextIndex(parts: readonly Part[]): TextIndex {
  return {
    search(text, isLive, { related = () => [], isStrict = false } = {}) {
      const typed = queryWords(text);
      const groups = typed.map((word) => ({ word, related: related(word) }));
      const find = (forgiving: boolean) => findInAll(parts, groups, forgiving);
      const exact = find(false);
      let found = 0;
      for (let at = 0; at < exact.members.length && found < littleFound; at += 1) {
        if (isLive(exact.members[at]!)) found += 1; // The index is in range.
      }
      const allowsTypos =
        !isStrict && found < littleFound && typed.some((word) => allowedEdits(word.length) > 0);
      return allowsTypos ? find(true) : exact;
    },
    with(more) {
      const [first, ...later] = parts;
      for (const words of more) addPart(later, partOf(words));
      return createTextIndex(first === undefined ? later : [first, ...later]);
    },
    async columns(kept, pause) {
      const [first, ...later] = parts.map(({ columns }) => columns);
      return renumbered(
        [first ?? noColumns, later.reduceRight((after, part) => mergedColumns(part, after), noColumns)],
        kept,
        pause,
      );
    },
  };
}

const noColumns: TextColumns = {
  words: [],
  starts: Uint32Array.of(0),
  members: new Uint32Array(0),
  nameLengths: new Uint8Array(0),
};

/** The members of `a`, then those of `b`, with new numbers. Words that no member has any more are left out. */
async function renumbered(
  [a, b]: readonly [TextColumns, TextColumns],
  { members: kept, numbers }: Renumbering,
  pause: Pause,
): Promise<TextColumns> {
  const words: string[] = [];
  const starts = new Uint32Array(a.words.length + b.words.length + 1);
  const members = new Uint32Array(a.members.length + b.members.length);
  let used = 0;
  const copy = (from: TextColumns, word: number, firstMember: number) => {
    const end = from.starts[word + 1] ?? 0;
    for (let at = from.starts[word] ?? 0; at < end; at += 1) {
      const value = from.members[at]!; // The index is in range, here and below.
      const number = numbers[firstMember + (value >>> 1)]!;
      if (number !== -1) members[used++] = 2 * number + (value & 1);
    }
  };
  for (let atA = 0, atB = 0; atA < a.words.length || atB < b.words.length;) {
    const [wordA, wordB] = [a.words[atA], b.words[atB]];
    const isOfA = wordB === undefined || (wordA !== undefined && wordA <= wordB);
    const word = (isOfA ? wordA : wordB) ?? '';
    if (wordA === word) copy(a, atA++, 0);
    if (wordB === word) copy(b, atB++, a.nameLengths.length);
    if (used > starts[words.length]!) starts[words.push(word)] = used;
    await pause();
  }
  const nameLengths = new Uint8Array(kept.length);
  for (let number = 0; number < kept.length; number += 1) {
    const member = kept[number]!; // The index is in range.
    nameLengths[number] = a.nameLengths[member] ?? b.nameLengths[member - a.nameLengths.length] ?? 0;
  }
  await pause();
  return { words, starts: starts.slice(0, words.length + 1), members: members.slice(0, used), nameLengths };
}

/**
 * Adds a part at the end. If the part before it is not larger, the two are merged. So each part is larger than the next
 * one, and there are few parts. The words of one member are copied into a larger part only a few times.
 */
function addPart(parts: Part[], added: Part): void {
  const before = parts.at(-1);
  if (before === undefined || before.size > added.size) {
    parts.push(added);
    return;
  }
  parts.pop();
  addPart(parts, createPart(mergedColumns(before.columns, added.columns)));
}

function partOf(member: MemberWords): Part {
  const { inName, elsewhere, nameLength } = distinctWords(member);
  const words = [...inName, ...elsewhere].sort();
  return createPart({
    words,
    starts: Uint32Array.from([...words.keys(), words.length]),
    members: Uint32Array.from(words, (word) => Number(inName.has(word))),
    nameLengths: Uint8Array.of(nameLength),
  });
}

interface TypedWord {
  word: string;
  related: readonly string[];
}

/** Returns the members in ascending order. */
function findInAll(parts: readonly Part[], typed: readonly TypedWord[], allowsTypos: boolean): TextMatches {
  const [first, ...later] = parts;
  const found = later.map((part) => part.find(typed, allowsTypos));
  const own = first?.find(typed, allowsTypos) ?? noMatches;
  if (found.every(({ members }) => members.length === 0)) return own;
  const total = found.reduce((sum, { members }) => sum + members.length, own.members.length);
  const [members, scores] = [new Uint32Array(total), new Uint16Array(total)];
  let [at, from] = [0, 0];
  for (const [number, matches] of [own, ...found].entries()) {
    for (const [index, member] of matches.members.entries()) members[at + index] = member + from;
    scores.set(matches.scores, at);
    at += matches.members.length;
    from += parts[number]?.size ?? 0;
  }
  return { members, scores };
}

const noMatches: TextMatches = { members: new Uint32Array(0), scores: new Uint16Array(0) };

/** An index of some of the members, who are numbered from 0. */
interface Part {
  size: number;
  columns: TextColumns;
  find(typed: readonly TypedWord[], allowsTypos: boolean): TextMatches;
}

/** The members of `a`, then those of `b`. */
function mergedColumns(a: TextColumns, b: TextColumns): TextColumns {
  const words: string[] = [];
  const starts: number[] = [];
  const members = new Uint32Array(a.members.length + b.members.length);
  let used = 0;
  const copy = (from: TextColumns, word: number, shift: number) => {
    for (let at = from.starts[word] ?? 0; at < (from.starts[word + 1] ?? 0); at += 1)
      members[used++] = from.members[at]! + shift; // The index is in range.
  };
  for (let atA = 0, atB = 0; atA < a.words.length || atB < b.words.length;) {
    const [wordA, wordB] = [a.words[atA], b.words[atB]];
    const isOfA = wordB === undefined || (wordA !== undefined && wordA <= wordB);
    const word = isOfA ? wordA : wordB;
    words.push(word ?? '');
    starts.push(used);
    if (wordA === word) copy(a, atA++, 0);
    if (wordB === word) copy(b, atB++, 2 * a.nameLengths.length);
  }
  const nameLengths = Uint8Array.from([...a.nameLengths, ...b.nameLengths]);
  return { words, starts: Uint32Array.from([...starts, used]), members, nameLengths };
}

function createPart(columns: TextColumns): Part {
  const { words, starts, members, nameLengths } = columns;
  const joined = `\n${words.join('\n')}\n`;
  const offsets = new Uint32Array(words.length);
  const letters = new Int32Array(words.length);
  let offset = 1;
  for (const [position, word] of words.entries()) {
    offsets[position] = offset;
    letters[position] = letterSet(word);
    offset += word.length + 1;
  }

  /**
   * Takes the words from number `from` up to, but not including, `to`. Raises the scores of their members to at least
   * `level`.
   */
  const raise = (hits: Hits, from: number, to: number, level: number) => {
    const { scores, members: hit } = hits;
    const end = starts[to] ?? 0;
    for (let at = starts[from] ?? 0; at < end; at += 1) {
      const value = members[at]!; // The index is in range, here and below.
      const [member, score] = [value >>> 1, level + (value & 1)];
      const before = scores[member]!;
      if (score <= before) continue;
      if (before === 0) hit[hits.count++] = member;
      scores[member] = score;
    }
  };
  /** The result is valid until the next call. */
  const scoreWord = ({ word, related }: TypedWord, allowsTypos: boolean): Hits => {
    const { length } = nameLengths;
    const hits = { scores: wordRoom(length).fill(0), members: hitRoom(length), count: 0 };
    const edits = allowsTypos ? allowedEdits(word.length) : 0;
    if (edits > 0) {
      const own = letterSet(word);
      for (let at = 0; at < words.length; at += 1) {
        if (countBits(own ^ letters[at]!) > 2 * edits) continue; // The index is in range.
        if (isWithinEdits(word, words[at]!, edits)) raise(hits, at, at + 1, matchLevels.fuzzy); // The index is in range.
      }
    }
    if (word.length >= minInsideLength) {
      for (const at of wordsContaining(joined, offsets, word)) raise(hits, at, at + 1, matchLevels.inside);
    }
    for (const beginning of related) {
      raise(hits, lowerBound(words, beginning), lowerBound(words, `${beginning}\uffff`), matchLevels.inside);
    }
    const first = lowerBound(words, word);
    raise(hits, first, lowerBound(words, `${word}\uffff`), matchLevels.prefix);
    if (words[first] === word) raise(hits, first, first + 1, matchLevels.exact);
    return hits;
  };
  /** Finds the members that match all words. The result is valid until the next call. */
  const combine = (typed: readonly TypedWord[], allowsTypos: boolean): Found => {
    const totals = totalRoom(nameLengths.length).fill(0);
    let found = new Uint32Array(0);
    for (const [position, word] of typed.entries()) {
      const { scores, members: hit, count } = scoreWord(word, allowsTypos);
      if (position === 0) {
        found = foundRoom(count);
        found.set(hit.subarray(0, count));
      }
      let foundCount = 0;
      for (let at = 0; at < found.length; at += 1) {
        const member = found[at]!; // The index is in range, here and below.
        const score = scores[member]!;
        totals[member] = score === 0 ? 0 : totals[member]! + 2 * score;
        if (score !== 0) found[foundCount++] = member;
      }
      found = found.subarray(0, foundCount);
    }
    // The score if each typed word is a whole word of the name.
    const whole = typed.length * 2 * (matchLevels.exact + matchLevels.inName);
    for (let at = 0; at < found.length; at += 1) {
      const member = found[at]!; // The index is in range.
      // The typed words are the member's full name, so the member gets one more point.
      if (totals[member] === whole && nameLengths[member] === typed.length) totals[member] = whole + 1;
    }
    return { members: found, totals };
  };
  return {
    size: nameLengths.length,
    columns,
    find: (typed, allowsTypos) => inRisingOrder(combine(typed, allowsTypos)),
  };
}

interface Hits {
  /** The score of each member. 0: the member does not have the word. */
  scores: Uint8Array;
  /** The first `count` elements are the members with the word, in no order. */
  members: Uint32Array;
  count: number;
}

interface Found {
  /** The members are in no particular order. */
  members: Uint32Array;
  totals: Uint16Array;
}

// If more than this share of the members is found, sorting the found members is slow. A pass over all members is then
// faster.
const sortedPart = 1 / 32;

function inRisingOrder({ members: found, totals }: Found): TextMatches {
  const [members, scores] = [new Uint32Array(found.length), new Uint16Array(found.length)];
  if (found.length < totals.length * sortedPart) {
    members.set(found);
    members.sort();
  } else {
    for (let member = 0, at = 0; at < members.length; member += 1)
      if (totals[member] !== 0) members[at++] = member;
  }
  for (let at = 0; at < members.length; at += 1) scores[at] = totals[members[at]!]!; // The index is in range.
  return { members, scores };
}

/** @param joined the whole vocabulary as one text */
function wordsContaining(joined: string, offsets: Uint32Array, part: string): number[] {
  const found: number[] = [];
  let at = joined.indexOf(part);
  while (at !== -1) {
    const word = wordAt(offsets, at);
    found.push(word);
    const next = offsets[word + 1];
    at = next === undefined ? -1 : joined.indexOf(part, next);
  }
  return found;
}

function wordAt(offsets: Uint32Array, position: number): number {
  let [low, high] = [0, offsets.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (offsets[middle]! <= position)
      low = middle; // The index is in range.
    else high = middle - 1;
  }
  return low;
}

function lowerBound(words: string[], word: string): number {
  let [low, high] = [0, words.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (words[middle]! < word)
      low = middle + 1; // The index is in range.
    else high = middle;
  }
  return low;
}

function cutTokens(text: string): string[] {
  return tokensOf(text).map(cut);
}

function cut(word: string): string {
  return word.slice(0, maxWordLength);
}
