'use server';

import { redirect } from 'next/navigation';
import { lookUp } from '@/lib/base/look-up';
import { ownStaffText } from '@/lib/messages/own-entry';
import { textOf } from '@/lib/office-pages/form-text';
import { captionOf } from '@/lib/office-pages/member-form';
import { ownDoorOfForm } from '@/lib/office-pages/own-entry';
import { sendForm } from '@/lib/office-pages/send-form';
import { sendShortForm, type SentForm } from '@/lib/office-pages/short-form';
import type { ShortFormState } from '@/lib/office-pages/short-form-state';

export async function addStaff(previous: ShortFormState, form: FormData): Promise<ShortFormState> {
  const labels = {
    first: captionOf('User.FirstName'),
    last: captionOf('User.LastName'),
    email: captionOf('User.Email'),
    invite: ownStaffText.addTick,
    anyway: ownStaffText.anywayTick,
  };
  const door = await ownDoorOfForm();
  const outcome = await sendShortForm(
    door,
    { form, previous, labels },
    {
      method: 'POST',
      path: staffPath(form),
      key: textOf(form, 'key'),
      body: {
        FirstName: textOf(form, 'first'),
        LastName: textOf(form, 'last'),
        Email: textOf(form, 'email'),
        AddAnyway: textOf(form, 'anyway') === 'true',
      },
    },
  );
  if (!outcome.isDone) return outcome.state;
  const { ID, Waits } = Object(outcome.answer.body) as Record<string, unknown>;
  if (Waits === true) return done(form, 'waits');
  if (textOf(form, 'invite') !== 'true') return done(form, 'added');
  const path = `${staffPath(form)}/${encodeURIComponent(String(ID))}/invitation`;
  const sent = await sendForm(door, { method: 'POST', path });
  const mail = sent.isDone ? String(lookUp(Object(sent.answer.body), 'Mail')) : 'failed';
  return done(form, mail === 'sent' ? 'invited' : afterMail(mail));
}

export async function inviteStaff(previous: ShortFormState, form: FormData): Promise<ShortFormState> {
  const path = `${partPath(form)}/invitation`;
  const outcome = await sendShortForm(await ownDoorOfForm(), sentForm(form, previous), {
    method: 'POST',
    path,
  });
  if (!outcome.isDone) return outcome.state;
  return done(form, afterMail(String(lookUp(Object(outcome.answer.body), 'Mail'))));
}

export async function endStaff(previous: ShortFormState, form: FormData): Promise<ShortFormState> {
  const write = { method: 'DELETE', path: partPath(form) } as const;
  const outcome = await sendShortForm(await ownDoorOfForm(), sentForm(form, previous), write);
  if (!outcome.isDone) return outcome.state;
  const { Waits, TakenBack } = Object(outcome.answer.body) as Record<string, unknown>;
  return done(form, TakenBack === true ? 'back' : Waits === true ? 'waits' : 'ended');
}

function sentForm(form: FormData, previous: ShortFormState): SentForm {
  return { form, previous, labels: {} };
}

function afterMail(mail: string): string {
  return mail === 'sent' ? 'sent' : mail === 'waiting' ? 'later' : 'not-sent';
}

function staffPath(form: FormData): string {
  return `members/${encodeURIComponent(textOf(form, 'company'))}/staff`;
}

function partPath(form: FormData): string {
  return `${staffPath(form)}/${encodeURIComponent(textOf(form, 'part'))}`;
}

function done(form: FormData, what: string): never {
  redirect(`/account/staff/${encodeURIComponent(textOf(form, 'company'))}?done=${what}`);
}
