'use client';

import { useActionState } from 'react';
import { lookUp } from '@/lib/base/look-up';
import type { OfficeStructure } from '@/lib/contract/office';
import { familyText } from '@/lib/messages/office-family';
import { formText } from '@/lib/messages/office-forms';
import { groupText, memberText, newFieldHintText } from '@/lib/messages/office-member';
import { say } from '@/lib/messages/say';
import type { FormField, FormPart, Option } from '@/lib/office-pages/member-form';
import type { MemberFormState } from '@/lib/office-pages/save-member';
import { buttonStyle, fieldStyle } from '../ui/button';
import { TextArea } from '../ui/text-area';
import { FieldGroup } from './field-group';
import { FormNotice } from './form-notice';
import { SubMemberRows } from './sub-member-rows';
import { FocusedNotice } from './focused-notice';

type Action = (previous: MemberFormState, form: FormData) => Promise<MemberFormState>;

interface Props {
  action: Action;
  start: MemberFormState;
  parts: readonly FormPart[];
  structure: OfficeStructure;
  /** null: the member is new. */
  id: string | null;
  path: string;
  /** Only of the member's own form, which gives no reason for the change: where the page is without the form. */
  cancelPath?: string;
}

export function MemberForm({ action, start, parts, structure, id, path, cancelPath }: Props) {
  const [state, send, isSending] = useActionState(action, start, path);
  const isCompany = start.parts.length > 0;
  const labels = Object.fromEntries(
    parts.flatMap(({ fields }) => fields.map(({ name, caption }) => [name, caption])),
  );
  return (
    <form action={send} className="grid gap-3" noValidate data-edits>
      {/* With the Enter key, a browser presses the first button of a form. This button makes Enter save. */}
      <button type="submit" hidden />
      <FocusedNotice turn={state.turn}>
        <FormNotice state={state} labels={labels} />
      </FocusedNotice>
      {/* The key changes with each response. Otherwise a browser keeps the earlier choice in a select. */}
      <div key={state.turn} className="grid gap-3 xl:grid-cols-2">
        <input type="hidden" name="id" value={id ?? ''} />
        <input type="hidden" name="etag" value={state.etag} />
        <input type="hidden" name="key" value={state.key} />
        {state.person !== '' && <input type="hidden" name="person" value={state.person} />}
        {isCompany && (
          <>
            <input type="hidden" name="Kind" value="corporate" />
            <input type="hidden" name="was.Kind" value="" />
          </>
        )}
        {parts.map(({ group, fields }) => (
          <FieldGroup
            isPlain={cancelPath !== undefined}
            key={group}
            title={isCompany && group === 'person' ? familyText.companyGroup : groupText[group]}
            isHalf={halves.includes(group)}
            isLine={lines.includes(group)}
          >
            <FoldedTexts
              fields={fields
                .filter(({ isForNew }) => (id === null && !isCompany) || !isForNew)
                .map((field) => (id === null ? { ...field, hint: hintOfNew(field) } : field))}
              isFolded={id !== null && group === 'directory' && cancelPath === undefined}
              state={state}
              structure={structure}
            />
          </FieldGroup>
        ))}
        {isCompany && <SubMemberRows rows={state.parts} problems={state.problems} />}
      </div>
      <div
        className={
          cancelPath !== undefined
            ? 'flex flex-wrap items-center gap-x-4'
            : 'save-bar bottom-0 z-10 flex items-center gap-x-4 border-t border-line bg-canvas py-2'
        }
      >
        <button type="submit" aria-disabled={isSending} className={buttonStyle('main')}>
          {cancelPath !== undefined
            ? memberText.saveOwn
            : id !== null
              ? memberText.save
              : isCompany
                ? familyText.saveCompany
                : memberText.saveNew}
        </button>
        {cancelPath === undefined && (
          <label key={state.turn} className="flex min-w-0 flex-1 items-center gap-2">
            <span className="text-sm font-medium whitespace-nowrap max-sm:sr-only">{memberText.reason}</span>
            <input
              name="reason"
              defaultValue={state.reason}
              maxLength={500}
              // On a phone there is no room for the label.
              placeholder={memberText.reason}
              title={memberText.reasonHint}
              className={`${fieldStyle} max-w-sm sm:placeholder:text-transparent`}
            />
          </label>
        )}
        {cancelPath !== undefined && (
          <a href={cancelPath} className="inline-flex min-h-11 items-center text-accent underline">
            {memberText.cancel}
          </a>
        )}
      </div>
    </form>
  );
}

