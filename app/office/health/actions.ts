'use server';

import { redirect } from 'next/navigation';
import { officeOfForm } from '@/lib/office/current-office';
import { healthPath, type HealthActionState } from '@/lib/office/read-health';
import { sendForm } from '@/lib/office/send-form';

export async function checkNow(): Promise<HealthActionState> {
  return send('health/check');
}

export async function backUpNow(): Promise<HealthActionState> {
  return send('health/backup');
}

async function send(path: string): Promise<HealthActionState> {
  const office = await officeOfForm();
  const sent = await sendForm(office, { method: 'POST', path });
  if (!sent.isDone) return { refusal: sent.refusal };
  redirect(healthPath);
}
