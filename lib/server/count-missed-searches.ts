import type { IncomingMessage, ServerResponse } from 'node:http';
import type { MissedSearch } from '@/lib/contract/missed-searches';
import type { SingleParameter } from '@/lib/base/directory-parameters';
import { pathOf, searchPaths } from './route-table';

interface Services {
  read: (query: string) => MissedSearch | null;
  note: (missed: MissedSearch) => void;
  logError: (error: unknown) => void;
}

const words: SingleParameter[] = ['q', 'typed'];
const hasWords = new RegExp(`[?&](?:${words.join('|')})=`);
const searches = new Set([...searchPaths, '/directory/search.json']);

/**
 * Counts searches that found nobody. A search is counted when its response has ended, even if the response came from a
 * cache. Nothing about the visitor is stored. Requests that Next sends from a page (header `rsc`) are not counted,
 * because they repeat a search.
 */
export function countMissedSearches({ read, note, logError }: Services) {
  return ({ url = '/', method, headers }: IncomingMessage, response: ServerResponse): void => {
    if (method !== 'GET' || !hasWords.test(url) || headers['rsc'] !== undefined) return;
    if (!searches.has(pathOf(url))) return;
    response.once('close', () => {
      if (response.statusCode !== 200) return;
      try {
        const missed = read(url.slice(url.indexOf('?') + 1));
        if (missed !== null) note(missed);
      } catch (error) {
        logError(error);
      }
    });
  };
}
