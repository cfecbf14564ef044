'use client';

import { useActionState } from 'react';
import type { OfficeHealth } from '@/lib/contract/office-health';
import { openQuestionsText } from '@/lib/messages/office-open-questions';
import type { FormRefusal } from '@/lib/office-pages/send-form';
import { buttonStyle } from '../ui/button';
import { Panel } from './panel';
import { RefusalNotice } from './refusal-notice';

interface Props {
  questions: OfficeHealth['OpenQuestions'];
  close: (state: FormRefusal | null, form: FormData) => Promise<FormRefusal | null>;
}

export function HealthQuestions({ questions, close }: Props) {
  const [refusal, send, isSending] = useActionState(close, null);
  if (questions.length === 0) return null;
  return (
    <Panel id="questions" title={openQuestionsText.title}>
      <p className="max-w-prose">{openQuestionsText.intro}</p>
      <ul className="list-disc pl-5 wrap-anywhere">
        {questions.map(({ ID, Question }) => (
          <li key={ID}>{Question}</li>
        ))}
      </ul>
      <form action={send} className="grid justify-items-start gap-3">
        <RefusalNotice refusal={refusal} />
        {questions.map(({ ID }) => (
          <input key={ID} type="hidden" name="question" value={ID} />
        ))}
        <button type="submit" disabled={isSending} className={buttonStyle('main')}>
          {openQuestionsText.close}
        </button>
      </form>
    </Panel>
  );
}
