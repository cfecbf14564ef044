/**
 * Reads the API's changes since a position. Converts them to changes of public entries (docs/decisions.md, J16 and
 * J17).
 */
import type { ApiChange } from '@/lib/contract/changes';
import { ApiRequestError, type ChangesRequest, type MembershipApiClient } from '@/lib/contract/client';
import { defaultDirectoryFields } from '@/lib/contract/directory-fields';
import type { MemberResource, Membership } from '@/lib/contract/resources';
import { loadLists, loadPart, type Outcome } from './load';
import type { Model } from './model';
import {
  everybody,
  namedCategories,
  toPublicEntry,
  type ListedEntry,
  type PublicLists,
  type Readers,
} from './projection';
import type { Narrowing } from './api-queries';
import type { LocateArea, LocationOfMember } from './project-location';
import type { Pause } from '@/lib/base/slices';

export interface ChangeBatch {
  next: string;
  changes: ApiChange[];
  hasMore: boolean;
}

export interface DirectoryUpdate {
  /**
   * The outcome for each member ID. If the directory does not have a member, the outcomes `removed` and `unlisted` have
   * no effect.
   */
  outcomes: Map<string, Outcome>;
  lists: PublicLists;
}

/** null: the site does not have the list of changes, or the client may not read it. */
export async function readPosition(api: MembershipApiClient): Promise<string | null> {
  try {
    return (await api.changes({ after: null, waitSeconds: 0 })).Next;
  } catch (error) {
    if (error instanceof ApiRequestError && [400, 403, 404, 405, 501].includes(error.details.status ?? 0))
      return null;
    throw error;
  }
}

/** Reads at most `pages` pages. null: the position is unknown. */
export async function readChanges(
  api: MembershipApiClient,
  { after, waitSeconds, signal, pages }: ChangesRequest & { pages: number },
): Promise<ChangeBatch | null> {
  const batch: ChangeBatch = { next: after ?? '', changes: [], hasMore: true };
  for (let page = 0; page < pages && batch.hasMore; page += 1) {
    const wait = page === 0 ? waitSeconds : 0;
    const response = await requestChanges(api, { after: batch.next, waitSeconds: wait, signal });
    if (response === null) return null;
    batch.changes.push(...response.Changes);
    [batch.next, batch.hasMore] = [response.Next, response.HasMore];
  }
  return batch;
}

async function requestChanges(api: MembershipApiClient, request: ChangesRequest) {
  try {
    return await api.changes(request);
  } catch (error) {
    if (error instanceof ApiRequestError && error.details.status === 410) return null;
    throw error;
  }
}

/**
 * Reloads the lists that the changes name, and the members affected by a renamed type or chapter. null: all members may
 * be affected, so everything must be loaded.
 */
export async function toDirectoryUpdate(
  api: MembershipApiClient,
  changes: readonly ApiChange[],
  {
    model,
    locateArea,
    readers,
    pause,
  }: { model: Model; locateArea: LocateArea; readers: Readers; pause: Pause },
): Promise<DirectoryUpdate | null> {
  const reload = new Set(changes.flatMap(({ Reload }) => Reload));
  // If the extras have changed, the public answers of any member may be different, so everything must be loaded.
  if (reload.has('members') || reload.has('extras')) return null;
  const selected = [...reload].flatMap((path) => toNarrowing(path) ?? []);
  const ofCategories = selected.filter(isByCategory);
  const hasNewLists = reload.has('membershiptypes') || reload.has('categories');
  const read = hasNewLists ? await loadLists({ api, tags: {}, problems: [] }) : model.lists;
  const lists = { ...read, extras: model.lists.extras };
  const outcomes = new Map<string, Outcome>();
  if (ofCategories.length > 0) {
    for (const listed of withCategoryNames(model, lists)) {
      if (listed !== null) outcomes.set(listed.entry.id, listed);
      await pause();
    }
  }
  for (const change of changes) {
    if (change.Kind === 'Member') outcomes.set(change.ID, toOutcome(change, { lists, locateArea, readers }));
    await pause();
  }
  // The members that have a renamed type or chapter are read last. These outcomes are the newest, so they replace
  // earlier outcomes of the same members.
  for (const narrowing of selected.filter((one) => !isByCategory(one))) {
    const part = await loadPart(api, { only: [narrowing], locateArea, readers, sendsWhole: true });
    for (const [id, outcome] of part?.outcomes ?? []) outcomes.set(id, outcome);
  }
  return { outcomes, lists };
}

