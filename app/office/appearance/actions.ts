'use server';

import { redirect } from 'next/navigation';
import { z } from 'zod';
import { maxPictureBytes } from '@/lib/contract/picture-types';
import { appearanceFieldText, appearanceText, pictureText } from '@/lib/messages/office-appearance';
import { say } from '@/lib/messages/say';
import {
  addressOf,
  appearancePatch,
  appearancePath,
  appearanceProblems,
  keptAppearance,
  pictureNames,
  previewPath,
  readAppearance,
  type AppearanceFormState,
} from '@/lib/office-pages/appearance-form';
import { officeOfForm } from '@/lib/office-pages/current-office';
import { readSettings } from '@/lib/office-pages/read-settings';
import { sendForm, sendUpload, type FormRefusal } from '@/lib/office-pages/send-form';

/** Uploads the pictures for the preview. Changes no setting. */
export async function previewAppearance(
  previous: AppearanceFormState,
  form: FormData,
): Promise<AppearanceFormState> {
  const office = await officeOfForm();
  const refused = (refusal: FormRefusal): AppearanceFormState => ({
    turn: previous.turn + 1,
    values,
    refusal,
    kept: keptAppearance(office.kind, form),
  });
  let values = readAppearance((name) => (form.has(`remove.${name}`) ? '' : form.get(name)));
  for (const name of pictureNames) {
    const file = form.get(`file.${name}`);
    if (!(file instanceof File) || file.size === 0) continue;
    if (file.size > maxPictureBytes)
      return refused(problem(say(appearanceText.tooLarge, { name: pictureText[name] })));
    const sent = await sendUpload(office, 'pictures', file);
    if (!sent.isDone) return refused(sent.refusal);
    values = { ...values, [name]: uploadSchema.parse(sent.answer.body).Name };
  }
  const problems = appearanceProblems(values);
  if (problems.length > 0) {
    const labels: Readonly<Record<string, string>> = {
      ...pictureText,
      ...Object.fromEntries(Object.entries(appearanceFieldText).map(([name, [label]]) => [name, label])),
    };
    const texts = problems.map(({ name, reason }) => `${labels[name] ?? name} ${reason}`);
    return refused({ problems: texts, needsSignIn: 'no' });
  }
  redirect(addressOf(previewPath, values));
}

export async function saveAppearance(_: FormRefusal | null, form: FormData): Promise<FormRefusal | null> {
  const office = await officeOfForm();
  const values = readAppearance((name) => form.get(name));
  const settings = office.kind === 'office' ? await readSettings(office) : null;
  const body = appearancePatch(values, settings?.Settings ?? {});
  const sent = await sendForm(office, { method: 'PATCH', path: 'settings', body });
  if (!sent.isDone) return sent.refusal;
  redirect(`${appearancePath}?done=saved`);
}

const uploadSchema = z.object({ Name: z.string() });

function problem(text: string): FormRefusal {
  return { problems: [text], needsSignIn: 'no' };
}
