import { lookUp } from '@/lib/base/look-up';
import type { Field } from '@/lib/contract/fields/field';
import { ownLocationFields } from '@/lib/contract/fields/location';
import { locationProfileFields } from '@/lib/contract/fields/profile';
import { readInput } from '@/lib/contract/fields/office-fields';
import type { OfficeMember } from '@/lib/contract/office';
import { locationFieldText, locationText } from '@/lib/messages/office-location';
import { say } from '@/lib/messages/say';
import { choicesOf, inputOf, withPlainBreaks, type FormValues, type Option } from './member-form';

export type OfficeLocation = OfficeMember['Locations'][number];
export type LocationField = keyof typeof locationFieldText;

const own = Object.entries<Field>({ ...locationProfileFields, ...ownLocationFields }).filter(
  ([, { kind, notIn }]) => kind.json !== 'list' && notIn?.includes('form') !== true,
);

/** The input of a field that the contract does not have. */
export interface OwnLocationInput {
  name: string;
  caption: string;
  type: string;
  /** null: the value is typed. */
  options: readonly Option[] | null;
}

export const ownLocationInputs: readonly OwnLocationInput[] = own.map(
  ([name, { kind, isLong, caption = name }]) => ({
    name,
    caption,
    type: inputOf({ kind, isLong }),
    options: choicesOf(kind),
  }),
);

const locationFields = [...Object.keys(locationFieldText), ...own.map(([name]) => name)];

export function valuesOfLocation(location: OfficeLocation): FormValues {
  const { Geolocation: point, ...rest } = location;
  const blank = Object.fromEntries(own.map(([name, { kind }]) => [name, kind.blank]));
  const flat: Record<string, unknown> = { ...blank, ...rest, Lat: point?.Lat, Lng: point?.Lng };
  return Object.fromEntries(locationFields.map((name) => [name, String(lookUp(flat, name) ?? '')]));
}

/** @param prefix `''` for the values that the person typed; `was.` for the values that the page showed before */
export function locationValuesOfForm(form: FormData, prefix = ''): FormValues {
  return Object.fromEntries(
    locationFields.map((name) => {
      const value = form.get(prefix + name);
      return [name, typeof value === 'string' ? withPlainBreaks(value).trim() : ''];
    }),
  );
}

export function withValues(
  location: OfficeLocation,
  values: FormValues,
  names: readonly string[],
): OfficeLocation {
  const all = { ...valuesOfLocation(location), ...pick(values, names) };
  const { Lat = '', Lng = '', ...texts } = all;
  const further = own.map(([name, { kind }]) => [name, readInput(kind, lookUp(all, name) ?? '')] as const);
  return { ...location, ...texts, ...Object.fromEntries(further), Geolocation: { Lat, Lng } };
}

/** Checks only the coordinates. The API checks the other fields. */
export function problemsOfPoint(values: FormValues): Record<string, string> {
  const checks = [
    { name: 'Lat', most: 90, example: '-38.1499' },
    { name: 'Lng', most: 180, example: '144.3617' },
  ];
  return Object.fromEntries(
    checks.flatMap(({ name, most, example }) => {
      const value = lookUp(values, name) ?? '';
      if (value === '') return [[name, locationText.setPoint]];
      const isRight = /^-?\d{1,3}(?:\.\d{1,20})?$/.test(value) && Math.abs(Number(value)) <= most;
      return isRight ? [] : [[name, say(locationText.degrees, { least: -most, most, example })]];
    }),
  );
}

/** The field that an error of the API is about. null: the error is about another location, or has no field. */
export function fieldOfLocationError(path: string, index: number): string | null {
  const prefix = `Locations[${index}].`;
  if (!path.startsWith(prefix)) return null;
  const name = path.slice(prefix.length).replace(/^Geolocation\./, '');
  return locationFields.find((one) => one === name) ?? null;
}

export function describeLocation(location: OfficeLocation): string {
  const { Name: name, Address: street, Suburb, State, Postcode, Country } = location;
  const isThere = (part: string | undefined) => part !== undefined && part !== '';
  const place = [Suburb, State, Postcode].filter(isThere).join(' ');
  return [name, street, place, Country].filter(isThere).join(', ') || locationText.unnamed;
}

function pick(values: FormValues, names: readonly string[]): FormValues {
  return Object.fromEntries(names.map((name) => [name, lookUp(values, name) ?? '']));
}