/**
 * Each request asks for changes from this long before the previous request. Otherwise changes could be missed. Our
 * clock may differ from the site's clock. A change in a long transaction has the time at which the transaction started.
 */
const overlapMs = 60 * 60_000;

/**
 * Reads the members that were modified at a site that has no list of changes. Returns null if the site does not know
 * the filter, or sends so many members that it seems to ignore the filter.
 */
export async function readModified(
  api: MembershipApiClient,
  { since, model, locateArea }: { since: Date; model: Model; locateArea: LocateArea },
): Promise<DirectoryUpdate | null> {
  const after = new Date(since.getTime() - overlapMs).toISOString();
  const atMost = Math.max(50, model.store.positions.length / 10);
  try {
    const only: Narrowing = [['DateModified[After]', after]];
    const part = await loadPart(api, { only, locateArea, readers: everybody, atMost, sendsWhole: false });
    if (part === null) return null;
    return { outcomes: part.outcomes, lists: { ...(part.lists ?? model.lists), extras: model.lists.extras } };
  } catch (error) {
    if (error instanceof ApiRequestError && error.details.status === 400) return null;
    throw error;
  }
}

/** Reads the parameters of a path such as `members?MembershipType[]=3`. */
function toNarrowing(path: string): Narrowing | null {
  return path.startsWith('members?') ? [...new URLSearchParams(path.slice('members?'.length))] : null;
}

function isByCategory([name]: Narrowing[number]): boolean {
  return name.startsWith('MembershipCategory');
}

/**
 * Yields each entry with the new names of its categories. Yields null for an entry without a category, because this
 * entry does not change. Only names have changed, so no members are requested from the API.
 */
function* withCategoryNames({ store }: Model, lists: PublicLists): Generator<ListedEntry | null> {
  for (const position of store.positions) {
    const entry = store.entryAt(position);
    const ids = entry.categories.map(({ id }) => id);
    const listedUntil = store.listedUntilAt(position);
    const categories = namedCategories(ids, lists);
    yield ids.length === 0 ? null : { entry: { ...entry, categories }, listedUntil };
  }
}

function toOutcome(
  { Member, Listed }: ApiChange,
  options: { lists: PublicLists; locateArea: LocateArea; readers: Readers },
): Outcome {
  if (Member === null) return 'removed';
  return projectMember(Member, { isListed: Listed, ...options }) ?? 'unlisted';
}

/** null: the member has no public entry. */
export function projectMember(
  member: MemberResource,
  {
    isListed,
    lists,
    locateArea,
    readers = everybody,
  }: { isListed: boolean; lists: PublicLists; locateArea: LocateArea; readers?: Readers },
): ListedEntry | null {
  const locations = member.Locations.map((location): LocationOfMember => ({ ...location, Distance: null }));
  const related = {
    // The order is the same as in the API's list of locations.
    locations: locations.sort((a, b) => Number(a.ID) - Number(b.ID)),
    categoryIds: member.Categories.map(String),
    lists,
    locateArea,
  };
  return toPublicEntry(readers.see(toListed(member, isListed)), related);
}

/**
 * Gives the member the field `Directory` that a list with `Include[]=Directory` has. `Listed` is whether the entry is
 * public today. `Show` contains the fields that are shown.
 */
function toListed(member: MemberResource, isListed: boolean): Membership {
  const shown = defaultDirectoryFields[member.Kind === 'corporate' ? 'organisation' : 'person'];
  return { ...member, Directory: { Listed: isListed, Show: member.Directory.Show ?? [...shown] } };
}
