'use server';

import { redirect } from 'next/navigation';
import { officeOfForm } from '@/lib/office-pages/current-office';
import { healthPath } from '@/lib/office-pages/read-health';
import { sendForm, type FormRefusal } from '@/lib/office-pages/send-form';

export async function checkNow(): Promise<FormRefusal | null> {
  return send('health/check');
}

export async function backUpNow(): Promise<FormRefusal | null> {
  return send('health/backup');
}

/** Only the office sees the answers to these questions from now on. */
export async function closeQuestions(
  _previous: FormRefusal | null,
  form: FormData,
): Promise<FormRefusal | null> {
  const office = await officeOfForm();
  for (const id of form.getAll('question').map(String)) {
    const path = `settings/extras/${encodeURIComponent(id)}`;
    const sent = await sendForm(office, { method: 'PATCH', path, body: { AdminOnly: true } });
    if (!sent.isDone) return sent.refusal;
  }
  redirect(healthPath);
}

async function send(path: string): Promise<FormRefusal | null> {
  const office = await officeOfForm();
  const sent = await sendForm(office, { method: 'POST', path });
  if (!sent.isDone) return sent.refusal;
  redirect(healthPath);
}
