import { lookUp } from '@/lib/base/look-up';
import { officeRoles } from '@/lib/contract/fields/role';
import { rolesText } from '@/lib/messages/office-roles';
import { keepUnsent, type KeptForm } from './kept-form';
import type { OfficeLookup } from './find-office';
import type { FormRefusal } from './send-form';
import { reasonOf, textOf } from './form-text';
import { roleText } from '@/lib/messages/office';

export interface RoleFormState {
  turn: number;
  role: string;
  chapterIds: readonly string[];
  reason: string;
  refusal: FormRefusal | null;
  kept: KeptForm | null;
}

export const startOfRole: RoleFormState = {
  turn: 0,
  role: '',
  chapterIds: [],
  reason: '',
  refusal: null,
  kept: null,
};

export interface InviteFormState extends RoleFormState {
  email: string;
  firstName: string;
  lastName: string;
  /**
   * The person who already has this email address. If the owner confirms, that person gets the role. null: no such
   * person was found.
   */
  known: { id: string; name: string } | null;
}

export const startOfInvite: InviteFormState = {
  ...startOfRole,
  known: null,
  email: '',
  firstName: '',
  lastName: '',
};

export function readInviteForm(form: FormData, turn: number): InviteFormState {
  const text = (name: string) => textOf(form, name).trim();
  const person = { email: text('email'), firstName: text('firstName'), lastName: text('lastName') };
  return { ...readRoleForm(form, turn), ...person, known: null };
}

export function keptRole(kind: OfficeLookup['kind'], form: FormData): KeptForm | null {
  const role = lookUp(roleText, textOf(form, 'role'));
  return keepUnsent(kind, form, [
    [rolesText.person, textOf(form, 'name')],
    [rolesText.inviteField.email, textOf(form, 'email')],
    [rolesText.inviteField.firstName, textOf(form, 'firstName')],
    [rolesText.inviteField.lastName, textOf(form, 'lastName')],
    [rolesText.role, role ?? ''],
    [rolesText.reason, textOf(form, 'reason')],
  ]);
}

export function readRoleForm(form: FormData, turn: number): RoleFormState {
  const role = textOf(form, 'role');
  const chapterIds = form.getAll('chapter').filter((id) => typeof id === 'string');
  const problem = !officeRoles.some((one) => one === role)
    ? rolesText.needsRole
    : role === 'officer' && chapterIds.length === 0
      ? rolesText.needsChapter
      : null;
  return {
    turn: turn + 1,
    role,
    chapterIds,
    reason: reasonOf(form),
    refusal: problem === null ? null : { problems: [problem], needsSignIn: 'no' },
    kept: null,
  };
}
