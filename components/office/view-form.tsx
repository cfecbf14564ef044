'use client';

import { useActionState } from 'react';
import { viewsText } from '@/lib/messages/office-views';
import { say } from '@/lib/messages/say';
import type { ViewFormState } from '@/lib/office/view-state';
import { buttonStyle, fieldStyle } from '../ui/button';
import { Tick } from '../ui/tick';
import { RefusalNotice } from './refusal-notice';

interface Props {
  /** A saved view. null: it is a new one. */
  view: { id: string; name: string; isShared: boolean } | null;
  /** The list of this page. */
  list: string;
  mayShare: boolean;
  save: (state: ViewFormState, form: FormData) => Promise<ViewFormState>;
}

/** Saves a list under a name, or changes a saved one. */
export function ViewForm({ view, list, mayShare, save }: Props) {
  const start = { turn: 0, name: view?.name ?? '', isShared: view?.isShared ?? false, refusal: null };
  const [state, send, isSending] = useActionState(save, start);
  return (
    <form action={send} className="grid gap-3 py-2">
      <RefusalNotice refusal={state.refusal} />
      <input type="hidden" name="view" value={view?.id ?? ''} />
      <input type="hidden" name="list" value={list} />
      <div key={state.turn} className="flex flex-wrap items-end gap-x-6 gap-y-2">
        <label className="grid min-w-56 gap-1">
          <span className="text-sm font-medium">{viewsText.name}</span>
          <input name="name" required maxLength={100} defaultValue={state.name} className={fieldStyle} />
        </label>
        {mayShare && (
          <Tick name="shared" value="yes" isTicked={state.isShared}>
            {viewsText.share}
          </Tick>
        )}
        {view !== null && (
          <Tick name="use" value="yes">
            {viewsText.useList}
          </Tick>
        )}
        <button
          type="submit"
          aria-disabled={isSending}
          aria-label={view === null ? undefined : say(viewsText.changeOf, { name: view.name })}
          className={buttonStyle('quiet')}
        >
          {view === null ? viewsText.saveButton : viewsText.changeButton}
        </button>
        {view !== null && (
          <button
            type="submit"
            name="intent"
            value="remove"
            formNoValidate
            aria-disabled={isSending}
            aria-label={say(viewsText.removeOf, { name: view.name })}
            className={buttonStyle('quiet')}
          >
            {viewsText.remove}
          </button>
        )}
      </div>
    </form>
  );
}
