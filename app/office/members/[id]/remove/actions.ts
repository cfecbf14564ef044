'use server';

import { redirect } from 'next/navigation';
import { familyText } from '@/lib/messages/office-family';
import { memberText } from '@/lib/messages/office-member';
import { officeOfForm } from '@/lib/office-pages/current-office';
import { reasonOf, textOf } from '@/lib/office-pages/form-text';
import { membersPath } from '@/lib/office-pages/members-view';
import { refuseShortForm, sendShortForm } from '@/lib/office-pages/short-form';
import type { ShortFormState } from '@/lib/office-pages/short-form-state';

export async function removeMembership(previous: ShortFormState, form: FormData): Promise<ShortFormState> {
  const office = await officeOfForm();
  const labels = { reason: memberText.reason, parts: familyText.subMembers };
  const parts = textOf(form, 'parts');
  if (textOf(form, 'hasParts') === 'true' && parts === '')
    return refuseShortForm({ form, previous, labels }, familyText.choosePart);
  const query = parts === '' ? '' : `?SubMembers=${encodeURIComponent(parts)}`;
  const outcome = await sendShortForm(
    office,
    { form, previous, labels },
    {
      method: 'DELETE',
      path: `members/${encodeURIComponent(textOf(form, 'id'))}${query}`,
      etag: textOf(form, 'etag'),
      reason: reasonOf(form),
    },
  );
  if (!outcome.isDone) return outcome.state;
  redirect(`${membersPath}?done=removed`);
}
