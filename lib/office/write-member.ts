import type { Context } from 'hono';
import { z } from 'zod';
import { toDecimal } from '@/lib/contract/fields/number-kinds';
import type { WarnedCaller } from '@/lib/changes/find-duplicates';
import type { MemberChange } from '@/lib/changes/member-change';
import { RefusedChanges } from '@/lib/changes/plan-changes';
import { invalidRecord } from '@/lib/changes/refusals';
import { writeMembers, type WriteResult } from '@/lib/changes/write-members';
import { membershipOf } from '@/lib/changes/routes/read-record';
import { readJson, readOptions } from '@/lib/changes/routes/read-request';
import { readSubMembers, refuseQuery, respondWithOne } from '@/lib/changes/routes/write-record';
import { readStructure } from '@/lib/store/structure';
import {
  byCaller,
  checkOffice,
  type OfficeAccess,
  type OfficeRouteServices,
  requireSameAccess,
} from './office-check';
import { requireMayChange, viewOf } from './officer-limits';
import { readTypedFields } from './read-typed';

const maxRecordBytes = 1024 * 1024;

/** PATCH: like the write API, but also for exact points and admin-only answers. */
export async function changeOfficeMember(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'changeMember');
  refuseQuery(context);
  const types = ['application/merge-patch+json', 'application/json'];
  const body = await readJson(context, { types, maxBytes: maxRecordBytes });
  requireMayChange(access, body.json);
  const json = await readTypedFields(services, access, body.json);
  const membershipId = membershipOf(context);
  const ifMatch = context.req.header('If-Match') ?? null;
  const change = { operation: 'change', membershipId, ifMatch, body: json } as const;
  return respond(context, access, await write(context, services, { access, text: body.text, change }));
}

/** POST: the body for a company may have `SubMembers`. Either all of them are added, or none. */
export async function addOfficeMember(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'addMember');
  refuseQuery(context);
  const sent = await readJson(context, { types: ['application/json'], maxBytes: maxRecordBytes });
  const { body, subMembers } = splitSubMembers(
    await withPrice(services, access, await readTypedFields(services, access, sent.json)),
  );
  const change = { operation: 'create', body } as const;
  const made = { access, text: sent.text, change, subMembers };
  return respond(context, access, await write(context, services, made));
}

export async function removeOfficeMember(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'removeMember');
  const change = {
    operation: 'remove',
    membershipId: membershipOf(context),
    ifMatch: context.req.header('If-Match') ?? null,
    subMembers: readSubMembers(context),
  } as const;
  return respond(context, access, await write(context, services, { access, text: '', change }));
}

/** If the amount of a new member is left empty, the member owes the price of the type. */
async function withPrice(
  { store }: OfficeRouteServices,
  { organisationId }: OfficeAccess,
  json: unknown,
): Promise<unknown> {
  const { AmountOutstanding: amount, MembershipType: type } = Object(json) as Record<string, unknown>;
  if (amount !== '') return json;
  const structure = await readStructure(store.members, organisationId);
  const { ID: id } = Object(type) as { ID?: unknown };
  const price = structure?.types.get(Number(id))?.costThousandths ?? 0;
  return { ...(json as object), AmountOutstanding: toDecimal(price, 2) };
}

const maxSubMembers = 100;

/** @throws ApiError if the sub-members are not a list of objects, or the member is not a company */
function splitSubMembers(json: unknown): { body: unknown; subMembers: object[] } {
  const { SubMembers, ...body } = Object(json) as { SubMembers?: unknown; Kind?: unknown };
  if (SubMembers === undefined) return { body: json, subMembers: [] };
  const list = z.array(z.record(z.string(), z.unknown())).max(maxSubMembers).safeParse(SubMembers);
  const reason = !list.success
    ? `must be a list of at most ${maxSubMembers} members`
    : list.data.length > 0 && body.Kind !== 'corporate'
      ? 'can only be added to a corporate membership'
      : null;
  if (reason !== null) throw invalidRecord([{ path: 'SubMembers', value: '', reason }]);
  return { body, subMembers: list.data ?? [] };
}

async function write(
  context: Context,
  services: OfficeRouteServices,
  {
    access,
    text,
    change,
    subMembers = [],
  }: { access: OfficeAccess; text: string; change: MemberChange; subMembers?: readonly object[] },
): Promise<WriteResult> {
  const { organisationId, personId } = access;
  const ids = change.operation === 'create' || change.membershipId === null ? [] : [change.membershipId];
  const { reason, isValidateOnly, key } = readOptions(context, text, `person ${personId}`);
  try {
    return await writeMembers(services, {
      organisationId,
      cause: byCaller(access, reason),
      view: viewOf(access),
      warned: warnedOf(access),
      changes: [change],
      subMembers,
      isValidateOnly,
      key,
      status: change.operation === 'create' ? 201 : 200,
      guard: (writer) => requireSameAccess(writer, access, ids),
    });
  } catch (error) {
    if (!(error instanceof RefusedChanges)) throw error;
    throw [...error.refused.values()][0] ?? error;
  }
}

function warnedOf({ onlyChapters, officer }: OfficeAccess): WarnedCaller {
  return {
    chapterIds: onlyChapters,
    seesContact: officer === null || officer.sees('contact'),
  };
}

/** An officer does not learn which other memberships the change affected. */
function respond(context: Context, { onlyChapters }: OfficeAccess, result: WriteResult): Response {
  const shown = onlyChapters !== null ? { ...result, alsoChanged: [] } : result;
  return respondWithOne(context, null, shown);
}
