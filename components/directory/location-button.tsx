'use client';

import { useState, type MouseEvent } from 'react';
import { kilometresInUnit, roundedPoint, type DistanceUnit } from '@/lib/directory/filter';
import { directoryText } from '@/lib/messages/directory';
import { buttonStyle } from '../ui/button';
import { changed } from './addresses';
import { useSearchControls } from './search-controls';

// This is long enough for a phone to find its position, and short enough to wait for.
const timeoutMs = 8_000;

/** Asks the browser for its position when the button is pressed. The position is rounded before it is sent anywhere. */
export function LocationButton({ onProblem }: { onProblem: (message: string | null) => void }) {
  const { filter, search } = useSearchControls();
  const [isLocating, setIsLocating] = useState(false);
  const locate = async ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) => {
    if (isLocating || form === null) return;
    setIsLocating(true);
    onProblem(null);
    const found = await currentPosition();
    setIsLocating(false);
    if (typeof found === 'string') return onProblem(directoryText[found]);
    const near = { point: roundedPoint(found), ...chosenDistance(form), label: null };
    search(changed(filter, { near, inside: null, box: null }), 'results');
  };
  return (
    <button
      type="button"
      onClick={(event) => void locate(event)}
      aria-disabled={isLocating}
      className={`${buttonStyle('quiet')} grow noscript:hidden`}
    >
      {isLocating ? directoryText.locating : directoryText.useLocation}
    </button>
  );
}

type Failure = 'locationDenied' | 'locationTimedOut' | 'locationUnavailable' | 'locationInsecure';

function currentPosition(): Promise<{ latitude: number; longitude: number } | Failure> {
  if (!window.isSecureContext) return Promise.resolve('locationInsecure');
  if (!('geolocation' in navigator)) return Promise.resolve('locationUnavailable');
  return new Promise((resolve) => {
    // This time does not include the visitor's answer to the browser's prompt.
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve({ latitude, longitude }),
      ({ code }) => resolve(failures[code] ?? 'locationUnavailable'),
      { timeout: timeoutMs, maximumAge: 300_000, enableHighAccuracy: false },
    );
  });
}

/** GeolocationPositionError's codes. @see https://www.w3.org/TR/geolocation/#position_error_interface */
const failures: Record<number, Failure> = {
  1: 'locationDenied',
  2: 'locationUnavailable',
  3: 'locationTimedOut',
};

/**
 * Reads the radius and unit from the form. If the search has no place yet, its filter has no radius or unit. But the
 * visitor may already have changed both in the form.
 */
function chosenDistance(form: HTMLFormElement): { radiusKm: number; unit: DistanceUnit } {
  const fields = new FormData(form);
  const unit = fields.get('unit') === 'mi' ? 'mi' : 'km';
  return { radiusKm: Number(fields.get('radius')) * kilometresInUnit[unit], unit };
}
