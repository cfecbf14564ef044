'use server';

import { redirect } from 'next/navigation';
import { lookUp } from '@/lib/base/look-up';
import { proposalText } from '@/lib/messages/office-pages';
import { officeOfForm } from '@/lib/office-pages/current-office';
import { textOf } from '@/lib/office-pages/form-text';
import { proposalsPath } from '@/lib/office-pages/proposals';
import { sendShortForm } from '@/lib/office-pages/short-form';
import type { ShortFormState } from '@/lib/office-pages/short-form-state';

/** By what happened to the email. */
const outcomes = { 'no address': 'silent', failed: 'failed', waiting: 'waiting' };

export async function acceptProposal(previous: ShortFormState, form: FormData): Promise<ShortFormState> {
  const path = `proposals/${encodeURIComponent(textOf(form, 'id'))}/accept`;
  const body = { Tag: textOf(form, 'tag') };
  const sent = { form, previous, labels: {} };
  const outcome = await sendShortForm(await officeOfForm(), sent, { method: 'POST', path, body });
  if (!outcome.isDone) return outcome.state;
  redirect(`${proposalsPath}?done=accepted`);
}

export async function declineProposal(previous: ShortFormState, form: FormData): Promise<ShortFormState> {
  const path = `proposals/${encodeURIComponent(textOf(form, 'id'))}/decline`;
  const body = { Tag: textOf(form, 'tag'), Answer: textOf(form, 'answer') };
  const sent = { form, previous, labels: { answer: proposalText.decline } };
  const outcome = await sendShortForm(await officeOfForm(), sent, { method: 'POST', path, body });
  if (!outcome.isDone) return outcome.state;
  const mail = lookUp(Object(outcome.answer.body), 'Mail');
  const done = lookUp<string>(outcomes, String(mail)) ?? 'declined';
  redirect(`${proposalsPath}?done=${done}`);
}
