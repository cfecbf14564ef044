'use server';

import { redirect } from 'next/navigation';
import { z } from 'zod';
import { newSecretSchema } from '@/lib/contract/office-clients';
import { newWebhookSchema, webhookTestSchema } from '@/lib/contract/office-webhooks';
import { webhooksText } from '@/lib/messages/office-webhooks';
import { say } from '@/lib/messages/say';
import { officeOfForm } from '@/lib/office-pages/current-office';
import { keepUnsent } from '@/lib/office-pages/kept-form';
import type { OfficeWrite } from '@/lib/office-pages/office-api';
import { webhooksPath } from '@/lib/office-pages/read-webhooks';
import type { WebhookActionState, WebhookFormState } from '@/lib/office-pages/webhook-form';
import { sendForm } from '@/lib/office-pages/send-form';
import { textOf } from '@/lib/office-pages/form-text';

/** Shows the secret of the new webhook once. */
export async function addWebhook(previous: WebhookFormState, form: FormData): Promise<WebhookFormState> {
  const office = await officeOfForm();
  const state: WebhookFormState = {
    turn: previous.turn + 1,
    name: textOf(form, 'name'),
    url: textOf(form, 'url'),
    events: form.getAll('event').map(String),
    refusal: null,
    secret: null,
    kept: keepUnsent(office.kind, form, [
      [webhooksText.name, textOf(form, 'name')],
      [webhooksText.url, textOf(form, 'url')],
    ]),
  };
  const body = { Name: state.name, URL: state.url, Events: state.events };
  const labels = { URL: webhooksText.url, Events: webhooksText.events };
  const sent = await sendForm(office, { method: 'POST', path: 'webhooks', body }, labels);
  if (!sent.isDone) return { ...state, refusal: sent.refusal };
  return { ...state, secret: newWebhookSchema.parse(sent.answer.body).Secret };
}

export async function changeWebhook(_: WebhookActionState, form: FormData): Promise<WebhookActionState> {
  const office = await officeOfForm();
  const intent = textOf(form, 'intent');
  const write = toWrite(intent, pathOf(form), textOf(form, 'since'));
  const sent = await sendForm(office, write, { Since: webhooksText.since });
  if (!sent.isDone) return { done: null, secret: null, refusal: sent.refusal };
  return { done: null, secret: null, refusal: null, ...describe(intent, sent.answer.body) };
}

export async function removeWebhook(_: WebhookActionState, form: FormData): Promise<WebhookActionState> {
  const office = await officeOfForm();
  const sent = await sendForm(office, { method: 'DELETE', path: pathOf(form) });
  if (!sent.isDone) return { done: null, secret: null, refusal: sent.refusal };
  redirect(`${webhooksPath}?removed=${encodeURIComponent(String(form.get('name')).slice(0, 200))}`);
}

function pathOf(form: FormData): string {
  return `webhooks/${encodeURIComponent(textOf(form, 'webhook'))}`;
}

function toWrite(intent: string, path: string, since: string): OfficeWrite {
  switch (intent) {
    case 'enable':
      return { method: 'POST', path: `${path}/enable` };
    case 'replay':
      return { method: 'POST', path: `${path}/replay`, body: { Since: since } };
    case 'reload':
      return { method: 'POST', path: `${path}/replay`, body: { Reload: true } };
    case 'rotate':
      return { method: 'POST', path: `${path}/secret`, body: {} };
    default:
      return { method: 'POST', path: `${path}/test` };
  }
}

const replayedSchema = z.object({ Shortened: z.boolean() });

function describe(intent: string, body: unknown): Partial<WebhookActionState> {
  switch (intent) {
    case 'enable':
      return { done: webhooksText.enabled };
    case 'replay':
    case 'reload':
      return {
        done: replayedSchema.parse(body).Shortened ? webhooksText.shortened : webhooksText.replayed,
      };
    case 'rotate':
      return { secret: newSecretSchema.parse(body).Secret };
    default: {
      const { Delivered: isDelivered, Detail: detail } = webhookTestSchema.parse(body);
      return { done: say(isDelivered ? webhooksText.testPassed : webhooksText.testFailed, { detail }) };
    }
  }
}
