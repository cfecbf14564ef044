'use client';

import { useActionState } from 'react';
import type { FormRefusal } from '@/lib/office-pages/send-form';
import { buttonStyle } from '../ui/button';
import { RefusalNotice } from './refusal-notice';

interface Props {
  /** The ID of the bulk change. */
  bulk: string;
  isMail: boolean;
  text: string;
  run: (state: FormRefusal | null, form: FormData) => Promise<FormRefusal | null>;
}

export function BulkRunForm({ bulk, isMail, text, run }: Props) {
  const [refusal, send, isSending] = useActionState(run, null);
  return (
    <form action={send} className="grid gap-3">
      <RefusalNotice refusal={refusal} />
      <input type="hidden" name="bulk" value={bulk} />
      <input type="hidden" name="mail" value={isMail ? 'yes' : ''} />
      <p>
        <button type="submit" aria-disabled={isSending} className={buttonStyle('main')}>
          {text}
        </button>
      </p>
    </form>
  );
}
