/** The directory of one organisation: a read model that is refreshed in the background, and its queries. */
import { dateInZone } from '@/lib/clock';
import { clusterMembers } from './clusters';
import type { Directory } from './directory';
import type { DirectorySettings } from './directory-settings';
import { createEntryStoreBuilder, type EntryStore } from './entry-store';
import { placeOfPostcode } from './member-postcodes';
import { buildModel, type Model } from './model';
import { createSnapshotKeeper } from './snapshot-keeper';
import { findAlternatives, searchDirectory } from './search-directory';
import { breathless } from '@/lib/slices';

/** The directory, with an immediate refresh for tests and commands. */
export type RefreshableDirectory = Directory & { refresh(): Promise<void> };

/** Not started: the directory is empty until `start()` has read the disk or the API. */
export function createDirectory(settings: DirectorySettings): RefreshableDirectory {
  const { clock, site } = settings;
  const today = () => dateInZone(clock(), site().timeZone);
  const keeper = createSnapshotKeeper({ ...settings, today });
  const view = createLiveView(today);
  /** The current model without the members who have lapsed since it was built. */
  const now = () => view(keeper.model() ?? emptyModel);
  return {
    search: (filter) => searchDirectory(now().model, filter, now().isLive),
    alternatives: (filter) => findAlternatives(now().model, filter, now().isLive),
    clusters: (filter, area) => clusterMembers(now().model, filter, area, now().isLive),
    placeOfPostcode: (text, country) => placeOfPostcode(now().model, { text, country }, now().isLive),
    *entries() {
      const { model, isLive } = now();
      for (let position = 0; position < model.store.size; position += 1) {
        if (!isLive(position)) continue;
        yield { entry: model.store.entryAt(position), changedOn: model.store.changedOnAt(position) };
      }
    },
    find(id) {
      const { model, isLive } = now();
      const position = model.store.positionOf(id);
      if (position !== -1) return isLive(position) ? model.store.entryAt(position) : 'gone';
      return keeper.isGone(id) ? 'gone' : null;
    },
    categoryDescription: (id) => now().model.lists.categories.get(id)?.description ?? null,
    about() {
      const { memberCount, version, country } = now();
      const { loadedAt, isStale, problems } = keeper.freshness();
      return { loadedAt, isStale, problems, version, memberCount, country: site().country ?? country };
    },
    start: () => keeper.start(),
    stop: () => keeper.stop(),
    refresh: () => keeper.refresh(),
  };
}

interface LiveView {
  model: Model;
  isLive: (position: number) => boolean;
  memberCount: number;
  version: string;
  /** The country that most members have. */
  country: string | null;
}

/** A model as of today. The day may change while a model is in use; each day's members are found once. */
function createLiveView(today: () => string): (model: Model) => LiveView {
  let last: (LiveView & { day: string }) | null = null;
  return (model) => {
    const day = today();
    if (last === null || last.model !== model || last.day !== day) last = { ...liveView(model, day), day };
    return last;
  };
}

function liveView(model: Model, day: string): LiveView {
  const { store, version } = model;
  const country = commonestCountry(model);
  if (day <= model.day) return { model, isLive: () => true, memberCount: store.size, version, country };
  const live = Uint8Array.from({ length: store.size }, (_, position) =>
    Number(isListedOn(store, position, day)),
  );
  const memberCount = live.reduce((sum, one) => sum + one, 0);
  return {
    model,
    isLive: (position) => live[position] === 1,
    memberCount,
    version: `${version}.${day}`,
    country,
  };
}

function isListedOn(store: EntryStore, position: number, day: string): boolean {
  const until = store.listedUntilAt(position);
  return until === null || until >= day;
}

function commonestCountry({ facets }: Model): string | null {
  const country = facets.find((facet) => facet.key === 'country');
  if (country === undefined) return null;
  const counts = new Uint32Array(country.options.length);
  for (const option of country.values) counts[option] = (counts[option] ?? 0) + 1;
  const best = counts.indexOf(Math.max(...counts));
  return country.options[best]?.name ?? null;
}

const noLists = { types: new Map(), categories: new Map(), extras: [] };
// There is no work to wait for: both settle immediately.
const emptyModel = await createEntryStoreBuilder()
  .finish({ before: null, today: '', breathe: breathless })
  .then((store) => buildModel(store, { lists: noLists, day: '', breathe: breathless }));
