'use server';

import { redirect } from 'next/navigation';
import { officeNoteSchema } from '@/lib/contract/office-notes';
import { notesText } from '@/lib/messages/office-notes';
import { say } from '@/lib/messages/say';
import { officeOfForm } from '@/lib/office-pages/current-office';
import { textOf } from '@/lib/office-pages/form-text';
import { donePath } from '@/lib/office-pages/member-sections';
import { refuseShortForm, sendShortForm } from '@/lib/office-pages/short-form';
import type { ShortFormState } from '@/lib/office-pages/short-form-state';

const labels = { text: notesText.text };

export async function saveNote(previous: ShortFormState, form: FormData): Promise<ShortFormState> {
  const office = await officeOfForm();
  const sent = { form, previous, labels };
  const outcome = await sendShortForm(office, sent, {
    method: 'PATCH',
    path: pathOf(form),
    etag: textOf(form, 'etag'),
    body: { Text: textOf(form, 'text') },
  });
  if (outcome.isDone) redirect(donePath(textOf(form, 'id'), 'note-saved'));
  if (outcome.status !== 412) return outcome.state;
  const now = officeNoteSchema.parse(Object(outcome.body).Note);
  const refused = refuseShortForm(sent, say(notesText.conflict, { text: now.Text }));
  return { ...refused, etag: now.Tag };
}

export async function deleteNote(previous: ShortFormState, form: FormData): Promise<ShortFormState> {
  const office = await officeOfForm();
  const outcome = await sendShortForm(
    office,
    { form, previous, labels: {} },
    { method: 'DELETE', path: pathOf(form) },
  );
  if (!outcome.isDone) return outcome.state;
  redirect(donePath(textOf(form, 'id'), 'note-deleted'));
}

function pathOf(form: FormData): string {
  return `members/${encodeURIComponent(textOf(form, 'id'))}/notes/${encodeURIComponent(textOf(form, 'note'))}`;
}
