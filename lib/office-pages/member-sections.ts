import type { doneText } from '@/lib/messages/office-member';

/** The pages of one member, in the order of the tabs. */
export const memberSections = ['details', 'membership', 'directory', 'sign-in', 'notes', 'history'] as const;
export type MemberSection = (typeof memberSections)[number];

export function memberPath(id: string): string {
  return `/office/members/${encodeURIComponent(id)}`;
}

export function sectionPath(id: string, section: MemberSection): string {
  return section === 'details' ? memberPath(id) : `${memberPath(id)}/${section}`;
}

type Done = keyof typeof doneText;

/** The section where the result of an action can be seen. Other results are shown with the details. */
const sectionOfDone: Partial<Record<Done, MemberSection>> = {
  ended: 'membership',
  moved: 'membership',
  left: 'membership',
  'part-added': 'membership',
  'company-added': 'membership',
  'no-reminders': 'membership',
  reminders: 'membership',
  'picture-saved': 'directory',
  'location-saved': 'directory',
  'location-removed': 'directory',
  'note-added': 'notes',
  'note-saved': 'notes',
  'note-deleted': 'notes',
};

/** Where an action sends the browser after it has changed the member. */
export function donePath(id: string, done: Done): string {
  return `${sectionPath(id, sectionOfDone[done] ?? 'details')}?done=${done}`;
}
