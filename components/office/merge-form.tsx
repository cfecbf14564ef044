'use client';

import { useActionState } from 'react';
import { mergeText } from '@/lib/messages/office-merge';
import { lookUp } from '@/lib/base/look-up';
import { takePrefix } from '@/lib/office-pages/merge-choice';
import type { MergeRow, MergeState } from '@/lib/office-pages/merge-members';
import { buttonStyle, fieldStyle } from '../ui/button';
import { RefusalNotice } from './refusal-notice';

interface Props {
  action: (state: MergeState, form: FormData) => Promise<MergeState>;
  start: MergeState;
  path: string;
  /** `first` says whose value is selected by default: that of this member or of the other member. */
  rows: readonly (MergeRow & { first: 'this' | 'other' })[];
  id: string;
  tag: string;
  other: string;
  otherTag: string;
  thisTitle: string;
  otherTitle: string;
}

export function MergeForm({
  action,
  start,
  path,
  rows,
  id,
  tag,
  other,
  otherTag,
  thisTitle,
  otherTitle,
}: Props) {
  const [{ turn, taken, reason, refusal }, send, isSending] = useActionState(action, start, path);
  return (
    <form key={turn} action={send} className="grid gap-5 rounded-xl border border-line bg-surface p-4 sm:p-5">
      <RefusalNotice refusal={refusal} />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="tag" value={tag} />
      <input type="hidden" name="other" value={other} />
      <input type="hidden" name="otherTag" value={otherTag} />
      <div>
        <h2 className="text-lg font-semibold">{mergeText.chooseTitle}</h2>
        <p className="text-ink-soft">{rows.length === 0 ? mergeText.same : mergeText.chooseIntro}</p>
      </div>
      {rows
        .map(({ first, ...row }) => ({ ...row, chosen: lookUp(taken, row.name) ?? first }))
        .map((row) => (
          <fieldset key={row.name} className="border-t border-line pt-3">
            <legend className="float-left mb-1 w-full font-medium">{row.label}</legend>
            <div className="clear-both grid gap-x-6 sm:grid-cols-2">
              <Value row={row} value="this" title={thisTitle} text={row.mine} src={row.pictures?.mine} />
              <Value
                row={row}
                value="other"
                title={otherTitle}
                text={row.theirs}
                src={row.pictures?.theirs}
              />
              {row.hasBoth && <Value row={row} value="both" title="" text={mergeText.both} />}
            </div>
          </fieldset>
        ))}
      <div className="grid max-w-md gap-1">
        <label htmlFor="merge-reason" className="font-medium">
          {mergeText.reason}
        </label>
        <input
          id="merge-reason"
          name="reason"
          maxLength={300}
          autoComplete="off"
          defaultValue={reason}
          className={fieldStyle}
        />
      </div>
      <p className="flex flex-wrap items-center gap-3">
        <button type="submit" aria-disabled={isSending} className={buttonStyle('main')}>
          {mergeText.merge}
        </button>
        <span className="text-ink-soft">{mergeText.undoHint}</span>
      </p>
    </form>
  );
}

interface ValueProps {
  row: MergeRow & { chosen: string };
  value: 'this' | 'other' | 'both';
  title: string;
  text: string;
  /** The address of a picture. The text describes it. */
  src?: string | null | undefined;
}

function Value({ row, value, title, text, src = null }: ValueProps) {
  return (
    <label className="flex min-h-11 items-center gap-3 py-1">
      <input
        type="radio"
        name={takePrefix + row.name}
        value={value}
        defaultChecked={row.chosen === value}
        className="size-5 shrink-0"
      />
      <span className="wrap-anywhere">
        {title !== '' && <span className="block text-sm text-ink-soft">{title}</span>}
        {src !== null && (
          <img
            src={src}
            alt=""
            width={112}
            height={112}
            className="my-1 size-28 border border-line bg-white object-contain"
          />
        )}
        {text === '' ? <em>{mergeText.empty}</em> : text}
      </span>
    </label>
  );
}
