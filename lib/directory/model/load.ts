/** Loads everything that the directory shows from the API. Only the projection sees private data. */
import type { ListRequest, ListResult, MembershipApiClient } from '@/lib/contract/client';
import { ApiRequestError } from '@/lib/contract/client';
import { isMissing } from '@/lib/contract/client-request';
import type { Membership } from '@/lib/contract/resources';
import type { Named } from './entry';
import {
  categoryQuery,
  categoryTag,
  everybodyQuery,
  extrasQuery,
  membersQuery,
  noLocations,
  wholeMembersQuery,
  wholeTag,
  withSettings,
  type Narrowing,
  type Tags,
} from './api-queries';
import {
  everybody,
  toPublicEntry,
  unusableField,
  type ListedEntry,
  type PublicCategory,
  type PublicExtra,
  type PublicLists,
  type Readers,
} from './projection';
import { createPackedLocations, type PackedLocations } from './packed-locations';
import type { LocateArea, LocationOfMember } from './project-location';
import { addCategory, addType, toPublicExtra } from './public-lists';

export interface Loaded {
  lists: PublicLists;
  tags: Tags;
  /** Records that were left out because they cannot be read, and other problems for the operator. */
  problems: string[];
}

/**
 * Passes each public entry to `each` as soon as the entry is known. `unlisted` receives each member whom the site
 * explicitly marks as not listed. `only`: parameters that select some of the members, but not by category.
 * `sendsWhole`: whether the site may know our extension of the API. With this extension, one list contains the members
 * with their categories and locations.
 * @throws ApiRequestError if a list cannot be loaded in full, because an incomplete directory must not be shown
 */
export async function loadDirectory(
  api: MembershipApiClient,
  {
    each,
    unlisted,
    locateArea,
    readers = everybody,
    only = [],
    sendsWhole,
  }: DirectoryReceiver & { locateArea: LocateArea; readers?: Readers; only?: Narrowing; sendsWhole: boolean },
): Promise<Loaded> {
  const loading: Loading = { api, tags: {}, problems: [], only, includes: readers.includes };
  const lists = await loadLists(loading);
  const unread = createUnreadCount();
  const receive: Receive = (sent, own) => {
    const membership = readers.see(sent);
    const listed = toPublicEntry(membership, { ...own, lists, locateArea });
    if (listed !== null) each(listed);
    else if (membership.Directory?.Listed === false) unlisted(membership.ID);
    else unread.note(membership);
  };
  const isLoaded = sendsWhole && (await loadWholeMembers(loading, receive));
  if (!isLoaded) await loadRelatedLists(loading, lists, receive);
  return { lists, tags: loading.tags, problems: [...loading.problems, ...unread.problems()] };
}

type Receive = (
  membership: Membership,
  own: { locations: LocationOfMember[]; categoryIds: string[] },
) => void;

/**
 * Members with their categories and locations in one list.
 * @returns false if the site does not send it
 */
async function loadWholeMembers(loading: Loading, receive: Receive): Promise<boolean> {
  const { api, tags, only, includes } = loading;
  try {
    tags[wholeTag] = await completeList(loading, 'members', api.members, {
      query: wholeMembersQuery(includes, only),
      each(membership) {
        const { Categories, Locations } = membership;
        if (Categories === undefined || Locations === undefined) throw new NotWhole();
        receive(membership, {
          locations: Locations.map((location) => ({ ...location, Distance: null })),
          categoryIds: Categories.map(String),
        });
      },
    });
    return true;
  } catch (error) {
    if (error instanceof NotWhole || isRefusedQuery(error)) return false;
    throw error;
  }
}

/** The site has ignored a parameter. */
class NotWhole extends Error {}

/**
 * Uses only what the contract contains. A list for each category and the list of locations are loaded before the
 * members.
 */
async function loadRelatedLists(loading: Loading, lists: PublicLists, receive: Receive): Promise<void> {
  const { api, tags, only } = loading;
  const categoryIds = await loadCategories(loading, lists);
  const located = await loadLocationsIfThere(loading);
  const loadMembers = (knowsInclude: boolean) =>
    completeList(loading, 'members', api.members, {
      query: withSettings(membersQuery(only), knowsInclude),
      each: (membership) =>
        receive(membership, {
          locations: located?.locations.of(membership.ID) ?? [],
          categoryIds: categoryIds.get(membership.ID)?.split(' ') ?? [],
        }),
    });
  const members =
    located === null
      ? await withIncludeIfKnown(loadMembers)
      : { result: await loadMembers(located.knowsInclude), knowsInclude: located.knowsInclude };
  tags.members = members.result;
  tags.include = String(members.knowsInclude);
}

/**
 * Loads the outcomes for the members that `only` selects. `lists` is null if `only` selects nobody.
 * @returns null if `only` selects more members than `atMost`
 * @throws ApiRequestError as in `loadDirectory`
 */
export async function loadPart(
  api: MembershipApiClient,
  {
    only,
    locateArea,
    readers,
    atMost = Infinity,
    sendsWhole,
  }: { only: Narrowing; locateArea: LocateArea; readers: Readers; atMost?: number; sendsWhole: boolean },
): Promise<{ lists: PublicLists | null; outcomes: Map<string, Outcome> } | null> {
  const outcomes = new Map<string, Outcome>();
  await completeList({ problems: [] }, 'members', api.members, {
    query: everybodyQuery(only),
    each: ({ ID }) => void outcomes.set(ID, 'removed'),
  });
  if (outcomes.size === 0) return { lists: null, outcomes };
  if (outcomes.size > atMost) return null;
  const { lists } = await loadDirectory(api, {
    each: (listed) => void outcomes.set(listed.entry.id, listed),
    unlisted: (id) => void outcomes.set(id, 'unlisted'),
    locateArea,
    readers,
    only,
    sendsWhole,
  });
  return { lists, outcomes };
}

