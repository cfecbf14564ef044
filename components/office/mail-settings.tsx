'use client';

import { useActionState } from 'react';
import type { OfficeMailSettings } from '@/lib/contract/office-mails';
import { mailSettingsText } from '@/lib/messages/office-mails';
import { say } from '@/lib/messages/say';
import type { MailTestState } from '@/lib/office-pages/mails-address';
import { buttonStyle } from '../ui/button';
import { Notice } from '../ui/notice';
import { FocusedNotice } from './focused-notice';
import { Panel } from './panel';
import { RefusalNotice } from './refusal-notice';

interface Props {
  settings: OfficeMailSettings;
  test: (state: MailTestState) => Promise<MailTestState>;
}

export function MailSettings({ settings, test }: Props) {
  const [{ turn, refusal, done }, send, isSending] = useActionState(test, {
    turn: 0,
    refusal: null,
    done: null,
  });
  const { Server: server, From: from, To: to, Problem: problem } = settings;
  const address = server && { host: server.Host, port: String(server.Port) };
  return (
    <Panel id="settings" title={mailSettingsText.title}>
      {problem === null ? (
        <p className="font-medium">{mailSettingsText.works}</p>
      ) : (
        <Notice>
          <p className="font-medium">{problem.Text}</p>
          <p>{problem.Fix}</p>
        </Notice>
      )}
      <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-[max-content_1fr]">
        <Setting name={mailSettingsText.server}>
          {address === null
            ? mailSettingsText.none
            : say(server?.Encrypted === true ? mailSettingsText.encrypted : mailSettingsText.plain, address)}
        </Setting>
        {server !== null && (
          <Setting name={mailSettingsText.signIn}>
            {server.SignsIn ? mailSettingsText.signsIn : mailSettingsText.signsInNot}
          </Setting>
        )}
        <Setting name={mailSettingsText.from}>{from}</Setting>
      </dl>
      <p className="max-w-prose text-ink-soft">{mailSettingsText.setBy}</p>
      <form action={send} className="grid justify-items-start gap-3">
        <FocusedNotice turn={turn}>
          <RefusalNotice refusal={refusal} />
          {done !== null && <Notice role="status">{done}</Notice>}
        </FocusedNotice>
        {to === null ? (
          <p>{mailSettingsText.noAddress}</p>
        ) : (
          <button type="submit" disabled={isSending} className={buttonStyle('quiet')}>
            {say(mailSettingsText.test, { to })}
          </button>
        )}
      </form>
    </Panel>
  );
}

function Setting({ name, children }: { name: string; children: string }) {
  return (
    <>
      <dt className="font-medium">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </>
  );
}
