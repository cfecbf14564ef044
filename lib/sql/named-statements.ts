import { LRUCache } from 'lru-cache';

const maxNames = 250;
const maxSeen = 1000;

/**
 * A PostgreSQL connection parses and plans a named statement only once. The returned function gives each statement a
 * name. For the first run of a statement, it returns undefined. Some statements run only once (an import, a rare
 * filter) and need no name.
 * @see https://node-postgres.com/features/queries#prepared-statements
 */
export function createStatementNames(): (text: string) => string | undefined {
  // Not a cache: the connection keeps each named statement until it ends.
  const names = new Map<string, string>();
  const seen = new LRUCache<string, true>({ max: maxSeen });
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= maxNames) return known;
    if (!seen.has(text)) {
      seen.set(text, true);
      return undefined;
    }
    seen.delete(text);
    const name = `chapterhouse_${names.size}`;
    names.set(text, name);
    return name;
  };
}
