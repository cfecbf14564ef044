import type { Context } from 'hono';
import { byPerson } from '@/lib/membership-store/journal';
import type { MembersWriter } from '@/lib/membership-store/members-writer';
import { withMembersWriter } from '@/lib/membership-store/write';
import { readReason } from '@/lib/membership-records/read-request';
import { noRole, type OfficeAccess, type OfficeRouteServices } from './office-check';

/**
 * The journal stores the caller's name.
 * @throws ApiError 403 if the caller's role was removed since the check
 */
export async function writeAs<T>(
  context: Context,
  { store, clock, areaCentre }: OfficeRouteServices,
  { organisationId, personId, role }: OfficeAccess,
  work: (writer: MembersWriter) => Promise<T>,
): Promise<T> {
  const cause = byPerson(personId, readReason(context));
  return withMembersWriter(store, { organisationId, clock, areaCentre, cause }, async (writer) => {
    if ((await writer.roles.of(personId)).role !== role) throw noRole();
    return work(writer);
  });
}
