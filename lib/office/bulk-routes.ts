/** Changes many members, or invites many, in two steps: a check, then the change (docs/office.md). */
import type { Context } from 'hono';
import { ApiError } from '@/lib/contract/errors';
import { newBulkSchema, type BulkAction } from '@/lib/contract/office-bulk';
import { readOfficeFilter } from '@/lib/contract/office-members';
import { readId } from '@/lib/contract/query-values';
import { QueryParameters } from '@/lib/contract/query-string';
import { readHolders } from '@/lib/store/lists/holders';
import { findOfficeIds } from '@/lib/store/lists/office-list';
import { mayOfficerAsk } from '@/lib/contract/officer-access';
import { BulkChangesWriter, readBulk, type BulkRecord } from '@/lib/changes/bulk-changes';
import { readDay, type Day } from '@/lib/store/day';
import { withMembersWriter } from '@/lib/store/write';
import { rawQuery } from '@/lib/changes/routes/raw-query';
import { readReason } from '@/lib/changes/routes/read-request';
import { isRunning, workOnBulk } from './bulk-work';
import { actionOf, describeBulk } from './describe-bulk';
import { findPeopleOf } from './list-members';
import { noRole } from '@/lib/changes/refusals';
import { byCaller, checkOffice, readerOf, type OfficeAccess, type OfficeRouteServices } from './office-check';
import { readTypedQuery, readTypedValue } from './read-typed';
import { requireSeen, seenFieldsOf } from './officer-limits';
import { readBody } from './read-body';

const noStore = { 'Cache-Control': 'no-store' };
const maxBytes = 64 * 1024;
/** Longer work continues after the response. */
const waitMs = 2000;
/** If a bulk change makes no progress for this long, the process that did the work counts as ended. */
const staleMs = 30_000;

/** POST: only checks what a change would do. */
export async function addBulk(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'addBulk');
  const { Members, Action: typed } = await readBody(context, newBulkSchema, { maxBytes });
  const Action = await readTypedAction(services, access, typed);
  if (access.officer !== null && !mayOfficerAsk(access.officer, Action)) throw noRole();
  const { store, clock } = services;
  const day = await readDay(store.members, access.organisationId, clock());
  if (day === null) throw new ApiError('not_found', 'The organisation no longer exists');
  const listed =
    'IDs' in Members
      ? [...new Set(Members.IDs.map(Number))].sort((a, b) => a - b)
      : await findListed(services, access, { day, query: Members.Query });
  const memberIds = Action.Do === 'invite' ? await onePerPerson(services, access, listed) : listed;
  const { personId } = access;
  const bulk = { personId, action: JSON.stringify(Action), reason: readReason(context), memberIds };
  const id = await withMembersWriter(store, contextOf(services, access), (writer) =>
    writer.part(BulkChangesWriter).create(bulk),
  );
  await work(services, access, id);
  return respond(context, services, access, await requireOwn(services, access, id));
}

async function readTypedAction(
  services: OfficeRouteServices,
  access: OfficeAccess,
  action: BulkAction,
): Promise<BulkAction> {
  if (action.Do !== 'set') return action;
  const { Field: field, Value: value } = action;
  return { ...action, Value: await readTypedValue(services, access, { field, value }) };
}

/** GET: an interrupted check starts again. */
export async function respondWithBulk(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'readBulk');
  const bulk = await requireOwn(services, access, idOf(context));
  if (bulk.state === 'checking' && isStale(services, access, bulk)) await work(services, access, bulk.id);
  return respond(context, services, access, await requireOwn(services, access, bulk.id));
}

/** POST: makes the change, or continues it. */
export async function runBulk(context: Context, services: OfficeRouteServices): Promise<Response> {
  return run(context, services, { access: await checkOffice(context, services, 'runBulk'), isMail: false });
}

/** POST: sends the invitations, or continues to send them. */
export async function sendBulk(context: Context, services: OfficeRouteServices): Promise<Response> {
  return run(context, services, { access: await checkOffice(context, services, 'sendBulk'), isMail: true });
}

