import type { ListRequest, MembershipApiClient } from '@/lib/membership-api/client';
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

/**
 * Everything that a site's API tells of its members of all statuses, hidden types and addons included; asks once for
 * each category and each addon.
 * @throws ApiRequestError when the site refuses, cannot be reached or breaks off
 */
export async function readApi(client: MembershipApiClient): Promise<ApiContents> {
  const types = await listedTwice<MembershipTypeListing>((request) => client.membershipTypes(request));
  const addons = await listedTwice<AddonListing>((request) => client.addons(request));
  const categories = await listed<Category>((request) => client.categories(request));
  const extras = await listed<ExtraListing>((request) => client.extras(request));
  const members = await withDirectory((query) =>
    listed<Membership>((request) => client.members(request), query),
  );
  const locations = await withDirectory((query) =>
    listed<Location>((request) => client.locations(request), query),
  );
  const idsWith = async (name: string, id: number) => {
    const query = allStatuses();
    query.append(name, String(id));
    const found: Membership[] = await listed<Membership>((request) => client.members(request), query);
    return new Set(found.map(({ ID }) => ID));
  };
  const membersOfCategory = new Map<number, Set<string>>();
  for (const { ID } of categories) membersOfCategory.set(ID, await idsWith('MembershipCategory[]', ID));
  const membersOfAddon = new Map<number, Set<string>>();
  for (const { ID } of addons) membersOfAddon.set(ID, await idsWith('CurrentAddons[]', ID));
  return { types, addons, categories, extras, members, locations, membersOfCategory, membersOfAddon };
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
  ask: (query: URLSearchParams) => Promise<R[]>,
): Promise<R[]> {
  const query = allStatuses();
  query.append('Include[]', 'Directory');
  try {
    return await ask(query);
  } catch (error) {
    if (!(error instanceof ApiRequestError) || error.details.status !== 400) throw error;
    return ask(allStatuses());
  }
}

function allStatuses(): URLSearchParams {
  return new URLSearchParams(financialStatuses.map((status) => ['FinancialStatus[]', status]));
}
