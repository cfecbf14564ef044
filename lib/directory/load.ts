/** Asks the API for everything that the directory shows. What is private in the answers ends in the projection. */
import type { ListRequest, ListResult, MembershipApiClient } from '@/lib/membership-api/client';
import { ApiRequestError } from '@/lib/membership-api/client';
import type { Category, ExtraListing } from '@/lib/membership-api/resources';
import type { Named } from './entry';
import {
  toPublicEntry,
  type ListedEntry,
  type PublicCategory,
  type PublicExtra,
  type PublicLists,
} from './projection';
import { createPackedLocations, type PackedLocations } from './packed-locations';
import type { LocateArea } from './project-location';
import { publicHtml } from './public-html';
import { publicText } from './public-text';

/** Entity tags by list, to ask later whether anything changed; null where the site sends none. */
export type Tags = Record<string, string | null>;

export interface Loaded {
  lists: PublicLists;
  tags: Tags;
}

/** The members that may be listed; `outstanding` ones are if the organisation says so in `Directory.Listed`. */
const membersQuery = () =>
  new URLSearchParams([
    ['FinancialStatus[]', 'financial'],
    ['FinancialStatus[]', 'expiring'],
    ['FinancialStatus[]', 'outstanding'],
    ['Searchable', 'true'],
  ]);

/**
 * Loads everything and hands over each public entry as soon as it is known.
 * @throws ApiRequestError when a list cannot be had in full: half a directory is none
 */
export async function loadDirectory(
  api: MembershipApiClient,
  { each, locateArea }: { each: (listed: ListedEntry) => void; locateArea: LocateArea },
): Promise<Loaded> {
  const tags: Tags = {};
  const lists = await loadLists(api, tags);
  const categoryIds = await loadCategories(api, lists, tags);
  const { locations, knowsInclude } = await loadLocationsAsKnown(api, tags);
  const query = withSettings(membersQuery(), knowsInclude);
  tags.members = await completeList('members', api.members, {
    query,
    each(membership) {
      const own = {
        locations: locations.of(membership.ID),
        categoryIds: categoryIds.get(membership.ID)?.split(' ') ?? [],
      };
      const listed = toPublicEntry(membership, { ...own, lists, locateArea });
      if (listed !== null) each(listed);
    },
  });
  tags.include = String(knowsInclude);
  return { lists, tags };
}

/**
 * Whether every list is as it was when these tags were given. A list without a tag counts as changed.
 * `withCategories`: also asks for each category's members, where their tag does not follow from that of all members.
 */
export async function isUnchanged(
  api: MembershipApiClient,
  tags: Tags,
  { withCategories }: { withCategories: boolean },
): Promise<boolean> {
  const knowsInclude = tags.include === 'true';
  const each = () => {
    throw new ListChanged();
  };
  const ask: [string, () => Promise<ListResult>][] = [
    [
      'members',
      () => api.members({ query: withSettings(membersQuery(), knowsInclude), etag: tags.members, each }),
    ],
    [
      'locations',
      () => api.locations({ query: withSettings(membersQuery(), knowsInclude), etag: tags.locations, each }),
    ],
    ['types', () => api.membershipTypes({ etag: tags.types, each })],
    ['categories', () => api.categories({ etag: tags.categories, each })],
    ['extras', () => api.extras({ query: extrasQuery(), etag: tags.extras, each })],
  ];
  for (const name of withCategories ? Object.keys(tags).filter((tag) => tag.startsWith(categoryTag)) : []) {
    const query = categoryQuery(name.slice(categoryTag.length));
    ask.push([name, () => api.members({ query, etag: tags[name], each })]);
  }
  // Asked only while all have tags: without one, a whole list would travel to be thrown away.
  if (ask.some(([name]) => typeof tags[name] !== 'string')) return false;
  try {
    for (const [, request] of ask) if ((await request()).status !== 'unchanged') return false;
    return true;
  } catch (error) {
    if (error instanceof ListChanged) return false;
    throw error;
  }
}

/** Thrown at the first record of a list, to be spared the rest. */
class ListChanged extends Error {}

