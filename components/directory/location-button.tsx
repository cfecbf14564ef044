'use client';

import { useState, type MouseEvent } from 'react';
import type { SingleParameter } from '@/lib/base/directory-parameters';
import {
  formatDirectoryFilter,
  kilometresInUnit,
  parseDirectoryFilter,
  radiusChoices,
  roundedPoint,
} from '@/lib/directory/filter';
import type { DirectoryFilter } from '@/lib/directory/search';
import type { Point } from '@/lib/map/geo/point';
import { directoryText } from '@/lib/messages/directory';
import { buttonStyle } from '../ui/button';
import { changed } from './addresses';
import { fetchResolved } from './place-lookup';
import { useSearchControls } from './search-controls';

// This is long enough for a phone to find its position, and short enough to wait for.
const timeoutMs = 8_000;

/**
 * Asks the browser for its position when the button is pressed. The position is rounded before it is sent anywhere.
 * @param form the ID of the search form. undefined: the button is in the form
 */
export function LocationButton({ onProblem, form: formId }: LocationButtonProps) {
  const { filter, search } = useSearchControls();
  const [isLocating, setIsLocating] = useState(false);
  const locate = async ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) => {
    if (isLocating || form === null) return;
    setIsLocating(true);
    onProblem(null);
    const found = await currentPosition();
    const next = typeof found === 'string' ? found : await searchNear(form, { filter, point: found });
    setIsLocating(false);
    if (typeof next === 'string') return onProblem(directoryText[next]);
    search(next, 'results');
  };
  return (
    <button
      type="button"
      form={formId}
      onClick={(event) => void locate(event)}
      aria-disabled={isLocating}
      className={`${buttonStyle('quiet')} grow noscript:hidden`}
    >
      {isLocating ? directoryText.locating : directoryText.useLocation}
    </button>
  );
}

interface LocationButtonProps {
  onProblem: (message: string | null) => void;
  form?: string;
}

type Failure = 'locationDenied' | 'locationTimedOut' | 'locationUnavailable' | 'locationInsecure';

function currentPosition(): Promise<Point | Failure> {
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
 * The search near a point. The form has the radius and the unit, because the visitor may have changed them before there
 * was a place. If the form has no radius, the server chooses one.
 */
async function searchNear(
  form: HTMLFormElement,
  { filter, point }: { filter: DirectoryFilter; point: Point },
): Promise<DirectoryFilter> {
  const fields = new FormData(form);
  const unit = fields.get('unit') === 'mi' ? 'mi' : 'km';
  const radius = Number(fields.get('radius')) || radiusChoices[unit].usual;
  const near = {
    point: roundedPoint(point),
    radiusKm: radius * kilometresInUnit[unit],
    unit,
    label: null,
  } as const;
  const next = changed(filter, { near, inside: null, box: null });
  if (fields.get('radius') !== '') return next;
  const query = new URLSearchParams(formatDirectoryFilter(next));
  query.delete('radius' satisfies SingleParameter);
  try {
    const resolved = await fetchResolved(query.toString());
    return parseDirectoryFilter(new URLSearchParams(resolved.query), { unit }).filter;
  } catch {
    return next;
  }
}
