/**
 * Looks up a word from outside. A plain `table[word]` would also find properties that every object inherits:
 * `constructor`, `__proto__`, `toString`.
 */
export function lookUp<T>(table: Readonly<Record<string, T>>, word: string): T | undefined {
  // eslint-disable-next-line chapterhouse/own-key -- hasOwn has checked the key
  return Object.hasOwn(table, word) ? table[word] : undefined;
}
