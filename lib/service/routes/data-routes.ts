import { Hono, type Context } from 'hono';
import { ApiError } from '@/lib/contract/errors';
import type { ListingFilter } from '@/lib/contract/filter-types';
import {
  parseEmptyQuery,
  parseListingQuery,
  parseLocationsQuery,
  parseMembersQuery,
  parseMembersV1Query,
  type ParsedQuery,
} from '@/lib/contract/filters';
import { readIdCursor } from '@/lib/contract/page';
import type { QueryContext } from '@/lib/contract/dates';
import { toLegacyUser } from '@/lib/contract/legacy-user';
import type { LoggedInUser, Scope } from '@/lib/contract/resources';
import type { Access } from '@/lib/sign-in/oauth/access';
import { parseOrganisation } from '@/lib/sign-in/oauth/organisation-id';
import { readDay, type Day } from '@/lib/store/day';
import type { OpenList } from '@/lib/store/lists/list';
import {
  listAddons,
  listCategories,
  listExtras,
  listTypes,
  type ListingRequest,
} from '@/lib/store/lists/listings';
import { nodeRequestOf } from '@/lib/server/client-address';
import { openLocationsList } from '@/lib/store/lists/locations-list';
import { readLoggedInUser } from '@/lib/store/lists/logged-in-user';
import { openMembersList } from '@/lib/store/lists/members-list';
import { respondWithList } from './list-response';
import { rawQuery } from '@/lib/changes/routes/raw-query';
import type { DataServices } from './data-services';

/** The contract's GET endpoints except those of OAuth. */
export function dataRoutes(services: DataServices): Hono {
  const { store } = services;
  const routes = new Hono();
  const listing = (
    takes: readonly ('Visible' | 'Searchable')[],
    read: (db: typeof store.members, request: ListingRequest) => Promise<{ ID: number }[]>,
  ): ListEndpoint<ListingFilter> => ({
    scope: 'basic',
    parse: (raw) => parseListingQuery(raw, takes),
    open: async ({ access, query }) => {
      const records = await read(store.members, { ...access, filter: query.filter });
      return openRecords(records, query);
    },
  });
  const types = listing(['Visible', 'Searchable'], listTypes);
  const addons = listing(['Visible', 'Searchable'], listAddons);
  add(routes, services, 'v2/:organisation/members', {
    scope: 'members',
    parse: parseMembersQuery,
    open: ({ access, query, ...rest }) =>
      openMembersList(store, { ...access, ...query, ...rest, version: 2 }),
  });
  add(routes, services, 'v2/:organisation/locations', {
    scope: 'members',
    parse: parseLocationsQuery,
    open: ({ access, query, ...rest }) => openLocationsList(store, { ...access, ...query, ...rest }),
  });
  add(routes, services, 'v2/:organisation/categories', listing([], listCategories));
  add(routes, services, 'v2/:organisation/membershiptypes', types);
  add(routes, services, 'v2/:organisation/addons', addons);
  add(routes, services, 'v2/:organisation/extras', listing(['Searchable'], listExtras));
  add(routes, services, 'v1/:organisation/members', {
    scope: 'members',
    parse: parseMembersV1Query,
    open: ({ access, query, ...rest }) =>
      openMembersList(store, { ...access, ...query, ...rest, version: 1 }),
  });
  add(routes, services, 'v1/:organisation/membershiptypes', types);
  add(routes, services, 'v1/:organisation/addons', addons);
  addRead(routes, 'v2/:organisation/user', (context) => respondWithUser(context, services), ['POST']);
  return routes;
}

interface ListEndpoint<F> {
  scope: Scope;
  parse: (raw: string, context: QueryContext) => ParsedQuery<F>;
  open: (request: {
    access: Access;
    day: Day;
    query: ParsedQuery<F>;
    caller: string;
    beforeLong: () => Promise<void>;
  }) => Promise<OpenList>;
}

