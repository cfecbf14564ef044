import { notFound } from 'next/navigation';
import { officeMemberSchema, type OfficeMember } from '@/lib/membership-api/office';
import { officeAccountSchema, type OfficeAccount } from '@/lib/membership-api/office-account';
import { officeJournalSchema, type OfficeChange } from '@/lib/membership-api/office-journal';
import { officerAccessOf } from './hidden-fields';
import { fieldsOf, formGroups, type FormField, type FormGroup } from './member-form';
import type { Office } from './find-office';
import { mayUse } from './may-use';

/** The fields that the caller may see, and the entity tag. Shows the not-found page if there is no such member. */
export async function requireMember(
  { api }: Office,
  id: string,
): Promise<{ member: OfficeMember; etag: string }> {
  const { status, body, etag } = await api.read(`members/${encodeURIComponent(id)}`);
  if (status !== 200) notFound();
  return { member: officeMemberSchema.parse(body), etag: etag ?? '' };
}

/** null: the caller may not see how the person signs in. */
export async function readAccount({ api, me }: Office, id: string): Promise<OfficeAccount | null> {
  if (!mayUse(me, 'GET members/{MembershipID}/account')) return null;
  const { status, body } = await api.read(`members/${encodeURIComponent(id)}/account`);
  return status === 200 ? officeAccountSchema.parse(body) : null;
}

const changesShown = 20;

/** Includes changes to the member's person. Only changes that the caller may see. */
export async function readHistory({ api }: Office, id: string): Promise<OfficeChange[]> {
  const query = `Member=${encodeURIComponent(id)}&Limit=${changesShown}`;
  const { status, body } = await api.read(`journal?${query}`);
  return status === 200 ? officeJournalSchema.parse(body).Changes : [];
}

// The cast is safe, because the object literal `formGroups` has no other keys.
const allGroups = Object.keys(formGroups) as FormGroup[];

/** Parts of the form in which the person may change a field. */
export function groupsOf(office: Pick<Office, 'me'>): FormGroup[] {
  const fixed = fixedFieldsOf(office);
  return allGroups.filter((group) => !formGroups[group].every(({ name }: FormField) => hasName(fixed, name)));
}

/** Fields that the person may not change. */
export function fixedFieldsOf({ me }: Pick<Office, 'me'>): FormField[] {
  if (me.Role === 'owner' || me.Role === 'secretary') return [];
  const officer = officerAccessOf(me);
  const all = fieldsOf(allGroups);
  return officer === null ? all : all.filter(({ name }) => !officer.editsField(name));
}

function hasName(fields: readonly FormField[], name: string): boolean {
  return fields.some((one) => one.name === name);
}

export function nameOfMember(member: OfficeMember): string {
  const organisation = member.User.Organisation ?? '';
  return member.Kind === 'corporate' && organisation !== '' ? organisation : nameOfPerson(member);
}

export function nameOfPerson({ User: user, ID }: OfficeMember): string {
  const person = [user.Title, user.FirstName, user.LastName].filter((part) => part).join(' ');
  return person || user.Organisation || ID;
}
