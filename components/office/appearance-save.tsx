'use client';

import { useActionState } from 'react';
import { appearanceText } from '@/lib/messages/office-appearance';
import type { FormRefusal } from '@/lib/office-pages/send-form';
import { buttonStyle } from '../ui/button';
import { RefusalNotice } from './refusal-notice';

interface Props {
  action: (previous: FormRefusal | null, form: FormData) => Promise<FormRefusal | null>;
  /** The keys are the names of the settings. */
  values: Readonly<Record<string, string>>;
  /** The URL of the form, with these values filled in. */
  back: string;
}

export function AppearanceSave({ action, values, back }: Props) {
  const [refusal, send, isSending] = useActionState(action, null);
  return (
    <form action={send} className="grid gap-4">
      <RefusalNotice refusal={refusal} />
      <p>{appearanceText.notSaved}</p>
      {Object.entries(values).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <p className="flex flex-wrap gap-3">
        <button type="submit" aria-disabled={isSending} className={buttonStyle('main')}>
          {appearanceText.save}
        </button>
        <a href={back} className={buttonStyle('quiet')}>
          {appearanceText.change}
        </a>
      </p>
    </form>
  );
}
