import type { Context } from 'hono';
import { ApiError } from '@/lib/contract/errors';
import type { AreaCentre } from '@/lib/store/location-document';
import type { MemberChange } from '@/lib/changes/member-change';
import { subMembersValues } from '@/lib/contract/batch';
import type { SubMembers } from '@/lib/changes/member-change';
import { RefusedChanges } from '@/lib/changes/plan-changes';
import { writeMembers, type MadeChange, type WriteResult } from '@/lib/changes/write-members';
import type { Access } from '@/lib/sign-in/oauth/access';
import { changedFields } from './changed-fields';
import { membershipOf, organisationOf, type RecordServices } from './read-record';
import { writeDuplicates } from '@/lib/contract/possible-duplicates';
import { readJson, readOptions } from './read-request';

export interface WriteServices extends RecordServices {
  baseUrl: string;
  areaCentre: AreaCentre;
}

const maxRecordBytes = 1024 * 1024;
const json = ['application/json'];
const patch = ['application/merge-patch+json', 'application/json'];

export async function createRecord(context: Context, services: WriteServices): Promise<Response> {
  const access = await checkWriter(context, services);
  refuseQuery(context);
  const body = await readJson(context, { types: json, maxBytes: maxRecordBytes });
  const sent = { text: body.text, changes: [{ operation: 'create', body: body.json } as const], status: 201 };
  const result = await write(context, services, { access, ...sent });
  return respondWithOne(context, placeOf(context, services), result);
}

export async function changeRecord(context: Context, services: WriteServices): Promise<Response> {
  const access = await checkWriter(context, services);
  refuseQuery(context);
  const body = await readJson(context, { types: patch, maxBytes: maxRecordBytes });
  const change = {
    operation: 'change',
    membershipId: membershipOf(context),
    ifMatch: context.req.header('If-Match') ?? null,
    body: body.json,
  } as const;
  const sent = { text: body.text, changes: [change], status: 200 };
  return respondWithOne(context, null, await write(context, services, { access, ...sent }));
}

export async function removeRecord(context: Context, services: WriteServices): Promise<Response> {
  const access = await checkWriter(context, services);
  const change = {
    operation: 'remove',
    membershipId: membershipOf(context),
    ifMatch: context.req.header('If-Match') ?? null,
    subMembers: readSubMembers(context),
  } as const;
  const sent = { text: '', changes: [change], status: 200 };
  return respondWithOne(context, null, await write(context, services, { access, ...sent }));
}

/** @throws ApiError if the access check fails */
export async function checkWriter(context: Context, { checkAccess }: WriteServices): Promise<Access> {
  return checkAccess(context, { organisation: organisationOf(context), scope: 'members:write' });
}

/** @throws RefusedChanges if a change is wrong, ApiError if the request is wrong */
export async function writeChanges(
  context: Context,
  services: WriteServices,
  {
    access,
    text,
    changes,
    status,
  }: { access: Access; text: string; changes: readonly MemberChange[]; status: number },
): Promise<WriteResult> {
  const { organisationId, clientId, scopes, seesAdminExtras } = access;
  const { reason, isValidateOnly, key } = readOptions(context, text, clientId);
  return writeMembers(services, {
    organisationId,
    cause: { actor: { kind: 'client', id: clientId }, reason },
    view: { seesAdminExtras, seesExactPoints: false },
    warned: scopes.has('members') ? { chapterIds: null, seesContact: true } : null,
    changes,
    isValidateOnly,
    key,
    status,
  });
}

export function describeChange({ before, after }: MadeChange): Record<string, unknown> {
  return { Member: after?.record ?? null, Changes: changedFields(before, after) };
}

export function refuseQuery(context: Context): void {
  if (context.req.url.includes('?')) throw new ApiError('invalid_request', 'This request has no parameters');
}

/** Makes one change. If the change is refused, its own error is thrown. */
async function write(...sent: Parameters<typeof writeChanges>): Promise<WriteResult> {
  try {
    return await writeChanges(...sent);
  } catch (error) {
    if (!(error instanceof RefusedChanges)) throw error;
    throw [...error.refused.values()][0] ?? error;
  }
}

/** The address of the list. The ID of a new member is added to it. */
function placeOf(context: Context, { baseUrl }: WriteServices): string {
  return `${baseUrl}/api/v2/organisation/${organisationOf(context)}/members`;
}

/**
 * @param list the address of the list, for the `Location` header of a new member; null: the response has no `Location`
 */
export function respondWithOne(context: Context, list: string | null, result: WriteResult): Response {
  const [made] = result.changes;
  if (made === undefined) throw new Error('the result has no element for the change');
  const isDone = context.req.header('Validate-Only')?.trim().toLowerCase() !== 'true';
  const isCreated = isDone && result.status === 201;
  const body = { ...describeChange(made), AlsoChanged: result.alsoChanged.map(String) };
  return context.json(body, isCreated ? 201 : 200, {
    'Cache-Control': 'no-store',
    ...(isCreated && list !== null ? { Location: `${list}/${made.membershipId}` } : {}),
    ...(isDone && made.after !== null ? { ETag: made.after.etag } : {}),
    ...(result.isRepeated ? { 'Idempotency-Replayed': 'true' } : {}),
    ...duplicatesHeader(result),
  });
}

export function duplicatesHeader({ duplicates }: WriteResult): Record<string, string> {
  return duplicates.length === 0 ? {} : { 'Possible-Duplicates': writeDuplicates(duplicates) };
}

/**
 * null: the parameter was not sent.
 * @throws ApiError
 */
export function readSubMembers(context: Context): SubMembers | null {
  const query = new URL(context.req.url).searchParams;
  const unknown = [...query.keys()].find((name) => name !== 'SubMembers');
  const values = query.getAll('SubMembers');
  if (unknown !== undefined || values.length > 1) {
    throw new ApiError('invalid_request', 'The only parameter is SubMembers, sent once');
  }
  const [value] = values;
  if (value === undefined) return null;
  const found = subMembersValues.find((one) => one === value);
  if (found !== undefined) return found;
  throw new ApiError('invalid_request', `SubMembers must be one of ${subMembersValues.join(', ')}`);
}
