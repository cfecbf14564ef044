'use server';

import { redirect } from 'next/navigation';
import { maxFileBytes } from '@/lib/contract/fields/page';
import { lookUp } from '@/lib/base/look-up';
import { markdownToHtml } from '@/lib/base/markdown';
import { officePagesText } from '@/lib/messages/member-pages';
import { officeOfForm } from '@/lib/office-pages/current-office';
import { textOf } from '@/lib/office-pages/form-text';
import { keepUnsent } from '@/lib/office-pages/kept-form';
import { pagesPath, type PageFormState } from '@/lib/office-pages/page-form';
import { sendUpload } from '@/lib/office-pages/send-form';
import { refuseShortForm, sendShortForm } from '@/lib/office-pages/short-form';
import type { ShortFormState } from '@/lib/office-pages/short-form-state';
import { pageHtml } from '@/lib/base/public-html';

const labels = {
  title: officePagesText.name,
  audience: officePagesText.audience,
  text: officePagesText.text,
};

/** Saves a page, or shows what members would see. The preview saves nothing. */
export async function savePage(previous: PageFormState, form: FormData): Promise<PageFormState> {
  const office = await officeOfForm();
  const sent = { form, previous, labels };
  const text = textOf(form, 'text');
  if (textOf(form, 'do') === 'preview') {
    const shown = { ...refuseShortForm(sent, ''), refusal: null, etag: textOf(form, 'etag') || null };
    return { ...shown, preview: pageHtml(markdownToHtml(text)) };
  }
  const id = textOf(form, 'id');
  const body = { Title: textOf(form, 'title'), Text: text, Audience: textOf(form, 'audience') };
  const outcome = await sendShortForm(
    office,
    sent,
    id === ''
      ? { method: 'POST', path: 'pages', key: textOf(form, 'key'), body }
      : { method: 'PATCH', path: `pages/${encodeURIComponent(id)}`, etag: textOf(form, 'etag'), body },
  );
  if (!outcome.isDone) return { ...outcome.state, preview: null };
  const saved = String(lookUp(Object(outcome.answer.body), 'ID'));
  redirect(`${pagesPath}/${encodeURIComponent(saved)}?done=${id === '' ? 'added' : 'saved'}`);
}

export async function removePage(previous: ShortFormState, form: FormData): Promise<ShortFormState> {
  const path = `pages/${encodeURIComponent(textOf(form, 'id'))}`;
  const sent = { form, previous, labels: {} };
  const outcome = await sendShortForm(await officeOfForm(), sent, { method: 'DELETE', path });
  if (!outcome.isDone) return outcome.state;
  redirect(`${pagesPath}?done=removed`);
}

export async function addFile(previous: ShortFormState, form: FormData): Promise<ShortFormState> {
  const office = await officeOfForm();
  const sent = { form, previous, labels: {} };
  const file = form.get('file');
  if (!(file instanceof File) || file.size === 0) return refuseShortForm(sent, officePagesText.noFile);
  if (file.size > maxFileBytes) return refuseShortForm(sent, officePagesText.tooLarge);
  const page = encodeURIComponent(textOf(form, 'id'));
  const added = await sendUpload(office, `pages/${page}/files?Name=${encodeURIComponent(file.name)}`, file);
  if (!added.isDone)
    return {
      ...refuseShortForm(sent, ''),
      refusal: added.refusal,
      kept: keepUnsent(office.kind, form, [[officePagesText.file, file.name]]),
    };
  redirect(`${pagesPath}/${page}?done=file-added`);
}

export async function removeFile(previous: ShortFormState, form: FormData): Promise<ShortFormState> {
  const page = encodeURIComponent(textOf(form, 'id'));
  const outcome = await sendShortForm(
    await officeOfForm(),
    { form, previous, labels: {} },
    // Only the download goes, so other changes since the page was shown do not matter.
    { method: 'PATCH', path: `pages/${page}`, etag: '*', body: { RemoveFile: textOf(form, 'file') } },
  );
  if (!outcome.isDone) return outcome.state;
  redirect(`${pagesPath}/${page}?done=file-removed`);
}
