'use client';

import { useActionState } from 'react';
import { sitesText } from '@/lib/messages/office-sites';
import { say } from '@/lib/messages/say';
import type { FormRefusal } from '@/lib/office-pages/send-form';
import type { SecretState } from '@/lib/office-pages/site-form';
import { buttonStyle } from '../ui/button';
import { Tick } from '../ui/tick';
import { RefusalNotice } from './refusal-notice';
import { sendInPlace } from './send-in-place';
import { SiteSecret } from './site-secret';
import { Panel } from './panel';

interface SecretProps {
  action: (state: SecretState, form: FormData) => Promise<SecretState>;
  client: string;
}

export function NewSecret({ action, client }: SecretProps) {
  const [{ secret, refusal }, send, isSending] = useActionState(action, { secret: null, refusal: null });
  return (
    <Panel id="new-secret" title={sitesText.rotateTitle}>
      <RefusalNotice refusal={refusal} />
      {secret !== null && <SiteSecret secret={secret} />}
      <p>{sitesText.rotateText}</p>
      <form action={send} onSubmit={sendInPlace(send)} className="grid gap-3">
        <input type="hidden" name="client" value={client} />
        <Tick name="immediate" value="yes">
          {sitesText.rotateNow}
        </Tick>
        <p>
          <button type="submit" aria-disabled={isSending} className={buttonStyle('quiet')}>
            {sitesText.rotate}
          </button>
        </p>
      </form>
    </Panel>
  );
}

interface EndProps {
  action: (refusal: FormRefusal | null, form: FormData) => Promise<FormRefusal | null>;
  client: string;
  name: string;
}

export function DisconnectSite({ action, client, name }: EndProps) {
  const [refusal, send, isSending] = useActionState(action, null);
  return (
    <Panel id="disconnect" title={sitesText.revokeTitle}>
      <RefusalNotice refusal={refusal} />
      <p>{sitesText.revokeText}</p>
      <form action={send} className="grid gap-3">
        <input type="hidden" name="client" value={client} />
        <input type="hidden" name="name" value={name} />
        <Tick required>{sitesText.revokeConfirm}</Tick>
        <p>
          <button type="submit" aria-disabled={isSending} className={buttonStyle('quiet')}>
            {say(sitesText.revoke, { name })}
          </button>
        </p>
      </form>
    </Panel>
  );
}
