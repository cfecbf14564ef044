'use server';

import { redirect } from 'next/navigation';
import { ownDoorOfForm } from '@/lib/office-pages/own-entry';
import { chapterhouse } from '@/lib/chapterhouse';
import { answersPatch, type AnswersFormState } from '@/lib/office-pages/answers-form';
import { textOf } from '@/lib/office-pages/form-text';
import { saveAnswersForm } from '@/lib/office-pages/save-answers';
import type { PictureFormState } from '@/lib/office-pages/picture-form';
import { saveMember, type MemberFormState } from '@/lib/office-pages/save-member';
import { savePicture } from '@/lib/office-pages/save-picture';
import { sendLocation, type LocationFormState } from '@/lib/office-pages/save-location';
import { sendForm } from '@/lib/office-pages/send-form';
import { sendShortForm } from '@/lib/office-pages/short-form';
import type { ShortFormState } from '@/lib/office-pages/short-form-state';

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
  const sent = { form, turn: previous.turn };
  const state = await saveAnswersForm(await ownDoorOfForm(), sent, (values, member) => {
    const { Extras } = answersPatch(values, member);
    return { Extras };
  });
  if (state !== null) return state;
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

export async function saveOwnPicture(previous: PictureFormState, form: FormData): Promise<PictureFormState> {
  const state = await savePicture(await ownDoorOfForm(), form, previous);
  if (state !== null) return state;
  redirect(`${entryPath}?done=saved`);
}

/** The member says that the entry is right. */
export async function confirmEntry(previous: ShortFormState, form: FormData): Promise<ShortFormState> {
  const path = `members/${encodeURIComponent(textOf(form, 'id'))}/confirmation`;
  const sent = { form, previous, labels: {} };
  const outcome = await sendShortForm(await ownDoorOfForm(), sent, { method: 'PUT', path });
  if (!outcome.isDone) return outcome.state;
  redirect(`${entryPath}?done=confirmed`);
}

/** Takes a proposal back, or closes the message about a declined one. */
export async function withdraw(form: FormData): Promise<void> {
  const path = `members/${encodeURIComponent(textOf(form, 'id'))}/proposal`;
  await sendForm(await ownDoorOfForm(), { method: 'DELETE', path });
  redirect(`${entryPath}?done=withdrawn`);
}
