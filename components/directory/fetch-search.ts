import type { Alternatives, SearchResult } from '@/lib/directory/search';

/** If nothing was found, `instead` has other searches to try. */
export interface SearchResponse extends SearchResult {
  instead: Alternatives | null;
}

/** The server's result. The JSON is not validated, because client and server are the same release. @throws Error */
export async function fetchSearch(query: string, signal?: AbortSignal): Promise<SearchResponse> {
  const response = await fetch(`/directory/search.json?${query}`, { signal: signal ?? null });
  if (!response.ok) throw new Error(`search.json returned ${response.status}`);
  return (await response.json()) as SearchResponse;
}
