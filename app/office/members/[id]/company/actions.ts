'use server';

import { redirect } from 'next/navigation';
import { leavesCompany } from '@/lib/contract/own-staff';
import { familyText } from '@/lib/messages/office-family';
import { memberText } from '@/lib/messages/office-member';
import { officeOfForm } from '@/lib/office-pages/current-office';
import { reasonOf, textOf } from '@/lib/office-pages/form-text';
import { donePath } from '@/lib/office-pages/member-sections';
import { sendShortForm } from '@/lib/office-pages/short-form';
import type { ShortFormState } from '@/lib/office-pages/short-form-state';

export async function moveToCompany(previous: ShortFormState, form: FormData): Promise<ShortFormState> {
  const office = await officeOfForm();
  const id = textOf(form, 'id');
  const outcome = await sendShortForm(
    office,
    { form, previous, labels: {} },
    {
      method: 'PATCH',
      path: `members/${encodeURIComponent(id)}`,
      etag: textOf(form, 'etag'),
      body: { ParentID: textOf(form, 'choice') },
    },
  );
  if (!outcome.isDone) return outcome.state;
  redirect(donePath(id, 'moved'));
}

export async function leaveCompany(previous: ShortFormState, form: FormData): Promise<ShortFormState> {
  const office = await officeOfForm();
  const id = textOf(form, 'id');
  const labels = { date: familyText.lastDay, reason: memberText.reason };
  const outcome = await sendShortForm(
    office,
    { form, previous, labels },
    {
      method: 'PATCH',
      path: `members/${encodeURIComponent(id)}`,
      etag: textOf(form, 'etag'),
      body: leavesCompany(textOf(form, 'date') || null),
      reason: reasonOf(form),
    },
  );
  if (!outcome.isDone) return outcome.state;
  redirect(donePath(id, 'left'));
}
