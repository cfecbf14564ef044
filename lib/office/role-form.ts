/** The form that gives a person a role. */
import { officeRoles } from '@/lib/membership-api/fields/role';
import { rolesText } from '@/lib/messages/office-roles';
import type { FormRefusal } from './send-form';
import { reasonOf, textOf } from './form-text';

export interface RoleFormState {
  /** Increases with each response, so that the inputs show the values that were sent. */
  turn: number;
  role: string;
  chapterIds: readonly string[];
  reason: string;
  refusal: FormRefusal | null;
}

/** The form that invites somebody by email. */
export interface InviteFormState extends RoleFormState {
  email: string;
  firstName: string;
  lastName: string;
}

export const startOfInvite: InviteFormState = {
  turn: 0,
  role: '',
  chapterIds: [],
  reason: '',
  refusal: null,
  email: '',
  firstName: '',
  lastName: '',
};

export function readInviteForm(form: FormData, turn: number): InviteFormState {
  const text = (name: string) => textOf(form, name).trim();
  const person = { email: text('email'), firstName: text('firstName'), lastName: text('lastName') };
  return { ...readRoleForm(form, turn), ...person };
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
  };
}
