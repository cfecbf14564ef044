'use server';

import { mailTestSchema } from '@/lib/contract/office-mails';
import { mailSettingsText } from '@/lib/messages/office-mails';
import { say } from '@/lib/messages/say';
import { officeOfForm } from '@/lib/office-pages/current-office';
import { sendForm } from '@/lib/office-pages/send-form';
import type { MailTestState } from '@/lib/office-pages/mails-address';

export async function sendTest(previous: MailTestState): Promise<MailTestState> {
  const office = await officeOfForm();
  const turn = previous.turn + 1;
  const sent = await sendForm(office, { method: 'POST', path: 'mail-settings/test' });
  if (!sent.isDone) return { turn, refusal: sent.refusal, done: null };
  const { To: to, Mail } = mailTestSchema.parse(sent.answer.body);
  return { turn, refusal: null, done: say(mailSettingsText.outcome[Mail], { to }) };
}
