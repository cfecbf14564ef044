import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import { clusterMembers } from './clusters';
import type { Directory, DirectoryAbout } from './directory';
import type { PublicEntry } from '@/lib/directory/model/entry';
import type { EntryStore } from '@/lib/directory/model/entry-store';
import { emptyFilter } from './filter';
import { membersNear } from './members-near';
import { understandWords, type UnderstoodWords, type Understanding } from './understand-words';
import { areaMeant } from './vocabulary';
import { createSearchWords, plainWordSettings, type WordSettings } from '@/lib/directory/words/search-words';
import { placeOfPostcode, placesOfMembers } from './member-places';
import type { Lapsed } from './match';
import type { Model } from '@/lib/directory/model/model';
import { findAlternatives, searchDirectory, withOptionIds } from './search-directory';

export type Queries = Pick<
  Directory,
  | 'search'
  | 'facets'
  | 'alternatives'
  | 'withOptionIds'
  | 'clusters'
  | 'placeOfPostcode'
  | 'placesOfMembers'
  | 'membersNear'
  | 'areaNamed'
  | 'understand'
  | 'entries'
  | 'find'
  | 'categoryDescription'
> & { about(): Pick<DirectoryAbout, 'version' | 'memberCount' | 'country'> };

/** The results leave out the members who have lapsed since the model was built. */
export function createQueries(
  model: () => Model,
  today: () => string,
  settings: () => WordSettings = () => plainWordSettings,
): Queries {
  const [view, withWords] = [createLiveView(today), createModelWithWords()];
  const understand = rememberUnderstood();
  const now = () => view(withWords(model(), settings()));
  return {
    search: (filter, size) => searchDirectory(now().model, filter, now().lapsed, size),
    facets: () => searchDirectory(now().model, emptyFilter, now().lapsed).facets,
    alternatives: (filter) => findAlternatives(now().model, filter, now().lapsed),
    withOptionIds: (filter) => withOptionIds(now().model.facets.columns, filter),
    clusters: (filter, area) => clusterMembers(now().model, filter, area, now().lapsed),
    placeOfPostcode: (text, country) => placeOfPostcode(now().model, { text, country }, now().lapsed),
    placesOfMembers: (text, limit) => placesOfMembers(now().model, { text, limit }, now().lapsed),
    membersNear: (point) => membersNear(now().model, point),
    areaNamed: (text) => areaMeant(now().model.facets.columns, text),
    understand: (text, known) => understand(now(), text, known),
    entries(from = 0) {
      const { model: current, lapsed } = now();
      return listedEntries(current.store, { lapsed, from });
    },
    find(id) {
      const { model: current, lapsed } = now();
      const position = current.store.positionOf(id);
      if (position === -1) return null;
      return lapsed.has(position) ? 'removed' : current.store.entryAt(position);
    },
    categoryDescription: (id) => now().model.lists.categories.get(id)?.description ?? null,
    about() {
      const { memberCount, version, country } = now();
      return { memberCount, version, country };
    },
  };
}

function* listedEntries(
  store: EntryStore,
  { lapsed, from }: { lapsed: Lapsed; from: number },
): Generator<{ entry: PublicEntry; changedOn: string }> {
  let at = 0;
  for (const position of store.positions) {
    if (lapsed.has(position)) continue;
    if (at >= from) yield { entry: store.entryAt(position), changedOn: store.changedOnAt(position) };
    at += 1;
  }
}

interface LiveView {
  model: Model;
  lapsed: Lapsed;
  memberCount: number;
  version: string;
  country: string | null;
}

/** The day may change while a model is in use. The live members of each day are found once. */
function createLiveView(today: () => string): (model: Model) => LiveView {
  let last: (LiveView & { day: string }) | null = null;
  return (model) => {
    const day = today();
    if (last === null || last.model !== model || last.day !== day) last = { ...liveView(model, day), day };
    return last;
  };
}

/**
 * The returned function adds the meaning of words to a model. The association's settings define this meaning. The
 * function returns the same object until the given model or the settings change.
 */
function createModelWithWords(): (model: Model, settings: WordSettings) => Model {
  let last: { source: Model; settings: WordSettings; model: Model } | null = null;
  return (source, { name, noun, synonyms }) => {
    const settings = { name, noun, synonyms };
    const isSame = last !== null && isDeepStrictEqual(last.settings, settings);
    if (last?.source !== source || !isSame) {
      const words = isSame && last !== null ? last.model.words : createSearchWords(settings);
      const hash = createHash('sha256').update(JSON.stringify(settings)).digest('base64url');
      last = {
        source,
        settings,
        model: { ...source, words, version: `${source.version}-${hash.slice(0, 8)}` },
      };
    }
    return last.model;
  };
}

function liveView(model: Model, day: string): LiveView {
  const { store } = model;
  const lapsed = day <= model.day ? noLapsed : lapsedOn(store, day);
  return {
    model,
    lapsed,
    memberCount: store.size - lapsed.size,
    version: day <= model.day ? model.version : `${model.version}.${day}`,
    country: commonestCountry(model),
  };
}

const noLapsed: Lapsed = new Set();

function lapsedOn(store: EntryStore, day: string): Lapsed {
  const lapsed = new Set<number>();
  for (const position of store.positions) if (!isListedOn(store, position, day)) lapsed.add(position);
  return lapsed;
}

function isListedOn(store: EntryStore, position: number, day: string): boolean {
  const until = store.listedUntilAt(position);
  return until === null || until >= day;
}

function commonestCountry({ facets }: Model): string | null {
  const country = facets.columns.find((facet) => facet.key === 'country');
  if (country === undefined) return null;
  const best = country.totals.indexOf(Math.max(...country.totals));
  return country.options[best]?.name ?? null;
}

/** The remembered meanings are valid only while these values stay the same. */
interface World {
  model: Model;
  lapsed: Lapsed;
  places: Understanding['places'];
}

const maxTexts = 1_000;
// Longer texts are not remembered, because they are rarely typed twice.
const maxTextLength = 200;

/**
 * `understandWords` takes longer than the search itself, and one search needs it up to four times: for a redirect, for
 * the results, for the count of searches that found nobody, and for the next page. The meanings are cached while the
 * members and the date stay the same.
 */
function rememberUnderstood() {
  const meanings = new LRUCache<string, { found: UnderstoodWords | null }>({ max: maxTexts });
  let world: World | null = null;
  return (
    { model, lapsed }: Pick<World, 'model' | 'lapsed'>,
    text: string,
    known: Understanding,
  ): UnderstoodWords | null => {
    const { places, country, hasPlace } = known;
    if (text.length > maxTextLength) return understandWords(model, text, known, lapsed);
    if (world?.model !== model || world.lapsed !== lapsed || world.places !== places) {
      meanings.clear();
      world = { model, lapsed, places };
    }
    const key = JSON.stringify([text, country, hasPlace]);
    const remembered = meanings.get(key);
    if (remembered !== undefined) return remembered.found;
    const found = understandWords(model, text, known, lapsed);
    meanings.set(key, { found });
    return found;
  };
}
