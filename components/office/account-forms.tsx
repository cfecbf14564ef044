'use client';

import { useActionState } from 'react';
import { noAccountAction, type AccountActionState } from '@/lib/office-pages/account-form';
import { Notice } from '../ui/notice';
import { IntentButton } from './intent-button';
import { RefusalNotice } from './refusal-notice';

interface Props {
  action: (state: AccountActionState, form: FormData) => Promise<AccountActionState>;
  /** The ID of the membership. */
  member: string;
  buttons: readonly { intent: string; text: string }[];
  path: string;
  /** Whether the buttons look like links. */
  isLink?: boolean;
}

export function AccountForms({ action, member, buttons, path, isLink = false }: Props) {
  const [{ done, refusal }, send, isSending] = useActionState(action, noAccountAction, path);
  return (
    <form action={send} className="grid gap-3">
      {done !== null && <Notice role="status">{done}</Notice>}
      <RefusalNotice refusal={refusal} />
      <input type="hidden" name="id" value={member} />
      <p className={`flex flex-wrap ${isLink ? 'gap-x-5' : 'gap-3'}`}>
        {buttons.map(({ intent, text }) => (
          <IntentButton key={intent} intent={intent} text={text} isSending={isSending} isLink={isLink} />
        ))}
      </p>
    </form>
  );
}