/**
 * `removed`: the member no longer has a public entry. `unlisted`: the site explicitly marks the member as not listed.
 * `ListedEntry`: the member is listed with this entry.
 */
export type Outcome = ListedEntry | 'removed' | 'unlisted';

interface DirectoryReceiver {
  each: (listed: ListedEntry) => void;
  unlisted: (id: string) => void;
}

interface Loading {
  api: MembershipApiClient;
  tags: Tags;
  problems: string[];
  only: Narrowing;
  includes: readonly string[];
}

/** Counts the listed members who are left out, by the field that cannot be used. */
function createUnreadCount() {
  const counts = new Map<string, number>();
  return {
    note(membership: Membership) {
      const field = unusableField(membership);
      if (field !== null) counts.set(field, (counts.get(field) ?? 0) + 1);
    },
    problems: () =>
      [...counts].map(([field, count]) => `${count} members are left out: their ${field} cannot be read`),
  };
}

// If more than this share of the records has no ID, the response is not the requested list.
const maxUnreadable = 0.1;

async function completeList<T>(
  { problems }: Pick<Loading, 'problems'>,
  name: string,
  list: (request: ListRequest<T>) => Promise<ListResult>,
  request: ListRequest<T>,
): Promise<string | null> {
  const result = await list(request);
  if (result.status === 'unchanged')
    throw unusable(`The API returned 304 for ${name}, but the request did not allow that`);
  if (result.unreadable > maxUnreadable * (result.count + result.unreadable)) {
    throw unusable(`${result.unreadable} of the records that the API sent as ${name} cannot be read`);
  }
  if (result.unreadable > 0)
    problems.push(
      `${result.unreadable} records that the API sent as ${name} are left out: they cannot be read`,
    );
  return result.etag;
}

function unusable(message: string): ApiRequestError {
  return new ApiRequestError(message, {
    kind: 'unreadable',
    status: 200,
    code: null,
    retryAfterSeconds: null,
  });
}

export async function loadLists({
  api,
  tags,
  problems,
}: Omit<Loading, 'only' | 'includes'>): Promise<PublicLists> {
  const loading = { problems };
  const types = new Map<string, Named>();
  const categories = new Map<string, PublicCategory>();
  const extras: PublicExtra[] = [];
  tags.types = await completeList(loading, 'membershiptypes', api.membershipTypes, {
    each: (type) => addType(types, type),
  });
  tags.categories = await completeList(loading, 'categories', api.categories, {
    each: (category) => addCategory(categories, category),
  });
  tags.extras = await completeList(loading, 'extras', api.extras, {
    query: extrasQuery(),
    each: (extra) => extras.push(...toPublicExtra(extra)),
  });
  return { types, categories, extras };
}

/**
 * The category IDs of each member, separated by spaces. A membership record does not contain its categories, so each
 * category's members are requested. One text for each member, because many small lists would slow the garbage
 * collection.
 */
async function loadCategories(loading: Loading, { categories }: PublicLists): Promise<Map<string, string>> {
  const { api, tags, only } = loading;
  const found = new Map<string, string>();
  for (const { id } of categories.values()) {
    tags[`${categoryTag}${id}`] = await completeList(loading, 'members', api.members, {
      query: categoryQuery(id, only),
      each({ ID }) {
        const known = found.get(ID);
        found.set(ID, known === undefined ? id : `${known} ${id}`);
      },
    });
  }
  return found;
}

/** Requests each member's settings too, and retries without them if the site refuses `Include[]=Directory`. */
async function withIncludeIfKnown<T>(
  send: (knowsInclude: boolean) => Promise<T>,
): Promise<{ result: T; knowsInclude: boolean }> {
  try {
    return { result: await send(true), knowsInclude: true };
  } catch (error) {
    if (!isRefusedQuery(error)) throw error;
    return { result: await send(false), knowsInclude: false };
  }
}

function isRefusedQuery(error: unknown): boolean {
  return error instanceof ApiRequestError && error.details.status === 400;
}

/** null: the site has no such list. It is Beta in the contract, and members can be shown without it. */
async function loadLocationsIfThere(loading: Loading) {
  try {
    const { result: locations, knowsInclude } = await withIncludeIfKnown((knows) =>
      loadLocations(loading, knows),
    );
    return { locations, knowsInclude };
  } catch (error) {
    if (!isMissing(error)) throw error;
    loading.tags.locations = noLocations;
    loading.problems.push('The API has no list of locations, so members are shown without points on the map');
    return null;
  }
}

async function loadLocations(loading: Loading, knowsInclude: boolean): Promise<PackedLocations> {
  const { api, tags, only } = loading;
  const found = createPackedLocations();
  tags.locations = await completeList(loading, 'locations', api.locations, {
    query: withSettings(membersQuery(only), knowsInclude),
    each: ({ Membership: { ID }, ...location }) => found.add(ID, location),
  });
  return found;
}
