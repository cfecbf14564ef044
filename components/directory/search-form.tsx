'use client';

import { useEffect, useRef, useState, type FormEvent } from 'react';
import {
  emptyFilter,
  formatDirectoryFilter,
  parseDirectoryFilter,
  type DistanceUnit,
} from '@/lib/directory/filter';
import type { DirectoryFilter, Facet } from '@/lib/directory/search';
import { directoryText } from '@/lib/messages/directory';
import { say } from '@/lib/messages/say';
import { buttonStyle, fieldStyle } from '../ui/button';
import type { DirectoryPath } from './addresses';
import { DistanceFields } from './distance-fields';
import { MatchingFacets } from './matching-facets';
import { LocationButton } from './location-button';
import { nearFromPlace } from './place-lookup';
import { useSearchControls } from './search-controls';
import { SearchFold } from './search-fold';

/** The facets and the order are elsewhere on the page and refer to this form. */
export const searchFormId = 'search';

/** The search form: a GET form; with JavaScript it searches without a page load. */
export function SearchForm({ path, usualUnit, facets }: SearchFormProps) {
  const { filter, unknownPlace, search } = useSearchControls();
  const [problem, setProblem] = useState<string | null>(null);
  // A text that was typed and not found. It is not in the address.
  const [sought, setSought] = useState<string | null>(null);
  const nearField = useRef<HTMLInputElement>(null);
  const nearPoint = filter.near === null ? undefined : Object.values(filter.near.point).join();
  // The field then has a different place from the one with the problem.
  useEffect(() => {
    setProblem(null);
    setSought(null);
  }, [filter.near?.label, nearPoint]);
  const unknown = unknownPlace && say(directoryText.placeUnknown, { place: unknownPlace.text });
  const nearProblem = problem ?? unknown;

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const next = await readForm(event.currentTarget, usualUnit);
    setProblem(typeof next === 'string' ? next : null);
    setSought(typeof next === 'string' ? (nearField.current?.value ?? null) : null);
    if (typeof next === 'string') return nearField.current?.focus();
    // Shows the place that was found, even for another spelling of the previous one.
    if (nearField.current !== null) nearField.current.value = next.near?.label ?? '';
    search(next);
  };

  return (
    <SearchFold filter={filter} hasProblem={nearProblem !== null}>
      <form
        id={searchFormId}
        role="search"
        action={path}
        onSubmit={(event) => void submit(event)}
        className="grid gap-3 rounded-2xl border border-line bg-surface p-4 sm:grid-cols-2 sm:items-end sm:p-5 lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)_auto_auto] print:hidden"
      >
        <PlaceBefore near={filter.near} box={filter.box} />
        {filter.layout !== 'cards' && <input type="hidden" name="layout" value={filter.layout} />}
        <SyncedField name="q" type="search" label={directoryText.searchFor} value={filter.text} />
        <div className="min-w-0">
          <SyncedField
            name="near"
            type="search"
            label={directoryText.near}
            hint={directoryText.nearHint}
            value={filter.near?.label ?? unknownPlace?.text ?? ''}
            nearPoint={nearPoint}
            inputRef={nearField}
            isInvalid={nearProblem !== null}
          />
        </div>
        <DistanceFields usualUnit={usualUnit} />
        <div className="flex flex-wrap gap-2">
          <button className={`${buttonStyle('main')} grow`}>{directoryText.search}</button>
          <LocationButton
            onProblem={(message) => {
              setProblem(message);
              if (message !== null) nearField.current?.focus();
            }}
          />
        </div>
        <p id="near-problem" role="alert" className="wrap-anywhere text-warn empty:hidden sm:col-span-full">
          {nearProblem}
        </p>
        <MatchingFacets
          path={path}
          facets={facets}
          place={sought ?? unknownPlace?.text ?? filter.near?.label ?? null}
        />
      </form>
    </SearchFold>
  );
}

/** Values without a visible field: the point to search around, which may be the visitor's own, and the map area. */
function PlaceBefore({ near, box }: Pick<DirectoryFilter, 'near' | 'box'>) {
  if (near === null && box === null) return null;
  const query = new URLSearchParams(formatDirectoryFilter({ ...emptyFilter, near, box }));
  query.set('was', near?.label ?? '-');
  return ['was', 'lat', 'lng', 'box'].map(
    (name) => query.has(name) && <input key={name} type="hidden" name={name} value={query.get(name) ?? ''} />,
  );
}

interface SearchFormProps {
  path: DirectoryPath;
  usualUnit: DistanceUnit;
  facets: Facet[];
}

/** The form as a filter, with a changed place looked up; or a text that says why there is none. */
async function readForm(form: HTMLFormElement, usualUnit: DistanceUnit): Promise<DirectoryFilter | string> {
  const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  const typed = parseDirectoryFilter(new URLSearchParams(fields), { unit: usualUnit });
  if (typed.unresolvedPlace === null) return typed.filter;
  const near = await nearFromPlace(typed.unresolvedPlace);
  return typeof near === 'string' ? near : { ...typed.filter, near };
}

interface SyncedFieldProps {
  name: string;
  label: string;
  /** The value in the address. Typed text stays until the next search. */
  value: string;
  /** Other parts of the address that the text stands for: the field follows those too. */
  nearPoint?: string | undefined;
  type?: string;
  hint?: string;
  inputRef?: React.RefObject<HTMLInputElement | null>;
  isInvalid?: boolean;
}

/** A text field that follows the address (Back, a removed chip), except during typing. */
function SyncedField({
  name,
  label,
  value,
  nearPoint,
  type = 'text',
  hint,
  inputRef,
  isInvalid = false,
}: SyncedFieldProps) {
  const own = useRef<HTMLInputElement>(null);
  const field = inputRef ?? own;
  const address = `${value}\n${nearPoint ?? ''}`;
  const shown = useRef(address);
  useEffect(() => {
    // The first value is in the document. A visitor may have typed since, before the scripts were loaded.
    if (shown.current === address) return;
    shown.current = address;
    if (field.current !== null) field.current.value = value;
  }, [field, value, address]);
  return (
    <label className="block min-w-0">
      <span className="mb-1 block text-sm font-medium">{label}</span>
      <input
        ref={field}
        name={name}
        type={type}
        defaultValue={value}
        placeholder={hint}
        autoComplete="off"
        maxLength={200}
        aria-invalid={isInvalid || undefined}
        aria-describedby={isInvalid ? 'near-problem' : undefined}
        className={fieldStyle}
      />
    </label>
  );
}
