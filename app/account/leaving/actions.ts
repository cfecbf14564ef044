'use server';

import { redirect } from 'next/navigation';
import type { Leaving } from '@/lib/contract/office';
import { leavingText } from '@/lib/messages/leaving';
import { textOf } from '@/lib/office-pages/form-text';
import type { OfficeWrite } from '@/lib/office-pages/office-api';
import { ownDoorOfForm } from '@/lib/office-pages/own-entry';
import { sendShortForm } from '@/lib/office-pages/short-form';
import type { ShortFormState } from '@/lib/office-pages/short-form-state';

/** The membership ends at its last day. The form has the last day that the member has read. */
export async function leave(previous: ShortFormState, form: FormData): Promise<ShortFormState> {
  const LastDay: Leaving['LastDay'] = textOf(form, 'lastDay') || null;
  const body = { LastDay, Reason: textOf(form, 'reason') };
  return send({ previous, form }, { method: 'PUT', path: 'leaving', body }, '/account?done=leaving');
}

export async function stay(previous: ShortFormState, form: FormData): Promise<ShortFormState> {
  return send({ previous, form }, { method: 'DELETE', path: 'leaving' }, '/account?done=stays');
}

export async function setListed(previous: ShortFormState, form: FormData): Promise<ShortFormState> {
  const Listed = textOf(form, 'listed') === 'true';
  const done = `/account/privacy?done=${Listed ? 'listed' : 'unlisted'}`;
  return send({ previous, form }, { method: 'PUT', path: 'listing', body: { Listed } }, done);
}

/** @param write its path is within the membership */
async function send(
  sent: { previous: ShortFormState; form: FormData },
  write: OfficeWrite,
  done: string,
): Promise<ShortFormState> {
  const path = `members/${encodeURIComponent(textOf(sent.form, 'id'))}/${write.path}`;
  const labels = { reason: leavingText.reason };
  const outcome = await sendShortForm(await ownDoorOfForm(), { ...sent, labels }, { ...write, path });
  if (!outcome.isDone) return outcome.state;
  redirect(done);
}
