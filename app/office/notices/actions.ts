'use server';

import { redirect } from 'next/navigation';
import { noticeDroppedSchema, noticePreviewSchema } from '@/lib/contract/office-notices';
import { mailTestSchema } from '@/lib/contract/office-mails';
import { noticeFormText, noticesText } from '@/lib/messages/office-notices';
import { say } from '@/lib/messages/say';
import { officeOfForm } from '@/lib/office-pages/current-office';
import { keepUnsent } from '@/lib/office-pages/kept-form';
import { textOf } from '@/lib/office-pages/form-text';
import { donePath } from '@/lib/office-pages/member-sections';
import {
  keptNotice,
  readNoticeForm,
  startOfNotice,
  toNotice,
  type NoticeFormState,
  type NoticesState,
} from '@/lib/office-pages/notice-form';
import type { OfficeWrite } from '@/lib/office-pages/office-api';
import { noticeMailsPath, noticesPath } from '@/lib/office-pages/read-notices';
import { sendForm } from '@/lib/office-pages/send-form';

const testText = {
  sent: noticeFormText.testSent,
  waiting: noticeFormText.testWaiting,
  failed: noticeFormText.testFailed,
};

export async function changeNotices(previous: NoticesState, form: FormData): Promise<NoticesState> {
  const office = await officeOfForm();
  const labels = { PerMinute: noticesText.perMinute };
  const sent = await sendForm(office, toWrite(textOf(form, 'intent'), form), labels);
  if (!sent.isDone) return { turn: previous.turn + 1, refusal: sent.refusal, kept: null };
  redirect(`${noticesPath}?done=yes`);
}

function toWrite(intent: string, form: FormData): OfficeWrite {
  switch (intent) {
    case 'on':
    case 'off':
      return { method: 'POST', path: 'notices/switch', body: { On: intent === 'on' } };
    case 'continue':
      return { method: 'POST', path: 'notices/continue' };
    case 'date':
      return { method: 'POST', path: 'notices/date' };
    case 'speed':
      return { method: 'PATCH', path: 'notices', body: { PerMinute: Number(textOf(form, 'perMinute')) } };
    default:
      return { method: 'POST', path: 'notices/stop' };
  }
}

export async function changeNotice(previous: NoticeFormState, form: FormData): Promise<NoticeFormState> {
  const office = await officeOfForm();
  const values = readNoticeForm(form);
  const id = encodeURIComponent(textOf(form, 'notice'));
  const intent = textOf(form, 'intent');
  const kept = keptNotice(office.kind, form);
  const state = { ...startOfNotice(values), turn: previous.turn + 1, kept };
  const { Subject, Text } = toNotice(values);
  const sample = { Subject, Text, ...(values.member.trim() === '' ? {} : { Member: values.member }) };
  if (intent === 'preview' || intent === 'test') {
    const sent = await sendForm(office, { method: 'POST', path: `notices/${intent}`, body: sample });
    if (!sent.isDone) return { ...state, refusal: sent.refusal };
    if (intent === 'preview') return { ...state, preview: noticePreviewSchema.parse(sent.answer.body) };
    const { To: to, Mail } = mailTestSchema.parse(sent.answer.body);
    const text = testText[Mail];
    return { ...state, tested: say(text, { to }) };
  }
  const sent = await sendForm(
    office,
    intent === 'remove'
      ? { method: 'DELETE', path: `notices/${id}` }
      : {
          method: id === '' ? 'POST' : 'PUT',
          path: id === '' ? 'notices' : `notices/${id}`,
          body: toNotice(values),
        },
  );
  if (!sent.isDone) return { ...state, refusal: sent.refusal };
  redirect(`${noticesPath}?saved=yes`);
}

export async function sendAgain(previous: NoticesState, form: FormData): Promise<NoticesState> {
  const office = await officeOfForm();
  const IDs = form.getAll('id').map(String);
  const sent = await sendForm(office, { method: 'POST', path: 'notices/again', body: { IDs } });
  if (!sent.isDone) return { turn: previous.turn + 1, refusal: sent.refusal, kept: null };
  redirect(`${noticeMailsPath}?State=failed&again=${IDs.length}`);
}

export async function changeMemberNotices(previous: NoticesState, form: FormData): Promise<NoticesState> {
  const office = await officeOfForm();
  const id = encodeURIComponent(textOf(form, 'id'));
  const path = `members/${id}/notices`;
  const isExcluded = textOf(form, 'intent') === 'exclude';
  const body = { Excluded: isExcluded };
  const sent = await sendForm(office, { method: 'PUT', path, body });
  if (!sent.isDone) {
    const kept = keepUnsent(office.kind, form, []);
    return { turn: previous.turn + 1, refusal: sent.refusal, kept };
  }
  redirect(donePath(textOf(form, 'id'), isExcluded ? 'no-reminders' : 'reminders'));
}

/** Cancels the waiting reminders. If more reminders are waiting than the form showed, cancels none. */
export async function dropWaiting(previous: NoticesState, form: FormData): Promise<NoticesState> {
  const office = await officeOfForm();
  const body = { Count: Number(textOf(form, 'count')) };
  const sent = await sendForm(office, { method: 'POST', path: 'notices/drop', body });
  if (!sent.isDone) return { turn: previous.turn + 1, refusal: sent.refusal, kept: null };
  redirect(`${noticesPath}?dropped=${noticeDroppedSchema.parse(sent.answer.body).Count}`);
}
