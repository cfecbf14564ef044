import type { GroupedProblem } from './causes';
import { countryName, findCountry } from '@/lib/map/geo/countries';
import { mayBeInCountry } from '@/lib/map/geo/country-reach';
import type { Point } from '@/lib/map/geo/point';
import { locationSlots, type LocationSlot } from './fields';
import type { RowValues } from './row-values';

/** null: the row's coordinates have no problem. */
export function refusePoints(values: RowValues): Omit<GroupedProblem, 'line'> | null {
  for (const slot of locationSlots) {
    const cells = pointCells(values, slot);
    if (cells === null) continue;
    const { latitude, longitude, value, column } = cells;
    if (latitude === null || longitude === null) {
      return {
        column,
        value,
        reason: 'latitude and longitude go together: fill in both or neither',
        cause: 'unreadable',
      };
    }
    if (latitude === 0 && longitude === 0) {
      return {
        column,
        value,
        reason: 'is a point in the sea that means "unknown": leave both empty',
        cause: 'unreadable',
      };
    }
  }
  return null;
}

/** Points far outside the country of their row. The row is read anyway. */
export function doubtfulPoints({ line, values }: { line: number; values: RowValues }): GroupedProblem[] {
  return locationSlots.flatMap((slot) => {
    const cells = pointCells(values, slot);
    if (cells === null) return [];
    const { latitude, longitude, value, column } = cells;
    if (latitude === null || longitude === null) return [];
    const country = values.text(slot.names.LocationCountry) || values.text('Country');
    const reason = doubtCountry({ latitude, longitude }, country);
    return reason === null ? [] : [{ line, column, value, reason, cause: 'far-point' }];
  });
}

/** null: both cells are empty. */
function pointCells(values: RowValues, { names }: LocationSlot) {
  const latitude = values.get(names.Lat);
  const longitude = values.get(names.Lng);
  if (latitude === null && longitude === null) return null;
  return { latitude, longitude, value: `${latitude ?? ''}, ${longitude ?? ''}`, column: names.Lat };
}

function doubtCountry(point: Point, countryText: string): string | null {
  const country = countryText === '' ? null : findCountry(countryText);
  if (country === null || mayBeInCountry(point, country.code)) return null;
  const name = countryName(country.code);
  const corrections: [Point, string][] = [
    [{ latitude: point.longitude, longitude: point.latitude }, 'latitude and longitude are swapped'],
    [{ ...point, latitude: -point.latitude }, 'the latitude has the wrong sign'],
    [{ ...point, longitude: -point.longitude }, 'the longitude has the wrong sign'],
  ];
  const corrected = corrections.find(
    ([{ latitude, longitude }]) =>
      Math.abs(latitude) <= 90 &&
      Math.abs(longitude) <= 180 &&
      mayBeInCountry({ latitude, longitude }, country.code),
  );
  return `is far outside ${name}: ${corrected?.[1] ?? 'correct it, or the country, or leave both coordinates empty'}`;
}
