'use server';

import { redirect } from 'next/navigation';
import { officeOfForm } from '@/lib/office-pages/current-office';
import { sendForm, type FormRefusal } from '@/lib/office-pages/send-form';

/** From now on, the public sees everybody who is listed. */
export async function openDirectory(): Promise<FormRefusal | null> {
  const office = await officeOfForm();
  const body = { DirectoryClosed: false };
  const sent = await sendForm(office, { method: 'PATCH', path: 'settings', body, etag: '*' });
  if (!sent.isDone) return sent.refusal;
  redirect('/office');
}
