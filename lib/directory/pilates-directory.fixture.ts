/** A directory in Australia whose only category is Pilates, and functions that search it. */
import type { PublicEntry } from '@/lib/directory/model/entry';
import { modelOf } from '@/lib/directory/model/entry.fixture';
import { createQueries } from './queries';
import { loadPlaces } from '@/lib/map/geo/places';
import { createMissedSearchReader } from './missed-search';
import { resolveQuery } from './resolve-query';

export const pilates = { id: '7', name: 'Pilates' };

export async function createPilatesDirectory(entries: readonly PublicEntry[]) {
  const model = await modelOf([...entries], {
    types: new Map(),
    categories: new Map([[pilates.id, { ...pilates, description: null }]]),
    extras: [],
  });
  const queries = createQueries(
    () => model,
    () => '2026-03-02',
  );
  const directory = {
    ...queries,
    about: () => ({
      ...queries.about(),
      loadedAt: null,
      isStale: false,
      problems: [],
      country: 'Australia',
    }),
  };
  const places = loadPlaces();
  const resolve = (query: string) => resolveQuery(query, { directory, places });
  const readMissed = createMissedSearchReader({ directory, places, resolveQuery: resolve });
  return { directory, resolve, readMissed };
}
