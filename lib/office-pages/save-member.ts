import { z } from 'zod';
import { isApiFailure } from '@/lib/contract/api-failure';
import { lookUp } from '@/lib/base/look-up';
import { officeMemberSchema } from '@/lib/contract/office';
import type { Likeness, PossibleDuplicate } from '@/lib/contract/possible-duplicates';
import { memberText } from '@/lib/messages/office-member';
import { say } from '@/lib/messages/say';
import { memberResourceSchema, memberWriteSchema, recordErrorSchema } from '@/lib/contract/resources';
import type { FormDoor } from './find-office';
import { keepUnsent, type KeptForm } from './kept-form';
import {
  changedNames,
  fieldOfError,
  fieldsOfForm,
  formFields,
  toPatch,
  valuesOfForm,
  valuesOfRecord,
  type FormField,
  mergeValues,
  type FormValues,
} from './member-form';
import type { OfficeApiResponse } from './office-api';
import { reasonInForm, reasonOf, textOf } from './form-text';
import { nameOfMember } from './read-member';
import { fieldName } from './show-change';
import {
  inputOf,
  inputOfError,
  labelOfInput,
  readRows,
  rowParts,
  toSubMembers,
  withMoreRows,
  type SubMemberRow,
} from './sub-member-rows';

export interface MemberFormState {
  turn: number;
  values: FormValues;
  /** The change is based on these values. */
  was: FormValues;
  etag: string;
  /** The ID of the person who gets another membership. '': the person is new, or the form changes a member. */
  person: string;
  /** The sub-members of a new company. Empty for other members. */
  parts: readonly SubMemberRow[];
  /** Makes the API add a new member only once, even if the form is sent twice. */
  key: string;
  reason: string;
  problems: Readonly<Record<string, string>>;
  /** Fields that two people changed, with the value that the other person saved. */
  conflicts: Readonly<Record<string, string>>;
  notice: FormNotice | null;
  others: readonly string[];
  /** Members who may be the same as the new one. */
  duplicates: readonly ShownDuplicate[];
  kept: KeptForm | null;
}

export interface ShownDuplicate {
  id: string;
  name: string;
  by: readonly Likeness[];
}

export type FormNotice =
  | 'problems'
  | 'conflict'
  /** The new member may be a member already. Nothing is saved yet. */
  | 'duplicates'
  /** The session has ended. The person must sign in and save again. */
  | 'signed-out'
  /** The last sign-in is too long ago for this change. */
  | 'sign-in-again'
  | 'unavailable'
  /** The member was removed, or the person may no longer see the member. */
  | 'gone'
  | 'not-allowed';

export type SaveOutcome = { kind: 'saved'; id: string } | { kind: 'shown'; state: MemberFormState };

export const emptyState: MemberFormState = {
  turn: 0,
  values: {},
  was: {},
  etag: '',
  person: '',
  parts: [],
  key: '',
  reason: '',
  problems: {},
  conflicts: {},
  notice: null,
  others: [],
  duplicates: [],
  kept: null,
};

/** @param turn the `turn` of the sent form */
export async function saveMember(office: FormDoor, form: FormData, turn: number): Promise<SaveOutcome> {
  const id = textOf(form, 'id') || null;
  const fields = fieldsOfForm(form);
  const state: MemberFormState = {
    ...emptyState,
    turn: turn + 1,
    values: valuesOfForm(form, fields),
    was: valuesOfForm(form, fields, 'was.'),
    etag: textOf(form, 'etag'),
    person: textOf(form, 'person'),
    parts: readRows(form),
    key: textOf(form, 'key'),
    reason: reasonOf(form),
  };
  if (textOf(form, 'do') === 'rows')
    return { kind: 'shown', state: { ...state, parts: withMoreRows(state.parts) } };
  if (office.kind !== 'office') {
    const kept = keepUnsent(office.kind, form, typedValues(fields, state));
    return shown({ ...state, kept }, kept?.why ?? 'not-allowed');
  }
  try {
    return await send(office, state, { id, confirmed: textOf(form, 'confirmed').split(' ') });
  } catch (error) {
    if (isApiFailure(error)) return shown(state, 'unavailable');
    throw error;
  }
}

function typedValues(fields: readonly FormField[], state: MemberFormState): KeptForm['typed'] {
  const changed = fields.filter(({ name }) => changedNames(state.was, state.values).includes(name));
  const typed = changed
    .filter(({ kind }) => !['choice', 'tick', 'ticks'].includes(kind))
    .map(({ name, caption }) => [caption, lookUp(state.values, name) ?? ''] as const);
  const rows = state.parts.flatMap((row, at) =>
    rowParts.map((part) => [labelOfInput(inputOf(at, part)) ?? '', row[part]] as const),
  );
  return [...typed, ...rows, [memberText.reason, state.reason]];
}

