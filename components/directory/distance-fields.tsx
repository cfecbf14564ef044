'use client';

import { useId } from 'react';
import { radiusChoices, type DistanceUnit } from '@/lib/directory/filter';
import { directoryText } from '@/lib/messages/directory';
import { say } from '@/lib/messages/say';
import { directoryHref } from './addresses';
import { withRadius, withUnit } from './distance-change';
import { radiusIn } from './distance-text';
import { fieldStyle } from '../ui/button';
import { useSearchControls } from './search-controls';
import { SearchLink } from './search-link';

/**
 * The radius, and a link to the other unit. If the search has a place, a changed radius starts a search immediately. An
 * empty radius lets the server choose one that finds enough members. On a phone, the field appears with the place, so
 * that the first results are in view before.
 */
export function DistanceFields({ defaultUnit }: { defaultUnit: DistanceUnit }) {
  const { path, filter, unknownPlace, search } = useSearchControls();
  const id = useId();
  const shown = filter.near ?? unknownPlace;
  const unit = shown?.unit ?? defaultUnit;
  const radius = shown === null ? '' : radiusIn(shown.radiusKm, unit);
  const otherUnit = unit === 'km' ? 'mi' : 'km';
  const inOtherUnit = withUnit(filter, otherUnit);
  const change = (field: HTMLSelectElement) => {
    if (filter.near === null) return;
    if (field.value === '') field.form?.requestSubmit();
    else search(withRadius(filter, Number(field.value)));
  };
  return (
    <div className={`min-w-32 ${shown === null ? 'max-sm:hidden' : ''}`}>
      <div className="mb-1 flex justify-between gap-3 text-sm">
        <label htmlFor={id} className="font-medium">
          {directoryText.radius}
        </label>
        {filter.near !== null && (
          <SearchLink
            href={directoryHref(path, inOtherUnit)}
            filter={inOtherUnit}
            aria-label={say(directoryText.showIn, { unit: directoryText[otherUnit] })}
            className="-my-0.5 px-1 py-0.5 text-accent underline"
          >
            {directoryText[otherUnit]}
          </SearchLink>
        )}
      </div>
      <input type="hidden" name="unit" value={unit} />
      <select
        key={`${radius} ${unit}`}
        id={id}
        name="radius"
        defaultValue={radius}
        onChange={(event) => change(event.target)}
        className={fieldStyle}
      >
        <option value="">{directoryText.radiusFits}</option>
        {offered(radius, unit).map((choice) => (
          <option key={choice} value={choice}>
            {say(directoryText.inUnit[unit], { count: choice })}
          </option>
        ))}
      </select>
    </div>
  );
}

function offered(radius: number | '', unit: DistanceUnit): number[] {
  const { choices } = radiusChoices[unit];
  return [...new Set(radius === '' ? choices : [...choices, radius])].sort((a, b) => a - b);
}
