import type { SearchResult } from '@/lib/directory/search';

/** The answer of the server's search. Its shape is not checked again: it is this release's own. @throws Error */
export async function fetchSearch(query: string, signal?: AbortSignal): Promise<SearchResult> {
  const response = await fetch(`/directory/search.json?${query}`, { signal: signal ?? null });
  if (!response.ok) throw new Error(`search.json answered ${response.status}`);
  return (await response.json()) as SearchResult;
}
