'use client';

import { useActionState } from 'react';
import { webhookEvents } from '@/lib/contract/webhook-events';
import { webhookEventText, webhooksText } from '@/lib/messages/office-webhooks';
import { newWebhook, type WebhookFormState } from '@/lib/office-pages/webhook-form';
import { buttonStyle, fieldStyle } from '../ui/button';
import { Tick } from '../ui/tick';
import { Panel } from './panel';
import { RecentSignIn } from './recent-sign-in';
import { RefusalNotice } from './refusal-notice';
import { SiteSecret } from './site-secret';
import { FocusedNotice } from './focused-notice';

interface Props {
  action: (state: WebhookFormState, form: FormData) => Promise<WebhookFormState>;
  path: string;
  /** The page's address, if the person must sign in again before saving. null: the last sign-in is recent. */
  signInPath: string | null;
}

export function WebhookForm({ action, path, signInPath }: Props) {
  const [state, send, isSending] = useActionState(action, newWebhook, path);
  return (
    <Panel id="new-webhook" title={webhooksText.add}>
      <FocusedNotice turn={state.turn}>
        {state.secret !== null && <SiteSecret secret={state.secret} />}
        {state.turn === 0 && signInPath !== null && <RecentSignIn path={signInPath} />}
        <RefusalNotice refusal={state.refusal} />
      </FocusedNotice>
      {state.secret === null && (
        <form key={state.turn} action={send} noValidate className="grid max-w-2xl gap-4">
          <label className="grid gap-1">
            <span className="font-medium">{webhooksText.name}</span>
            <input name="name" maxLength={200} defaultValue={state.name} className={fieldStyle} />
          </label>
          <div className="grid gap-1">
            <label htmlFor="webhook-url" className="font-medium">
              {webhooksText.url}
            </label>
            <p id="webhook-url-hint" className="text-sm text-ink-soft">
              {webhooksText.urlHint}
            </p>
            <input
              id="webhook-url"
              name="url"
              type="url"
              defaultValue={state.url}
              aria-describedby="webhook-url-hint"
              className={fieldStyle}
            />
          </div>
          <fieldset className="grid gap-1">
            <legend className="font-medium">{webhooksText.events}</legend>
            {webhookEvents.map((event) => (
              <Tick key={event} name="event" value={event} isTicked={state.events.includes(event)}>
                {webhookEventText[event]}
              </Tick>
            ))}
          </fieldset>
          <p>
            <button type="submit" aria-disabled={isSending} className={buttonStyle('main')}>
              {webhooksText.create}
            </button>
          </p>
        </form>
      )}
    </Panel>
  );
}
