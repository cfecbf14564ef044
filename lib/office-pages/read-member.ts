import { cache } from 'react';
import { notFound } from 'next/navigation';
import { officeMemberSchema, type OfficeMember } from '@/lib/contract/office';
import { officeAccountSchema, type OfficeAccount } from '@/lib/contract/office-account';
import { officeJournalSchema, type OfficeChange } from '@/lib/contract/office-journal';
import { recordTag } from '@/lib/contract/record-tag';
import { managesMembers } from '@/lib/contract/fields/role';
import { officerAccessOf } from './hidden-fields';
import type { FormField } from './member-form';
import type { Office } from './find-office';
import { mayUse } from './may-use';

/** What the parts of a member's page need. */
export interface OpenMember {
  office: Office;
  member: OfficeMember;
  etag: string;
  /** The tag of what is stored about the member: it does not change with the association's settings. */
  tag: string;
  path: string;
  fields: readonly FormField[];
  /** Whether the signed-in person may change the field. */
  may: (name: string) => boolean;
  /** A key of `doneText`: the action that led to this page. '' if there was none. */
  done: string;
}

/** The fields that the caller may see, the entity tag, and the tag of what is stored. Shows the not-found page if there is no such member. */
export async function requireMember(
  { api }: Pick<Office, 'api'>,
  id: string,
): Promise<Pick<OpenMember, 'member' | 'etag' | 'tag'>> {
  const { status, body, etag } = await api.read(`members/${encodeURIComponent(id)}`);
  if (status !== 200) notFound();
  const member = officeMemberSchema.parse(body);
  return { member, etag: etag ?? '', tag: recordTag(member) };
}

/**
 * Read once for each request, because two parts of a page need it. null: the caller may not see how the person signs in.
 */
export const readAccount = cache(async ({ api, me }: Office, id: string): Promise<OfficeAccount | null> => {
  if (!mayUse(me, 'GET members/{MembershipID}/account')) return null;
  const { status, body } = await api.read(`members/${encodeURIComponent(id)}/account`);
  return status === 200 ? officeAccountSchema.parse(body) : null;
});

const changesShown = 20;

/** Includes changes to the member's person. Only changes that the caller may see. */
export async function readHistory(
  { api }: Office,
  id: string,
  limit = changesShown,
): Promise<OfficeChange[]> {
  const query = `Member=${encodeURIComponent(id)}&Limit=${limit}`;
  const { status, body } = await api.read(`journal?${query}`);
  return status === 200 ? officeJournalSchema.parse(body).Changes : [];
}

export function isFixed({ me }: Pick<Office, 'me'>, { name }: Pick<FormField, 'name'>): boolean {
  if (managesMembers(me.Role)) return false;
  return officerAccessOf(me)?.editsField(name) !== true;
}

export function nameOfMember(member: OfficeMember): string {
  const organisation = member.User.Organisation ?? '';
  return member.Kind === 'corporate' && organisation !== '' ? organisation : nameOfPerson(member);
}

export function nameOfPerson({ User: user, ID }: OfficeMember): string {
  const person = [user.Title, user.FirstName, user.LastName].filter((part) => part).join(' ');
  return person || user.Organisation || ID;
}
