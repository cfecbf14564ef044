import { expect, it } from 'vitest';
import type { PublicEntry } from './entry';
import { toPublicFields } from './public-fields';

const entry: PublicEntry = {
  id: '41',
  slug: '41-ada-brandt',
  kind: 'person',
  name: 'Dr Ada Brandt',
  sortKey: 'brandt ada',
  organisation: 'Tidewater Rehab',
  membershipType: { id: '1', name: 'Full member' },
  categories: [
    { id: '1', name: 'Sports' },
    { id: '2', name: 'Hands' },
  ],
  chapter: { id: '3', name: 'Victoria' },
  memberSince: 2019,
  suburb: 'Geelong',
  state: 'VIC',
  country: 'Australia',
  answers: [{ extraId: '5', label: 'Languages', answers: ['Auslan', 'Greek'] }],
  email: 'ada@example.com',
  phone: '03 5550 0041',
  takesMessages: true,
  locations: [
    {
      id: '9',
      name: 'Geelong rooms',
      address: null,
      suburb: 'Geelong',
      state: 'VIC',
      postcode: '3220',
      country: 'Australia',
      phone: null,
      website: 'https://ada.example',
      point: { latitude: -38.15, longitude: 144.36 },
      precision: 'suburb',
    },
  ],
};

it('explains every value in the entry: none is public without a reason', () => {
  const fields = toPublicFields(entry);
  const shown = fields.map(({ name, value }) => `${name}: ${value}`).join(' | ');
  for (const value of leaves({
    ...entry,
    id: '',
    slug: '',
    kind: '',
    sortKey: '',
    takesMessages: 'People can write to you',
  }))
    expect(shown).toContain(value);
  expect(fields.every(({ why }) => why.length > 10)).toBe(true);
});

it('has no line for a value that is not public', () => {
  const minimal: PublicEntry = {
    ...entry,
    organisation: null,
    membershipType: null,
    categories: [],
    chapter: null,
    memberSince: null,
    suburb: null,
    state: null,
    country: null,
    answers: [],
    email: null,
    phone: null,
    takesMessages: false,
    locations: [],
  };
  expect(toPublicFields(minimal).map(({ name }) => name)).toEqual(['Name']);
});

/**
 * Every text and number that a reader would see. IDs, coordinates and the name of the precision are left out, because
 * pages do not show them as they are.
 */
function leaves(value: unknown, key = ''): string[] {
  if (['id', 'extraId', 'point', 'precision'].includes(key) || value === null) return [];
  if (typeof value !== 'object') return [String(value)];
  return Object.entries(value).flatMap(([name, inner]) => leaves(inner, name));
}
