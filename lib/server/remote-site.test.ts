import { expect, test } from 'vitest';
import { readConfig } from '@/lib/base/config';
import { defaultNoun } from '@/lib/base/noun';
import { defaultAppearance } from '@/lib/contract/site';
import { remoteSite } from './remote-site';

const remote = {
  MEMBERSHIP_API_URL: 'https://site.example',
  MEMBERSHIP_ORGANISATION_ID: '7',
  MEMBERSHIP_CLIENT_ID: 'a',
  MEMBERSHIP_CLIENT_SECRET: 'b',
};
const siteOf = (settings: Record<string, string>) =>
  remoteSite(readConfig({ ...remote, ...settings }), { organisationId: 7, apiUrl: 'https://site.example' });

test('another site’s association has the name, look, country, time zone and currency of the settings', () => {
  const settings = {
    ORGANISATION_NAME: 'Example Association',
    ORGANISATION_LOGO_URL: 'https://site.example/logo.svg',
    ORGANISATION_COLOUR: '#1d4ed8',
    ORGANISATION_COUNTRY: 'Australia',
    ORGANISATION_TIME_ZONE: 'Australia/Perth',
    ORGANISATION_CURRENCY: 'NZD',
  };
  expect(siteOf(settings)).toEqual({
    organisationId: 7,
    name: 'Example Association',
    logoUrl: 'https://site.example/logo.svg',
    colour: '#1d4ed8',
    country: 'Australia',
    timeZone: 'Australia/Perth',
    currency: 'NZD',
    isDemonstration: false,
    ...defaultAppearance,
    synonyms: '',
    areas: '',
    noun: defaultNoun,
    contactEmail: null,
    chapterContacts: {},
  });
});

test('a missing setting is derived from the country, or else from the address and the machine', () => {
  expect(siteOf({ ORGANISATION_COUNTRY: 'Australia' })).toMatchObject({
    name: 'site.example',
    timeZone: 'Australia/Sydney',
    currency: 'AUD',
  });
  expect(siteOf({})).toMatchObject({
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    country: null,
    currency: null,
  });
});
