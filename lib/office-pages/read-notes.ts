import { officeNotesSchema, type OfficeNote } from '@/lib/contract/office-notes';
import type { Office } from './find-office';
import { mayUse } from './may-use';
import { memberPath } from './member-sections';

/** Oldest first. null: the caller may not see notes. */
export async function readNotes({ api, me }: Office, id: string): Promise<OfficeNote[] | null> {
  if (!mayUse(me, 'GET members/{MembershipID}/notes')) return null;
  const { status, body } = await api.read(`members/${encodeURIComponent(id)}/notes`);
  return status === 200 ? officeNotesSchema.parse(body).Notes : null;
}

export function notePath(member: string, note: string): string {
  return `${memberPath(member)}/notes/${encodeURIComponent(note)}`;
}