function hintOfNew({ name, hint }: FormField): string | null {
  return lookUp<string>(newFieldHintText, name) ?? hint;
}

/** On a wide screen, these two groups are beside each other. */
const halves: readonly string[] = ['person', 'contact'];
const lines: readonly string[] = ['address', 'mailing'];
/** On a phone, two of these fields are beside each other. */
const short = /(?:Postcode|State)$/;

interface TextsProps extends Pick<FieldProps, 'state' | 'structure'> {
  fields: readonly FormField[];
  /** Whether the texts are collapsed while all of them are empty. */
  isFolded: boolean;
}

/** The fields of a group. */
function FoldedTexts({ fields, isFolded, state, structure }: TextsProps) {
  const texts = fields.filter(({ kind }) => kind === 'text' || kind === 'lines' || kind === 'date');
  const isEmptied = isFolded && texts.length > 0 && isEmpty(texts, state);
  const show = (field: FormField) => (
    <FieldOf key={field.name} field={field} state={state} structure={structure} />
  );
  if (!isEmptied) return fields.map(show);
  const captions = texts.map(({ caption }) => caption).join(', ');
  return (
    <>
      {fields.filter((field) => !texts.includes(field)).map(show)}
      <details className="sm:col-span-full">
        <summary className="min-h-8 cursor-pointer">{say(formText.emptyGroup, { title: captions })}</summary>
        <div className="grid gap-x-4 gap-y-3 pt-2 sm:grid-cols-2 xl:grid-cols-4">{texts.map(show)}</div>
      </details>
    </>
  );
}

/** A group with a problem or a conflict is not empty, even if it has no values. */
function isEmpty(fields: readonly FormField[], { values, problems, conflicts }: MemberFormState): boolean {
  return fields.every(
    ({ name, kind }) =>
      kind !== 'tick' &&
      (lookUp(values, name) ?? '') === '' &&
      lookUp(problems, name) === undefined &&
      lookUp(conflicts, name) === undefined,
  );
}

interface FieldProps {
  field: FormField;
  state: MemberFormState;
  structure: OfficeStructure;
}

function FieldOf({ field, state, structure }: FieldProps) {
  const { name, caption } = field;
  const theirs = lookUp(state.conflicts, name);
  const problem = lookUp(state.problems, name);
  const was = <input type="hidden" name={`was.${name}`} value={lookUp(state.was, name) ?? ''} />;
  if (theirs !== undefined) {
    return (
      <>
        {was}
        <ConflictField
          field={field}
          mine={lookUp(state.values, name) ?? ''}
          theirs={theirs}
          structure={structure}
        />
      </>
    );
  }
  const errorId = problem === undefined ? undefined : `${idOf(name)}-problem`;
  const error = problem !== undefined && (
    <p id={errorId} className="text-sm font-medium text-warn">
      {problem}
    </p>
  );
  if (field.kind === 'ticks') {
    return (
      <fieldset className="sm:col-span-2 xl:col-span-5" aria-describedby={errorId}>
        <legend className="text-sm font-medium">{caption}</legend>
        {was}
        {error}
        <Ticks field={field} value={lookUp(state.values, name) ?? ''} structure={structure} />
      </fieldset>
    );
  }
  return (
    <div
      className={`grid content-start gap-1 ${field.kind === 'lines' ? 'sm:col-span-2' : ''}`}
      data-short={short.test(name) ? '' : undefined}
    >
      {was}
      <Input field={field} state={state} structure={structure} errorId={errorId} />
      {error}
    </div>
  );
}

