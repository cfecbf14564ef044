import type { Alternatives, SearchResult } from '@/lib/directory/search';

/** A search's result, and where nothing was found what to try instead. */
export interface SearchAnswer extends SearchResult {
  instead: Alternatives | null;
}

/** The answer of the server's search. Its shape is not checked again: it is this release's own. @throws Error */
export async function fetchSearch(query: string, signal?: AbortSignal): Promise<SearchAnswer> {
  const response = await fetch(`/directory/search.json?${query}`, { signal: signal ?? null });
  if (!response.ok) throw new Error(`search.json answered ${response.status}`);
  return (await response.json()) as SearchAnswer;
}
