'use client';

import { useActionState } from 'react';
import { FocusedNotice } from '@/components/office/focused-notice';
import { RefusalNotice } from '@/components/office/refusal-notice';
import { buttonStyle, fieldStyle } from '@/components/ui/button';
import { SafeHtml } from '@/components/ui/safe-html';
import { TextArea } from '@/components/ui/text-area';
import { maxPageText, maxPageTitle } from '@/lib/contract/fields/page';
import { lookUp } from '@/lib/base/look-up';
import { officePagesText as text } from '@/lib/messages/member-pages';
import { emptyPageForm, type PageFormState } from '@/lib/office-pages/page-form';
import { emptyShortForm, type ShortFormAction } from '@/lib/office-pages/short-form-state';

interface Props {
  action: (previous: PageFormState, form: FormData) => Promise<PageFormState>;
  path: string;
  hidden: Readonly<Record<string, string>>;
  values: Readonly<Record<'title' | 'audience' | 'text', string>>;
  audiences: readonly { ID: string; Name: string }[];
}

export function PageForm({ action, path, hidden, values, audiences }: Props) {
  const [state, send, isSending] = useActionState(action, emptyPageForm, path);
  const sent = state.etag === null ? hidden : { ...hidden, etag: state.etag };
  const valueOf = (name: keyof typeof values) => lookUp(state.values, name) ?? values[name];
  return (
    <form action={send} noValidate className="grid max-w-3xl gap-4">
      <FocusedNotice turn={state.preview === null ? state.turn : 0}>
        <RefusalNotice refusal={state.refusal} />
      </FocusedNotice>
      {Object.entries(sent).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {/* With a new key, React creates the fields again, with the values that were sent. */}
      <div key={state.turn} className="grid gap-4">
        <label className="grid gap-1 font-medium">
          {text.name}
          <input
            name="title"
            defaultValue={valueOf('title')}
            maxLength={maxPageTitle}
            className={fieldStyle}
          />
        </label>
        <label className="grid gap-1 font-medium">
          {text.audience}
          <select name="audience" defaultValue={valueOf('audience')} className={fieldStyle}>
            {audiences.map(({ ID, Name }) => (
              <option key={ID} value={ID}>
                {Name}
              </option>
            ))}
          </select>
        </label>
        <div className="grid gap-1">
          <label htmlFor="page-text" className="font-medium">
            {text.text}
          </label>
          <p id="page-text-hint" className="text-sm text-ink-soft">
            {text.textHint}
          </p>
          <TextArea
            id="page-text"
            name="text"
            rows={16}
            maxLength={maxPageText}
            defaultValue={valueOf('text')}
            aria-describedby="page-text-hint"
          />
        </div>
      </div>
      <p className="flex flex-wrap gap-3">
        <button
          type="submit"
          name="do"
          value="save"
          aria-disabled={isSending}
          className={buttonStyle('main')}
        >
          {text.save}
        </button>
        <button
          type="submit"
          name="do"
          value="preview"
          aria-disabled={isSending}
          className={buttonStyle('quiet')}
        >
          {text.preview}
        </button>
      </p>
      {state.preview !== null && (
        <section
          aria-labelledby="preview-title"
          className="rounded-xl border border-line bg-surface p-4 sm:p-5"
        >
          <h2 id="preview-title" className="text-sm font-medium text-ink-soft">
            {text.preview}
          </h2>
          <SafeHtml html={state.preview} />
        </section>
      )}
    </form>
  );
}

export function FileForm({ action, path, id }: { action: ShortFormAction; path: string; id: string }) {
  const [state, send, isSending] = useActionState(action, emptyShortForm, path);
  return (
    <form action={send} className="grid gap-3">
      <FocusedNotice turn={state.turn}>
        <RefusalNotice refusal={state.refusal} />
      </FocusedNotice>
      <input type="hidden" name="id" value={id} />
      <label className="grid max-w-xl gap-1 text-sm font-medium">
        {text.file}
        <input type="file" name="file" className={`${fieldStyle} py-2`} />
      </label>
      <p>
        <button type="submit" aria-disabled={isSending} className={buttonStyle('quiet')}>
          {text.addFile}
        </button>
      </p>
    </form>
  );
}
