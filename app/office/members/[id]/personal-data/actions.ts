'use server';

import { redirect } from 'next/navigation';
import { personalDataText } from '@/lib/messages/office-personal-data';
import { officeOfForm } from '@/lib/office-pages/current-office';
import { keepUnsent } from '@/lib/office-pages/kept-form';
import { textOf } from '@/lib/office-pages/form-text';
import { membersPath } from '@/lib/office-pages/members-view';
import { erasureSchema, type ErasureState } from '@/lib/office-pages/personal-data';
import { nameOfMember, requireMember } from '@/lib/office-pages/read-member';
import { sendForm } from '@/lib/office-pages/send-form';

/** Erases the person only if the typed name is the person's name. */
export async function erasePerson(previous: ErasureState, form: FormData): Promise<ErasureState> {
  const office = await officeOfForm();
  const id = textOf(form, 'member');
  const state: ErasureState = {
    turn: previous.turn + 1,
    reason: textOf(form, 'reason'),
    newContact: textOf(form, 'newContact'),
    withCompany: form.get('withCompany') !== null,
    refusal: null,
    kept: keepUnsent(office.kind, form, [
      [personalDataText.newContact, textOf(form, 'newContact')],
      [personalDataText.reason, textOf(form, 'reason')],
    ]),
  };
  if (office.kind === 'office') {
    const { member } = await requireMember(office, id);
    if (textOf(form, 'name').trim() !== nameOfMember(member))
      return { ...state, refusal: { problems: [personalDataText.wrongName], needsSignIn: 'no' } };
  }
  const body = {
    ...(state.newContact === '' ? {} : { NewContact: state.newContact }),
    ...(state.withCompany ? { WithCompany: true } : {}),
  };
  const path = `members/${encodeURIComponent(id)}/erase`;
  const sent = await sendForm(office, { method: 'POST', path, body, reason: state.reason });
  if (!sent.isDone) return { ...state, refusal: sent.refusal };
  const { Complete: isComplete } = erasureSchema.parse(sent.answer.body);
  redirect(`${membersPath}?done=${isComplete ? 'erased' : 'erasing'}`);
}
