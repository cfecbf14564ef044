'use server';

import { redirect } from 'next/navigation';
import { newClientSchema, newSecretSchema } from '@/lib/contract/office-clients';
import { officeOfForm } from '@/lib/office-pages/current-office';
import { readSites, sitesPath } from '@/lib/office-pages/read-sites';
import { sendForm, type FormRefusal } from '@/lib/office-pages/send-form';
import {
  keptSite,
  readSiteForm,
  siteLabels,
  toClientBody,
  type SecretState,
  type SiteFormState,
} from '@/lib/office-pages/site-form';

/** Shows the secret of a new client once. */
export async function saveSite(previous: SiteFormState, form: FormData): Promise<SiteFormState> {
  const office = await officeOfForm();
  const state = { ...readSiteForm(form, previous.turn), kept: keptSite(office.kind, form) };
  const id = String(form.get('client'));
  if (id === '') {
    const body = toClientBody(state.values, []);
    const write = {
      method: 'POST',
      path: 'clients',
      body: { ...body, Public: state.values.public },
    } as const;
    const sent = await sendForm(office, write, siteLabels);
    if (!sent.isDone) return { ...state, refusal: sent.refusal };
    const { Client, Secret } = newClientSchema.parse(sent.answer.body);
    return { ...state, made: { id: Client.ID, secret: Secret } };
  }
  const sites = office.kind === 'office' ? await readSites(office) : null;
  const before = sites?.find(({ ID }) => ID === id) ?? null;
  const body = toClientBody(state.values, before?.Scopes ?? []);
  const sent = await sendForm(office, { method: 'PATCH', path: pathOf(id), body }, siteLabels);
  if (!sent.isDone) return { ...state, refusal: sent.refusal };
  redirect(`${sitesPath}/${encodeURIComponent(id)}?done=saved`);
}

export async function replaceSecret(_: SecretState, form: FormData): Promise<SecretState> {
  const office = await officeOfForm();
  const sent = await sendForm(office, {
    method: 'POST',
    path: `${pathOf(String(form.get('client')))}/secret`,
    body: { Immediate: form.has('immediate') },
  });
  if (!sent.isDone) return { secret: null, refusal: sent.refusal };
  return { secret: newSecretSchema.parse(sent.answer.body).Secret, refusal: null };
}

export async function disconnectSite(_: FormRefusal | null, form: FormData): Promise<FormRefusal | null> {
  const office = await officeOfForm();
  const sent = await sendForm(office, { method: 'DELETE', path: pathOf(String(form.get('client'))) });
  if (!sent.isDone) return sent.refusal;
  redirect(`${sitesPath}?done=revoked&name=${encodeURIComponent(String(form.get('name')).slice(0, 200))}`);
}

function pathOf(id: string): string {
  return `clients/${encodeURIComponent(id)}`;
}
