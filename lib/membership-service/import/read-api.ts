import type { ListRequest } from '@/lib/membership-api/client';
import { ApiRequestError } from '@/lib/membership-api/client-request';
import {
  financialStatuses,
  type AddonListing,
  type Category,
  type ExtraListing,
  type Location,
  type Membership,
  type MembershipTypeListing,
} from '@/lib/membership-api/resources';
import type { ApiContents } from './from-api';
import type { Site } from './site';

/**
 * Everything that a site's API tells of its members of all statuses, hidden types and addons included; asks once for
 * each category and each addon. `modifiedAfter`: of members and locations only what was modified since; a site that
 * does not take the parameter is read whole.
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
 * The IDs of all memberships that a site has; null: as many as `expected`, so nobody left. The contract has no list of
 * IDs: a site that tells how long a list is, as ours does, is asked for that, any other for the list.
 */
export async function findAllIds(site: Site, expected: number): Promise<Set<string> | null> {
  const ask = (query: URLSearchParams) =>
    listed<Membership>((request) => site.client.members(request), query);
  const query = membersQuery(null);
  query.append('Page[Size]', '1');
  const found = await ask(query).catch(unlessRefused);
  if (found !== null && site.latestTotal() === expected) return null;
  // More than the one record asked for: the site does not know pages and sent its list.
  return idsOf(found !== null && found.length > 1 ? found : await ask(membersQuery(null)));
}

const idsOf = (members: readonly Membership[]) => new Set(members.map(({ ID }) => ID));

/** null: the site answered 400, because it does not know a parameter. */
function unlessRefused(error: unknown): null {
  if (error instanceof ApiRequestError && error.details.status === 400) return null;
  throw error;
}

/** What was asked for, and since when it is. */
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

/** `Visible=false` may mean "hidden ones too" or "hidden ones only": both are asked. */
async function listedTwice<R extends { ID: number }>(
  ask: (request: ListRequest<R>) => Promise<unknown>,
): Promise<R[]> {
  const visible = await listed(ask);
  const hidden = await listed(ask, new URLSearchParams({ Visible: 'false' }));
  return [...new Map([...hidden, ...visible].map((record) => [record.ID, record])).values()];
}

/** Asks with the extension that tells firms from people, and without it where the site refuses it. */
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
