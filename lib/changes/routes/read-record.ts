import type { Clock } from '@/lib/base/clock';
import type { AccessCheck } from '@/lib/sign-in/oauth/access';
import type { Store } from '@/lib/store/database';
import type { Context } from 'hono';
import { respondWith, toRepresentation } from '@/lib/base/http/representation';
import { ApiError } from '@/lib/contract/errors';
import { noSuchMembership } from '@/lib/changes/refusals';
import { readDay, type Day } from '@/lib/store/day';
import { readMemberDocuments, type MemberDocument } from '@/lib/store/member-documents';
import type { Access } from '@/lib/sign-in/oauth/access';

export interface RecordServices {
  store: Store;
  clock: Clock;
  checkAccess: AccessCheck;
}

export async function respondWithRecord(context: Context, services: RecordServices): Promise<Response> {
  const access = await services.checkAccess(context, {
    organisation: organisationOf(context),
    scope: 'members',
  });
  if (context.req.url.includes('?')) throw new ApiError('invalid_request', 'This endpoint has no parameters');
  const day = await readDay(services.store.members, access.organisationId, services.clock());
  const document = day === null ? null : await findShown(services, { access, day }, context);
  if (document === null) throw noSuchMembership();
  const { record, etag } = document;
  const body = Buffer.from(JSON.stringify(record));
  return respondWith(context, toRepresentation({ headers: recordHeaders, etag, body }));
}

const recordHeaders = {
  'Content-Type': 'application/json',
  // If a proxy compresses a response, it makes the response's tag weak. If-Match needs a strong tag, so `no-transform`
  // forbids proxies to compress the response.
  'Cache-Control': 'private, no-cache, no-transform',
};

export function organisationOf(context: Context): string {
  return context.req.param('organisation') ?? '';
}

export function membershipOf(context: Context): number | null {
  return membershipIdOf(context.req.param('membership') ?? '');
}

/** null: not a valid ID, so there is no such membership. */
export function membershipIdOf(text: string): number | null {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}

async function findShown(
  { store }: RecordServices,
  { access, day }: { access: Access; day: Day },
  context: Context,
): Promise<MemberDocument | null> {
  const id = membershipOf(context);
  if (id === null) return null;
  const view = { seesAdminExtras: access.seesAdminExtras, seesExactPoints: false };
  const document = (await readMemberDocuments(store.members, { day, view }, [id])).get(id);
  const isSeen = document?.isApproved || access.scopes.has('members:write');
  return isSeen ? (document ?? null) : null;
}
