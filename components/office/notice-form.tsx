'use client';

import { useActionState } from 'react';
import { noticeFormText as text } from '@/lib/messages/office-notices';
import { say } from '@/lib/messages/say';
import type { NoticeFormState } from '@/lib/office-pages/notice-form';
import { buttonStyle, fieldStyle } from '../ui/button';
import { Notice } from '../ui/notice';
import { Tick } from '../ui/tick';
import { TextArea } from '../ui/text-area';
import { FocusedNotice } from './focused-notice';
import { IntentButton } from './intent-button';
import { RecentSignIn } from './recent-sign-in';
import { RefusalNotice } from './refusal-notice';

interface Props {
  action: (state: NoticeFormState, form: FormData) => Promise<NoticeFormState>;
  /** The ID of the reminder. An empty text if the reminder is new. */
  notice: string;
  start: NoticeFormState;
  path: string;
  /** The name of each placeholder, and its meaning. */
  placeholders: readonly (readonly [string, string])[];
  /** The page's address, if the person must sign in again before saving. null: the last sign-in is recent. */
  signInPath: string | null;
  /** A sentence that says how many members the yearly question would ask now. */
  yearlyDue: string;
}

export function NoticeForm({ action, notice, start, path, placeholders, signInPath, yearlyDue }: Props) {
  const [state, send, isSending] = useActionState(action, start, path);
  const { turn, values: typed, refusal, preview, tested } = state;
  return (
    <form key={turn} action={send} noValidate className="grid max-w-2xl gap-4">
      <FocusedNotice turn={turn}>
        {turn === 0 && signInPath !== null && <RecentSignIn path={signInPath} />}
        <RefusalNotice refusal={refusal} />
        {tested !== null && <Notice role="status">{tested}</Notice>}
        {preview !== null && (
          <section aria-labelledby="preview" className="rounded-xl border border-line bg-surface p-4">
            <h2 id="preview" className="text-lg font-semibold">
              {say(text.previewOf, { name: preview.Name })}
            </h2>
            <p className="mt-2 font-medium wrap-anywhere">{preview.Subject}</p>
            <p className="mt-2 whitespace-pre-wrap wrap-anywhere">{preview.Text}</p>
          </section>
        )}
      </FocusedNotice>
      <input type="hidden" name="notice" value={notice} />
      <div className="flex flex-wrap items-end gap-3">
        <label className="grid w-28 gap-1">
          <span className="font-medium">{text.days}</span>
          <input name="days" inputMode="numeric" defaultValue={typed.days} className={fieldStyle} />
        </label>
        <label className="grid min-w-0 grow gap-1">
          <span className="font-medium">{text.when}</span>
          <select name="when" defaultValue={typed.when} className={fieldStyle}>
            <option value="before">{text.before}</option>
            <option value="after">{text.after}</option>
            <option value="yearly">{text.yearly}</option>
          </select>
        </label>
      </div>
      <p className="text-sm text-ink-soft">{text.yearlyHint}</p>
      <p className="text-sm text-ink-soft">{yearlyDue}</p>
      <Tick name="on" value="yes" isTicked={typed.on}>
        {text.on}
      </Tick>
      <label className="grid gap-1">
        <span className="font-medium">{text.subject}</span>
        <input name="subject" maxLength={200} defaultValue={typed.subject} className={fieldStyle} />
      </label>
      <label className="grid gap-1">
        <span className="font-medium">{text.text}</span>
        <TextArea id="notice-text" name="text" rows={12} maxLength={10_000} defaultValue={typed.text} />
      </label>
      <section aria-labelledby="placeholders" className="grid gap-2">
        <h2 id="placeholders" className="font-medium">
          {text.placeholders}
        </h2>
        <p className="text-sm text-ink-soft">{text.placeholdersHint}</p>
        <dl className="grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[auto_1fr]">
          {placeholders.map(([name, meaning]) => (
            <div key={name} className="sm:contents">
              <dt>
                <code>{`{${name}}`}</code>
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      </section>
      <fieldset className="grid gap-3 rounded-xl border border-line p-4">
        <legend className="px-1 font-medium">{text.sample}</legend>
        <label className="grid gap-1">
          <span className="font-medium">{text.member}</span>
          <span className="text-sm text-ink-soft">{text.memberHint}</span>
          <input name="member" maxLength={100} defaultValue={typed.member} className={fieldStyle} />
        </label>
        <p className="flex flex-wrap gap-3">
          <IntentButton intent="preview" text={text.preview} isSending={isSending} />
          <IntentButton intent="test" text={text.test} isSending={isSending} />
        </p>
      </fieldset>
      <p>
        <button
          type="submit"
          name="intent"
          value="save"
          aria-disabled={isSending}
          className={buttonStyle('main')}
        >
          {text.save}
        </button>
      </p>
      {notice !== '' && (
        <p>
          <IntentButton intent="remove" text={text.remove} isSending={isSending} />
        </p>
      )}
    </form>
  );
}
