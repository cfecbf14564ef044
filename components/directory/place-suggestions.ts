import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import type { FoundPlace } from '@/lib/geo/place';
import { lookUp } from '@/lib/look-up';
import { fetchPlaces } from './place-lookup';

// The pause between a key press and the request for suggestions. If another key is pressed during the pause, no request
// is sent. The pause is short, so that suggestions appear during typing.
const pauseMs = 90;
const minLetters = 2;
const maxShown = 8;

export function usePlaceSuggestions(
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
