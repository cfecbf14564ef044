import type { Context } from 'hono';
import type { MembersWriter } from '@/lib/store/members-writer';
import { withMembersWriter } from '@/lib/store/write';
import { readReason } from '@/lib/changes/routes/read-request';
import { noRole } from '@/lib/changes/refusals';
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
