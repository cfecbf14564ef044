'use client';

import { useActionState, type ReactNode } from 'react';
import { lookUp } from '@/lib/base/look-up';
import { settingGroupText, settingsText } from '@/lib/messages/office-settings';
import { say } from '@/lib/messages/say';
import { shownSetting, textOfSetting } from '@/lib/office-pages/setting-texts';
import { changedFields, type SettingField, type SettingsFormState } from '@/lib/office-pages/settings-form';
import { buttonStyle, fieldStyle } from '../ui/button';
import { Notice } from '../ui/notice';
import { Tick } from '../ui/tick';
import { TextArea } from '../ui/text-area';
import { RefusalNotice } from './refusal-notice';
import { FocusedNotice } from './focused-notice';

interface Props {
  action: (state: SettingsFormState, form: FormData) => Promise<SettingsFormState>;
  start: SettingsFormState;
  path: string;
  fields: readonly SettingField[];
  /** The prefix of the labels that only this form has: `settings`, or the name of a list. */
  prefix: string;
  hidden: Readonly<Record<string, string>>;
  button: string;
  /** Whether a field is one line: its label and its choice. */
  isDense?: boolean;
  /** What the page says below a field, by the name of the field. */
  notes?: Readonly<Record<string, ReactNode>>;
}

/** The form sends only the values that were changed. */
export function SettingsForm({
  action,
  start,
  path,
  fields,
  prefix,
  hidden,
  button,
  isDense = false,
  notes,
}: Props) {
  const [state, send, isSending] = useActionState(action, start, path);
  const rare = fields.filter(({ isRare }) => isRare === true);
  const groups = [...new Set(fields.flatMap(({ group }) => group ?? []))];
  const style = isDense ? 'grid gap-x-6 gap-y-1 lg:grid-cols-2' : 'grid gap-4 sm:grid-cols-2';
  const show = (field: SettingField) => (
    <FieldOf
      key={field.name}
      field={field}
      state={state}
      prefix={prefix}
      isDense={isDense}
      note={lookUp<ReactNode>(notes ?? {}, field.name)}
    />
  );
  return (
    <form action={send} noValidate className="grid gap-5">
      <FocusedNotice turn={state.turn}>
        <RefusalNotice refusal={state.refusal} />
        <Conflicts fields={fields} state={state} prefix={prefix} />
      </FocusedNotice>
      <input type="hidden" name="etag" value={state.etag} />
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div key={state.turn} className="grid gap-3">
        <div className={style}>
          {fields
            .filter(({ isRare, group }) => isRare !== true && (group ?? groups[0]) === groups[0])
            .map(show)}
        </div>
        {groups.slice(1).map((group) => {
          const some = fields.filter((field) => field.group === group);
          return (
            <Folded
              key={group}
              id={`${prefix}-${group}`}
              title={settingGroupText[group]}
              now={some
                .flatMap((field) => shortOf(field, lookUp(state.was, field.name) ?? '', prefix))
                .join(' · ')}
              isOpen={isEdited(some, state)}
            >
              <div className={style}>{some.map(show)}</div>
            </Folded>
          );
        })}
        {rare.length > 0 && (
          <details open={rare.some(({ name }) => (lookUp(state.values, name) ?? '') !== '')}>
            <summary className="min-h-8 cursor-pointer text-accent underline">
              {say(settingsText.each, { count: rare.length })}
            </summary>
            <div className={`${style} pt-2`}>{rare.map(show)}</div>
          </details>
        )}
      </div>
      <p>
        <button type="submit" aria-disabled={isSending} className={buttonStyle('main')}>
          {button}
        </button>
      </p>
    </form>
  );
}

/** What somebody has typed, or must decide about, must not be folded. */
function isEdited(fields: readonly SettingField[], state: SettingsFormState): boolean {
  return (
    changedFields(fields, state).length > 0 ||
    fields.some(({ name }) => lookUp(state.conflicts, name) !== undefined)
  );
}

interface FoldedProps {
  /** A link to this ID opens the part. */
  id: string;
  title: string;
  /** The values now, in one line. */
  now: string;
  isOpen: boolean;
  children: ReactNode;
}

