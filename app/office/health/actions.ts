'use server';

import { redirect } from 'next/navigation';
import { officeOfForm } from '@/lib/office/current-office';
import { healthPath } from '@/lib/office/read-health';
import { sendForm, type FormRefusal } from '@/lib/office/send-form';

export async function checkNow(): Promise<FormRefusal | null> {
  return send('health/check');
}

export async function backUpNow(): Promise<FormRefusal | null> {
  return send('health/backup');
}

async function send(path: string): Promise<FormRefusal | null> {
  const office = await officeOfForm();
  const sent = await sendForm(office, { method: 'POST', path });
  if (!sent.isDone) return sent.refusal;
  redirect(healthPath);
}
