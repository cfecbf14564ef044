'use client';

import { useActionState } from 'react';
import { emptyShortForm, type ShortFormAction } from '@/lib/office-pages/short-form-state';
import { buttonStyle } from '../ui/button';
import { FocusedNotice } from './focused-notice';
import { RefusalNotice } from './refusal-notice';

export interface Choice {
  value: string;
  name: string;
  /** Details that distinguish members with the same name. */
  details: string;
  button: string;
  /** The reason why this member or company cannot be chosen. null: the choice is possible. */
  taken: string | null;
}

interface Props {
  action: ShortFormAction;
  path: string;
  hidden: Readonly<Record<string, string>>;
  choices: readonly Choice[];
}

export function ChoiceForm({ action, path, hidden, choices }: Props) {
  const [state, send, isSending] = useActionState(action, emptyShortForm, path);
  return (
    <form action={send} className="grid gap-3">
      <FocusedNotice turn={state.turn}>
        <RefusalNotice refusal={state.refusal} />
      </FocusedNotice>
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <ul className="grid gap-2">
        {choices.map(({ value, name, details, button, taken }) => (
          <li
            key={value}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-2 last:border-0"
          >
            <div className="min-w-0 wrap-anywhere">
              <p className="font-medium">{name}</p>
              <p className="text-sm text-ink-soft">{details}</p>
            </div>
            {taken === null ? (
              <button
                type="submit"
                name="choice"
                value={value}
                aria-disabled={isSending}
                className={buttonStyle('quiet')}
              >
                {button}
              </button>
            ) : (
              <p className="text-sm text-ink-soft">{taken}</p>
            )}
          </li>
        ))}
      </ul>
    </form>
  );
}
