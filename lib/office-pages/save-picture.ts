/** The form for the picture of an entry: the member's own, and the office's. */
import { z } from 'zod';
import { maxUploadedPictureBytes } from '@/lib/contract/picture-files';
import { pictureText } from '@/lib/messages/picture';
import { say } from '@/lib/messages/say';
import type { FormDoor } from './find-office';
import { textOf } from './form-text';
import { keepUnsent } from './kept-form';
import type { PictureFormState } from './picture-form';
import { sendForm, sendUpload, type FormRefusal } from './send-form';

const uploadSchema = z.object({ ID: z.string() });
const megabytes = maxUploadedPictureBytes / 1024 / 1024;

/** @returns null: the picture is saved, proposed or removed */
export async function savePicture(
  door: FormDoor,
  form: FormData,
  { turn }: PictureFormState,
): Promise<PictureFormState | null> {
  const description = textOf(form, 'description');
  const refused = (refusal: FormRefusal): PictureFormState => ({
    turn: turn + 1,
    refusal,
    description,
    kept: keepUnsent(door.kind, form, [[pictureText.description, description]]),
  });
  const problem = (text: string) => refused({ problems: [text], needsSignIn: 'no' });
  const path = `members/${encodeURIComponent(textOf(form, 'id'))}`;
  const file = form.get('file');
  let id = textOf(form, 'picture');
  const isRemoved = form.get('intent') === 'remove';
  if (!isRemoved && file instanceof File && file.size > 0) {
    if (file.size > maxUploadedPictureBytes) return problem(say(pictureText.wrongFile, { megabytes }));
    const crop = textOf(form, 'crop');
    const query = crop === '' ? '' : `?Crop=${encodeURIComponent(crop)}`;
    const sent = await sendUpload(door, `${path}/pictures${query}`, file);
    if (!sent.isDone) return refused(sent.refusal);
    id = uploadSchema.parse(sent.answer.body).ID;
  }
  if (!isRemoved && id === '') return problem(pictureText.noFile);
  const body = { Picture: isRemoved ? null : { ID: id, Description: description } };
  const labels = { 'Picture.Description': pictureText.description };
  const sent = await sendForm(door, { method: 'PATCH', path, body, etag: '*' }, labels);
  return sent.isDone ? null : refused(sent.refusal);
}
