'use client';

import { useActionState } from 'react';
import { viewsText } from '@/lib/messages/office-views';
import { say } from '@/lib/messages/say';
import { noViewForm, type ViewFormState } from '@/lib/office-pages/view-state';
import { buttonStyle, fieldStyle } from '../ui/button';
import { Tick } from '../ui/tick';
import { RefusalNotice } from './refusal-notice';

interface View {
  /** '': the view is new. */
  id: string;
  name: string;
  isShared: boolean;
}

interface Props {
  views: readonly View[];
  /** The filters and columns of the page, in the format of a saved view. */
  list: string;
  path: string;
  mayShare: boolean;
  save: (state: ViewFormState, form: FormData) => Promise<ViewFormState>;
}

export function ViewForms({ views, list, path, mayShare, save }: Props) {
  const [state, send, isSending] = useActionState(save, noViewForm, path);
  const isRefused = (id: string) => state.refusal !== null && state.view === id;
  const shared = { list, mayShare, send, isSending };
  const formOf = (view: View) => (
    <ViewForm {...shared} view={view} state={isRefused(view.id) ? state : null} />
  );
  return (
    <div className="contents">
      <details open={isRefused('')} className="px-2 open:basis-full">
        <summary className="min-h-8 cursor-pointer py-1 text-accent underline">{viewsText.save}</summary>
        <p className="max-w-prose pt-1 text-sm text-ink-soft">{viewsText.saveHint}</p>
        {formOf({ id: '', name: '', isShared: false })}
      </details>
      {views.length > 0 && (
        <details open={views.some(({ id }) => isRefused(id))} className="px-2 open:basis-full">
          <summary className="min-h-8 cursor-pointer py-1 text-accent underline">{viewsText.change}</summary>
          <ul className="grid divide-y divide-line">
            {views.map((view) => (
              <li key={`${view.id} ${view.name} ${view.isShared}`}>{formOf(view)}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

interface FormProps extends Pick<Props, 'list' | 'mayShare'> {
  view: View;
  /** The refused content of the form. null: the form was not refused. */
  state: ViewFormState | null;
  send: (form: FormData) => void;
  isSending: boolean;
}

function ViewForm({ view, state, list, mayShare, send, isSending }: FormProps) {
  const isNew = view.id === '';
  const { name, isShared } = state ?? view;
  return (
    <form action={send} className="grid gap-3 py-2">
      <RefusalNotice refusal={state?.refusal ?? null} />
      <input type="hidden" name="view" value={view.id} />
      <input type="hidden" name="list" value={list} />
      <div key={state?.turn} className="flex flex-wrap items-end gap-x-6 gap-y-2">
        <label className="grid min-w-56 gap-1">
          <span className="text-sm font-medium">{viewsText.name}</span>
          <input name="name" required maxLength={100} defaultValue={name} className={fieldStyle} />
        </label>
        {mayShare && (
          <Tick name="shared" value="yes" isTicked={isShared}>
            {viewsText.share}
          </Tick>
        )}
        {!isNew && (
          <Tick name="use" value="yes">
            {viewsText.useList}
          </Tick>
        )}
        <button
          type="submit"
          aria-disabled={isSending}
          aria-label={isNew ? undefined : say(viewsText.changeOf, { name: view.name })}
          className={buttonStyle('quiet')}
        >
          {isNew ? viewsText.saveButton : viewsText.changeButton}
        </button>
        {!isNew && (
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
