'use client';

import { useActionState } from 'react';
import { bulkText } from '@/lib/messages/office-bulk';
import { say } from '@/lib/messages/say';
import type { FormRefusal } from '@/lib/office-pages/send-form';
import { buttonStyle } from '../ui/button';
import { RefusalNotice } from './refusal-notice';
import { WorkProgress } from './work-progress';

interface Props {
  id: string;
  path: string;
  title: string;
  done: number;
  total: number;
  /** Stops the change. null: this is a check, which changes nothing. */
  stop: ((state: FormRefusal | null, form: FormData) => Promise<FormRefusal | null>) | null;
}

export function BulkProgress({ id, path, title, done, total, stop }: Props) {
  const [refusal, send, isSending] = useActionState(stop ?? keep, null);
  return (
    <WorkProgress
      title={title}
      text={say(bulkText.progress, { done, total })}
      done={done}
      total={total}
      path={path}
    >
      <RefusalNotice refusal={refusal} />
      <p className="text-ink-soft">{bulkText.leave}</p>
      {stop !== null && (
        <form action={send} className="flex flex-wrap items-center gap-3">
          <input type="hidden" name="bulk" value={id} />
          <button type="submit" aria-disabled={isSending} className={buttonStyle('quiet')}>
            {bulkText.stop}
          </button>
          <span className="text-ink-soft">{bulkText.stopHint}</span>
        </form>
      )}
    </WorkProgress>
  );
}

async function keep(state: FormRefusal | null): Promise<FormRefusal | null> {
  return state;
}
