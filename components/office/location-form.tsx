'use client';

import { useActionState, type ReactNode } from 'react';
import { lookUp } from '@/lib/base/look-up';
import { locationFieldText, locationText, ownPlaceText } from '@/lib/messages/office-location';
import { memberText } from '@/lib/messages/office-member';
import { say } from '@/lib/messages/say';
import type { LocationField, OwnLocationInput } from '@/lib/office-pages/location-form';
import type { MapBackground } from '@/lib/map/geo/map-background';
import type { LocationFormState } from '@/lib/office-pages/save-location';
import { buttonStyle, fieldStyle } from '../ui/button';
import { Notice } from '../ui/notice';
import { TextArea } from '../ui/text-area';
import { FieldGroup, fieldGroupStyle } from './field-group';
import { FormNotice } from './form-notice';
import { PointFields } from './point-fields';
import { PrecisionFields } from './precision-fields';
import { FocusedNotice } from './focused-notice';

type Action = (previous: LocationFormState, form: FormData) => Promise<LocationFormState>;

interface Props {
  action: Action;
  start: LocationFormState;
  memberId: string;
  /** The ID of the location, or `new`. */
  location: string;
  isNew: boolean;
  path: string;
  background: MapBackground | null;
  /** The fields that the contract does not have. */
  own: readonly OwnLocationInput[];
  /** The member's own form gives no reason for the change. */
  isOwn?: boolean;
  /** The page where members hide all their places. null: it is not known. */
  hidePath?: string | null;
}

export function LocationForm({
  action,
  start,
  memberId,
  location,
  isNew,
  path,
  background,
  own,
  isOwn = false,
  hidePath = null,
}: Props) {
  const [state, send, isSending] = useActionState(action, start, path);
  const text = (name: LocationField, type = 'text') => (
    <TextField key={name} name={name} label={locationFieldText[name]} type={type} state={state} />
  );
  const buttons = isOwn ? ownPlaceText : locationText;
  const labels = {
    ...locationFieldText,
    ...Object.fromEntries(own.map(({ name, caption }) => [name, caption])),
  };
  return (
    <form action={send} className="grid gap-6" noValidate>
      {/* With the Enter key, a browser presses the first button of a form. This button makes Enter save. */}
      <button type="submit" name="do" value="save" hidden />
      <FocusedNotice turn={state.turn}>
        <LocationNotice state={state} labels={labels} />
      </FocusedNotice>
      {/* The key changes with each response. Otherwise a browser keeps the earlier choice in a select. */}
      <div key={state.turn} className="grid gap-6">
        <input type="hidden" name="id" value={memberId} />
        <input type="hidden" name="location" value={location} />
        <FieldGroup title={locationText.address}>
          {text('Name')}
          {text('Address')}
          {text('Suburb')}
          {text('State')}
          {text('Postcode')}
          {text('Country')}
          {own.map(({ name, caption: label, type, options }) =>
            options === null ? (
              <TextField key={name} name={name} label={label} type={type} state={state} />
            ) : (
              <ChoiceField key={name} name={name} label={label} options={options} state={state} />
            ),
          )}
        </FieldGroup>
        <PrecisionFields state={state} hidePath={hidePath} />
        <fieldset className={fieldGroupStyle}>
          <legend className="px-1 text-lg font-semibold">{locationText.point}</legend>
          <PointFields state={state} background={background} isOwn={isOwn} />
        </fieldset>
        <FieldGroup title={locationText.contact}>
          {text('FullPhone', 'tel')}
          {text('Email', 'email')}
          {text('Website', 'url')}
        </FieldGroup>
        {!isOwn && (
          <div className="grid max-w-xl gap-1">
            <label htmlFor="reason" className="text-sm font-medium">
              {memberText.reason}
            </label>
            <input
              id="reason"
              name="reason"
              defaultValue={state.reason}
              maxLength={500}
              className={fieldStyle}
            />
          </div>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <button
          type="submit"
          name="do"
          value="save"
          aria-disabled={isSending}
          className={buttonStyle('main')}
        >
          {isNew ? buttons.add : buttons.save}
        </button>
        {!isNew && (
          <button type="submit" name="do" value="remove" className={buttonStyle('quiet')}>
            {buttons.remove}
          </button>
        )}
        {!isNew && !isOwn && <p className="text-sm text-ink-soft">{locationText.removeHint}</p>}
      </div>
    </form>
  );
}

interface FieldProps {
  name: string;
  label: string;
  state: LocationFormState;
}

function TextField({ name, label, type, state }: FieldProps & { type: string }) {
  return (
    <Field name={name} label={label} state={state}>
      {(shared) =>
        type === 'lines' ? (
          <TextArea {...shared} rows={4} defaultValue={lookUp(state.values, name) ?? ''} />
        ) : (
          <input
            {...shared}
            type={type}
            defaultValue={lookUp(state.values, name) ?? ''}
            autoComplete="off"
            className={fieldStyle}
          />
        )
      }
    </Field>
  );
}

function ChoiceField({
  name,
  label,
  options,
  state,
}: FieldProps & { options: NonNullable<OwnLocationInput['options']> }) {
  return (
    <Field name={name} label={label} state={state}>
      {(shared) => (
        <select {...shared} defaultValue={lookUp(state.values, name)} className={fieldStyle}>
          {options.map(({ ID, Name }) => (
            <option key={ID} value={ID}>
              {Name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface Shared {
  id: string;
  name: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

function Field({ name, label, state, children }: FieldProps & { children: (shared: Shared) => ReactNode }) {
  const problem = lookUp(state.problems, name);
  const theirs = lookUp(state.conflicts, name);
  const id = `field-${name}`;
  const textId = problem === undefined && theirs === undefined ? undefined : `${id}-problem`;
  return (
    <div className="grid content-start gap-1">
      <input type="hidden" name={`was.${name}`} value={lookUp(state.was, name) ?? ''} />
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children({
        id,
        name,
        'aria-invalid': problem === undefined ? undefined : true,
        'aria-describedby': textId,
      })}
      {textId !== undefined && (
        <p id={textId} className="text-sm font-medium text-warn">
          {problem ?? say(locationText.theirs, { value: theirs || memberText.empty })}
        </p>
      )}
    </div>
  );
}

function LocationNotice({
  state,
  labels,
}: {
  state: LocationFormState;
  labels: Readonly<Record<string, string>>;
}) {
  const { notice, problems, others, place } = state;
  if (notice === 'found') return <Notice role="status">{say(locationText.found, { place })}</Notice>;
  if (notice === 'not-found') return <Notice role="alert">{locationText.notFound}</Notice>;
  if (notice === 'conflict') {
    return (
      <Notice role="alert">
        <h2 className="font-semibold">{memberText.conflictTitle}</h2>
        <p>{locationText.conflict}</p>
      </Notice>
    );
  }
  return <FormNotice state={{ notice, problems, others }} labels={labels} />;
}
