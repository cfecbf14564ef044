'use server';

import { redirect } from 'next/navigation';
import { ownDoorOfForm } from '@/lib/office/own-entry';
import { chapterhouse } from '@/lib/chapterhouse';
import { answersText } from '@/lib/messages/office-answers';
import {
  answersPatch,
  contentOf,
  keptAnswers,
  readAnswersForm,
  type AnswersFormState,
} from '@/lib/office/answers-form';
import { textOf } from '@/lib/office/form-text';
import { requireMember } from '@/lib/office/read-member';
import { saveMember, type MemberFormState } from '@/lib/office/save-member';
import { sendLocation, type LocationFormState } from '@/lib/office/save-location';
import { sendForm } from '@/lib/office/send-form';

const entryPath = '/account/public-entry';

export async function saveOwnEntry(previous: MemberFormState, form: FormData): Promise<MemberFormState> {
  return save(previous, form, entryPath);
}

export async function saveOwnDetails(previous: MemberFormState, form: FormData): Promise<MemberFormState> {
  return save(previous, form, '/account/details');
}

async function save(previous: MemberFormState, form: FormData, path: string): Promise<MemberFormState> {
  const outcome = await saveMember(await ownDoorOfForm(), form, previous.turn);
  if (outcome.kind === 'shown') return outcome.state;
  redirect(`${path}?done=saved`);
}

export async function saveOwnAnswers(previous: AnswersFormState, form: FormData): Promise<AnswersFormState> {
  const door = await ownDoorOfForm();
  const state = readAnswersForm(form, previous.turn);
  const path = `members/${encodeURIComponent(textOf(form, 'id'))}`;
  if (door.kind !== 'office') {
    const sent = await sendForm(door, { method: 'PATCH', path });
    return sent.isDone ? state : { ...state, refusal: sent.refusal, kept: keptAnswers(door.kind, form) };
  }
  const { member, etag } = await requireMember(door, textOf(form, 'id'));
  const now = contentOf(member);
  if (now !== state.was)
    return { ...state, was: now, refusal: { problems: [answersText.changed], needsSignIn: 'no' } };
  const { Extras } = answersPatch(state.values, member);
  const sent = await sendForm(door, { method: 'PATCH', path, body: { Extras }, etag });
  if (!sent.isDone) return { ...state, refusal: sent.refusal };
  redirect(`${entryPath}?done=saved`);
}

export async function sendOwnLocation(
  previous: LocationFormState,
  form: FormData,
): Promise<LocationFormState> {
  const sent = { form, turn: previous.turn };
  const outcome = await sendLocation(await ownDoorOfForm(), chapterhouse().places, sent);
  if (outcome.kind === 'shown') return outcome.state;
  redirect(`${entryPath}?done=saved`);
}

/** Takes a proposal back, or closes the message about a declined one. */
export async function withdraw(form: FormData): Promise<void> {
  const path = `members/${encodeURIComponent(textOf(form, 'id'))}/proposal`;
  await sendForm(await ownDoorOfForm(), { method: 'DELETE', path });
  redirect(`${entryPath}?done=withdrawn`);
}