const categoryTag = 'category ';

// A list of which more than this part has no ID is not the list that was asked for.
const maxUnreadable = 0.1;

async function completeList<T>(
  name: string,
  list: (request: ListRequest<T>) => Promise<ListResult>,
  request: ListRequest<T>,
): Promise<string | null> {
  const result = await list(request);
  if (result.status === 'unchanged')
    throw unusable(`The API says that ${name} is unchanged without having been asked`);
  if (result.unreadable > maxUnreadable * (result.count + result.unreadable)) {
    throw unusable(`${result.unreadable} of the records that the API sent as ${name} cannot be read`);
  }
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

async function loadLists(api: MembershipApiClient, tags: Tags): Promise<PublicLists> {
  const types = new Map<string, Named>();
  const categories = new Map<string, PublicCategory>();
  const extras: PublicExtra[] = [];
  // Without a parameter: the publicly visible types.
  tags.types = await completeList('membershiptypes', api.membershipTypes, {
    each: ({ ID, Name, Visible }) => void (Visible && addNamed(types, String(ID), Name)),
  });
  tags.categories = await completeList('categories', api.categories, {
    each: (category) => addCategory(categories, category),
  });
  tags.extras = await completeList('extras', api.extras, {
    query: extrasQuery(),
    each: (extra) => extras.push(...toPublicExtra(extra)),
  });
  return { types, categories, extras };
}

function extrasQuery(): URLSearchParams {
  return new URLSearchParams({ Searchable: 'true' });
}

function addNamed(list: Map<string, Named>, id: string, text: string): void {
  const name = publicText(text);
  if (name !== null) list.set(id, { id, name });
}

function addCategory(list: Map<string, PublicCategory>, { ID, Name, Description }: Category): void {
  const [id, name] = [String(ID), publicText(Name)];
  if (name !== null) list.set(id, { id, name, description: publicHtml(Description) });
}

function toPublicExtra(extra: ExtraListing): PublicExtra[] {
  const name = publicText(extra.SearchName) ?? publicText(extra.Question);
  if (!extra.Searchable || extra.AdminOnly || name === null) return [];
  const options = extra.Options.map(publicText).filter((option) => option !== null);
  return [{ id: String(extra.ID), name, options: [...new Set(options)] }];
}

/**
 * A membership's record does not tell its categories: the members of each category are asked for. The categories' IDs by
 * member, with spaces between: mostly one, and a list of its own for each member would be copied by the garbage collector.
 */
async function loadCategories(
  api: MembershipApiClient,
  { categories }: PublicLists,
  tags: Tags,
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const { id } of categories.values()) {
    tags[`${categoryTag}${id}`] = await completeList('members', api.members, {
      query: categoryQuery(id),
      each({ ID }) {
        const known = found.get(ID);
        found.set(ID, known === undefined ? id : `${known} ${id}`);
      },
    });
  }
  return found;
}

function categoryQuery(id: string): URLSearchParams {
  const query = membersQuery();
  query.append('MembershipCategory[]', id);
  return query;
}

function withSettings(query: URLSearchParams, knowsInclude: boolean): URLSearchParams {
  if (knowsInclude) query.append('Include[]', 'Directory');
  return query;
}

/** With the settings of each member where the site knows `Include[]=Directory`; one that refuses it is asked without. */
async function loadLocationsAsKnown(api: MembershipApiClient, tags: Tags) {
  try {
    return { locations: await loadLocations(api, true, tags), knowsInclude: true };
  } catch (error) {
    if (!(error instanceof ApiRequestError) || error.details.status !== 400) throw error;
    return { locations: await loadLocations(api, false, tags), knowsInclude: false };
  }
}

async function loadLocations(
  api: MembershipApiClient,
  knowsInclude: boolean,
  tags: Tags,
): Promise<PackedLocations> {
  const found = createPackedLocations();
  tags.locations = await completeList('locations', api.locations, {
    query: withSettings(membersQuery(), knowsInclude),
    each: ({ Membership: { ID }, ...location }) => found.add(ID, location),
  });
  return found;
}