async function run(
  context: Context,
  services: OfficeRouteServices,
  { access, isMail }: { access: OfficeAccess; isMail: boolean },
): Promise<Response> {
  const bulk = await requireOwn(services, access, idOf(context));
  const action = actionOf(bulk);
  // Changes and invitations have separate endpoints, because only invitations need a recent sign-in.
  if ((action.Do === 'invite') !== isMail)
    throw new ApiError(
      'conflict',
      isMail ? 'These are not invitations: use run' : 'Invitations are sent with send',
    );
  if (access.officer !== null && !mayOfficerAsk(access.officer, action)) throw noRole();
  const isStarted = await withMembersWriter(services.store, contextOf(services, access), async (writer) => {
    const now = await writer.part(BulkChangesWriter).find(bulk.id);
    if (now === null) return false;
    if (now.state === 'checked') {
      await writer.part(BulkChangesWriter).removeProblems(now.id);
      const zero = { done: 0, changed: 0, unchanged: 0, refused: 0 };
      await writer.part(BulkChangesWriter).note(now.id, { ...now, ...zero, state: 'running' });
      return true;
    }
    if (now.state !== 'stopped' && !(now.state === 'running' && isStale(services, access, now))) return false;
    await writer.part(BulkChangesWriter).note(now.id, { ...now, state: 'running' });
    return true;
  });
  if (!isStarted) throw new ApiError('conflict', 'This is not checked yet, is running, or is done');
  await work(services, access, bulk.id);
  return respond(context, services, access, await requireOwn(services, access, bulk.id));
}

/** POST: changes that were made stay, and can be undone. */
export async function stopBulk(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'stopBulk');
  const { id } = await requireOwn(services, access, idOf(context));
  await withMembersWriter(services.store, contextOf(services, access), async (writer) => {
    const now = await writer.part(BulkChangesWriter).find(id);
    if (now?.state === 'running') await writer.part(BulkChangesWriter).note(id, { ...now, state: 'stopped' });
  });
  return respond(context, services, access, await requireOwn(services, access, id));
}

async function findListed(
  services: OfficeRouteServices,
  access: OfficeAccess,
  { day, query }: { day: Day; query: string },
): Promise<number[]> {
  const { store } = services;
  const filter = readOfficeFilter(await readTypedQuery(services, access, query));
  requireSeen(access, { filter });
  const people = await findPeopleOf(services, access, filter);
  const request = { day, filter, seen: seenFieldsOf(access), chapterIds: access.onlyChapters, people };
  return store.readInTurn(readerOf(access), (db) => findOfficeIds(db, request));
}

/** A person with several memberships gets one invitation. */
async function onePerPerson(
  { store }: OfficeRouteServices,
  { organisationId }: OfficeAccess,
  ids: readonly number[],
): Promise<number[]> {
  const holders = await readHolders(store.members, organisationId, { column: 'id', ids });
  const persons = new Map(holders.map(({ id, person_id }) => [id, person_id]));
  const seen = new Set<number>();
  return ids.filter((id) => {
    const person = persons.get(id);
    // IDs that do not exist stay in the list, so that the check refuses them.
    if (person === undefined) return true;
    return !seen.has(person) && seen.add(person);
  });
}

/** Waits only a moment. Longer work continues after the response. */
async function work(services: OfficeRouteServices, access: OfficeAccess, id: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const wait = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, waitMs);
  });
  await Promise.race([workOnBulk(services, access, id), wait]);
  clearTimeout(timer);
}

function isStale({ store, clock }: OfficeRouteServices, access: OfficeAccess, bulk: BulkRecord): boolean {
  return !isRunning(store, access, bulk.id) && clock().getTime() - bulk.touchedAt > staleMs;
}

function contextOf({ store, clock, areaCentre }: OfficeRouteServices, access: OfficeAccess) {
  const { organisationId } = access;
  return { store, clock, areaCentre, organisationId, cause: byCaller(access) };
}

/** @throws ApiError 404 if there is no such change, or somebody else asked for it */
async function requireOwn(
  { store }: OfficeRouteServices,
  { organisationId, personId }: OfficeAccess,
  id: number,
): Promise<BulkRecord> {
  const bulk = await readBulk(store.members, organisationId, id);
  if (bulk?.personId === personId) return bulk;
  throw new ApiError('not_found', 'There is no change of many members with this ID');
}

function idOf(context: Context): number {
  const text = context.req.param('bulk') ?? '';
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0;
}

async function respond(
  context: Context,
  services: OfficeRouteServices,
  access: OfficeAccess,
  bulk: BulkRecord,
): Promise<Response> {
  const query = new QueryParameters(rawQuery(context), [{ name: 'After', takes: 'one' }]);
  const afterText = query.one('After');
  const after = afterText === null ? 0 : readId('After', afterText);
  const isStopped = bulk.state === 'running' && isStale(services, access, bulk);
  const shown = isStopped ? { ...bulk, state: 'stopped' as const } : bulk;
  return context.json(await describeBulk(services, access, { bulk: shown, after }), 200, noStore);
}
