import type { IncomingMessage, ServerResponse } from 'node:http';
import type { MissedSearch } from '@/lib/membership-api/missed-searches';
import { pathOf } from './route-table';

interface Services {
  /** The text under which a query is counted. null: it is not counted. */
  read: (query: string) => MissedSearch | null;
  note: (missed: MissedSearch) => void;
  logError: (error: unknown) => void;
}

/** Only searches with words are counted. */
const hasWords = /[?&](?:q|typed)=/;
const searches = new Set(['/', '/map', '/directory/search.json']);

/**
 * If a search found nobody, counts it after its response was sent, even if the response came from a cache. Nothing
 * about the visitor is stored. Requests that Next itself sends from a page are not counted, because they repeat a
 * search.
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
