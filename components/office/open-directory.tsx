'use client';

import { useActionState } from 'react';
import { openDirectoryText as text } from '@/lib/messages/office-open-directory';
import type { FormRefusal } from '@/lib/office-pages/send-form';
import { buttonStyle } from '../ui/button';
import { Panel } from './panel';
import { RefusalNotice } from './refusal-notice';

/** @param open null: this person may not open the directory */
export function OpenDirectory({ open }: { open: (() => Promise<FormRefusal | null>) | null }) {
  return (
    <Panel id="closed" title={text.title}>
      <p className="max-w-prose">{text.intro}</p>
      {open === null ? <p>{text.byOwner}</p> : <Open open={open} />}
    </Panel>
  );
}

function Open({ open }: { open: () => Promise<FormRefusal | null> }) {
  const [refusal, send, isSending] = useActionState(open, null);
  return (
    <form action={send} className="grid justify-items-start gap-3">
      <RefusalNotice refusal={refusal} />
      <button type="submit" disabled={isSending} className={buttonStyle('main')}>
        {text.open}
      </button>
    </form>
  );
}
