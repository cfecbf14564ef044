'use server';

import { redirect } from 'next/navigation';
import { audienceInputs, choicesOf, messagesField, precisionPrefix } from '@/lib/contract/audiences';
import type { Leaving } from '@/lib/contract/office';
import { leavingText } from '@/lib/messages/account';
import { locationFieldText } from '@/lib/messages/office-location';
import { preferencesText } from '@/lib/messages/preferences';
import { kindOf, listedOrNot, readDirectory } from '@/lib/office-pages/change-member';
import { textOf } from '@/lib/office-pages/form-text';
import { withPlainBreaks } from '@/lib/office-pages/member-form';
import type { OfficeWrite } from '@/lib/office-pages/office-api';
import { ownDoorOfForm } from '@/lib/office-pages/own-entry';
import { sendShortForm, type SentForm } from '@/lib/office-pages/short-form';
import type { ShortFormState } from '@/lib/office-pages/short-form-state';

/** The membership ends at its last day. The form has the last day that the member has read. */
export async function leave(previous: ShortFormState, form: FormData): Promise<ShortFormState> {
  const LastDay: Leaving['LastDay'] = textOf(form, 'lastDay') || null;
  const body = { LastDay, Reason: withPlainBreaks(textOf(form, 'reason')) };
  const names = { Reason: leavingText.reasonField };
  const sent = { previous, form, labels: { reason: leavingText.reason }, names };
  return send(sent, { method: 'PUT', path: 'leaving', body }, '/account?done=leaving');
}

export async function stay(previous: ShortFormState, form: FormData): Promise<ShortFormState> {
  const sent = { previous, form, labels: {} };
  return send(sent, { method: 'DELETE', path: 'leaving' }, '/account?done=stays');
}

export async function setListed(previous: ShortFormState, form: FormData): Promise<ShortFormState> {
  const Listed = textOf(form, 'listed') === 'true';
  const body = { Directory: listedOrNot(Listed) };
  const done = `/account/privacy?done=${Listed ? 'listed' : 'unlisted'}`;
  return send({ previous, form, labels: {} }, { method: 'PUT', path: 'audiences', body }, done);
}

/** With the tag of the page that the member has read, old choices do not replace newer ones. */
export async function setAudiences(previous: ShortFormState, form: FormData): Promise<ShortFormState> {
  const id = textOf(form, 'id');
  const places = [...form.keys()].filter((name) => name.startsWith(precisionPrefix));
  const body = {
    Directory: readDirectory(form),
    Precisions: Object.fromEntries(
      places.map((name) => [name.slice(precisionPrefix.length), textOf(form, name)]),
    ),
  };
  const labels = {
    [audienceInputs.entry(id)]: preferencesText.entry,
    ...Object.fromEntries(
      choicesOf(kindOf(form)).map(({ label, fields: [name] }) => [audienceInputs.field(id, name), label]),
    ),
    ...Object.fromEntries(places.map((name) => [name, locationFieldText.Precision])),
    [audienceInputs.field(id, messagesField)]: preferencesText.takesMessages,
  };
  const write = { method: 'PUT', path: 'audiences', body, etag: textOf(form, 'etag') } as const;
  return send({ previous, form, labels }, write, '/account/privacy?done=saved');
}

/** @param write its path is within the membership */
async function send(sent: SentForm, write: OfficeWrite, done: string): Promise<ShortFormState> {
  const path = `members/${encodeURIComponent(textOf(sent.form, 'id'))}/${write.path}`;
  const outcome = await sendShortForm(await ownDoorOfForm(), sent, { ...write, path });
  if (!outcome.isDone) return outcome.state;
  redirect(done);
}
