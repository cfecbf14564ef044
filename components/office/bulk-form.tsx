'use client';

import { useActionState } from 'react';
import { bulkText } from '@/lib/messages/office-bulk';
import { emptyBulkForm, type BulkChoice, type BulkFormState } from '@/lib/office-pages/bulk-state';
import { buttonStyle, fieldStyle } from '../ui/button';
import { FocusedNotice } from './focused-notice';
import { RefusalNotice } from './refusal-notice';

interface Props {
  choice: BulkChoice;
  /** The name of the new value. */
  label: string;
  isDate: boolean;
  /** null: the new value is a text or a date. */
  options: readonly { ID: string; Name: string }[] | null;
  hidden: readonly (readonly [name: string, value: string])[];
  path: string;
  /** Today as an ISO day. */
  today: string;
  action: (state: BulkFormState, form: FormData) => Promise<BulkFormState>;
}

const withoutValue: readonly BulkChoice[] = ['approve', 'place', 'invite'];

export function BulkForm({ choice, label, isDate, options, hidden, path, today, action }: Props) {
  const start = choice === 'end' ? { ...emptyBulkForm, value: today } : emptyBulkForm;
  const [state, send, isSending] = useActionState(action, start, path);
  return (
    <form action={send} className="grid max-w-prose gap-4">
      <FocusedNotice turn={state.turn}>
        <RefusalNotice refusal={state.refusal} />
      </FocusedNotice>
      <input type="hidden" name="do" value={choice} />
      {hidden.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <div key={state.turn} className="grid gap-4">
        {!withoutValue.includes(choice) && (
          <ValueField choice={choice} label={label} isDate={isDate} options={options} value={state.value} />
        )}
        {choice === 'place' && <p>{bulkText.placeHint}</p>}
        {choice === 'invite' && <p>{bulkText.inviteHint}</p>}
        {choice !== 'invite' && (
          <label className="grid gap-1">
            <span className="font-medium">{bulkText.reason}</span>
            <input name="reason" maxLength={500} defaultValue={state.reason} className={fieldStyle} />
          </label>
        )}
      </div>
      <p className="flex flex-wrap items-center gap-3">
        <button type="submit" aria-disabled={isSending} className={buttonStyle('main')}>
          {bulkText.check}
        </button>
        <span className="text-ink-soft">{bulkText.checkHint}</span>
      </p>
    </form>
  );
}

function ValueField({
  choice,
  label,
  isDate,
  options,
  value,
}: Pick<Props, 'choice' | 'label' | 'isDate' | 'options'> & { value: string }) {
  return (
    <label className="grid gap-1">
      <span className="font-medium">{label}</span>
      {choice === 'end' && <span className="text-ink-soft">{bulkText.endHint}</span>}
      {options === null ? (
        <input
          name="value"
          type={isDate ? 'date' : 'text'}
          required={choice === 'end'}
          maxLength={300}
          defaultValue={value}
          className={fieldStyle}
        />
      ) : (
        <select name="value" defaultValue={value} className={fieldStyle}>
          {options.map(({ ID, Name }) => (
            <option key={ID} value={ID}>
              {Name}
            </option>
          ))}
        </select>
      )}
    </label>
  );
}