function add<F>(routes: Hono, services: DataServices, path: string, endpoint: ListEndpoint<F>): void {
  addRead(routes, path, async (context) => {
    const now = services.clock();
    const organisation = organisationOf(context);
    // These two reads start together, so that the request waits for the database only once.
    const [access, day] = await Promise.all([
      services.checkAccess(context, { organisation, scope: endpoint.scope }),
      findDay(services, organisation, now),
    ]);
    if (day === null) throw organisationGone();
    const raw = rawQuery(context);
    const caller = callerOf(access);
    const ticket = services.slots.ticket({
      clientId: access.clientId,
      network: services.networkOf(context),
      // A member's token belongs to the directory's client, but the member sends the requests. So these requests do not
      // count as requests of the directory.
      isOwn: access.clientId === services.ownClientId && access.personId === null,
    });
    return respondWithList(context, services, {
      ticket,
      version: [path, day.organisationId, day.version, day.today, day.timeZone, access.seesAdminExtras],
      rawQuery: raw,
      parse: () => {
        const query = endpoint.parse(raw, { now, timeZone: day.timeZone });
        return {
          tagged: query.isRelative ? null : query,
          open: () => endpoint.open({ access, day, query, caller, beforeLong: () => ticket.enter() }),
        };
      },
      repeated: (representation) => {
        const request = nodeRequestOf(context);
        if (request !== null) services.responseCache?.store(request, { representation, access });
      },
      nextUrl: (cursor) => nextUrl(context, services.baseUrl, cursor),
    });
  });
}

/** The request limits count the same callers: each client, and each member for whom a client acts. */
function callerOf({ clientId, personId }: Access): string {
  return `${clientId} ${personId ?? ''}`;
}

/** OPTIONS, and all methods that are not allowed, get the list of allowed methods. */
function addRead(
  routes: Hono,
  path: string,
  handler: (context: Context) => Promise<Response>,
  others: readonly 'POST'[] = [],
): void {
  // `lib/changes/routes/record-routes.ts` handles POST for the list of members.
  const hasPost = others.includes('POST') || path === 'v2/:organisation/members';
  const methods = hasPost ? 'GET, HEAD, POST, OPTIONS' : 'GET, HEAD, OPTIONS';
  routes.on(['GET', ...others], toPath(path), handler);
  routes.options(toPath(path), (context) => context.body(null, 204, { Allow: methods }));
  routes.all(toPath(path), () => {
    throw new ApiError('method_not_allowed', `The method must be one of ${methods}`, { Allow: methods });
  });
}

async function respondWithUser(context: Context, services: DataServices): Promise<Response> {
  const access = await services.checkAccess(context, {
    organisation: organisationOf(context),
    scope: 'user',
    mayUseQuery: context.req.raw.method !== 'POST',
  });
  parseEmptyQuery(rawQuery(context), ['access_token']);
  const { personId, seesAdminExtras, isRemoved, hasLegacyStatus, clientId } = access;
  const seesStanding = clientId === services.ownClientId;
  const day = await findDay(services, organisationOf(context), services.clock());
  if (day === null) throw organisationGone();
  const user =
    personId === null
      ? null
      : await readLoggedInUser(services.store.members, {
          day,
          personId,
          seesAdminExtras,
          isRemoved,
          seesStanding,
        });
  if (user === null) throw new ApiError('insufficient_scope', 'The access token does not belong to a member');
  const body = hasLegacyStatus ? legacyBody(user, day) : user;
  return context.body(body, 200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
}

function legacyBody(user: string, day: Day): string {
  // readLoggedInUser wrote this JSON.
  return JSON.stringify(toLegacyUser(JSON.parse(user) as LoggedInUser, day));
}

function toPath(path: string): string {
  return `/api/${path.replace(':organisation', 'organisation/:organisation')}`;
}

function organisationOf(context: Context): string {
  return context.req.param('organisation') ?? '';
}

async function findDay({ store }: DataServices, segment: string, now: Date): Promise<Day | null> {
  const organisationId = parseOrganisation(segment);
  return organisationId === null ? null : readDay(store.members, organisationId, now);
}

/** The organisation may have been removed after the access check. */
function organisationGone(): ApiError {
  return new ApiError('not_found', 'The organisation no longer exists');
}

function nextUrl(context: Context, baseUrl: string, cursor: string): string {
  const parameters = rawQuery(context)
    .split('&')
    .filter((pair) => pair !== '' && !/^Page(\[|%5B)After(\]|%5D)=/i.test(pair));
  return `${baseUrl}${context.req.path}?${[...parameters, `Page[After]=${encodeURIComponent(cursor)}`].join('&')}`;
}

/** A list that is already in memory. */
function openRecords(records: { ID: number }[], { page }: ParsedQuery<unknown>): OpenList {
  const after = readIdCursor(page);
  const rest = records.filter((record) => record.ID > after);
  const shown = page.size === null ? rest : rest.slice(0, page.size);
  const chunks = [JSON.stringify(shown).slice(1, -1)].filter((text) => text !== '');
  return {
    total: records.length,
    next: shown.length < rest.length ? String(shown.at(-1)?.ID) : null,
    isLong: false,
    read: async () => chunks.shift() ?? null,
    close: async () => undefined,
  };
}
