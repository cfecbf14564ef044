import type { Alternatives, SearchResult } from '@/lib/directory/search';
import { fetchData } from './fetch-data';

/** If nothing was found, `instead` has other searches to try. */
export interface SearchResponse extends SearchResult {
  instead: Alternatives | null;
}

/** @throws Error */
export function fetchSearch(query: string, signal?: AbortSignal): Promise<SearchResponse> {
  return fetchData('search.json', query, signal);
}
