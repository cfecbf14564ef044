import type { Alternatives, SearchResult } from '@/lib/directory/search';
import { fetchData } from './fetch-data';
import type { Source } from './fetched';

/** If nothing was found, `instead` has other searches to try. */
export interface SearchResponse extends SearchResult {
  instead: Alternatives | null;
}

export function searchOf(query: string): Source<SearchResponse> {
  return { key: `search ${query}`, load: (signal) => fetchData('search.json', query, signal) };
}
