/** The reason for each value in a member's public entry, for the page "My entry". */
import type { PublicEntry, PublicLocation } from './entry';
import { precisionReasons, publicFieldText as names, publicReasons as reasons } from '@/lib/messages/account';

export interface PublicField {
  name: string;
  value: string;
  why: string;
}

export function toPublicFields(entry: PublicEntry): PublicField[] {
  const places = [entry.suburb, entry.state, entry.country].filter((part) => part !== null).join(', ');
  const fields: [string, string | null, string][] = [
    [names.name, entry.name, reasons.name],
    [
      names.picture,
      entry.picture === undefined ? null : (entry.picture.description ?? names.noDescription),
      reasons.unlessOff,
    ],
    [names.organisation, entry.organisation, reasons.unlessOff],
    [names.type, entry.membershipType?.name ?? null, reasons.type],
    [names.categories, entry.categories.map(({ name }) => name).join(', '), reasons.unlessOff],
    [names.chapter, entry.chapter?.name ?? null, reasons.unlessOff],
    [names.memberSince, entry.memberSince?.toString() ?? null, reasons.memberSince],
    [names.place, places, reasons.place],
    ...entry.answers.map(({ label, answers: responses }): [string, string, string] => [
      label,
      responses.join(', '),
      reasons.answer,
    ]),
    [names.email, entry.email, reasons.switchedOn],
    [names.phone, entry.phone, reasons.switchedOn],
    [names.messages, entry.takesMessages ? names.takesMessages : null, reasons.messages],
    ...entry.locations.map((location): [string, string, string] => [
      names.onMap,
      locationText(location),
      precisionReasons[location.precision],
    ]),
  ];
  return fields.flatMap(([name, value, why]) =>
    value === null || value === '' ? [] : [{ name, value, why }],
  );
}

function locationText({
  name,
  address,
  suburb,
  state,
  postcode,
  country,
  phone,
  website,
}: PublicLocation): string {
  const place = [suburb, state, postcode].filter((part) => part !== null && part !== '').join(' ');
  return [name, address, place, country, phone, website]
    .filter((part) => part !== null && part !== '')
    .join(', ');
}
