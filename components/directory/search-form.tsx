'use client';

import { useEffect, useRef, useState, type FormEvent, type RefObject } from 'react';
import {
  emptyFilter,
  formatDirectoryFilter,
  kilometresInUnit,
  parseDirectoryFilter,
  type DistanceUnit,
  type ParsedFilter,
} from '@/lib/directory/filter';
import type { PlaceProblem } from '@/lib/directory/filter-coordinates';
import type { DirectoryFilter, Facet } from '@/lib/directory/search';
import type { SingleParameter } from '@/lib/base/directory-parameters';
import { withPlace } from '@/lib/directory/with-place';
import type { FoundPlace } from '@/lib/map/geo/place';
import { directoryText } from '@/lib/messages/directory';
import { buttonStyle, fieldStyle } from '../ui/button';
import { type DirectoryPath, withFacet, withSort, changed } from './addresses';
import { withRadius } from './distance-change';
import { DistanceFields } from './distance-fields';
import { radiusIn } from './distance-text';
import { phone } from './phone-width';
import { MatchingFacets } from './matching-facets';
import { LocationButton } from './location-button';
import { PlaceField } from './place-field';
import { fetchResolved, labelOf } from './place-lookup';
import { useSearchControls } from './search-controls';
import { SearchFold } from './search-fold';
import { useSyncedValue } from './synced-value';

/** The fields of the facets and of the order are outside the form, and name the form by this ID. */
export const searchFormId = 'search';

export function SearchForm({ path, defaultUnit, facets, chosen, onChoose }: SearchFormProps) {
  const { filter, unknownPlace, placeProblem, search } = useSearchControls();
  const [problem, setProblem] = useState<PlaceProblem | null>(null);
  // The typed text of a place that was not found. It is not in the address.
  const [sought, setSought] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  useEarlyChoices(form);
  const nearField = useRef<HTMLInputElement>(null);
  const suggested = useRef<FoundPlace | null>(null);
  const placeLabel = filter.near === null ? (filter.inside?.label ?? null) : filter.near.label;
  const placePoint = filter.near === null ? filter.inside?.id : Object.values(filter.near.point).join();
  // When the place of the search changes, the problem with the previous place no longer applies.
  useEffect(() => {
    setProblem(null);
    setSought(null);
  }, [placeLabel, placePoint]);
  const nearProblem = problem ?? placeProblem;

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const sent = event.currentTarget;
    const chosenPlace = suggested.current;
    suggested.current = null;
    // The page now changes as a whole, which takes a slow phone longer than closing the list of suggestions.
    await nextFrame();
    onChoose(chosenPlace === null ? null : chosenPlace.label);
    const next = await readForm(sent, { defaultUnit, chosen: chosenPlace, before: filter });
    onChoose(null);
    const wrong = 'message' in next ? next : null;
    setProblem(wrong);
    setSought(wrong === null ? null : (nearField.current?.value ?? null));
    if ('message' in next) return nearField.current?.focus();
    // Shows the name of the place that was found. The visitor may have typed another spelling of the previous search's
    // place. Then the search's place stays the same, and without this line the field would keep the typed spelling.
    if (nearField.current !== null) nearField.current.value = labelOf(next) ?? '';
    // On a phone, the form folds to one line, and the field that had the focus disappears.
    search(next, window.matchMedia(phone).matches ? 'results' : 'stay');
  };
  const choose = (place: FoundPlace) => {
    suggested.current = place;
    nearField.current?.form?.requestSubmit();
  };

  return (
    <SearchFold filter={filter} chosen={chosen} hasProblem={nearProblem !== null}>
      <form
        ref={form}
        id={searchFormId}
        role="search"
        action={path}
        onSubmit={(event) => void submit(event)}
        className="grid gap-3 rounded-2xl border border-line bg-surface p-4 group-data-searched:p-3 sm:grid-cols-2 sm:items-end sm:p-5 lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)_auto_auto] print:hidden"
      >
        <PlaceBefore near={filter.near} inside={filter.inside} box={filter.box} />
        {filter.layout !== 'cards' && <input type="hidden" name="layout" value={filter.layout} />}
        <WordsField value={filter.text} typed={filter.typed} />
        <div className="min-w-0">
          <PlaceField
            value={placeLabel ?? unknownPlace?.text ?? ''}
            placePoint={placePoint}
            inputRef={nearField}
            isInvalid={nearProblem !== null}
            onChoose={choose}
          />
        </div>
        <DistanceFields defaultUnit={defaultUnit} />
        <div className="flex flex-wrap gap-2">
          <button className={`${buttonStyle('main')} grow`}>{directoryText.search}</button>
          <LocationButton
            onProblem={(message) => {
              setProblem(message === null ? null : { message, choices: [] });
              if (message !== null) nearField.current?.focus();
            }}
          />
        </div>
        <p id="near-problem" role="alert" className="wrap-anywhere text-warn empty:hidden sm:col-span-full">
          {nearProblem?.message}
        </p>
        <PlaceChoices path={path} labels={nearProblem?.choices ?? []} />
        <MatchingFacets path={path} facets={facets} place={sought ?? unknownPlace?.text ?? placeLabel} />
      </form>
    </SearchFold>
  );
}

