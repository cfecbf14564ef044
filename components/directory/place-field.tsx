import { useId, type RefObject } from 'react';
import type { FoundPlace } from '@/lib/geo/place';
import { directoryText } from '@/lib/messages/directory';
import { say } from '@/lib/messages/say';
import { fieldStyle } from '../ui/button';
import { usePlaceSuggestions } from './place-suggestions';
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
