import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isWithinEdits } from '@/lib/base/edit-distance';
import type { PublicEntry } from '@/lib/directory/model/entry';
import { entryOf, modelOf, randomEntries } from '@/lib/directory/model/entry.fixture';
import { otherWords, type Model } from '@/lib/directory/model/model';
import { allowedEdits } from '@/lib/base/edit-distance';
import { littleFound, matchLevels, minInsideLength, queryWords } from './text-index';
import { tokensOf } from '@/lib/base/text-tokens';

const everybody = () => true;

/** Returns each member's score. A score of 0 means that the member is not found. */
function scoresOf(model: Model, text: string): number[] {
  const { members, scores } = model.text.search(text, everybody);
  const all = Array.from({ length: model.store.size }, () => 0);
  for (const [at, member] of members.entries()) all[member] = scores[at] ?? 0;
  return all;
}

/** Searches exactly as the search is defined: member by member and word by word. */
function plainScores(entries: PublicEntry[], text: string): number[] {
  const typed = queryWords(text);
  const strict = entries.map((entry) => plainScore(entry, typed, false));
  if (strict.filter((score) => score > 0).length >= littleFound) return strict;
  return entries.map((entry) => plainScore(entry, typed, true));
}

function plainScore(entry: PublicEntry, typed: string[], allowsTypos: boolean): number {
  const name = tokensOf(entry.name);
  const elsewhere = otherWords(entry).flatMap(tokensOf);
  const scores = typed.map((word) =>
    Math.max(
      0,
      ...name.map((own) => withBonus(level(own, word, allowsTypos), matchLevels.inName)),
      ...elsewhere.map((own) => level(own, word, allowsTypos)),
    ),
  );
  if (scores.length === 0 || scores.includes(0)) return 0;
  const total = scores.reduce((sum, score) => sum + 2 * score, 0);
  const isWhole = scores.every((score) => score === matchLevels.exact + matchLevels.inName);
  return total + (isWhole && new Set(name).size === typed.length ? 1 : 0);
}

const withBonus = (score: number, bonus: number) => (score === 0 ? 0 : score + bonus);

function level(own: string, word: string, allowsTypos: boolean): number {
  if (own === word) return matchLevels.exact;
  if (own.startsWith(word)) return matchLevels.prefix;
  if (word.length >= minInsideLength && own.includes(word)) return matchLevels.inside;
  const edits = allowsTypos ? allowedEdits(word.length) : 0;
  return edits > 0 && plainDistance(own, word) <= edits ? matchLevels.fuzzy : 0;
}

/** Damerau–Levenshtein distance by its recursive definition. */
function plainDistance(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  const at = (i: number, j: number) => table[i]?.[j] ?? Infinity;
  for (let i = 0; i <= a.length; i += 1) {
    for (let j = 0; j <= b.length; j += 1) {
      let best = i === 0 ? j : j === 0 ? i : Infinity;
      if (i > 0 && j > 0) {
        best = Math.min(
          at(i - 1, j) + 1,
          at(i, j - 1) + 1,
          at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
        );
        const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
        if (isSwap) best = Math.min(best, at(i - 2, j - 2) + 1);
      }
      const row = table[i];
      if (row !== undefined) row[j] = best;
    }
  }
  return at(a.length, b.length);
}

describe('text search', () => {
  test('scores every member as a plain scan does', async () => {
    const entries = randomEntries(120, 1);
    const model = await modelOf(entries);
    const words = fc.constantFrom(
      'smith',
      'smtih',
      'Sm',
      's',
      'ith',
      'müler',
      'muller',
      'brien',
      "o'brien",
      'OBRIEN',
      'strauss',
      'lukasz',
      'sören',
      'geelong',
      'gelong',
      'saint',
      'child',
      'psych',
      'family law',
      'victoria',
      'vic',
      'xyzzy',
      'partners',
      'berg',
      'nguyen',
      '',
      '!!',
      'anders',
      'petresen',
      'ballaratt',
      'auslan',
      'north',
      'a',
      '🎉',
      'new south',
    );
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 3 }), (typed) => {
        const text = typed.join(' ');
        expect(scoresOf(model, text)).toEqual(plainScores(entries, text));
      }),
      { seed: 11, numRuns: 300 },
    );
  });

  test('ranks exact matches first, then beginnings of words, then matches inside words, then similar words', async () => {
    const names = ['Peterson', 'Peter', 'Blackpeter', 'Petar'];
    const entries = names.map((name, at) => entryOf(String(at + 1), { name }));
    const scores = scoresOf(await modelOf(entries), 'peter');
    expect(scores.map((score, at) => [names[at], score] as const)).toEqual([
      ['Peterson', expect.any(Number)],
      ['Peter', expect.any(Number)],
      ['Blackpeter', expect.any(Number)],
      ['Petar', 0],
    ]);
    expect(scores[1]).toBeGreaterThan(scores[0] ?? 0);
    expect(scores[0]).toBeGreaterThan(scores[2] ?? 0);
    const few = await modelOf([entryOf('1', { name: 'Petar' }), entryOf('2', { name: 'Peter' })]);
    const forgiven = scoresOf(few, 'peter');
    expect(forgiven[1]).toBeGreaterThan(forgiven[0] ?? 0);
    expect(forgiven[0]).toBeGreaterThan(0);
  });

  test.each(['Łukasz Søndergård', 'ŁUKASZ sondergard', 'lukasz søndergård'])(
    'folds case and accents: %s',
    async (typed) => {
      const model = await modelOf([
        entryOf('1', { name: 'Łukasz Søndergård' }),
        entryOf('2', { name: 'Lukas Sander' }),
      ]);
      const scores = scoresOf(model, typed);
      expect(scores[0]).toBeGreaterThan(scores[1] ?? 0);
    },
  );

  test('the full name ranks above a longer name that contains it', async () => {
    const names = ['Anne Smith Jones', 'Anne Smith'];
    const model = await modelOf(names.map((name, at) => entryOf(String(at), { name })));
    const [longer, whole] = scoresOf(model, 'smith anne');
    expect(whole).toBeGreaterThan(longer ?? 0);
  });

  test('bounded edit distance agrees with its definition', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), maxLength: 9 });
    fc.assert(
      fc.property(word, word, fc.integer({ min: 1, max: 2 }), (a, b, max) => {
        expect(isWithinEdits(a, b, max)).toBe(plainDistance(a, b) <= max);
      }),
      { seed: 12, numRuns: 3000 },
    );
  });
});
