'use client';

import { useEffect, useId, useLayoutEffect, useRef, useState, type ComponentType } from 'react';
import { lookUp } from '@/lib/base/look-up';
import { mapText } from '@/lib/messages/map';
import { locationFieldText, locationText } from '@/lib/messages/office-location';
import { say } from '@/lib/messages/say';
import type { MapBackground } from '@/lib/map/geo/map-background';
import type { LocationFormState } from '@/lib/office-pages/save-location';
import type { PinMapProps } from '../map/pin-map';
import { buttonStyle, fieldStyle } from '../ui/button';

interface Props {
  state: LocationFormState;
  background: MapBackground | null;
  /** Members cannot add streets to the map. */
  isOwn: boolean;
}

export function PointFields({ state, background, isOwn }: Props) {
  const { values } = state;
  const [lat, setLat] = useState(lookUp(values, 'Lat') ?? '');
  const [lng, setLng] = useState(lookUp(values, 'Lng') ?? '');
  const { PinMap, hasFailed } = usePinMap();
  const point = isDegrees(lat) && isDegrees(lng) ? { latitude: Number(lat), longitude: Number(lng) } : null;
  return (
    <div className="grid gap-3">
      <p className="text-sm text-ink-soft">
        {PinMap === null ? locationText.pointHintPlain : locationText.pointHint}
      </p>
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
        <Degrees name="Lat" value={lat} onChange={setLat} state={state} />
        <Degrees name="Lng" value={lng} onChange={setLng} state={state} />
      </div>
      <div>
        <button type="submit" name="do" value="find" className={buttonStyle('quiet')}>
          {locationText.find}
        </button>
      </div>
      {PinMap !== null && (
        <div className="relative h-[60vh] max-h-[28rem] min-h-72 overflow-hidden rounded-xl border border-line bg-sunken print:hidden">
          <PinMap
            point={point}
            background={background}
            onMove={({ latitude, longitude }) => {
              setLat(rounded(latitude));
              setLng(rounded(longitude));
            }}
          />
        </div>
      )}
      {background === null && !isOwn && <p className="text-sm text-ink-soft">{locationText.noStreets}</p>}
      {hasFailed && <p role="status">{mapText.failed}</p>}
    </div>
  );
}

function Degrees({
  name,
  value,
  onChange,
  state,
}: {
  name: 'Lat' | 'Lng';
  value: string;
  onChange: (value: string) => void;
  state: LocationFormState;
}) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    // The field differs from `value` only if a person typed before the scripts of the page had loaded.
    if (field.current !== null && field.current.value !== value) onChange(field.current.value);
  });
  const problem = lookUp(state.problems, name);
  const theirs = lookUp(state.conflicts, name);
  const hasText = problem !== undefined || theirs !== undefined;
  return (
    <div className="grid content-start gap-1">
      <input type="hidden" name={`was.${name}`} value={lookUp(state.was, name) ?? ''} />
      <label htmlFor={`field-${name}`} className="text-sm font-medium">
        {locationFieldText[name]}
      </label>
      <input
        ref={field}
        id={`field-${name}`}
        name={name}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        autoComplete="off"
        aria-invalid={problem === undefined ? undefined : true}
        aria-describedby={hasText ? id : undefined}
        className={fieldStyle}
      />
      {hasText && (
        <p id={id} className="text-sm font-medium text-warn">
          {problem ?? say(locationText.theirs, { value: theirs ?? '' })}
        </p>
      )}
    </div>
  );
}

/** Rounds to six decimals, which is about 0.1 m. */
function rounded(degrees: number): string {
  return String(Number(degrees.toFixed(6)));
}

function isDegrees(text: string): boolean {
  return /^\s*-?\d{1,3}(\.\d+)?\s*$/.test(text);
}

function usePinMap() {
  const [PinMap, setPinMap] = useState<ComponentType<PinMapProps> | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    let isShown = true;
    import('../map/pin-map').then(
      (module) => isShown && setPinMap(() => module.PinMap),
      () => isShown && setHasFailed(true),
    );
    return () => {
      isShown = false;
    };
  }, []);
  return { PinMap, hasFailed };
}
