import type { Kind } from './field';
import { refuse } from './field-error';
import { text } from './text-kinds';

/** The limits for one association: the number of groups, of words in each group, and of letters in each word. */
export const synonymLimits = { groups: 200, words: 20, letters: 60 };
const maxLetters = 10_000;

/** Each line is one group of words that mean the same, with commas between the words. */
export const synonymGroups: Kind<string> = {
  ...text(maxLetters),
  read(value, context) {
    const groups = groupsOf(text(maxLetters).read(value, context));
    if (groups.length > synonymLimits.groups)
      return refuse(value, `must have at most ${synonymLimits.groups} lines; this has ${groups.length}`);
    for (const words of groups) {
      const [line, wrong] = [words.join(', '), problemOf(words)];
      if (wrong !== null) refuse(line, wrong);
    }
    return groups.map((words) => words.join(', ')).join('\n');
  },
};

/** Lines that are not groups are left out. */
export function parseSynonyms(lines: string): string[][] {
  return groupsOf(lines)
    .filter((words) => problemOf(words) === null)
    .slice(0, synonymLimits.groups);
}

function problemOf(words: readonly string[]): string | null {
  if (words.length < 2) return 'must have two or more words that mean the same, with commas between them';
  if (words.length > synonymLimits.words)
    return `must have at most ${synonymLimits.words} words on each line`;
  const isTooLong = words.some((word) => word.length > synonymLimits.letters);
  return isTooLong ? `must have words of at most ${synonymLimits.letters} characters` : null;
}

function groupsOf(lines: string): string[][] {
  return lines
    .split('\n')
    .map((line) => [...new Set(line.split(/[,;]/).map((word) => word.trim().replace(/\s+/g, ' ')))])
    .map((words) => words.filter((word) => word !== ''))
    .filter((words) => words.length > 0);
}
