'use client';

import { useActionState } from 'react';
import { formText } from '@/lib/messages/office-forms';
import { say } from '@/lib/messages/say';
import type { KeptForm as Kept } from '@/lib/office-pages/kept-form';
import { buttonStyle } from '../ui/button';
import { RefusalNotice } from './refusal-notice';

interface Props<State> {
  action: (previous: State, form: FormData) => Promise<State>;
  start: State;
  path: string;
}

/**
 * A browser without scripts has sent a form, but its page cannot be shown. The session had ended, or the service was
 * unavailable. This form then replaces the page. It contains the typed values, so that the user can send them again.
 * React uses the action and the path to find the response to the sent form. So this form has the same action and path
 * as the sent form.
 */
export function KeptForm<State extends { kept: Kept | null }>({ action, start, path }: Props<State>) {
  const [state, send] = useActionState<State, FormData>(action as never, start as never, path);
  const { kept } = state;
  if (kept === null) return null;
  return (
    <form action={send} className="mx-auto grid w-full max-w-2xl gap-4">
      <RefusalNotice
        refusal={
          kept.why === 'signed-out'
            ? { problems: [], needsSignIn: 'signed-out' }
            : { problems: [formText.unavailable], needsSignIn: 'no' }
        }
      />
      <h1 className="text-3xl font-semibold tracking-tight">{formText.keptTitle}</h1>
      <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-[auto_1fr]">
        {kept.typed.map(([label, value]) => (
          <div key={label} className="sm:contents">
            <dt className="text-ink-soft">{label}</dt>
            <dd className="whitespace-pre-wrap wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {kept.files.length > 0 && (
        <p>{say(formText.filesLost, { count: kept.files.length, names: kept.files.join(', ') })}</p>
      )}
      {kept.entries.map(([name, value], at) => (
        <input key={at} type="hidden" name={name} value={value} />
      ))}
      <p>
        <button type="submit" className={buttonStyle('main')}>
          {formText.sendAgain}
        </button>
      </p>
    </form>
  );
}
