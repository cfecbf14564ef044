'use client';

import { useActionState, type ReactNode } from 'react';
import { webhooksText } from '@/lib/messages/office-webhooks';
import { say } from '@/lib/messages/say';
import type { WebhookActionState } from '@/lib/office-pages/webhook-form';
import { fieldStyle } from '../ui/button';
import { Notice } from '../ui/notice';
import { Tick } from '../ui/tick';
import { IntentButton } from './intent-button';
import { Panel } from './panel';
import { RefusalNotice } from './refusal-notice';
import { sendInPlace } from './send-in-place';
import { SiteSecret } from './site-secret';

type Action = (state: WebhookActionState, form: FormData) => Promise<WebhookActionState>;

const start: WebhookActionState = { done: null, secret: null, refusal: null };

interface Props {
  change: Action;
  remove: Action;
  webhook: string;
  name: string;
  isDisabled: boolean;
  /** Today as an ISO day. */
  today: string;
}

export function WebhookActions({ change, remove, webhook, name, isDisabled, today }: Props) {
  return (
    <>
      <ActionPanel id="test" title={webhooksText.testTitle} action={change} webhook={webhook}>
        <p className="flex flex-wrap gap-3">
          <IntentButton intent="test" text={webhooksText.test} />
          {isDisabled && <IntentButton intent="enable" text={webhooksText.enable} />}
        </p>
      </ActionPanel>
      <ActionPanel id="replay" title={webhooksText.replayTitle} action={change} webhook={webhook}>
        <p>{webhooksText.replayText}</p>
        <label className="grid max-w-60 gap-1">
          <span className="font-medium">{webhooksText.since}</span>
          <input type="date" name="since" defaultValue={today} max={today} required className={fieldStyle} />
        </label>
        <p className="flex flex-wrap gap-3">
          <IntentButton intent="replay" text={webhooksText.replay} />
          <IntentButton intent="reload" text={webhooksText.reload} />
        </p>
      </ActionPanel>
      <ActionPanel id="rotate" title={webhooksText.rotateTitle} action={change} webhook={webhook}>
        <p>{webhooksText.rotateText}</p>
        <p>
          <IntentButton intent="rotate" text={webhooksText.rotate} />
        </p>
      </ActionPanel>
      <ActionPanel id="remove" title={webhooksText.removeTitle} action={remove} webhook={webhook}>
        <input type="hidden" name="name" value={name} />
        <Tick required>{webhooksText.removeConfirm}</Tick>
        <p>
          <IntentButton intent="remove" text={say(webhooksText.remove, { name })} />
        </p>
      </ActionPanel>
    </>
  );
}

interface PanelProps {
  id: string;
  title: string;
  action: Action;
  webhook: string;
  children: ReactNode;
}

function ActionPanel({ id, title, action, webhook, children }: PanelProps) {
  const [{ done, secret, refusal }, send] = useActionState(action, start);
  return (
    <Panel id={id} title={title}>
      {done !== null && <Notice role="status">{done}</Notice>}
      {secret !== null && <SiteSecret secret={secret} />}
      <RefusalNotice refusal={refusal} />
      <form action={send} onSubmit={sendInPlace(send)} className="grid gap-3">
        <input type="hidden" name="webhook" value={webhook} />
        {children}
      </form>
    </Panel>
  );
}
