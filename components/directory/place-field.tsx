import { useId, type RefObject, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { FoundPlace } from '@/lib/map/geo/place';
import { lookUp } from '@/lib/base/look-up';
import { directoryText } from '@/lib/messages/directory';
import { say } from '@/lib/messages/say';
import { fieldStyle } from '../ui/button';
import { fetchPlaces } from './place-lookup';
import { useSyncedValue } from './synced-value';

interface PlaceFieldProps {
  value: string;
  /** The point or region of the place in `value`. When `placePoint` changes, the field shows `value` again. */
  placePoint: string | undefined;
  inputRef: RefObject<HTMLInputElement | null>;
  isInvalid: boolean;
  /** When `onChoose` is called, the field already contains the label of the chosen suggestion. */
  onChoose: (place: FoundPlace) => void;
}

/**
 * The field for the place of a search, with suggestions while typing. Without JavaScript it is a plain field.
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/combobox/ (list autocomplete, manual selection)
 */
export function PlaceField({ value, placePoint, inputRef, isInvalid, onChoose }: PlaceFieldProps) {
  const listId = useId();
  useSyncedValue(inputRef, value, `${value}\n${placePoint ?? ''}`);
  const { places, active, isReady, fieldEvents, choose } = usePlaceSuggestions(inputRef, onChoose);
  const isOpen = places.length > 0;
  const optionId = (at: number) => `${listId}-${at}`;
  const combobox = {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': isOpen,
    'aria-controls': listId,
    'aria-activedescendant': active === null ? undefined : optionId(active),
  } as const;
  return (
    <div className="relative">
      <label className="block min-w-0">
        <span className="mb-1 block text-sm font-medium">{directoryText.near}</span>
        <input
          ref={inputRef}
          name="near"
          type="search"
          defaultValue={value}
          placeholder={directoryText.nearHint}
          autoComplete="off"
          maxLength={200}
          aria-invalid={isInvalid || undefined}
          aria-describedby={isInvalid ? 'near-problem' : undefined}
          className={fieldStyle}
          {...(isReady && combobox)}
          {...fieldEvents}
        />
      </label>
      <ul
        id={listId}
        role="listbox"
        aria-label={directoryText.suggestionsOf}
        hidden={!isOpen}
        className="absolute inset-x-0 top-full z-30 mt-1 max-h-80 overflow-y-auto rounded-lg border border-line-strong bg-surface py-1 shadow-lg"
      >
        {places.map((place, at) => (
          // The text field handles the keys, as the combobox pattern requires.
          // eslint-disable-next-line jsx-a11y/click-events-have-key-events
          <li
            key={place.id}
            id={optionId(at)}
            role="option"
            aria-selected={at === active}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(place)}
            className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-2 px-3 hover:bg-accent-soft aria-selected:bg-accent-soft aria-selected:outline-2 aria-selected:-outline-offset-2 aria-selected:outline-accent"
          >
            {place.label}
            {place.regionId !== null && <span className="text-sm text-ink-soft">{directoryText.region}</span>}
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {isOpen && say(directoryText.suggestions, { count: places.length })}
      </p>
    </div>
  );
}

// The pause between a key press and the request for suggestions. If another key is pressed during the pause, no request
// is sent. The pause is short, so that suggestions appear during typing.
const pauseMs = 90;
const minLetters = 2;
const maxShown = 8;

function usePlaceSuggestions(
  field: RefObject<HTMLInputElement | null>,
  onChoose: (place: FoundPlace) => void,
) {
  const [places, setPlaces] = useState<FoundPlace[]>([]);
  const [active, setActive] = useState<number | null>(null);
  const [isReady, setIsReady] = useState(false);
  const pending = useRef<AbortController | null>(null);
  useEffect(() => setIsReady(true), []);

  const close = () => {
    pending.current?.abort();
    setPlaces([]);
    setActive(null);
  };
  const suggest = async (text: string) => {
    pending.current?.abort();
    const request = new AbortController();
    pending.current = request;
    setActive(null);
    if (text.trim().length < minLetters) return setPlaces([]);
    try {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      if (request.signal.aborted) return;
      const found = await fetchPlaces(text, request.signal);
      if (!request.signal.aborted) setPlaces(found.slice(0, maxShown));
    } catch {
      // Without suggestions, the field works as a plain text field. The search itself reports problems.
      if (!request.signal.aborted) setPlaces([]);
    }
  };
  const choose = (place: FoundPlace) => {
    if (field.current !== null) field.current.value = place.label;
    close();
    onChoose(place);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = lookUp({ ArrowDown: 1, ArrowUp: -1 }, event.key);
    const count = places.length;
    if (step !== undefined && count > 0) {
      event.preventDefault();
      setActive(active === null ? (step === 1 ? 0 : count - 1) : (active + step + count) % count);
    } else if (event.key === 'Enter') {
      const place = active === null ? undefined : places[active];
      if (place === undefined) return close();
      event.preventDefault();
      choose(place);
    } else if (event.key === 'Escape' && count > 0) {
      // The first press of Escape closes the list. Browsers clear the field at the next press.
      event.preventDefault();
      close();
    }
  };
  const fieldEvents = {
    onInput: (event: { currentTarget: HTMLInputElement }) => void suggest(event.currentTarget.value),
    onKeyDown,
    onBlur: close,
  };
  return { places, active, isReady, fieldEvents, choose };
}
