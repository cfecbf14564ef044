'use client';

import { useActionState } from 'react';
import type { FormRefusal } from '@/lib/office-pages/send-form';
import { buttonStyle } from '../ui/button';
import { RefusalNotice } from './refusal-notice';

export type HealthAction = () => Promise<FormRefusal | null>;

export function HealthButton({ action, text }: { action: HealthAction; text: string }) {
  const [refusal, send, isSending] = useActionState(action, null);
  return (
    <form action={send} className="grid justify-items-start gap-3">
      <RefusalNotice refusal={refusal} />
      <button type="submit" disabled={isSending} className={buttonStyle('quiet')}>
        {text}
      </button>
    </form>
  );
}
