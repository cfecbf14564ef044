import type { Context } from 'hono';
import type { MembersWriter } from '@/lib/membership-store/members-writer';
import { withMembersWriter } from '@/lib/membership-store/write';
import { readReason } from '@/lib/membership-records/read-request';
import { noRole } from '@/lib/membership-changes/refusals';
import { byCaller, type OfficeAccess, type OfficeRouteServices } from './office-check';

/**
 * The journal stores the caller's name.
 * @throws ApiError 403 if the caller's role was removed since the check
 */
export async function writeAs<T>(
  context: Context,
  { store, clock, areaCentre }: OfficeRouteServices,
  access: OfficeAccess,
  work: (writer: MembersWriter) => Promise<T>,
): Promise<T> {
  const { organisationId, personId, role } = access;
  const cause = byCaller(access, readReason(context));
  return withMembersWriter(store, { organisationId, clock, areaCentre, cause }, async (writer) => {
    if ((await writer.roles.of(personId)).role !== role) throw noRole();
    return work(writer);
  });
}