function Folded({ id, title, now, isOpen, children }: FoldedProps) {
  return (
    <details open={isOpen} className="min-w-0 border-t border-line pt-2">
      <summary className="min-h-11 cursor-pointer py-1">
        <h3 className="inline font-semibold">{title}</h3>
        <p className="truncate pl-4 text-sm text-ink-soft">{now === '' ? settingsText.noValues : now}</p>
      </summary>
      <div id={id} className="scroll-mt-20 pt-2 pb-3">
        {children}
      </div>
    </details>
  );
}

/** A ticked box says its label. A number says nothing without a label, and an address is long. */
function shortOf(field: SettingField, value: string, prefix: string): string[] {
  if (value === '' || value === 'false') return [];
  if (field.kind === 'tick') return [textOfSetting(field, prefix)[0]];
  const isPlain = field.kind !== 'number' && !field.name.endsWith('URLTemplate');
  return isPlain ? [shownSetting(field, value)] : [];
}

/** Shows the changes that somebody else made after the form was opened. Saving again overwrites these changes. */
function Conflicts({
  fields,
  state,
  prefix,
}: Pick<Props, 'fields' | 'prefix'> & { state: SettingsFormState }) {
  const changed = fields.filter(({ name }) => lookUp(state.conflicts, name) !== undefined);
  if (changed.length === 0) return null;
  return (
    <Notice role="alert">
      <p>{settingsText.conflict}</p>
      <ul className="mt-1 list-disc pl-5">
        {changed.map((field) => (
          <li key={field.name} className="whitespace-pre-line wrap-anywhere">
            {say(settingsText.conflictField, {
              label: textOfSetting(field, prefix)[0],
              value: shownSetting(field, lookUp(state.conflicts, field.name) ?? ''),
            })}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

interface FieldProps {
  field: SettingField;
  state: SettingsFormState;
  prefix: string;
  isDense: boolean;
  note: ReactNode;
}

function FieldOf({ field, state, prefix, isDense, note }: FieldProps) {
  const { name, kind, options = [] } = field;
  const [label, hint] = textOfSetting(field, prefix);
  const value = lookUp(state.values, name) ?? '';
  const id = `${prefix}-${name}`;
  const was = <input type="hidden" name={`was.${name}`} value={lookUp(state.was, name) ?? ''} />;
  if (kind === 'tick') {
    return (
      <div className="sm:col-span-2">
        {was}
        <Tick name={name} value="true" isTicked={value === 'true'}>
          {label}
        </Tick>
        {hint !== undefined && <p className="text-sm text-ink-soft">{hint}</p>}
      </div>
    );
  }
  if (kind === 'ticks' || kind === 'number-ticks') {
    if (options.length === 0) return null;
    const ticked = value.split('\n');
    return (
      <fieldset className="grid gap-1 sm:col-span-2">
        <legend className="font-medium">{label}</legend>
        {hint !== undefined && <p className="text-sm text-ink-soft">{hint}</p>}
        {was}
        <div className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
          {options.map(([one, text]) => (
            <Tick key={one} name={name} value={one} isTicked={ticked.includes(one)}>
              {text}
            </Tick>
          ))}
        </div>
      </fieldset>
    );
  }
  const shared = {
    id,
    name,
    defaultValue: value,
    'aria-describedby': hint === undefined ? undefined : `${id}-hint`,
  };
  return (
    <div
      className={
        isDense
          ? 'grid grid-cols-[minmax(0,1fr)_9rem] items-center gap-x-3 sm:grid-cols-[minmax(0,1fr)_13.5rem]'
          : `grid content-start gap-1 ${kind === 'area' || kind === 'lines' ? 'sm:col-span-2' : ''}`
      }
    >
      {was}
      <label htmlFor={id} className={isDense ? 'min-w-0 wrap-anywhere' : 'font-medium'}>
        {label}
      </label>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-sm text-ink-soft">
          {hint}
        </p>
      )}
      {kind === 'area' || kind === 'lines' ? (
        <TextArea {...shared} rows={3} />
      ) : kind === 'choice' || kind === 'number-choice' || kind === 'audience' ? (
        <select {...shared} className={fieldStyle}>
          {options.map(([one, text]) => (
            <option key={one} value={one}>
              {text}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...shared}
          type="text"
          inputMode={kind === 'number' ? 'numeric' : undefined}
          autoComplete="off"
          className={fieldStyle}
        />
      )}
      {note}
    </div>
  );
}
