'use server';

import { redirect } from 'next/navigation';
import { bulkSchema } from '@/lib/contract/office-bulk';
import { bulkText } from '@/lib/messages/office-bulk';
import { bulkPath, choiceText, readBulkAction, readSelection } from '@/lib/office-pages/bulk-form';
import { readBulkSelection } from '@/lib/office-pages/bulk-selection';
import type { BulkFormState } from '@/lib/office-pages/bulk-state';
import { officeOfForm } from '@/lib/office-pages/current-office';
import { reasonOf, textOf } from '@/lib/office-pages/form-text';
import { keepUnsent } from '@/lib/office-pages/kept-form';
import { sendForm, type FormRefusal } from '@/lib/office-pages/send-form';

export async function checkBulk(previous: BulkFormState, form: FormData): Promise<BulkFormState> {
  const office = await officeOfForm();
  const typed = { value: textOf(form, 'value'), reason: reasonOf(form) };
  const label = choiceText(textOf(form, 'do'));
  const kept = keepUnsent(office.kind, form, [
    [label, typed.value],
    [bulkText.reason, typed.reason],
  ]);
  const state = { ...previous, ...typed, turn: previous.turn + 1, kept };
  const Action = readBulkAction(form);
  if (Action === null) return { ...state, refusal: { problems: [bulkText.wrongAction], needsSignIn: 'no' } };
  const body = { Members: readSelection(form), Action };
  const sent = await sendForm(office, { method: 'POST', path: 'bulk', body, reason: typed.reason });
  if (!sent.isDone) return { ...state, refusal: sent.refusal };
  redirect(`${bulkPath}/${bulkSchema.parse(sent.answer.body).ID}`);
}

/**
 * Checks the approval of the members that are selected in the list, and shows what it would change. If that fails, shows
 * the page on which the same change is checked, which says why.
 */
export async function previewApproval(form: FormData): Promise<void> {
  const texts = (name: string) => form.getAll(name).filter((one) => typeof one === 'string');
  const sent = Object.fromEntries([...form.keys()].map((name) => [name, texts(name)]));
  const { path, ids, filter } = readBulkSelection({ ...sent, do: 'approve' });
  const body = { Members: ids === null ? { Query: filter } : { IDs: ids }, Action: { Do: 'approve' } };
  const checked = await sendForm(await officeOfForm(), { method: 'POST', path: 'bulk', body });
  redirect(checked.isDone ? `${bulkPath}/${bulkSchema.parse(checked.answer.body).ID}` : path);
}

/** Carries out a checked change, or continues one that was stopped. */
export async function runBulk(_: FormRefusal | null, form: FormData): Promise<FormRefusal | null> {
  return ask(form, textOf(form, 'mail') === 'yes' ? 'send' : 'run');
}

export async function stopBulk(_: FormRefusal | null, form: FormData): Promise<FormRefusal | null> {
  return ask(form, 'stop');
}

async function ask(form: FormData, what: 'run' | 'send' | 'stop'): Promise<FormRefusal> {
  const office = await officeOfForm();
  const id = encodeURIComponent(textOf(form, 'bulk'));
  const sent = await sendForm(office, { method: 'POST', path: `bulk/${id}/${what}`, body: {} });
  if (!sent.isDone) return sent.refusal;
  redirect(`${bulkPath}/${id}`);
}