type Office = Extract<FormDoor, { kind: 'office' }>;

/** @param confirmed the members that the new one is not, although they are similar */
async function send(
  office: Office,
  state: MemberFormState,
  { id, confirmed }: { id: string | null; confirmed: readonly string[] },
): Promise<SaveOutcome> {
  const { values, was, etag, reason, key } = state;
  if (id === null) {
    const body = newMember(state);
    const trial = await office.api.write({ method: 'POST', path: 'members', body, isTrial: true });
    if (trial.status >= 400) return toOutcome(trial, state, id);
    const found = (trial.duplicates ?? []).filter((one) => !confirmed.includes(String(one.membershipId)));
    if (found.length > 0) {
      const duplicates = await Promise.all(found.map((one) => showDuplicate(office, one)));
      return shown({ ...state, duplicates }, 'duplicates');
    }
    const answer = await office.api.write({ method: 'POST', path: 'members', body, reason, key });
    return toOutcome(answer, state, id);
  }
  const mine = changedNames(was, values);
  if (mine.length === 0) return { kind: 'saved', id };
  const path = `members/${encodeURIComponent(id)}`;
  const body = toPatch(values, mine);
  const answer = await office.api.write({ method: 'PATCH', path, body, etag, reason });
  if (answer.status !== 412) return toOutcome(answer, state, id);
  const { merged } = mergeValues(state, valuesOfRecord(currentSchema.parse(answer.body).Member));
  const based = { ...state, etag: answer.etag ?? etag };
  if (Object.keys(merged.conflicts).length === 0) {
    const again = await office.api.write({ method: 'PATCH', path, body, etag: based.etag, reason });
    if (again.status !== 412) return toOutcome(again, based, id);
  }
  return shown({ ...based, ...merged }, 'conflict');
}

const currentSchema = z.object({ Member: memberResourceSchema });

async function showDuplicate(
  { api }: Office,
  { membershipId, by }: PossibleDuplicate,
): Promise<ShownDuplicate> {
  const id = String(membershipId);
  const { status, body } = await api.read(`members/${id}`);
  return { id, name: status === 200 ? nameOfMember(officeMemberSchema.parse(body)) : id, by };
}

function newMember({ values, person, parts }: MemberFormState): Record<string, unknown> {
  const body = toPatch(values, Object.keys(values));
  const user = person === '' ? body.User : { ...Object(body.User), ID: person };
  const subMembers = toSubMembers(parts, values);
  return { ...body, User: user, ...(subMembers.length === 0 ? {} : { SubMembers: subMembers }) };
}

function toOutcome(answer: OfficeApiResponse, state: MemberFormState, id: string | null): SaveOutcome {
  const { status, body } = answer;
  if (status === 200 || status === 201) {
    const saved = id ?? memberWriteSchema.parse(body).Member?.ID;
    if (saved === undefined) throw new Error('the response has no ID for the new member');
    return { kind: 'saved', id: saved };
  }
  const { notice, fields, others } = readRefusal(answer);
  const named = fields.map(({ field, reason }) => {
    const name = inputOfError(field, state.parts) ?? fieldOfError(field);
    return { name, field, reason };
  });
  const problems = named.flatMap(({ name, reason }) =>
    name === null
      ? []
      : [[name, isUnchosen(name, state.values) ? memberText.unchosen : reasonInForm(reason)] as const],
  );
  const unnamed = named.flatMap(({ name, field, reason }) =>
    name === null ? [say(memberText.problem, { label: fieldName(field), reason: reasonInForm(reason) })] : [],
  );
  return shown({ ...state, problems: Object.fromEntries(problems), others: [...unnamed, ...others] }, notice);
}

/** Why the API did not save a form. `fields`: its reasons for single fields. `others`: its reason for the whole. */
export function readRefusal({ status, body }: OfficeApiResponse): {
  notice: FormNotice;
  fields: readonly { field: string; reason: string }[];
  others: readonly string[];
} {
  const without = (notice: FormNotice) => ({ notice, fields: [], others: [] });
  if (status === 401) {
    const { error } = Object(body) as { error?: unknown };
    return without(error === 'insufficient_user_authentication' ? 'sign-in-again' : 'signed-out');
  }
  if (status === 403) return without('not-allowed');
  if (status === 404) return without('gone');
  const error = recordErrorSchema.safeParse(body);
  const fields = error.success ? (error.data.fields ?? []) : [];
  const others = error.success && fields.length === 0 ? [error.data.error_description] : [];
  return { notice: 'problems', fields, others };
}

function isUnchosen(name: string, values: FormValues): boolean {
  const field = formFields.find((one) => one.name === name);
  return field?.kind === 'choice' && lookUp(values, name) === '';
}

function shown(state: MemberFormState, notice: FormNotice): SaveOutcome {
  return { kind: 'shown', state: { ...state, notice } };
}
