'use server';

import { redirect } from 'next/navigation';
import { invitedSchema, knownPersonSchema } from '@/lib/contract/office-roles';
import { officeOfForm } from '@/lib/office-pages/current-office';
import { rolesPath } from '@/lib/office-pages/roles-path';
import { textOf } from '@/lib/office-pages/form-text';
import {
  keptRole,
  readInviteForm,
  readRoleForm,
  type InviteFormState,
  type RoleFormState,
} from '@/lib/office-pages/role-form';
import { sendForm } from '@/lib/office-pages/send-form';

export async function giveRole(previous: RoleFormState, form: FormData): Promise<RoleFormState> {
  const office = await officeOfForm();
  const state = readRoleForm(form, previous.turn);
  if (state.refusal !== null) return state;
  const sent = await sendForm(office, {
    method: 'PUT',
    path: pathOf(form),
    body: { Role: state.role, Chapters: state.role === 'officer' ? state.chapterIds : [] },
    reason: state.reason,
  });
  if (!sent.isDone) return { ...state, refusal: sent.refusal, kept: keptRole(office.kind, form) };
  redirect(`${rolesPath}?done=saved&name=${encodeURIComponent(nameOf(form))}`);
}

export async function inviteByEmail(previous: InviteFormState, form: FormData): Promise<InviteFormState> {
  const office = await officeOfForm();
  const state = readInviteForm(form, previous.turn);
  if (state.refusal !== null) return state;
  const { email, firstName, lastName, role, chapterIds, reason } = state;
  const body = {
    Email: email,
    FirstName: firstName,
    LastName: lastName,
    Role: role,
    Chapters: role === 'officer' ? chapterIds : [],
    ...(form.has('person') ? { PersonID: textOf(form, 'person') } : {}),
  };
  const sent = await sendForm(office, { method: 'POST', path: 'roles', body, reason });
  if (!sent.isDone) {
    const known = knownPersonSchema.safeParse(sent.answer?.body);
    if (known.success) return { ...state, known: { id: known.data.Person.ID, name: known.data.Person.Name } };
    return { ...state, refusal: sent.refusal, kept: keptRole(office.kind, form) };
  }
  const { Mail } = invitedSchema.parse(sent.answer.body);
  redirect(`${rolesPath}?done=mail-${Mail}&name=${encodeURIComponent(email)}`);
}

export async function takeRoleAway(previous: RoleFormState, form: FormData): Promise<RoleFormState> {
  const office = await officeOfForm();
  const state = { ...previous, turn: previous.turn + 1, kept: keptRole(office.kind, form) };
  const sent = await sendForm(office, { method: 'DELETE', path: pathOf(form) });
  if (!sent.isDone) return { ...state, refusal: sent.refusal };
  redirect(`${rolesPath}?done=removed&name=${encodeURIComponent(nameOf(form))}`);
}

function pathOf(form: FormData): string {
  return `roles/${encodeURIComponent(String(form.get('person')))}`;
}

function nameOf(form: FormData): string {
  return String(form.get('name')).slice(0, 200);
}
