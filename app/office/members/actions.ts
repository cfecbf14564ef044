'use server';

import { redirect } from 'next/navigation';
import { setExpiry, setListed } from '@/lib/office/change-member';
import { officeOfForm } from '@/lib/office/current-office';
import { saveMember, type MemberFormState } from '@/lib/office/save-member';

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
