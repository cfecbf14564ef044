'use server';

import { redirect } from 'next/navigation';
import { maxImportBytes } from '@/lib/contract/import-choices';
import { oneImportSchema } from '@/lib/contract/office-imports';
import { importText } from '@/lib/messages/office-import';
import { officeOfForm } from '@/lib/office-pages/current-office';
import { isChecked, readImportForm, toSettings, type ImportFormState } from '@/lib/office-pages/import-form';
import { importPath } from '@/lib/office-pages/import-names';
import { keptImport, keptUpload } from '@/lib/office-pages/kept-import';
import { readImport } from '@/lib/office-pages/read-imports';
import { sendForm, sendUpload, type FormRefusal } from '@/lib/office-pages/send-form';

export async function uploadFile(previous: ImportFormState, form: FormData): Promise<ImportFormState> {
  const office = await officeOfForm();
  const file = chosenFile(form);
  const refused = (refusal: FormRefusal) => ({
    turn: previous.turn + 1,
    refusal,
    kept: keptUpload(office.kind, form),
  });
  if (file === null) return refused(problem(importText.noFile));
  if (file.size > maxImportBytes) return refused(problem(importText.tooLarge));
  const sent = await sendUpload(office, `imports?Name=${encodeURIComponent(nameOf(file))}`, file);
  if (!sent.isDone) return refused(sent.refusal);
  redirect(pathOf(oneImportSchema.parse(sent.answer.body).Import.ID));
}

/**
 * Imports the file if the person asked for the import and the file was already checked with these settings. Otherwise
 * only checks the file.
 */
export async function sendImport(previous: ImportFormState, form: FormData): Promise<ImportFormState> {
  const office = await officeOfForm();
  const refused = (refusal: FormRefusal) => ({
    turn: previous.turn + 1,
    refusal,
    kept: keptImport(office.kind, form),
  });
  const id = String(form.get('import'));
  const wantsImport = form.get('intent') === 'run';
  const found = office.kind === 'office' ? await readImport(office, id) : null;
  const settings = readImportForm(form);
  if (found !== null && wantsImport && isChecked(settings, found)) {
    const removed = found.Report?.Preview?.Removed ?? 0;
    if (settings.Replace && removed > 0 && !form.has('removal'))
      return refused(problem(importText.removalMissing));
    const sent = await sendForm(office, { method: 'POST', path: `imports/${encodeURIComponent(id)}/run` });
    if (!sent.isDone) return refused(sent.refusal);
    redirect(pathOf(id));
  }
  const body = found === null ? settings : toSettings(settings, found);
  const sent = await sendForm(office, { method: 'PUT', path: `imports/${encodeURIComponent(id)}`, body });
  if (!sent.isDone) return refused(sent.refusal);
  redirect(`${pathOf(id)}${wantsImport ? '?changed=1' : ''}`);
}

export async function stopImport(_: FormRefusal | null, form: FormData): Promise<FormRefusal | null> {
  const office = await officeOfForm();
  const id = String(form.get('import'));
  const sent = await sendForm(office, { method: 'POST', path: `imports/${encodeURIComponent(id)}/stop` });
  if (!sent.isDone) return sent.refusal;
  redirect(pathOf(id));
}

export async function removeImport(_: FormRefusal | null, form: FormData): Promise<FormRefusal | null> {
  const office = await officeOfForm();
  const id = String(form.get('import'));
  const sent = await sendForm(office, { method: 'DELETE', path: `imports/${encodeURIComponent(id)}` });
  if (!sent.isDone) return sent.refusal;
  redirect(importPath);
}

function chosenFile(form: FormData): File | null {
  const file = form.get('file');
  if (file instanceof File && file.size > 0) return file;
  const cells = form.get('cells');
  if (typeof cells !== 'string' || cells.trim() === '') return null;
  return new File([cells], importText.pastedName);
}

/** Replaces control characters, slashes and backslashes with spaces, because a file name cannot have them. */
function nameOf({ name }: File): string {
  return (
    name
      .replace(/[\p{Cc}/\\]/gu, ' ')
      .trim()
      .slice(0, 200) || importText.pastedName
  );
}

function pathOf(id: string): string {
  return `${importPath}/${encodeURIComponent(id)}`;
}

function problem(text: string): FormRefusal {
  return { problems: [text], needsSignIn: 'no' };
}
