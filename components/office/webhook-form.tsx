'use client';

import { useActionState, useEffect, useRef } from 'react';
import { webhookEvents } from '@/lib/membership-api/webhook-events';
import { webhookEventText, webhooksText } from '@/lib/messages/office-webhooks';
import { newWebhook, type WebhookFormState } from '@/lib/office/webhook-form';
import { buttonStyle, fieldStyle } from '../ui/button';
import { Panel } from './panel';
import { RecentSignIn } from './recent-sign-in';
import { RefusalNotice } from './refusal-notice';
import { SiteSecret } from './site-secret';

interface Props {
  action: (state: WebhookFormState, form: FormData) => Promise<WebhookFormState>;
  /** The page's address if the sign-in is too long ago to save. null: it is recent. */
  signInPath: string | null;
}

/** Adds a system that is notified of changes. */
export function WebhookForm({ action, signInPath }: Props) {
  const [state, send, isSending] = useActionState(action, newWebhook);
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (state.turn > 0) notice.current?.focus();
  }, [state.turn]);
  return (
    <Panel id="new-webhook" title={webhooksText.add}>
      <div ref={notice} tabIndex={-1} className="outline-none empty:hidden">
        {state.secret !== null && <SiteSecret secret={state.secret} />}
        {state.turn === 0 && signInPath !== null && <RecentSignIn path={signInPath} />}
        <RefusalNotice refusal={state.refusal} />
      </div>
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
              <label key={event} className="flex min-h-8 items-center gap-3">
                <input
                  type="checkbox"
                  name="event"
                  value={event}
                  defaultChecked={state.events.includes(event)}
                  className="size-5 shrink-0"
                />
                {webhookEventText[event]}
              </label>
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
