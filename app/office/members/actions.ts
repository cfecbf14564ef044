'use server';

import { redirect } from 'next/navigation';
import { lookUp } from '@/lib/base/look-up';
import { sentLinkSchema } from '@/lib/contract/office-account';
import { memberText } from '@/lib/messages/office-member';
import { notesText } from '@/lib/messages/office-notes';
import { officeAccountText } from '@/lib/messages/office-account';
import type { AccountActionState } from '@/lib/office-pages/account-form';
import { answersPatch, type AnswersFormState } from '@/lib/office-pages/answers-form';
import { recordPayment, setAudiences, setExpiry, setListed } from '@/lib/office-pages/change-member';
import { officeOfForm } from '@/lib/office-pages/current-office';
import { keepUnsent } from '@/lib/office-pages/kept-form';
import { textOf } from '@/lib/office-pages/form-text';
import { saveAnswersForm } from '@/lib/office-pages/save-answers';
import type { PictureFormState } from '@/lib/office-pages/picture-form';
import { saveMember, type MemberFormState } from '@/lib/office-pages/save-member';
import { savePicture as savePictureForm } from '@/lib/office-pages/save-picture';
import { donePath } from '@/lib/office-pages/member-sections';
import { sendForm } from '@/lib/office-pages/send-form';
import { sendShortForm, type ShortFormOutcome } from '@/lib/office-pages/short-form';
import type { ShortFormState } from '@/lib/office-pages/short-form-state';

export async function saveMemberForm(previous: MemberFormState, form: FormData): Promise<MemberFormState> {
  const office = await officeOfForm();
  const outcome = await saveMember(office, form, previous.turn);
  if (outcome.kind === 'shown') return outcome.state;
  redirect(donePath(outcome.id, doneWord(form)));
}

function doneWord(form: FormData) {
  if (form.get('id') !== '') return 'saved';
  return form.get('Kind') === 'corporate' ? 'company-added' : 'added';
}

export async function savePicture(previous: PictureFormState, form: FormData): Promise<PictureFormState> {
  const state = await savePictureForm(await officeOfForm(), form, previous);
  if (state !== null) return state;
  redirect(donePath(textOf(form, 'id'), 'picture-saved'));
}

export async function extendMembership(previous: ShortFormState, form: FormData): Promise<ShortFormState> {
  const office = await officeOfForm();
  const sent = { form, previous, labels: {} };
  return afterPress(form, await setExpiry(office, sent), 'extended');
}

export async function receivePayment(previous: ShortFormState, form: FormData): Promise<ShortFormState> {
  const office = await officeOfForm();
  const sent = { form, previous, labels: {} };
  return afterPress(form, await recordPayment(office, sent), 'paid');
}

export async function endMembership(previous: ShortFormState, form: FormData): Promise<ShortFormState> {
  const office = await officeOfForm();
  const labels = { date: memberText.endOn, reason: memberText.reason };
  const outcome = await setExpiry(office, { form, previous, labels });
  if (!outcome.isDone) return outcome.state;
  return afterPress(form, outcome, 'ended');
}

export async function hideMember(previous: ShortFormState, form: FormData): Promise<ShortFormState> {
  const office = await officeOfForm();
  return afterPress(form, await setListed(office, { form, previous, labels: {} }, false), 'hidden');
}

export async function showMember(previous: ShortFormState, form: FormData): Promise<ShortFormState> {
  const office = await officeOfForm();
  return afterPress(form, await setListed(office, { form, previous, labels: {} }, true), 'shown');
}

export async function changeAudiences(previous: ShortFormState, form: FormData): Promise<ShortFormState> {
  const office = await officeOfForm();
  return afterPress(form, await setAudiences(office, { form, previous, labels: {} }), 'audiences');
}

/**
 * After success, or if somebody else has changed the member, shows the member as they are now. The form has no typed
 * text that could be lost.
 */
function afterPress(
  form: FormData,
  outcome: ShortFormOutcome,
  done: 'extended' | 'paid' | 'ended' | 'hidden' | 'shown' | 'audiences',
): ShortFormState {
  if (!outcome.isDone && outcome.status !== 412) return outcome.state;
  redirect(donePath(textOf(form, 'id'), outcome.isDone ? done : 'changed'));
}

export async function addNote(previous: ShortFormState, form: FormData): Promise<ShortFormState> {
  const office = await officeOfForm();
  const outcome = await sendShortForm(
    office,
    { form, previous, labels: { text: notesText.text } },
    {
      method: 'POST',
      path: `members/${encodeURIComponent(textOf(form, 'id'))}/notes`,
      body: { Text: textOf(form, 'text') },
    },
  );
  if (!outcome.isDone) return outcome.state;
  redirect(donePath(textOf(form, 'id'), 'note-added'));
}

export async function saveAnswers(previous: AnswersFormState, form: FormData): Promise<AnswersFormState> {
  const sent = { form, turn: previous.turn };
  const state = await saveAnswersForm(await officeOfForm(), sent, answersPatch);
  if (state !== null) return state;
  redirect(donePath(textOf(form, 'id'), 'answers'));
}

const removals = {
  end: { path: 'sessions', done: officeAccountText.ended },
  unlock: { path: 'lock', done: officeAccountText.unlocked },
  passkeys: { path: 'passkeys', done: officeAccountText.passkeysRemoved },
};

export async function changeAccount(_: AccountActionState, form: FormData): Promise<AccountActionState> {
  const office = await officeOfForm();
  const path = `members/${encodeURIComponent(textOf(form, 'id'))}/account`;
  const removal = lookUp(removals, textOf(form, 'intent'));
  const sent = await sendForm(
    office,
    removal === undefined
      ? { method: 'POST', path: `${path}/link` }
      : { method: 'DELETE', path: `${path}/${removal.path}` },
  );
  if (!sent.isDone) {
    return { done: null, refusal: sent.refusal, kept: keepUnsent(office.kind, form, []) };
  }
  if (removal !== undefined) return { done: removal.done, refusal: null, kept: null };
  const { Mail: mail } = sentLinkSchema.parse(sent.answer.body);
  const done = officeAccountText[mail === 'failed' ? 'notSent' : mail];
  return { done, refusal: null, kept: null };
}
