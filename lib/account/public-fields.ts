/** Why each thing in a member's public entry is there: what "What the world sees" explains. */
import type { PublicEntry, PublicLocation } from '@/lib/directory/entry';

export interface PublicField {
  name: string;
  value: string;
  why: string;
}

/** Every value of the entry, in the order in which a profile shows them. */
export function toPublicFields(entry: PublicEntry): PublicField[] {
  const places = [entry.suburb, entry.state, entry.country].filter((part) => part !== null).join(', ');
  const fields: [string, string | null, string][] = [
    ['Name', entry.name, `${unlessOff} Without a name there is no entry.`],
    ['Organisation', entry.organisation, unlessOff],
    [
      'Membership type',
      entry.membershipType?.name ?? null,
      `${unlessOff} The association shows this type to the public.`,
    ],
    ['Categories', entry.categories.map(({ name }) => name).join(', '), unlessOff],
    ['Chapter', entry.chapter?.name ?? null, unlessOff],
    ['Member since', entry.memberSince?.toString() ?? null, `${unlessOff} Only the year is shown.`],
    ['Place', places, `${unlessOff} Your street and your mailing address are never shown.`],
    ...entry.answers.map(({ label, answers }): [string, string, string] => [
      label,
      answers.join(', '),
      `${unlessOff} The association lets people search by the answers to this question.`,
    ]),
    ['E-mail', entry.email, switchedOn],
    ['Phone', entry.phone, switchedOn],
    [
      'Messages',
      entry.takesMessages ? 'People may write to you' : null,
      `${switchedOn} Your profile has a form where this site can send mail; your address is not shown.`,
    ],
    ...entry.locations.map((location): [string, string, string] => [
      'On the map',
      locationText(location),
      precisionReasons[location.precision],
    ]),
  ];
  return fields.flatMap(([name, value, why]) =>
    value === null || value === '' ? [] : [{ name, value, why }],
  );
}

const unlessOff = 'Shown unless it is switched off.';
const switchedOn = 'Shown because it was switched on, by you or for you.';

const precisionReasons = {
  exact: 'At its exact place, as was chosen or as is usual for organisations.',
  suburb: 'As an area: the map shows the middle of the suburb, not your address.',
  postcode: 'As an area: the map shows the middle of the postcode, not your address.',
  state: 'As an area: the map shows the middle of the state, not your address.',
} as const;

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
