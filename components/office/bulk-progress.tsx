'use client';

import { useActionState } from 'react';
import { bulkText } from '@/lib/messages/office-bulk';
import { say } from '@/lib/messages/say';
import type { FormRefusal } from '@/lib/office-pages/send-form';
import { buttonStyle } from '../ui/button';
import { Panel } from './panel';
import { RefusalNotice } from './refusal-notice';
import { useRefresh } from './use-refresh';

interface Props {
  id: string;
  path: string;
  title: string;
  done: number;
  total: number;
  /** Stops the change. null: this is a check, which changes nothing. */
  stop: ((state: FormRefusal | null, form: FormData) => Promise<FormRefusal | null>) | null;
}

const refreshMs = 1000;

/** With scripts, the page updates itself. Without scripts, a link reloads the page. */
export function BulkProgress({ id, path, title, done, total, stop }: Props) {
  const [refusal, send, isSending] = useActionState(stop ?? keep, null);
  useRefresh(refreshMs);
  return (
    <Panel id="progress" title={title}>
      <RefusalNotice refusal={refusal} />
      <p role="status" className="grid gap-2">
        {say(bulkText.progress, { done, total })}
        <progress
          aria-label={title}
          value={done}
          max={total}
          className="h-3 w-full max-w-md appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent"
        />
      </p>
      <p className="text-ink-soft">{bulkText.leave}</p>
      <noscript>
        <a href={path} className="text-accent underline">
          {bulkText.refresh}
        </a>
      </noscript>
      {stop !== null && (
        <form action={send} className="flex flex-wrap items-center gap-3">
          <input type="hidden" name="bulk" value={id} />
          <button type="submit" aria-disabled={isSending} className={buttonStyle('quiet')}>
            {bulkText.stop}
          </button>
          <span className="text-ink-soft">{bulkText.stopHint}</span>
        </form>
      )}
    </Panel>
  );
}

async function keep(state: FormRefusal | null): Promise<FormRefusal | null> {
  return state;
}