/** Resolves when the browser has shown what the page is now. */
function nextFrame(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

/**
 * Keeps the place of the current search in hidden fields: the map area, the region, or the point to search near. The
 * point may be the visitor's own position.
 */
function PlaceBefore({ near, inside, box }: Pick<DirectoryFilter, 'near' | 'inside' | 'box'>) {
  if (near === null && inside === null && box === null) return null;
  const query = new URLSearchParams(formatDirectoryFilter({ ...emptyFilter, near, inside, box }));
  const names: SingleParameter[] = ['was', 'lat', 'lng', 'in', 'box'];
  query.set('was' satisfies SingleParameter, labelOf({ near, inside }) ?? '-');
  return names.map(
    (name) => query.has(name) && <input key={name} type="hidden" name={name} value={query.get(name) ?? ''} />,
  );
}

interface SearchFormProps {
  path: DirectoryPath;
  defaultUnit: DistanceUnit;
  facets: Facet[];
  /** The name of a chosen suggestion, while its search is prepared. */
  chosen: string | null;
  onChoose: (name: string | null) => void;
}

/**
 * Returns the filter with the place and words that the server recognised. If the server does not know the place or
 * cannot look up the place, returns a message for the visitor.
 */
async function readForm(
  form: HTMLFormElement,
  {
    defaultUnit,
    chosen,
    before,
  }: { defaultUnit: DistanceUnit; chosen: FoundPlace | null; before: DirectoryFilter },
): Promise<DirectoryFilter | PlaceProblem> {
  const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  const typed = parseDirectoryFilter(new URLSearchParams(fields), { unit: defaultUnit });
  const distance = typed.unresolvedPlace ?? typed.filter.near ?? before.near;
  const isRadiusOpen = !typed.hasRadius || isRadiusOfOtherPlace(form, typed, before);
  if (chosen !== null && distance !== null) {
    typed.filter = withPlace(typed.filter, chosen, distance);
    typed.unresolvedPlace = null;
  }
  const { filter, unresolvedPlace } = typed;
  const hasNewWords = filter.text !== '' && filter.text !== before.text;
  const needsRadius = isRadiusOpen && filter.near !== null;
  if (unresolvedPlace === null && !hasNewWords && !needsRadius) return filter;
  const query = new URLSearchParams(formatDirectoryFilter(filter));
  if (unresolvedPlace !== null) {
    const set = (name: SingleParameter, value: string) => query.set(name, value);
    set('near', unresolvedPlace.text);
    set('radius', String(unresolvedPlace.radiusKm / kilometresInUnit[unresolvedPlace.unit]));
    set('unit', unresolvedPlace.unit);
  }
  if (isRadiusOpen) query.delete('radius' satisfies SingleParameter);
  try {
    const resolved = await fetchResolved(query.toString());
    if (resolved.placeProblem !== null) return resolved.placeProblem;
    return parseDirectoryFilter(new URLSearchParams(resolved.query), { unit: defaultUnit }).filter;
  } catch {
    return unresolvedPlace === null ? filter : { message: directoryText.placesFailed, choices: [] };
  }
}

/** Whether another place was typed, and the radius is still the one of the place before. */
function isRadiusOfOtherPlace(
  form: HTMLFormElement,
  { unresolvedPlace }: ParsedFilter,
  { near }: DirectoryFilter,
): boolean {
  if (unresolvedPlace === null || near === null || unresolvedPlace.text === near.label) return false;
  const radius = form.elements.namedItem('radius');
  return radius instanceof HTMLSelectElement && radius.value === String(radiusIn(near.radiusKm, near.unit));
}

/**
 * @param typed the whole typed text, if the server recognised some of its words as choices. `value` then has only the
 * other words. If `typed` changes, the field shows `value` again. Otherwise the recognised words would stay in the
 * field, and the next search would use them again
 */
function WordsField({ value, typed }: { value: string; typed: string }) {
  const field = useRef<HTMLInputElement>(null);
  useSyncedValue(field, value, `${value}\n${typed}`);
  return (
    <label className="block min-w-0">
      <span className="mb-1 block text-sm font-medium">{directoryText.searchFor}</span>
      <input
        ref={field}
        name="q"
        type="search"
        defaultValue={value}
        autoComplete="off"
        maxLength={200}
        className={fieldStyle}
      />
    </label>
  );
}

/**
 * Searches for what a visitor chose before the scripts of the page had loaded. Without this search, the next update of
 * the page would set the boxes and lists back to what the address says.
 */
function useEarlyChoices(form: RefObject<HTMLFormElement | null>): void {
  const { filter, search } = useSearchControls();
  const isRead = useRef(false);
  useEffect(() => {
    if (isRead.current || form.current === null) return;
    isRead.current = true;
    // After a reload and after Back, the browser restores the values of fields, which may not match the address.
    const [load] = performance.getEntriesByType('navigation');
    if (load instanceof PerformanceNavigationTiming && load.type !== 'navigate') return;
    const next = withEarlyChoices(filter, form.current);
    // Next.js notices a changed address only after all effects of the page have run.
    if (next !== filter) queueMicrotask(() => search(next));
  }, [form, filter, search]);
}

function withEarlyChoices(filter: DirectoryFilter, form: HTMLFormElement): DirectoryFilter {
  let next = filter;
  for (const field of form.elements) {
    if (field instanceof HTMLInputElement && field.checked !== field.defaultChecked) {
      next = withFacet(next, { key: field.name, value: field.value, isChosen: field.checked });
    }
    if (field instanceof HTMLSelectElement && field.selectedOptions[0]?.defaultSelected === false) {
      next = withList(next, field);
    }
  }
  return next;
}

function withList(filter: DirectoryFilter, { name, value }: HTMLSelectElement): DirectoryFilter {
  if (name === 'sort') return withSort(filter, value);
  return name === 'radius' && value !== '' ? withRadius(filter, Number(value)) : filter;
}

/** The places that begin like the text that is no place. The links load the page, which finds the point of the place. */
function PlaceChoices({ path, labels }: { path: DirectoryPath; labels: readonly string[] }) {
  const { filter } = useSearchControls();
  if (labels.length === 0) return null;
  const there = (label: string) => {
    const query = new URLSearchParams(
      formatDirectoryFilter(changed(filter, { near: null, inside: null, box: null })),
    );
    query.set('near' satisfies SingleParameter, label);
    return `${path}?${query}`;
  };
  return (
    <p className="flex flex-wrap items-center gap-x-3 sm:col-span-full">
      {directoryText.didYouMean}
      {labels.map((label) => (
        <a key={label} href={there(label)} className="inline-flex min-h-8 items-center text-accent underline">
          {label}
        </a>
      ))}
    </p>
  );
}
