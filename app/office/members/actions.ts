'use server';

import { redirect } from 'next/navigation';
import { lookUp } from '@/lib/look-up';
import { sentLinkSchema } from '@/lib/membership-api/office-account';
import { answersText } from '@/lib/messages/office-answers';
import { officeAccountText } from '@/lib/messages/office-account';
import type { AccountActionState } from '@/lib/office/account-form';
import {
  answersPatch,
  contentOf,
  hasWholeQuantities,
  readAnswersForm,
  type AnswersFormState,
} from '@/lib/office/answers-form';
import { setExpiry, setListed } from '@/lib/office/change-member';
import { officeOfForm } from '@/lib/office/current-office';
import { textOf } from '@/lib/office/form-text';
import { requireMember } from '@/lib/office/read-member';
import { saveMember, type MemberFormState } from '@/lib/office/save-member';
import { sendForm } from '@/lib/office/send-form';

export async function saveMemberForm(previous: MemberFormState, form: FormData): Promise<MemberFormState> {
  const office = await officeOfForm();
  const isNew = form.get('id') === '';
  const outcome = await saveMember(office, form, previous.turn);
  if (outcome.kind === 'shown') return outcome.state;
  redirect(`/office/members/${outcome.id}?done=${isNew ? 'added' : 'saved'}`);
}

export async function extendMembership(form: FormData): Promise<void> {
  const office = await officeOfForm();
  const { id, outcome } = await setExpiry(office, form);
  redirect(`/office/members/${encodeURIComponent(id)}?done=${outcome === 'done' ? 'extended' : outcome}`);
}

export async function endMembership(form: FormData): Promise<void> {
  const office = await officeOfForm();
  const { id, outcome } = await setExpiry(office, form);
  redirect(`/office/members/${encodeURIComponent(id)}?done=${outcome === 'done' ? 'ended' : outcome}`);
}

export async function hideMember(form: FormData): Promise<void> {
  const office = await officeOfForm();
  const { id, outcome } = await setListed(office, form, false);
  redirect(`/office/members/${encodeURIComponent(id)}?done=${outcome === 'done' ? 'hidden' : outcome}`);
}

export async function showMember(form: FormData): Promise<void> {
  const office = await officeOfForm();
  const { id, outcome } = await setListed(office, form, true);
  redirect(`/office/members/${encodeURIComponent(id)}?done=${outcome === 'done' ? 'shown' : outcome}`);
}

/** Saves the answers and addons, unless somebody else has changed them since the page was shown. */
export async function saveAnswers(previous: AnswersFormState, form: FormData): Promise<AnswersFormState> {
  const office = await officeOfForm();
  const state = readAnswersForm(form, previous.turn);
  const path = `members/${encodeURIComponent(textOf(form, 'id'))}`;
  if (office.kind !== 'office') {
    const sent = await sendForm(office, { method: 'PATCH', path });
    return sent.isDone ? state : { ...state, refusal: sent.refusal };
  }
  const { member, etag } = await requireMember(office, textOf(form, 'id'));
  const now = contentOf(member);
  if (now !== state.was)
    return { ...state, was: now, refusal: { problems: [answersText.changed], needsSignIn: 'no' } };
  if (!hasWholeQuantities(state.values))
    return { ...state, refusal: { problems: [answersText.wrongQuantity], needsSignIn: 'no' } };
  const body = answersPatch(state.values, member);
  const sent = await sendForm(office, { method: 'PATCH', path, body, etag });
  if (!sent.isDone) return { ...state, refusal: sent.refusal };
  redirect(`/office/${path}?done=answers`);
}

const removals = {
  end: { path: 'sessions', done: officeAccountText.ended },
  passkeys: { path: 'passkeys', done: officeAccountText.passkeysRemoved },
};

/** What one of the buttons about the sign-in asks for. */
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
  if (!sent.isDone) return { done: null, refusal: sent.refusal };
  if (removal !== undefined) return { done: removal.done, refusal: null };
  const { Mail: mail } = sentLinkSchema.parse(sent.answer.body);
  return { done: mail === 'sent' ? officeAccountText.sent : officeAccountText.notSent, refusal: null };
}
