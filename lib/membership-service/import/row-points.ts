import { countryName, findCountry } from '@/lib/geo/countries';
import { mayBeInCountry } from '@/lib/geo/country-reach';
import type { Point } from '@/lib/geo/point';
import { locationSlots, type LocationSlot } from './fields';
import type { BadValue } from './import-error';
import { said, type RowValues } from './row-values';

/** What is wrong with a row's coordinates; null: nothing. */
export function refusePoints(values: RowValues): Omit<BadValue, 'line'> | null {
  for (const slot of locationSlots) {
    const cells = pointCells(values, slot);
    if (cells === null) continue;
    const { latitude, longitude, value, column } = cells;
    if ((latitude === '') !== (longitude === '')) {
      return { column, value, reason: 'latitude and longitude go together: fill in both or neither' };
    }
    if (latitude === '0' && longitude === '0') {
      return { column, value, reason: 'is a point in the sea that stands for "unknown": leave both empty' };
    }
  }
  return null;
}

/** Points far outside the country of their row; it is read all the same. */
export function doubtfulPoints({ line, values }: { line: number; values: RowValues }): BadValue[] {
  return locationSlots.flatMap((slot) => {
    const cells = pointCells(values, slot);
    if (cells === null) return [];
    const { latitude, longitude, value, column } = cells;
    const point = { latitude: Number(latitude), longitude: Number(longitude) };
    const country = said(values, slot.names.LocationCountry) || said(values, 'Country');
    const reason = doubtCountry(point, country);
    return reason === null ? [] : [{ line, column, value, reason }];
  });
}

/** null: neither cell says anything. */
function pointCells(values: RowValues, { names }: LocationSlot) {
  const latitude = said(values, names.Lat);
  const longitude = said(values, names.Lng);
  if (latitude === '' && longitude === '') return null;
  return { latitude, longitude, value: `${latitude}, ${longitude}`, column: names.Lat };
}

function doubtCountry(point: Point, countryText: string): string | null {
  const country = countryText === '' ? null : findCountry(countryText);
  if (country === null || mayBeInCountry(point, country.code)) return null;
  const name = countryName(country.code);
  const otherways: [Point, string][] = [
    [{ latitude: point.longitude, longitude: point.latitude }, 'latitude and longitude are swapped'],
    [{ ...point, latitude: -point.latitude }, 'the latitude has the wrong sign'],
    [{ ...point, longitude: -point.longitude }, 'the longitude has the wrong sign'],
  ];
  const meant = otherways.find(
    ([{ latitude, longitude }]) =>
      Math.abs(latitude) <= 90 &&
      Math.abs(longitude) <= 180 &&
      mayBeInCountry({ latitude, longitude }, country.code),
  );
  return `is far outside ${name}: ${meant?.[1] ?? 'correct it, or the country, or leave both coordinates empty'}`;
}
