'use client';

import { useActionState } from 'react';
import { lookUp } from '@/lib/base/look-up';
import {
  emptyShortForm,
  type ShortFormAction,
  type ShortFormState,
} from '@/lib/office-pages/short-form-state';
import { buttonStyle, fieldStyle } from '../ui/button';
import { Tick } from '../ui/tick';
import { TextArea } from '../ui/text-area';
import { FocusedNotice } from './focused-notice';
import { RefusalNotice } from './refusal-notice';

/** The type `lines` is a text of several lines. */
export interface ShortField {
  name: string;
  label: string;
  type: 'text' | 'email' | 'password' | 'date' | 'lines' | 'choice' | 'tick';
  value?: string;
  hint?: string;
  maxLength?: number;
  /** By default, browsers fill nothing in. */
  autoComplete?: string;
  options?: readonly { ID: string; Name: string }[];
}

interface Props {
  /** The prefix of the IDs of the inputs. It must be unique on the page. */
  id: string;
  action: ShortFormAction;
  /** The path of the page. React uses it to find the response to a form that was sent without scripts. */
  path: string;
  /** Values that are sent unchanged. After a conflict, the newest ETag replaces the value of `etag`. */
  hidden: Readonly<Record<string, string>>;
  fields?: readonly ShortField[];
  button: string;
  style?: 'main' | 'quiet';
  /** A sentence above the button. */
  intro?: string;
  /** If present, the form is collapsed under this text until the form has been sent. */
  summary?: string;
  /** Whether a form of one field is one line: label, field and button. */
  isInline?: boolean;
  /** Whether each choice is beside its label, for forms of many choices. */
  hasRows?: boolean;
}

/** If the request fails, the form keeps the typed values. */
export function ShortForm({
  id,
  action,
  path,
  hidden,
  fields = [],
  button,
  style = 'quiet',
  intro,
  summary,
  isInline = false,
  hasRows = false,
}: Props) {
  const [state, send, isSending] = useActionState(action, emptyShortForm, path);
  const sent = state.etag === null ? hidden : { ...hidden, etag: state.etag };
  const content = (
    <form
      action={send}
      noValidate
      className={isInline ? 'flex max-w-3xl flex-wrap items-end gap-x-3 gap-y-2' : 'grid gap-3'}
    >
      <FocusedNotice turn={state.turn}>
        <RefusalNotice refusal={state.refusal} />
      </FocusedNotice>
      {Object.entries(sent).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {fields.length > 0 && (
        <div key={state.turn} className={isInline ? 'min-w-48 flex-1' : 'grid gap-3'}>
          {fields.map((field) => (
            <Field
              key={field.name}
              field={field}
              form={id}
              state={state}
              isLine={isInline}
              isRow={hasRows && field.hint === undefined}
            />
          ))}
        </div>
      )}
      {intro !== undefined && <p className="max-w-prose wrap-anywhere">{intro}</p>}
      <p>
        <button type="submit" aria-disabled={isSending} className={buttonStyle(style)}>
          {button}
        </button>
      </p>
    </form>
  );
  if (summary === undefined) return content;
  return (
    <details className="min-w-0" open={state.turn > 0}>
      <summary className={buttonStyle('quiet')}>{summary}</summary>
      <div className="mt-3 rounded-lg border border-line bg-surface p-4">{content}</div>
    </details>
  );
}

interface FieldProps {
  field: ShortField;
  form: string;
  state: ShortFormState;
  isLine: boolean;
  isRow: boolean;
}

function Field({ field, form, state, isLine, isRow }: FieldProps) {
  const { name, label, type, hint, maxLength, autoComplete = 'off', options = [] } = field;
  const value = lookUp(state.values, name) ?? field.value ?? '';
  if (type === 'tick') {
    return (
      <Tick name={name} value="true" isTicked={value === 'true'}>
        {label}
      </Tick>
    );
  }
  const id = `${form}-${name}`;
  const shared = {
    id,
    name,
    defaultValue: value,
    'aria-describedby': hint === undefined ? undefined : `${id}-hint`,
  };
  return (
    <div
      className={
        isLine
          ? 'flex flex-wrap items-center gap-x-3'
          : isRow
            ? 'grid max-w-xl grid-cols-[minmax(0,1fr)_10rem] items-center gap-x-3 wrap-anywhere sm:grid-cols-[minmax(0,1fr)_11rem]'
            : 'grid max-w-xl gap-1'
      }
    >
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-sm text-ink-soft">
          {hint}
        </p>
      )}
      {type === 'lines' ? (
        <TextArea
          {...shared}
          rows={isLine ? 1 : 4}
          className={isLine ? 'min-w-40 flex-1' : ''}
          maxLength={maxLength}
        />
      ) : type === 'choice' ? (
        <select {...shared} className={fieldStyle}>
          {options.map(({ ID, Name }) => (
            <option key={ID} value={ID}>
              {Name}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...shared}
          type={type}
          maxLength={maxLength}
          autoComplete={autoComplete}
          className={fieldStyle}
        />
      )}
    </div>
  );
}
