'use server';

import { notFound, redirect } from 'next/navigation';
import { undoResultSchema } from '@/lib/membership-api/office-journal';
import { writeQuery } from '@/lib/membership-api/query-string';
import { officeOfForm } from '@/lib/office/current-office';

/**
 * Undoes the change or run that the form names. The form is shown again if it was sent too late or after the session
 * had ended.
 */
export async function undoChange(form: FormData): Promise<void> {
  const office = await officeOfForm();
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  const name = text('Run') === '' ? 'Position' : 'Run';
  const number = text(name);
  const query = writeQuery([[name, number]]);
  if (office.kind === 'no-role') notFound();
  // The page asks for a sign-in and then shows the form again.
  if (office.kind !== 'office') redirect(`/office/journal/undo?${query}`);
  const answer = await office.api.write({
    method: 'POST',
    path: 'journal/undo',
    body: { [name]: number, Force: text('Force') === '1' },
    reason: text('Reason').trim(),
  });
  if (answer.status !== 200) redirect(`/office/journal/undo?${query}&Failed=1`);
  const { Undone: undone } = undoResultSchema.parse(answer.body);
  redirect(`/office/journal?Done=${undone}`);
}
