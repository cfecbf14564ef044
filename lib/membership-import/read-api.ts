import type { ListRequest } from '@/lib/membership-api/client';
import { ApiRequestError } from '@/lib/membership-api/client-request';
import {
  type AddonListing,
  type Category,
  type ExtraListing,
  type Location,
  type Membership,
  type MembershipTypeListing,
} from '@/lib/membership-api/resources';
import { financialStatuses } from '@/lib/membership-api/words';
import type { ApiContents } from './from-api';
import type { Site } from './site';

/**
 * All data from a site's API about members of all statuses, including hidden types and addons; one request for each
 * category and each addon. `modifiedAfter`: only members and locations modified since; a site that refuses the
 * parameter is read completely.
 * @throws ApiRequestError when the site refuses, cannot be reached or breaks off
 */
export async function readApi({ client }: Site, modifiedAfter: Date | null): Promise<ApiContents> {
  const types = await listedTwice<MembershipTypeListing>((request) => client.membershipTypes(request));
  const addons = await listedTwice<AddonListing>((request) => client.addons(request));
  const categories = await listed<Category>((request) => client.categories(request));
  const extras = await listed<ExtraListing>((request) => client.extras(request));
  const [members, since] = await orWhole(modifiedAfter, (after) =>
    withDirectory(after, (query) => listed<Membership>((request) => client.members(request), query)),
  );
  const locations = await withDirectory(since, (query) =>
    listed<Location>((request) => client.locations(request), query),
  );
  const idsWith = async (name: string, id: number) => {
    const query = membersQuery(since);
    query.append(name, String(id));
    return idsOf(await listed<Membership>((request) => client.members(request), query));
  };
  const membersOfCategory = new Map<number, Set<string>>();
  for (const { ID } of categories) membersOfCategory.set(ID, await idsWith('MembershipCategory[]', ID));
  const membersOfAddon = new Map<number, Set<string>>();
  for (const { ID } of addons) membersOfAddon.set(ID, await idsWith('CurrentAddons[]', ID));
  const isWhole = since === null;
  return {
    isWhole,
    types,
    addons,
    categories,
    extras,
    members,
    locations,
    membersOfCategory,
    membersOfAddon,
  };
}

/**
 * The IDs of all memberships of a site; null: the number is `expected`, so nobody left. The contract has no list of
 * IDs: a site that gives a list's length, as ours does, is asked for the length, any other for the list.
 */
export async function findAllIds(site: Site, expected: number): Promise<Set<string> | null> {
  const ask = (query: URLSearchParams) =>
    listed<Membership>((request) => site.client.members(request), query);
  const query = membersQuery(null);
  query.append('Page[Size]', '1');
  const found = await ask(query).catch(unlessRefused);
  if (found !== null && site.latestTotal() === expected) return null;
  // More than the one requested record: the site does not support pages and sent its list.
  return idsOf(found !== null && found.length > 1 ? found : await ask(membersQuery(null)));
}

const idsOf = (members: readonly Membership[]) => new Set(members.map(({ ID }) => ID));

/** null: the site responded with 400, because it does not know a parameter. */
function unlessRefused(error: unknown): null {
  if (error instanceof ApiRequestError && error.details.status === 400) return null;
  throw error;
}

/** The request, and its `modifiedAfter`. */
async function orWhole<R>(
  since: Date | null,
  ask: (since: Date | null) => Promise<R>,
): Promise<[R, Date | null]> {
  const found = since === null ? null : await ask(since).catch(unlessRefused);
  return found === null ? [await ask(null), null] : [found, since];
}

async function listed<R>(
  ask: (request: ListRequest<R>) => Promise<unknown>,
  query = new URLSearchParams(),
): Promise<R[]> {
  const records: R[] = [];
  await ask({ query, each: (record) => records.push(record) });
  return records;
}

/** `Visible=false` may mean "hidden ones too" or "hidden ones only": both forms are requested. */
async function listedTwice<R extends { ID: number }>(
  ask: (request: ListRequest<R>) => Promise<unknown>,
): Promise<R[]> {
  const visible = await listed(ask);
  const hidden = await listed(ask, new URLSearchParams({ Visible: 'false' }));
  return [...new Map([...hidden, ...visible].map((record) => [record.ID, record])).values()];
}

/** Requests the extension that distinguishes firms from people, or, if the site refuses it, goes without. */
async function withDirectory<R extends Membership | Location>(
  since: Date | null,
  ask: (query: URLSearchParams) => Promise<R[]>,
): Promise<R[]> {
  const query = membersQuery(since);
  query.append('Include[]', 'Directory');
  return (await ask(query).catch(unlessRefused)) ?? ask(membersQuery(since));
}

/** Members of all statuses. */
function membersQuery(since: Date | null): URLSearchParams {
  const query = new URLSearchParams(financialStatuses.map((status) => ['FinancialStatus[]', status]));
  if (since !== null) query.append('DateModified[After]', since.toISOString());
  return query;
}
