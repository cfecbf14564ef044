import type { Context } from 'hono';
import { z } from 'zod';
import { ApiError } from '@/lib/contract/errors';
import { officeRoles } from '@/lib/contract/fields/role';
import { revokeRole, RoleError, setRole } from '@/lib/changes/roles';
import { invalidRecord } from '@/lib/changes/refusals';
import { listPasskeys } from '@/lib/sign-in/accounts/passkeys';
import { findPeople } from '@/lib/sign-in/accounts/people';
import { readLastSignIns } from '@/lib/sign-in/accounts/sign-in-times';
import type { MembersWriter } from '@/lib/store/members-writer';
import type { RoleRecord } from '@/lib/store/schema/records';
import { readRoleHolders } from '@/lib/store/roles';
import { membershipIdOf } from '@/lib/changes/routes/read-record';
import { checkOffice, type OfficeAccess, type OfficeRouteServices, writeAs } from './office-check';
import { readBody } from './read-body';

export async function listRoles(context: Context, services: OfficeRouteServices): Promise<Response> {
  const { organisationId } = await checkOffice(context, services, 'listRoles');
  const holders = await readRoleHolders(services.store.members, organisationId);
  const ids = holders.map(({ id }) => id);
  const people = await findPeople(services.store, { organisationId, ids });
  const signIns = await readLastSignIns(services.store.auth, { organisationId, personIds: ids });
  const shown = [];
  for (const holder of holders) {
    const person = people.find(({ id }) => id === holder.id);
    const LastSignInAt = signIns.get(holder.id)?.toISOString() ?? null;
    // Somebody else may have added a passkey before the person got the role.
    const passkeys = await listPasskeys(services.store, { organisationId, personId: holder.id });
    const Passkeys = passkeys.map(({ name, createdAt, lastUsedAt }) => ({
      Name: name,
      CreatedAt: createdAt.toISOString(),
      LastUsedAt: lastUsedAt?.toISOString() ?? null,
    }));
    const [Name, Email] = [person?.name ?? '', person?.email ?? ''];
    shown.push({ ...roleJson(holder), Name, Email, LastSignInAt, Passkeys });
  }
  return context.json({ Roles: shown }, 200, noStore);
}

export const roleSchema = z.strictObject({
  Role: z.enum(officeRoles, { error: `must be one of ${officeRoles.join(', ')}` }),
  Chapters: z.array(z.string().regex(/^[1-9]\d{0,14}$/, { error: 'must be an ID' })).default([]),
});

/** PUT: gives a person the role in the body. It replaces the person's earlier role. */
export async function putRole(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'setRole');
  const { Role: role, Chapters } = await readBody(context, roleSchema, { maxBytes });
  const chapterIds = Chapters.map(Number);
  const now = await change(context, services, access, (writer, personId) =>
    setRole(writer, { personId, role, chapterIds, isForced: false }),
  );
  return context.json(roleJson(now), 200, noStore);
}

export async function removeRole(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'removeRole');
  const now = await change(context, services, access, async (writer, personId) => {
    const { role } = await writer.roles.of(await writer.aliases.survivorOf(personId));
    if (role === null) throw noSuchPerson();
    return revokeRole(writer, { personId, role, chapterIds: [], isForced: false });
  });
  return context.json(roleJson(now), 200, noStore);
}

async function change(
  context: Context,
  services: OfficeRouteServices,
  access: OfficeAccess,
  write: (writer: MembersWriter, personId: number) => Promise<RoleRecord>,
): Promise<RoleRecord> {
  const of = membershipIdOf(context.req.param('person') ?? '');
  if (of === null) throw noSuchPerson();
  return refusingRoles(() => writeAs(context, services, access, (writer) => write(writer, of)));
}

/** @throws ApiError in place of RoleError */
export async function refusingRoles<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RoleError) throw toApiError(error);
    throw error;
  }
}

function toApiError({ problem, message }: RoleError): ApiError {
  if (problem === 'person') return noSuchPerson();
  if (problem === 'last owner') return new ApiError('conflict', message);
  return invalidRecord([{ path: 'Chapters', value: '', reason: message }]);
}

function noSuchPerson(): ApiError {
  return new ApiError('not_found', 'There is no such person');
}

export function roleJson({ id, role, chapterIds }: RoleRecord) {
  return { PersonID: String(id), Role: role, Chapters: chapterIds.map(String) };
}

const maxBytes = 64 * 1024;
const noStore = { 'Cache-Control': 'no-store' };
