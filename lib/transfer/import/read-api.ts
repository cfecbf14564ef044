import type { ListRequest } from '@/lib/contract/client';
import { ApiRequestError, isMissing } from '@/lib/contract/client-request';
import type { Location, Membership } from '@/lib/contract/resources';
import { financialStatuses } from '@/lib/contract/words';
import type { ApiContents } from './from-api';
import type { BadValue } from './import-error';
import type { ApiSource } from './api-source';

/**
 * Reads all data about members of all statuses from a site's API, including hidden types and addons, with one request
 * for each category and each addon. With `modifiedAfter`, reads only members and locations that were modified since
 * then. A site that refuses this parameter is read completely.
 * @throws ApiRequestError if the site refuses a request, cannot be reached or sends an incomplete response
 */
export async function readApi({ client }: ApiSource, modifiedAfter: Date | null): Promise<ApiContents> {
  const unreadable: BadValue[] = [];
  const listed = <R>(name: string, send: Ask<R>, query?: URLSearchParams) =>
    readList(send, query, (line) =>
      unreadable.push({ line, column: name, value: '', reason: `${unreadableReason} docs/contract.md says` }),
    );
  const types = await listedTwice((query) => listed('membershiptypes', client.membershipTypes, query));
  const addons = await listedTwice((query) => listed('addons', client.addons, query));
  const categories = await listed('categories', client.categories);
  const extras = await listed('extras', client.extras);
  const [members, since] = await orWhole(modifiedAfter, (after) =>
    withDirectory(after, (query) => listed('members', client.members, query)),
  );
  const locations = await withDirectory(since, (query) => listed('locations', client.locations, query)).catch(
    unlessMissing,
  );
  const idsWith = async (name: string, id: number) => {
    const query = membersQuery(since);
    query.append(name, String(id));
    return idsOf(await readList(client.members, query));
  };
  const membersOfCategory = new Map<number, Set<string>>();
  for (const { ID } of categories) membersOfCategory.set(ID, await idsWith('MembershipCategory[]', ID));
  const membersOfAddon = new Map<number, Set<string>>();
  for (const { ID } of addons) membersOfAddon.set(ID, await idsWith('CurrentAddons[]', ID));
  const isWhole = since === null;
  const structure = { types, addons, categories, extras };
  return { isWhole, ...structure, members, locations, membersOfCategory, membersOfAddon, unreadable };
}

const unreadableReason =
  'cannot be read: it must be an object with an ID, and with a User, Status and ExpiryDate as';

/**
 * Finds the IDs of all memberships of a site. null: the site has as many memberships as `expected`, so nobody has left.
 * The contract has no list of IDs. Some sites, such as ours, send the length of a list. If the length is as expected,
 * the list is not requested.
 */
export async function findAllIds(site: ApiSource, expected: number): Promise<Set<string> | null> {
  const send = (query: URLSearchParams) => readList<Membership>(site.client.members, query);
  const query = membersQuery(null);
  query.append('Page[Size]', '1');
  const found = await send(query).catch(unlessRefused);
  if (found !== null && site.latestTotal() === expected) return null;
  // Only one record was requested. If a site sends more, the site does not support pages, and the response is its whole
  // list.
  return idsOf(found !== null && found.length > 1 ? found : await send(membersQuery(null)));
}

const idsOf = (members: readonly Membership[]) => new Set(members.map(({ ID }) => ID));

/** null: the site responded with 400, because it does not know a parameter. */
function unlessRefused(error: unknown): null {
  if (error instanceof ApiRequestError && error.details.status === 400) return null;
  throw error;
}

/** null: the site has no such list. */
function unlessMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}

/**
 * If `since` in the result is a time, the response contains only changes after that time. null: the response contains
 * everything.
 */
async function orWhole<R>(
  since: Date | null,
  send: (since: Date | null) => Promise<R>,
): Promise<[R, Date | null]> {
  const found = since === null ? null : await send(since).catch(unlessRefused);
  return found === null ? [await send(null), null] : [found, since];
}

type Ask<R> = (request: ListRequest<R>) => Promise<unknown>;

/** @param onUnreadable called with the position of each unreadable record, from 1 */
async function readList<R>(
  send: Ask<R>,
  query = new URLSearchParams(),
  onUnreadable?: (place: number) => void,
): Promise<R[]> {
  const records: R[] = [];
  await send({
    query,
    each: (record) => records.push(record),
    eachUnreadable: (place) => onUnreadable?.(place + 1),
  });
  return records;
}

/**
 * Requests the records once without and once with `Visible=false`. With this parameter, some sites send only the hidden
 * records, and other sites send all records.
 */
async function listedTwice<R extends { ID: number }>(
  send: (query?: URLSearchParams) => Promise<R[]>,
): Promise<R[]> {
  const visible = await send();
  const hidden = await send(new URLSearchParams({ Visible: 'false' }));
  return [...new Map([...hidden, ...visible].map((record) => [record.ID, record])).values()];
}

/** Requests the extension that distinguishes companies from people. If the site refuses, requests again without it. */
async function withDirectory<R extends Membership | Location>(
  since: Date | null,
  send: (query: URLSearchParams) => Promise<R[]>,
): Promise<R[]> {
  const query = membersQuery(since);
  query.append('Include[]', 'Directory');
  return (await send(query).catch(unlessRefused)) ?? send(membersQuery(since));
}

function membersQuery(since: Date | null): URLSearchParams {
  const query = new URLSearchParams(financialStatuses.map((status) => ['FinancialStatus[]', status]));
  if (since !== null) query.append('DateModified[After]', since.toISOString());
  return query;
}
