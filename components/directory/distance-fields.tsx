'use client';

import { radiusChoices, type DistanceUnit } from '@/lib/directory/filter';
import type { DirectoryFilter } from '@/lib/directory/search';
import { directoryText } from '@/lib/messages/directory';
import { withRadius, withUnit } from './distance-change';
import { radiusIn } from './distance-text';
import { formatNumber } from '@/lib/messages/locale';
import { fieldStyle } from '../ui/button';
import { useSearchControls } from './search-controls';

/** If the search has a place, a changed radius or unit starts a search immediately. */
export function DistanceFields({ defaultUnit }: { defaultUnit: DistanceUnit }) {
  const { filter, unknownPlace, search } = useSearchControls();
  const shown = filter.near ?? unknownPlace;
  const unit = shown?.unit ?? defaultUnit;
  const radius = shown === null ? radiusChoices[unit].usual : radiusIn(shown.radiusKm, unit);
  const change = (next: DirectoryFilter) => {
    if (filter.near !== null) search(next);
  };
  return (
    <div className="grid grid-cols-[minmax(6rem,1fr)_minmax(5rem,auto)] gap-3">
      <label>
        <span className="mb-1 block text-sm font-medium">{directoryText.radius}</span>
        <select
          key={`${radius} ${unit}`}
          name="radius"
          defaultValue={radius}
          onChange={(event) => change(withRadius(filter, Number(event.target.value)))}
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
          onChange={(event) => change(withUnit(filter, event.target.value))}
          className={fieldStyle}
        >
          <option value="km">{directoryText.km}</option>
          <option value="mi">{directoryText.mi}</option>
        </select>
      </label>
    </div>
  );
}

function offered(radius: number, unit: DistanceUnit): number[] {
  return [...new Set([...radiusChoices[unit].choices, radius])].sort((a, b) => a - b);
}
