'use client';

import { kilometresInUnit, radiusChoices, type DistanceUnit } from '@/lib/directory/filter';
import { directoryText } from '@/lib/messages/directory';
import { radiusIn } from './distance-text';
import { formatNumber } from '@/lib/messages/locale';
import { fieldStyle } from '../ui/button';
import { changed } from './addresses';
import { useSearchControls } from './search-controls';

/** Radius and unit of a search near a place. If there is a place, a change starts a search immediately. */
export function DistanceFields({ usualUnit }: { usualUnit: DistanceUnit }) {
  const { filter, unknownPlace, search } = useSearchControls();
  const { near } = filter;
  const shown = near ?? unknownPlace;
  const unit = shown?.unit ?? usualUnit;
  const radius = shown === null ? radiusChoices[unit].usual : radiusIn(shown.radiusKm, unit);
  const change = (next: { radius: number; unit: DistanceUnit }) => {
    if (near === null) return;
    const radiusKm = next.radius * kilometresInUnit[next.unit];
    search(changed(filter, { near: { ...near, radiusKm, unit: next.unit } }));
  };
  return (
    <div className="grid grid-cols-[minmax(6rem,1fr)_minmax(5rem,auto)] gap-3">
      <label>
        <span className="mb-1 block text-sm font-medium">{directoryText.radius}</span>
        <select
          key={`${radius} ${unit}`}
          name="radius"
          defaultValue={radius}
          onChange={(event) => change({ radius: Number(event.target.value), unit })}
          className={fieldStyle}
        >
          {offered(radius, unit).map((choice) => (
            <option key={choice} value={choice}>
              {formatNumber(choice)}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span className="mb-1 block text-sm font-medium">{directoryText.unit}</span>
        <select
          key={unit}
          name="unit"
          defaultValue={unit}
          onChange={(event) => {
            const next = event.target.value === 'mi' ? 'mi' : 'km';
            change({ radius: nearestRound(radius, { from: unit, to: next }), unit: next });
          }}
          className={fieldStyle}
        >
          <option value="km">{directoryText.km}</option>
          <option value="mi">{directoryText.mi}</option>
        </select>
      </label>
    </div>
  );
}

/** The round values, and the radius from the address. */
function offered(radius: number, unit: DistanceUnit): number[] {
  return [...new Set([...radiusChoices[unit].choices, radius])].sort((a, b) => a - b);
}

/** The round value closest to a radius in another unit: 25 miles for 50 km. */
function nearestRound(radius: number, { from, to }: { from: DistanceUnit; to: DistanceUnit }): number {
  const inUnit = (radius * kilometresInUnit[from]) / kilometresInUnit[to];
  const { choices, usual } = radiusChoices[to];
  // Ratios are compared: 5 is further from 10 than 100 is from 150.
  const off = (choice: number) => Math.abs(Math.log(choice / inUnit));
  return choices.reduce((best, choice) => (off(choice) < off(best) ? choice : best), usual);
}
