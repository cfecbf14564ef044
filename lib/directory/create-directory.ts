import { dateInZone } from '@/lib/base/clock';
import type { Directory } from './directory';
import type { DirectoryServices } from '@/lib/directory/model/directory-services';
import { createEntryStoreBuilder } from '@/lib/directory/model/entry-store';
import { buildModel } from '@/lib/directory/model/model';
import { createQueries } from './queries';
import { SnapshotKeeper } from '@/lib/directory/model/snapshot-keeper';
import { neverPause } from '@/lib/base/slices';

/** Empty until `start()` has read the disk or the API. */
export function createDirectory(services: DirectoryServices): Directory {
  const { clock, site } = services;
  const today = () => dateInZone(clock(), site().timeZone);
  const keeper = new SnapshotKeeper({ ...services, today });
  const queries = createQueries(() => keeper.model ?? emptyModel, today, site);
  return {
    ...queries,
    find: (id) => queries.find(id) ?? (keeper.wasRemoved(id) ? 'removed' : null),
    about() {
      const { loadedAt, isStale, problems } = keeper.freshness();
      const facts = queries.about();
      return { ...facts, loadedAt, isStale, problems, country: site().country ?? facts.country };
    },
    start: () => keeper.start(),
    stop: () => keeper.stop(),
    refresh: () => keeper.refresh(),
  };
}

const noLists = { types: new Map(), categories: new Map(), extras: [] };
// An empty store and model need no work, so both promises settle at once.
const emptyModel = await createEntryStoreBuilder()
  .finish({ before: null, today: '', pause: neverPause })
  .then((store) => buildModel(store, { lists: noLists, day: '', pause: neverPause }));
