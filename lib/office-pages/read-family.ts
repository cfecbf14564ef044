/**
 * Reads memberships that are related to one membership: all memberships of its person, and its company's membership. If
 * the membership is corporate, its sub-memberships are read too.
 */
import { officeMemberSchema, type OfficeMember } from '@/lib/contract/office';
import { officeMembersSchema, type OfficeMemberRow, type OfficeMembers } from '@/lib/contract/office-members';
import type { Office } from './find-office';
import { memberPath } from './member-sections';
import { nameOfMember } from './read-member';

export interface Family {
  /** Includes this membership. */
  own: readonly OfficeMemberRow[];
  /** null: the membership has no company. `name` null: the caller may not see the name. */
  company: { id: string; name: string | null } | null;
  /** Only the first sub-members. null: the membership is not corporate. */
  subMembers: OfficeMembers | null;
}

/** The maximum number of memberships to show. The list of members shows the other memberships. */
const maxShown = 50;

export async function readFamily(office: Office, member: OfficeMember): Promise<Family> {
  const { User: user, ParentID: parentId, Kind: kind, ID: id } = member;
  const [own, company, subMembers] = await Promise.all([
    readList(office, { Person: user.ID ?? '', Sort: 'number' }),
    parentId === null ? null : readName(office, parentId),
    kind === 'corporate' ? readList(office, { Parent: id }) : null,
  ]);
  return {
    own: own.Members,
    company: parentId === null ? null : { id: parentId, name: company },
    subMembers,
  };
}

export async function readList(
  { api }: Office,
  query: Record<string, string>,
  limit = maxShown,
): Promise<OfficeMembers> {
  const parameters = new URLSearchParams({ ...query, 'Page[Size]': String(limit) });
  const { status, body } = await api.read(`members?${parameters}`);
  return status === 200 ? officeMembersSchema.parse(body) : { Members: [], Next: null, Count: 0 };
}

async function readName({ api }: Office, id: string): Promise<string | null> {
  const { status, body } = await api.read(`members/${encodeURIComponent(id)}`);
  return status === 200 ? nameOfMember(officeMemberSchema.parse(body)) : null;
}

/**
 * The organisation's name for a corporate membership, and the person's name for any other membership. If this name is
 * empty, the other name or else the ID is used.
 */
export function nameOfRow({ Kind, FirstName, LastName, Organisation, ID }: OfficeMemberRow): string {
  const person = `${FirstName} ${LastName}`.trim();
  return (Kind === 'corporate' ? Organisation || person : person || Organisation) || ID;
}

export function companyPath(id: string): string {
  return `${memberPath(id)}/company`;
}

export function subMembersPath(id: string): string {
  return `${memberPath(id)}/sub-members`;
}

export function removalPath(id: string): string {
  return `${memberPath(id)}/remove`;
}
