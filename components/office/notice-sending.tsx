'use client';

import { useActionState } from 'react';
import { yearlyDays } from '@/lib/contract/notice-days';
import type { OfficeNotices } from '@/lib/contract/office-notices';
import { noticesText } from '@/lib/messages/office-notices';
import { say } from '@/lib/messages/say';
import { noNoticesAction, type NoticesState } from '@/lib/office-pages/notice-form';
import { fieldStyle } from '../ui/button';
import { Notice } from '../ui/notice';
import { FocusedNotice } from './focused-notice';
import { IntentButton } from './intent-button';
import { Panel } from './panel';
import { RecentSignIn } from './recent-sign-in';
import { RefusalNotice } from './refusal-notice';
import { useRefresh } from './use-refresh';

const refreshMs = 5000;

type Action = (state: NoticesState, form: FormData) => Promise<NoticesState>;

interface Props {
  action: Action;
  notices: OfficeNotices;
  /**
   * A sentence that says when the sending was stopped and how many emails are waiting. null: the sending is not
   * stopped.
   */
  stopped: string | null;
  maySwitch: boolean;
  /** false: reminders wait. */
  sendsMail: boolean;
  /**
   * The page's address, if the person must sign in again before using the buttons. null: the last sign-in is recent.
   */
  signInPath: string | null;
}

export function NoticeSending({ action, notices, stopped, maySwitch, sendsMail, signInPath }: Props) {
  const [{ turn, refusal }, send, isSending] = useActionState(action, noNoticesAction);
  const isMoving = notices.On && stopped === null && sendsMail && notices.Counts.waiting > 0;
  // With scripts, the page updates itself while emails are sent. Without scripts, a link reloads the page.
  useRefresh(isMoving ? refreshMs : null);
  const { On: isOn, Counts: counts, Clock: clock, PerMinute: perMinute } = notices;
  const minutes = Math.ceil(counts.waiting / perMinute);
  const { sent, failed, unreachable } = counts;
  return (
    <Panel id="sending" title={noticesText.state}>
      <FocusedNotice turn={turn}>
        {turn === 0 && signInPath !== null && <RecentSignIn path={signInPath} />}
        <RefusalNotice refusal={refusal} />
      </FocusedNotice>
      {clock !== null && (
        <Notice role="alert">
          <p className="font-medium">{noticesText.clock}</p>
          <p className="wrap-anywhere">{clock.Text}</p>
        </Notice>
      )}
      {!sendsMail && <Notice>{noticesText.cannotSend}</Notice>}
      <p className="font-medium">{isOn ? noticesText.on : noticesText.off}</p>
      {isOn && (
        <p>
          {stopped ?? say(noticesText.waiting, { count: counts.waiting })}
          {stopped === null && sendsMail && minutes > 0 && ` ${say(noticesText.soon, { minutes })}`}
        </p>
      )}
      <p>{say(noticesText.counts, { sent, failed, unreachable })}</p>
      {notices.Excluded > 0 && <p>{say(noticesText.excluded, { count: notices.Excluded })}</p>}
      <p className="flex flex-wrap gap-x-6">
        <a href="/office/notices/mails" className="inline-flex min-h-11 items-center text-accent underline">
          {noticesText.mails}
        </a>
        {counts.waiting > 0 && (
          <a href="/office/notices/drop" className="inline-flex min-h-11 items-center text-accent underline">
            {noticesText.drop}
          </a>
        )}
        {isOn && (
          <a href="/office/notices" className="inline-flex min-h-11 items-center text-accent underline">
            {noticesText.refresh}
          </a>
        )}
      </p>
      <form action={send} className="grid gap-3">
        {!isOn && notices.Notices.some(({ Days, On }) => On && Days === yearlyDays) && (
          <p>{say(noticesText.yearlyDue, { count: notices.YearlyDue })}</p>
        )}
        {!isOn && (
          <p className="text-ink-soft">{maySwitch ? noticesText.switchOnHint : noticesText.onlyOwner}</p>
        )}
        <p className="flex flex-wrap gap-3 empty:hidden">
          {isOn && stopped === null && (
            <IntentButton intent="stop" text={noticesText.stop} isSending={isSending} />
          )}
          {isOn && stopped !== null && (
            <IntentButton intent="continue" text={noticesText.continue} isSending={isSending} />
          )}
          {maySwitch && (
            <IntentButton
              intent={isOn ? 'off' : 'on'}
              text={isOn ? noticesText.switchOff : noticesText.switchOn}
              isSending={isSending}
            />
          )}
          {clock !== null && maySwitch && (
            <IntentButton intent="date" text={noticesText.confirmClock} isSending={isSending} />
          )}
        </p>
      </form>
    </Panel>
  );
}

export function NoticeSpeed({ action, perMinute }: { action: Action; perMinute: number }) {
  const [{ turn, refusal }, send, isSending] = useActionState(action, noNoticesAction);
  return (
    <Panel id="speed" title={noticesText.speed}>
      <FocusedNotice turn={turn}>
        <RefusalNotice refusal={refusal} />
      </FocusedNotice>
      <form action={send} className="grid gap-3">
        <label className="grid max-w-60 gap-1">
          <span className="font-medium">{noticesText.perMinute}</span>
          <input
            key={turn}
            name="perMinute"
            type="number"
            min={1}
            max={60}
            required
            defaultValue={perMinute}
            className={fieldStyle}
          />
        </label>
        <p className="text-ink-soft">{noticesText.speedHint}</p>
        <p>
          <IntentButton intent="speed" text={noticesText.save} isSending={isSending} />
        </p>
      </form>
    </Panel>
  );
}
