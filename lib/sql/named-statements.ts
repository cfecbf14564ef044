/**
 * The highest number of named statements. Each connection caches all of them, both in this process and in the database.
 */
const maxNames = 250;
/** The number of statement texts that are remembered after one use. */
const maxSeen = 1000;

/**
 * Names for statements that run more than once, so that a PostgreSQL connection parses and plans them once. A statement
 * that runs once (for an import, or for a rare filter) gets no name: undefined.
 * @see https://node-postgres.com/features/queries#prepared-statements
 */
export function createStatementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  const seen = new Set<string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= maxNames) return known;
    if (!seen.has(text)) {
      if (seen.size >= maxSeen) seen.clear();
      seen.add(text);
      return undefined;
    }
    seen.delete(text);
    const name = `chapterhouse_${names.size}`;
    names.set(text, name);
    return name;
  };
}
