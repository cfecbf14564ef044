import { describe, expect, test } from 'vitest';
import { answersOnCard, contactOf, destinationOf, directionsHref, emailHref } from './contact';
import type { PublicLocation } from '@/lib/directory/model/entry';
import { entryOf, locationAt } from '@/lib/directory/model/entry.fixture';

const clinic: PublicLocation = {
  ...locationAt('1', -38.148979, 144.361394),
  address: '171 Beach Road',
  suburb: 'Geelong',
  state: 'VIC',
  postcode: '3220',
  country: 'Australia',
  phone: '(03) 5550 6357',
};
const branch: PublicLocation = {
  ...locationAt('2', -38.2, 144.4),
  website: 'https://branch.example/',
};

describe('the contact at a location', () => {
  test('is the location’s own; if it has none, the member’s; otherwise another location’s', () => {
    const entry = entryOf('1', { locations: [clinic, branch], phone: '1' });
    expect(contactOf(entry, null)).toMatchObject({ phone: clinic.phone, website: branch.website });
    expect(contactOf(entry, branch)).toMatchObject({ phone: '1', website: branch.website });
    expect(contactOf({ ...entry, phone: null }, branch).phone).toBe(clinic.phone);
  });

  test('of a member without locations has no directions', () => {
    expect(contactOf(entryOf('1', { phone: '1' }), null)).toEqual({
      phone: '1',
      website: null,
      destination: null,
    });
  });
});

describe('directions', () => {
  test('lead to the address, or to the point of a location without one', () => {
    expect(destinationOf(clinic)?.text).toBe('171 Beach Road, Geelong VIC 3220, Australia');
    expect(destinationOf(branch)).toEqual({ text: '-38.2,144.4', point: '-38.2,144.4' });
  });

  test('never lead to an area, even if an address were there', () => {
    for (const precision of ['suburb', 'postcode', 'state'] as const)
      expect(destinationOf({ ...clinic, precision })).toBeNull();
  });

  test('are an https address that contains only the point', () => {
    expect(directionsHref({ text: 'a&b', point: '-38.2,144.4' })).toBe(
      'https://www.openstreetmap.org/directions?route=%3B-38.2%2C144.4',
    );
  });
});

test('an email address cannot add fields to the email', () => {
  expect(emailHref('a?cc=b@example.org')).toBe('mailto:a%3Fcc%3Db@example.org');
});

test('a card shows the answers to the chosen questions, or else every plain yes', () => {
  const answers = [
    { extraId: '1', label: 'Telehealth', answers: ['Yes'] },
    { extraId: '2', label: 'New clients', answers: ['No'] },
    { extraId: '3', label: 'Languages', answers: ['Yes', 'Yiddish'] },
    { extraId: '4', label: 'Access', answers: ['Step-free'] },
  ];
  const shown = (...questions: string[]) => answersOnCard(entryOf('1', { answers }), questions);
  expect(shown()).toEqual([{ label: 'Telehealth', text: '' }]);
  expect(shown('2', '3', '4')).toEqual([
    { label: 'Languages', text: 'Yes and Yiddish' },
    { label: 'Access', text: 'Step-free' },
  ]);
  expect(shown('1', '9')).toEqual([{ label: 'Telehealth', text: '' }]);
});
