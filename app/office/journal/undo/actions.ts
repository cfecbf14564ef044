'use server';

import { redirect } from 'next/navigation';
import { undoAnswerSchema } from '@/lib/contract/office-journal';
import { writeQuery } from '@/lib/contract/query-string';
import { undoText } from '@/lib/messages/office-journal';
import { officeOfForm } from '@/lib/office-pages/current-office';
import { textOf } from '@/lib/office-pages/form-text';
import { sendShortForm } from '@/lib/office-pages/short-form';
import type { ShortFormState } from '@/lib/office-pages/short-form-state';

/**
 * Undoes the change or run that the form names. If something changed since the preview, there is a new preview. If the
 * undo takes long, the page shows how far it is.
 */
export async function undoChange(previous: ShortFormState, form: FormData): Promise<ShortFormState> {
  const office = await officeOfForm();
  const name = textOf(form, 'Run') === '' ? 'Position' : 'Run';
  const number = textOf(form, name);
  const outcome = await sendShortForm(
    office,
    { form, previous, labels: { Reason: undoText.reason } },
    {
      method: 'POST',
      path: 'journal/undo',
      body: {
        ...(name === 'Run' ? { Run: number } : { Positions: number.split(',') }),
        Force: textOf(form, 'Force') === '1',
      },
      reason: textOf(form, 'Reason'),
    },
  );
  if (!outcome.isDone && outcome.status !== 409) return outcome.state;
  const answer = outcome.isDone ? undoAnswerSchema.parse(outcome.answer.body) : null;
  if (answer !== null && 'Undone' in answer) redirect(`/office/journal?Done=${answer.Undone}`);
  const query = writeQuery([
    [name, number],
    ['At', textOf(form, 'At')],
    ...(answer === null ? [['Failed', '1'] as const] : []),
  ]);
  redirect(`/office/journal/undo?${query}`);
}
