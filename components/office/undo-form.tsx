'use client';

import { useActionState } from 'react';
import type { UndoResult } from '@/lib/contract/office-journal';
import { undoText } from '@/lib/messages/office-journal';
import { say } from '@/lib/messages/say';
import { emptyShortForm, type ShortFormAction } from '@/lib/office-pages/short-form-state';
import { buttonStyle, fieldStyle } from '../ui/button';
import { Notice } from '../ui/notice';
import { FocusedNotice } from './focused-notice';
import { RefusalNotice } from './refusal-notice';
import { sendInPlace } from './send-in-place';

interface Props {
  result: UndoResult;
  /** What prevents the undo, as text. */
  conflicts: readonly string[];
  part: readonly [name: 'Run' | 'Position', number: string];
  /** The time of the change. '': the time is not known. */
  at: string;
  /** True if something changed between the preview and the undo. Nothing was undone then. */
  hasFailed: boolean;
  action: ShortFormAction;
  path: string;
}

export function UndoForm({ result, conflicts, part: [name, number], at, hasFailed, action, path }: Props) {
  const [state, send, isSending] = useActionState(action, emptyShortForm, path);
  const { Undone: undone, ConflictCount: count, SharedNumbers: shared } = result;
  const isPossible = undone > 0 || count > 0;
  return (
    <div className="grid max-w-prose gap-4">
      {hasFailed && <Notice role="alert">{undoText.failed}</Notice>}
      {undone > 0 && <p>{say(undoText.willRestore, { count: undone })}</p>}
      {shared.length > 0 && (
        <p>{say(undoText.sharedNumbers, { count: shared.length, numbers: shared.join(', ') })}</p>
      )}
      {!isPossible && <p>{undoText.nothing}</p>}
      {count > 0 && <Conflicts conflicts={conflicts} count={count} />}
      {isPossible && (
        <form action={send} onSubmit={sendInPlace(send)} className="grid gap-4">
          <FocusedNotice turn={state.turn}>
            <RefusalNotice refusal={state.refusal} />
          </FocusedNotice>
          <input type="hidden" name={name} value={number} />
          <input type="hidden" name="At" value={at} />
          {count > 0 && (
            <div className="grid gap-1">
              <label className="flex min-h-11 items-center gap-3 font-medium">
                <input
                  type="checkbox"
                  name="Force"
                  value="1"
                  required
                  aria-describedby="force-hint"
                  className="size-6 shrink-0"
                />
                {undoText.force}
              </label>
              <p id="force-hint" className="text-ink-soft">
                {undoText.forceHint}
              </p>
            </div>
          )}
          <label className="grid gap-1">
            <span className="font-medium">{undoText.reason}</span>
            <input
              type="text"
              name="Reason"
              defaultValue={state.values['Reason']}
              maxLength={300}
              autoComplete="off"
              className={fieldStyle}
            />
          </label>
          <p>
            <button type="submit" aria-disabled={isSending} className={buttonStyle('main')}>
              {undoText.confirm}
            </button>
          </p>
        </form>
      )}
      <p>
        <a href="/office/journal" className="text-accent underline">
          {undoText.back}
        </a>
      </p>
    </div>
  );
}

function Conflicts({ conflicts, count }: { conflicts: readonly string[]; count: number }) {
  const more = count - conflicts.length;
  return (
    <Notice>
      <p className="font-medium">{say(undoText.conflicts, { count })}</p>
      <ul className="list-disc pl-5">
        {conflicts.map((one, at) => (
          <li key={at} className="wrap-anywhere">
            {one}
          </li>
        ))}
      </ul>
      {more > 0 && <p>{say(undoText.more, { count: more })}</p>}
    </Notice>
  );
}
