'use client';

import { useActionState } from 'react';
import { officeAccountText } from '@/lib/messages/office-account';
import { noAccountAction, type AccountActionState } from '@/lib/office/account-form';
import { Notice } from '../ui/notice';
import { IntentButton } from './intent-button';
import { RefusalNotice } from './refusal-notice';

interface Props {
  action: (state: AccountActionState, form: FormData) => Promise<AccountActionState>;
  /** The ID of the membership. */
  member: string;
  hasEmail: boolean;
  hasPassword: boolean;
  hasPasskeys: boolean;
  isLocked: boolean;
  path: string;
}

export function AccountForms({ action, member, hasEmail, hasPassword, hasPasskeys, isLocked, path }: Props) {
  const [{ done, refusal }, send, isSending] = useActionState(action, noAccountAction, path);
  return (
    <form action={send} className="grid gap-3">
      {done !== null && <Notice role="status">{done}</Notice>}
      <RefusalNotice refusal={refusal} />
      <input type="hidden" name="id" value={member} />
      <p className="flex flex-wrap gap-3">
        {isLocked && <IntentButton intent="unlock" text={officeAccountText.unlock} isSending={isSending} />}
        {hasEmail && (
          <IntentButton
            intent="link"
            text={hasPassword ? officeAccountText.send : officeAccountText.invite}
            isSending={isSending}
          />
        )}
        <IntentButton intent="end" text={officeAccountText.end} isSending={isSending} />
        {hasPasskeys && (
          <IntentButton intent="passkeys" text={officeAccountText.removePasskeys} isSending={isSending} />
        )}
      </p>
    </form>
  );
}
