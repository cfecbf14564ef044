import { describe, expect, it } from 'vitest';
import { parseSynonyms, synonymGroups, synonymLimits } from './synonym-groups';

const read = (text: string) => synonymGroups.read(text, { hasReferred: null });

describe('synonyms in the settings', () => {
  it('are groups, one on each line, in one form', () => {
    const text = read(' osteo ,osteopath,  bone   setter,osteo, \n\nknee, patella\n');
    expect(text).toBe('osteo, osteopath, bone setter\nknee, patella');
    expect(parseSynonyms(text)).toEqual([
      ['osteo', 'osteopath', 'bone setter'],
      ['knee', 'patella'],
    ]);
    expect(read('')).toBe('');
  });

  it.each([
    ['alone', 'two or more words'],
    ['same, same', 'two or more words'],
    [`a, ${'b'.repeat(synonymLimits.letters + 1)}`, 'at most 60 characters'],
    [Array.from({ length: synonymLimits.words + 1 }, (_, at) => `w${at}`).join(), 'at most 20 words'],
    ['a, b\n'.repeat(synonymLimits.groups + 1), 'at most 200 lines; this has 201'],
  ])('"%.20s" is refused, and ignored if it is stored already', (text, reason) => {
    expect(() => read(text)).toThrow(reason);
    expect(parseSynonyms(text).length).toBeLessThanOrEqual(synonymLimits.groups);
  });

  it('may have as many lines, words and characters as the limits say', () => {
    const word = 'b'.repeat(synonymLimits.letters);
    const words = [word, ...Array.from({ length: synonymLimits.words - 1 }, (_, at) => `w${at}`)];
    expect(parseSynonyms(read(words.join()))).toEqual([words]);
    expect(parseSynonyms(read('a, b\n'.repeat(synonymLimits.groups)))).toHaveLength(synonymLimits.groups);
  });
});
