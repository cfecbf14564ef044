'use client';

import { useActionState, type ReactNode } from 'react';
import { lookUp } from '@/lib/look-up';
import { locationFieldText, locationText } from '@/lib/messages/office-location';
import { memberText } from '@/lib/messages/office-member';
import { precisionText } from '@/lib/messages/preferences';
import { say } from '@/lib/messages/say';
import type { LocationField } from '@/lib/office/location-form';
import type { MapBackground } from '@/lib/geo/map-background';
import type { LocationFormState } from '@/lib/office/save-location';
import { buttonStyle, fieldStyle } from '../ui/button';
import { Notice } from '../ui/notice';
import { FieldGroup, fieldGroupStyle } from './field-group';
import { FormNotice } from './form-notice';
import { PointFields } from './point-fields';
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
}

export function LocationForm({ action, start, memberId, location, isNew, path, background }: Props) {
  const [state, send, isSending] = useActionState(action, start, path);
  const text = (name: LocationField, type = 'text') => (
    <TextField key={name} name={name} type={type} state={state} />
  );
  return (
    <form action={send} className="grid gap-6" noValidate>
      {/* With the Enter key, a browser presses the first button of a form. This button makes Enter save. */}
      <button type="submit" name="do" value="save" hidden />
      <FocusedNotice turn={state.turn}>
        <LocationNotice state={state} />
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
          <PrecisionField state={state} />
        </FieldGroup>
        <fieldset className={fieldGroupStyle}>
          <legend className="px-1 text-lg font-semibold">{locationText.point}</legend>
          <PointFields state={state} background={background} />
        </fieldset>
        <FieldGroup title={locationText.contact}>
          {text('FullPhone', 'tel')}
          {text('Email', 'email')}
          {text('Website', 'url')}
        </FieldGroup>
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
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <button
          type="submit"
          name="do"
          value="save"
          aria-disabled={isSending}
          className={buttonStyle('main')}
        >
          {isNew ? locationText.add : locationText.save}
        </button>
        {!isNew && (
          <button type="submit" name="do" value="remove" className={buttonStyle('quiet')}>
            {locationText.remove}
          </button>
        )}
        {!isNew && <p className="text-sm text-ink-soft">{locationText.removeHint}</p>}
      </div>
    </form>
  );
}

interface FieldProps {
  name: LocationField;
  state: LocationFormState;
}

function TextField({ name, type, state }: FieldProps & { type: string }) {
  return (
    <Field name={name} state={state}>
      {(shared) => (
        <input
          {...shared}
          type={type}
          defaultValue={lookUp(state.values, name) ?? ''}
          autoComplete="off"
          className={fieldStyle}
        />
      )}
    </Field>
  );
}

function PrecisionField({ state }: { state: LocationFormState }) {
  return (
    <Field name="Precision" state={state}>
      {(shared) => (
        <select {...shared} defaultValue={lookUp(state.values, 'Precision')} className={fieldStyle}>
          {Object.entries(precisionText).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
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

function Field({ name, state, children }: FieldProps & { children: (shared: Shared) => ReactNode }) {
  const problem = lookUp(state.problems, name);
  const theirs = lookUp(state.conflicts, name);
  const id = `field-${name}`;
  const textId = problem === undefined && theirs === undefined ? undefined : `${id}-problem`;
  return (
    <div className="grid content-start gap-1">
      <input type="hidden" name={`was.${name}`} value={lookUp(state.was, name) ?? ''} />
      <label htmlFor={id} className="text-sm font-medium">
        {locationFieldText[name]}
      </label>
      {children({
        id,
        name,
        'aria-invalid': problem === undefined ? undefined : true,
        'aria-describedby': textId,
      })}
      {textId !== undefined && (
        <p id={textId} className="text-sm font-medium text-warn">
          {problem ?? say(locationText.theirs, { value: theirsShown(name, theirs ?? '') })}
        </p>
      )}
    </div>
  );
}

function theirsShown(name: LocationField, value: string): string {
  if (value === '') return memberText.empty;
  return name === 'Precision' ? (lookUp<string>(precisionText, value) ?? value) : value;
}

function LocationNotice({ state }: { state: LocationFormState }) {
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
  return <FormNotice state={{ notice, problems, others }} labels={locationFieldText} />;
}
