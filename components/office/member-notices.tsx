'use client';

import { useActionState } from 'react';
import { memberNoticesText as text } from '@/lib/messages/office-notices';
import { noNoticesAction, type NoticesState } from '@/lib/office-pages/notice-form';
import { FocusedNotice } from './focused-notice';
import { IntentButton } from './intent-button';
import { Panel } from './panel';
import { RefusalNotice } from './refusal-notice';

interface SwitchProps {
  action: (state: NoticesState, form: FormData) => Promise<NoticesState>;
  path: string;
  /** The ID of the membership. */
  member: string;
  isExcluded: boolean;
  /** Whether the button looks like a link. */
  isLink?: boolean;
}

interface Props extends SwitchProps {
  /** Whether the membership is part of a company's membership. */
  isSub: boolean;
  /** Whether the membership has no last day. */
  neverEnds: boolean;
  /** The reminders that the member got, formatted for display. */
  mails: readonly string[];
}

export function MemberNotices({ action, path, member, isExcluded, isSub, neverEnds, mails }: Props) {
  return (
    <Panel id="notices" title={text.title}>
      {isSub || neverEnds ? (
        <p>{isSub ? text.sub : text.neverEnds}</p>
      ) : (
        <>
          <p>{isExcluded ? text.excluded : text.gets}</p>
          <NoticesSwitch action={action} path={path} member={member} isExcluded={isExcluded} />
        </>
      )}
      {mails.length === 0 ? (
        <p>{text.none}</p>
      ) : (
        <ul className="list-disc pl-5">
          {mails.map((mail, index) => (
            <li key={index}>{mail}</li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** Ends the reminders of the membership, or begins them again. */
export function NoticesSwitch({ action, path, member, isExcluded, isLink = false }: SwitchProps) {
  const [{ turn, refusal }, send, isSending] = useActionState(action, noNoticesAction, path);
  return (
    <form action={send} className="grid gap-3">
      <FocusedNotice turn={turn}>
        <RefusalNotice refusal={refusal} />
      </FocusedNotice>
      <input type="hidden" name="id" value={member} />
      <p>
        <IntentButton
          intent={isExcluded ? 'include' : 'exclude'}
          text={isExcluded ? text.include : text.exclude}
          isSending={isSending}
          isLink={isLink}
        />
      </p>
    </form>
  );
}
