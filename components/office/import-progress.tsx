'use client';

import { useActionState } from 'react';
import type { OfficeImport } from '@/lib/contract/office-imports';
import { importText } from '@/lib/messages/office-import';
import { importPath } from '@/lib/office-pages/import-names';
import { say } from '@/lib/messages/say';
import type { FormRefusal } from '@/lib/office-pages/send-form';
import { buttonStyle } from '../ui/button';
import { RefusalNotice } from './refusal-notice';
import { WorkProgress } from './work-progress';

interface Props {
  id: string;
  title: string;
  progress: NonNullable<OfficeImport['Progress']>;
  stop: (state: FormRefusal | null, form: FormData) => Promise<FormRefusal | null>;
}

export function ImportProgress({ id, title, progress, stop }: Props) {
  const [refusal, send, isSending] = useActionState(stop, null);
  const { Phase: phase, Done: done, Total: total } = progress;
  const hasNumbers = done > 0 || total !== null;
  return (
    <WorkProgress
      title={title}
      text={hasNumbers ? say(importText.progress[phase], { done, total: total ?? 0 }) : importText.starting}
      done={done}
      total={total}
      path={`${importPath}/${id}`}
    >
      <RefusalNotice refusal={refusal} />
      <form action={send} className="flex flex-wrap items-center gap-3">
        <input type="hidden" name="import" value={id} />
        <button type="submit" aria-disabled={isSending} className={buttonStyle('quiet')}>
          {importText.stop}
        </button>
        <span className="text-ink-soft">{importText.stopHint}</span>
      </form>
    </WorkProgress>
  );
}
