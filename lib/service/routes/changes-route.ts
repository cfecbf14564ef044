import { Hono, type Context } from 'hono';
import type { Kysely, Transaction } from 'kysely';
import { parseChangesQuery, type ApiChange, type ApiChanges } from '@/lib/contract/changes';
import { ApiError } from '@/lib/contract/errors';
import { kindNames, type Change } from '@/lib/changes/journal/change-visibility';
import { readChanges, type ChangesPage, type ChangesRequest } from '@/lib/changes/journal/changes';
import { readDay } from '@/lib/store/day';
import { readJournalPosition } from '@/lib/store/journal';
import { readMemberDocuments } from '@/lib/store/member-documents';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';
import type { Access } from '@/lib/sign-in/oauth/access';
import type { ChangeWaits } from './change-waits';
import { rawQuery } from '@/lib/changes/routes/raw-query';
import type { DataServices } from './data-services';
import type { ListSlots } from './list-slots';

type ChangesServices = Pick<DataServices, 'store' | 'clock' | 'checkAccess' | 'ownClientId'> & {
  waits: ChangeWaits;
  /**
   * Limits how many pages of changes are read at the same time. A page of 500 changes keeps a processor busy for 20 ms.
   */
  slots: ListSlots;
};

const path = '/api/v2/organisation/:organisation/changes';
const methods = 'GET, HEAD, OPTIONS';

/** An extension (docs/decisions.md, J11 to J13). */
export function changesRoute(services: ChangesServices): Hono {
  const routes = new Hono();
  routes.get(path, (context) => respondWithChanges(context, services));
  routes.options(path, (context) => context.body(null, 204, { Allow: methods }));
  routes.all(path, () => {
    throw new ApiError('method_not_allowed', `The method must be one of ${methods}`, { Allow: methods });
  });
  return routes;
}

async function respondWithChanges(context: Context, services: ChangesServices): Promise<Response> {
  const organisation = context.req.param('organisation') ?? '';
  const access = await services.checkAccess(context, { organisation, scope: 'members' });
  const query = parseChangesQuery(rawQuery(context));
  const until = performance.now() + query.waitSeconds * 1000;
  let after = query.after;
  for (;;) {
    const page = await readInTurn(services, access, { after, limit: query.limit });
    const ms = until - performance.now();
    const isDone = query.after === null || page.Changes.length > 0 || ms <= 0;
    if (isDone || context.req.raw.signal.aborted || services.waits.isClosed) {
      return context.json(page, 200, { 'Cache-Control': 'no-store' });
    }
    after = Number(page.Next);
    if (page.HasMore) continue;
    await services.waits.wait({
      clientId: access.clientId,
      organisationId: access.organisationId,
      isOwn: access.clientId === services.ownClientId && access.personId === null,
      position: after,
      ms,
      signal: context.req.raw.signal,
    });
    // The token or the client may have been revoked during the wait.
    await services.checkAccess(context, { organisation, scope: 'members' });
  }
}

interface ChangesPosition {
  after: number | null;
  limit: number;
}

/** Reads a page of changes. If there are no new changes, the request does not wait for its turn. */
async function readInTurn(
  services: ChangesServices,
  access: Access,
  position: ChangesPosition,
): Promise<ApiChanges> {
  const { store, slots, ownClientId } = services;
  const { organisationId, clientId, personId } = access;
  const newest = await readJournalPosition(store.members, organisationId);
  if (position.after === null || position.after === newest)
    return readPage(services, access, { ...position, db: store.members });
  const isOwn = clientId === ownClientId && personId === null;
  const ticket = slots.ticket({ clientId, network: '', isOwn });
  await ticket.enter();
  try {
    return await readPage(services, access, { ...position, db: store.reader });
  } finally {
    ticket.leave();
  }
}

/** One consistent read: a record is never older than the rows that announce it. */
async function readPage(
  { clock }: ChangesServices,
  { organisationId, seesAdminExtras }: Access,
  { after, limit, db: from }: ChangesPosition & { db: Kysely<MembersDatabase> },
): Promise<ApiChanges> {
  const read = from.transaction().setAccessMode('read only').setIsolationLevel('repeatable read');
  return read.execute(async (db) => {
    const day = await readDay(db, organisationId, clock());
    if (day === null) throw new ApiError('not_found', 'The organisation no longer exists');
    if (after === null) {
      return { Changes: [], Next: String(await readJournalPosition(db, organisationId)), HasMore: false };
    }
    const question = { day, seesAdminExtras, after, limit };
    const page = await readChanges(db, question);
    if (page === null) throw unknownPosition();
    return {
      Changes: await toApiChanges(db, { ...page, ...question }),
      Next: String(page.next),
      HasMore: page.hasMore,
    };
  });
}

async function toApiChanges(
  db: Transaction<MembersDatabase>,
  { changes, day, seesAdminExtras }: ChangesPage & ChangesRequest,
): Promise<ApiChange[]> {
  const shown = changes.flatMap((change) => ('isListed' in change ? [change.id] : []));
  const view = { seesAdminExtras, seesExactPoints: false };
  const documents = await readMemberDocuments(db, { day, view }, shown);
  return changes.map((change) => ({
    Position: String(change.position),
    Time: change.at.toISOString(),
    Kind: kindNames[change.kind],
    ID: String(change.id),
    Operation: change.operation,
    Listed: 'isListed' in change && change.isListed,
    Member: 'isListed' in change ? (documents.get(change.id)?.record ?? null) : null,
    Reload: toReload(change),
  }));
}

/**
 * The lists that a client should read again. If the record existed before, the result also has a query for the members
 * who may refer to the record.
 */
function toReload({ kind, operation, id }: Change): string[] {
  if (kind === 'membership' || kind === 'person') return [];
  const { list, members } = reloads[kind];
  return [...(list === null ? [] : [list]), ...(operation === 'created' ? [] : [members(id)])];
}

const everybody = () => 'members';

/** Chapters have no list: their names are in the member records. */
const reloads: Record<
  Exclude<Change['kind'], 'membership' | 'person'>,
  { list: string | null; members: (id: number) => string }
> = {
  organisation: { list: null, members: everybody },
  membership_type: { list: 'membershiptypes', members: (id) => `members?MembershipType[]=${id}` },
  category: { list: 'categories', members: (id) => `members?MembershipCategory[]=${id}` },
  chapter: { list: null, members: (id) => `members?OrganisationChapter[]=${id}` },
  addon: { list: 'addons', members: everybody },
  extra: { list: 'extras', members: everybody },
};

function unknownPosition(): ApiError {
  return new ApiError(
    'gone',
    'The position in After is not in the journal: it is older than the changes that are stored, or from another database. Request a position without After, and read the lists again',
  );
}
