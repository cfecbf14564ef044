import { officeMemberSchema } from '@/lib/contract/office';
import { officeMembersSchema, type OfficeMemberRow } from '@/lib/contract/office-members';
import { officeRolesSchema, type OfficeRoleHolder } from '@/lib/contract/office-roles';
import { writeQuery } from '@/lib/contract/query-string';
import type { OfficeApi } from './office-api';

export interface PersonForRole {
  id: string;
  name: string;
  role: OfficeRoleHolder['Role'] | null;
  chapterIds: readonly string[];
}

/** null: the caller may not see the roles. */
export async function readRoles(api: OfficeApi): Promise<OfficeRoleHolder[] | null> {
  const { status, body } = await api.read('roles');
  return status === 200 ? officeRolesSchema.parse(body).Roles : null;
}

const foundAtOnce = 10;

/** `hasMore`: more members match. */
export async function findForRole(
  api: OfficeApi,
  search: string,
): Promise<{ members: OfficeMemberRow[]; hasMore: boolean }> {
  const query = writeQuery([
    ['Search', search],
    ['Page[Size]', String(foundAtOnce)],
  ]);
  const { status, body } = await api.read(`members?${query}`);
  if (status !== 200) return { members: [], hasMore: false };
  const { Members: members, Next: next } = officeMembersSchema.parse(body);
  return { members, hasMore: next !== null };
}

/**
 * Finds the person whose role is shown or given. `member` is the ID of a membership of this person. If `member` is
 * empty, `person` is the ID of a person who has a role. null: nobody was found.
 */
export async function personForRole(
  api: OfficeApi,
  holders: readonly OfficeRoleHolder[],
  { person, member }: { person: string; member: string },
): Promise<PersonForRole | null> {
  let id = person;
  let name = '';
  if (member !== '') {
    const { status, body } = await api.read(`members/${encodeURIComponent(member)}`);
    if (status !== 200) return null;
    const { User: user } = officeMemberSchema.parse(body);
    id = user.ID ?? '';
    name = [user.FirstName, user.LastName].filter((part) => part).join(' ') || (user.Organisation ?? '');
  }
  const holder = holders.find(({ PersonID }) => PersonID === id);
  if (holder !== undefined) {
    return { id, name: holder.Name, role: holder.Role, chapterIds: holder.Chapters };
  }
  return member === '' || id === '' ? null : { id, name, role: null, chapterIds: [] };
}
