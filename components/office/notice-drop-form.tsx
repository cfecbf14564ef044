'use client';

import { useActionState } from 'react';
import { noticeDropText } from '@/lib/messages/office-notices';
import { say } from '@/lib/messages/say';
import { noNoticesAction, type NoticesState } from '@/lib/office-pages/notice-form';
import { buttonStyle } from '../ui/button';
import { FocusedNotice } from './focused-notice';
import { RecentSignIn } from './recent-sign-in';
import { RefusalNotice } from './refusal-notice';

interface Props {
  action: (state: NoticesState, form: FormData) => Promise<NoticesState>;
  /** The number of waiting reminders. `rows` contains only the first of them. */
  count: number;
  rows: readonly { id: string; name: string; text: string }[];
  /** The page's address, if the person must sign in again before sending the form. null: the last sign-in is recent. */
  signInPath: string | null;
}

export function NoticeDropForm({ action, count, rows, signInPath }: Props) {
  const [{ turn, refusal }, send, isSending] = useActionState(action, noNoticesAction);
  const more = count - rows.length;
  return (
    <form action={send} className="grid max-w-prose gap-4">
      <FocusedNotice turn={turn}>
        {turn === 0 && signInPath !== null && <RecentSignIn path={signInPath} />}
        <RefusalNotice refusal={refusal} />
      </FocusedNotice>
      <input type="hidden" name="count" value={count} />
      <p>{say(noticeDropText.count, { count })}</p>
      {count > 0 && (
        <>
          <ul className="divide-y divide-line border-y border-line">
            {rows.map(({ id, name, text }) => (
              <li key={id} className="py-2 wrap-anywhere">
                <span className="block font-medium">{name}</span>
                <span className="block text-sm text-ink-soft">{text}</span>
              </li>
            ))}
          </ul>
          {more > 0 && <p>{say(noticeDropText.more, { count: more })}</p>}
          <p>{say(noticeDropText.what, { count })}</p>
          <p>
            <button type="submit" aria-disabled={isSending} className={buttonStyle('main')}>
              {say(noticeDropText.button, { count })}
            </button>
          </p>
        </>
      )}
    </form>
  );
}
