'use client';

import { useActionState } from 'react';
import { personalDataText } from '@/lib/messages/office-personal-data';
import { say } from '@/lib/messages/say';
import type { ErasureState } from '@/lib/office-pages/personal-data';
import { buttonStyle, fieldStyle } from '../ui/button';
import { Notice } from '../ui/notice';
import { Tick } from '../ui/tick';
import { Panel } from './panel';
import { RefusalNotice } from './refusal-notice';

interface Props {
  action: (state: ErasureState, form: FormData) => Promise<ErasureState>;
  start: ErasureState;
  path: string;
  /** The ID of the membership. */
  member: string;
  name: string;
  /** The IDs of the records that an erasure would affect. null: nothing can be erased, and `problems` says why. */
  plan: { Memberships: string[]; Kept: string[]; Detached: string[] } | null;
  problems: readonly string[];
  /**
   * True if this is the membership of a company. The person to be erased may then be the company's contact, so the form
   * has a field for another contact.
   */
  hasCompany: boolean;
}

export function ErasureForm({ action, start, path, member, name, plan, problems, hasCompany }: Props) {
  const [state, send, isSending] = useActionState(action, start, path);
  const { Memberships: memberships = [], Kept: kept = [], Detached: detached = [] } = plan ?? {};
  const effects = [
    ...(memberships.length > 0 ? [say(personalDataText.memberships, { ids: memberships.join(', ') })] : []),
    ...(kept.length > 0 ? [say(personalDataText.kept, { ids: kept.join(', ') })] : []),
    ...(detached.length > 0 ? [say(personalDataText.detached, { ids: detached.join(', ') })] : []),
  ];
  return (
    <Panel id="erase" title={personalDataText.eraseTitle}>
      <p className="max-w-prose">{personalDataText.eraseText}</p>
      {effects.map((effect) => (
        <p key={effect}>{effect}</p>
      ))}
      {state.refusal === null && problems.map((problem) => <Notice key={problem}>{problem}</Notice>)}
      <RefusalNotice refusal={state.refusal} />
      <form key={state.turn} action={send} className="grid max-w-prose gap-4">
        <input type="hidden" name="member" value={member} />
        {hasCompany && (
          <fieldset className="grid gap-3">
            <legend className="font-medium">{personalDataText.company}</legend>
            <label className="grid gap-1">
              {personalDataText.newContact}
              <input
                name="newContact"
                inputMode="numeric"
                defaultValue={state.newContact}
                className={fieldStyle}
              />
            </label>
            <Tick name="withCompany" value="yes" isTicked={state.withCompany}>
              {personalDataText.withCompany}
            </Tick>
          </fieldset>
        )}
        <label className="grid gap-1">
          <span className="font-medium">{personalDataText.reason}</span>
          <span id="reason-hint" className="text-sm text-ink-soft">
            {personalDataText.reasonHint}
          </span>
          <input
            name="reason"
            maxLength={500}
            defaultValue={state.reason}
            aria-describedby="reason-hint"
            className={fieldStyle}
          />
        </label>
        <label className="grid gap-1">
          <span className="font-medium">{say(personalDataText.typeName, { name })}</span>
          <input name="name" required autoComplete="off" className={fieldStyle} />
        </label>
        <p>
          <button type="submit" aria-disabled={isSending} className={buttonStyle('main')}>
            {say(personalDataText.erase, { name })}
          </button>
        </p>
      </form>
    </Panel>
  );
}
