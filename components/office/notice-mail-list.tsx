'use client';

import { useActionState } from 'react';
import { noticeMailsText as text, noticeStateText } from '@/lib/messages/office-notices';
import { say } from '@/lib/messages/say';
import { noNoticesAction, type NoticesState } from '@/lib/office-pages/notice-form';
import { buttonStyle } from '../ui/button';
import { ScrollRegion } from '../ui/scroll-region';
import { TableHead } from './table-head';
import { FocusedNotice } from './focused-notice';
import { RefusalNotice } from './refusal-notice';

/** All texts are formatted for display. */
interface Row {
  id: string;
  time: string;
  name: string;
  /** The ID of the membership. null: the member no longer exists. */
  membership: string | null;
  email: string;
  reminder: string;
  lastDay: string;
  result: string;
  isFailed: boolean;
}

interface Props {
  action: (state: NoticesState, form: FormData) => Promise<NoticesState>;
  path: string;
  /** The list shows only reminders in this state. null: it shows all states. */
  state: string | null;
  isFirst: boolean;
  next: string | null;
  rows: readonly Row[];
}

const states = ['waiting', 'sent', 'failed', 'unreachable', 'skipped', 'superseded', 'dropped'] as const;

export function NoticeMailList({ action, path, state, isFirst, next, rows }: Props) {
  const [{ turn, refusal }, send, isSending] = useActionState(action, noNoticesAction);
  const addressOf = (parts: Record<string, string>) => {
    const query = new URLSearchParams(parts).toString();
    return query === '' ? path : `${path}?${query}`;
  };
  const filter: Record<string, string> = state === null ? {} : { State: state };
  const hasFailed = rows.some(({ isFailed }) => isFailed);
  return (
    <>
      <nav aria-label={text.shown}>
        <ul className="flex flex-wrap gap-x-6">
          {[null, ...states].map((one) => (
            <li key={one ?? 'all'}>
              <a
                href={addressOf(one === null ? {} : { State: one })}
                aria-current={one === state ? 'page' : undefined}
                className="inline-flex min-h-11 items-center text-accent underline aria-[current=page]:font-semibold aria-[current=page]:text-ink aria-[current=page]:no-underline"
              >
                {one === null ? text.all : noticeStateText[one]}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <form action={send} className="grid gap-4">
        <FocusedNotice turn={turn}>
          <RefusalNotice refusal={refusal} />
        </FocusedNotice>
        {rows.length === 0 ? (
          <p>{text.none}</p>
        ) : (
          <ScrollRegion label={text.title}>
            <table className="w-full text-left">
              <TableHead heads={[text.time, text.member, text.reminder, text.result]} />
              <tbody data-rows>
                {rows.map((row) => (
                  <tr key={row.id} className="border-b border-line align-top">
                    <td className="min-w-32 py-2 pr-4">{row.time}</td>
                    <td className="min-w-48 py-2 pr-4 wrap-anywhere">
                      <span className="block">
                        {row.membership === null ? (
                          row.name
                        ) : (
                          <a href={`/office/members/${row.membership}`} className="text-accent underline">
                            {row.name}
                          </a>
                        )}
                      </span>
                      <span className="block text-sm text-ink-soft">{row.email}</span>
                    </td>
                    <td className="min-w-40 py-2 pr-4">
                      <span className="block">{row.reminder}</span>
                      <span className="block text-sm text-ink-soft">
                        {say(text.lastDay, { day: row.lastDay })}
                      </span>
                    </td>
                    <td className="min-w-40 py-2">
                      {row.isFailed ? (
                        <label className="flex items-start gap-2">
                          <input
                            type="checkbox"
                            name="id"
                            value={row.id}
                            aria-label={say(text.select, { name: row.name, day: row.lastDay })}
                            className="mt-0.5 size-5 shrink-0"
                          />
                          <span>{row.result}</span>
                        </label>
                      ) : (
                        row.result
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollRegion>
        )}
        {hasFailed && (
          <div className="grid gap-2">
            <p className="text-sm text-ink-soft">{text.againHint}</p>
            <p>
              <button type="submit" aria-disabled={isSending} className={buttonStyle('quiet')}>
                {text.again}
              </button>
            </p>
          </div>
        )}
      </form>
      <p className="flex flex-wrap gap-x-6">
        {!isFirst && (
          <a href={addressOf(filter)} className="inline-flex min-h-11 items-center text-accent underline">
            {text.first}
          </a>
        )}
        {next !== null && (
          <a
            href={addressOf({ ...filter, After: next })}
            className="inline-flex min-h-11 items-center text-accent underline"
          >
            {text.next}
          </a>
        )}
      </p>
    </>
  );
}
