'use server';

import { redirect } from 'next/navigation';
import { officeOfForm } from '@/lib/office-pages/current-office';
import { textOf } from '@/lib/office-pages/form-text';
import { sendShortForm } from '@/lib/office-pages/short-form';
import type { ShortFormState } from '@/lib/office-pages/short-form-state';

export async function separate(previous: ShortFormState, form: FormData): Promise<ShortFormState> {
  const office = await officeOfForm();
  const body = { Members: [textOf(form, 'one'), textOf(form, 'other')] };
  const write = { method: 'POST' as const, path: 'duplicates/separate', body };
  const outcome = await sendShortForm(office, { form, previous, labels: {} }, write);
  if (!outcome.isDone) return outcome.state;
  redirect('/office/duplicates?done=separated');
}