function Input({ field, state, structure, errorId }: FieldProps & { errorId: string | undefined }) {
  const { name, kind, caption, hint } = field;
  const value = lookUp(state.values, name) ?? '';
  const shared = {
    id: idOf(name),
    name,
    'aria-invalid': errorId === undefined ? undefined : true,
    'aria-describedby':
      [errorId, hint === null ? undefined : `${idOf(name)}-hint`]
        .filter((one) => one !== undefined)
        .join(' ') || undefined,
  } as const;
  if (kind === 'tick') {
    return (
      <label htmlFor={shared.id} className="flex min-h-11 items-center gap-2 sm:not-first:pt-6">
        <input
          type="checkbox"
          {...shared}
          value="true"
          defaultChecked={value === 'true'}
          className="size-5 shrink-0"
        />
        <span>{caption}</span>
      </label>
    );
  }
  const options = kind === 'choice' ? optionsOf(field, structure) : null;
  return (
    <>
      <label htmlFor={shared.id} className="text-sm font-medium">
        {caption}
      </label>
      {kind === 'lines' ? (
        <TextArea {...shared} rows={4} defaultValue={value} />
      ) : options === null ? (
        <input {...shared} type={kind} defaultValue={value} autoComplete="off" className={fieldStyle} />
      ) : (
        <select {...shared} defaultValue={value} className={fieldStyle}>
          {options.map(({ ID, Name }) => (
            <option key={ID} value={ID}>
              {Name}
            </option>
          ))}
        </select>
      )}
      {hint !== null && (
        <p id={`${shared.id}-hint`} className="text-sm text-ink-soft">
          {hint}
        </p>
      )}
    </>
  );
}

function Ticks({ field, value, structure }: { field: FormField; value: string; structure: OfficeStructure }) {
  const ticked = value.split(',');
  return (
    <div className="flex flex-wrap gap-x-5">
      {optionsOf(field, structure).map(({ ID, Name }) => (
        <label key={ID} className="flex min-h-11 items-center gap-2 lg:min-h-8">
          <input
            type="checkbox"
            name={field.name}
            value={ID}
            defaultChecked={ticked.includes(ID)}
            className="size-5"
          />
          <span>{Name}</span>
        </label>
      ))}
    </div>
  );
}

/**
 * Offers the values of both people. The value of the person who is saving is selected by default, because this person
 * typed last.
 */
function ConflictField({
  field,
  mine,
  theirs,
  structure,
}: {
  field: FormField;
  mine: string;
  theirs: string;
  structure: OfficeStructure;
}) {
  const { name, kind, caption: label } = field;
  const shown = (value: string) => describe(field, value, structure);
  // A field with several boxes to tick usually sends one value for each ticked box. In a conflict, one radio button has
  // the whole list as its value. The prefix `all.` in the button's name tells the server this.
  const choices = [
    { value: mine, text: say(memberText.mine, { value: shown(mine) }), isMine: true },
    { value: theirs, text: say(memberText.theirs, { value: shown(theirs) }), isMine: false },
  ];
  return (
    <fieldset
      id={idOf(name)}
      className="rounded-lg border-2 border-warn bg-warn-soft p-3 sm:col-span-2 lg:col-span-3"
    >
      <legend className="float-left w-full font-medium">{say(memberText.conflictField, { label })}</legend>
      {choices.map(({ value, text, isMine }) => (
        <label key={text} className="flex min-h-11 clear-both items-center gap-2 [overflow-wrap:anywhere]">
          <input
            type="radio"
            name={kind === 'ticks' ? `all.${name}` : name}
            value={value}
            defaultChecked={isMine}
            className="size-5 shrink-0"
          />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}

function describe(field: FormField, value: string, structure: OfficeStructure): string {
  if (value === '') return memberText.empty;
  if (field.kind === 'tick') return value === 'true' ? memberText.yes : memberText.no;
  if (field.kind !== 'choice' && field.kind !== 'ticks') return value;
  const names = optionsOf(field, structure);
  return value
    .split(',')
    .map((id) => names.find(({ ID }) => ID === id)?.Name ?? id)
    .join(', ');
}

function optionsOf(
  { options = [], kind, hasNull }: FormField,
  structure: OfficeStructure,
): readonly Option[] {
  const all = typeof options === 'string' ? structure[options] : options;
  if (kind === 'ticks' || (all === options && !hasNull)) return all;
  return [{ ID: '', Name: hasNull ? memberText.none : memberText.choose }, ...all];
}

/** `form-notice.tsx` links to the same ID. */
function idOf(name: string): string {
  return `field-${name.replaceAll('.', '-')}`;
}
