'use client';

import { useActionState } from 'react';
import type { OfficeImport } from '@/lib/contract/office-imports';
import { importText } from '@/lib/messages/office-import';
import { importPath } from '@/lib/office-pages/import-names';
import { say } from '@/lib/messages/say';
import type { FormRefusal } from '@/lib/office-pages/send-form';
import { buttonStyle } from '../ui/button';
import { Panel } from './panel';
import { RefusalNotice } from './refusal-notice';
import { useRefresh } from './use-refresh';

interface Props {
  id: string;
  title: string;
  progress: NonNullable<OfficeImport['Progress']>;
  stop: (state: FormRefusal | null, form: FormData) => Promise<FormRefusal | null>;
}

const refreshMs = 1000;

/** With scripts, the page updates itself. Without scripts, a link reloads the page. */
export function ImportProgress({ id, title, progress, stop }: Props) {
  const [refusal, send, isSending] = useActionState(stop, null);
  useRefresh(refreshMs);
  const { Phase: phase, Done: done, Total: total } = progress;
  return (
    <Panel id="progress" title={title}>
      <RefusalNotice refusal={refusal} />
      <p role="status" className="grid gap-2">
        {phase === 'reading' || total === null
          ? say(importText.reading, { done })
          : say(importText.writing, { done, total })}
        <progress
          aria-label={title}
          className="h-3 w-full max-w-md appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent"
          {...(phase === 'writing' && total !== null ? { value: done, max: total } : {})}
        />
      </p>
      <noscript>
        <meta httpEquiv="refresh" content="3" />
        <a href={`${importPath}/${id}`} className="text-accent underline">
          {importText.refresh}
        </a>
      </noscript>
      <form action={send} className="flex flex-wrap items-center gap-3">
        <input type="hidden" name="import" value={id} />
        <button type="submit" aria-disabled={isSending} className={buttonStyle('quiet')}>
          {importText.stop}
        </button>
        <span className="text-ink-soft">{importText.stopHint}</span>
      </form>
    </Panel>
  );
}
