import { expect, test } from 'vitest';
import { mayOmitIss } from './site-settings';
import type { OfficeClient } from '@/lib/contract/office-clients';
import { allPurposes, purposesOf, readSiteForm, startOfSite, toClientBody } from './site-form';

const client: OfficeClient = {
  ID: 'a',
  Name: 'Wiki',
  Own: false,
  Public: false,
  Scopes: ['basic', 'openid', 'profile', 'email', 'phone', 'offline_access'],
  RedirectURIs: ['https://wiki.example/a', 'https://wiki.example/b'],
  PostLogoutURIs: [],
  PostLogoutPrefixes: ['https://wiki.example/w'],
  HomeURL: 'https://wiki.example/',
  BackchannelLogoutURI: null,
  FirstParty: true,
  RequirePKCE: false,
  LegacyStatus: false,
  IDTokenClaims: true,
  OmitIss: false,
  Rules: { ValidOnly: false, Types: ['1'], Chapters: [], States: ['VIC', 'TAS'], Committees: [] },
  CreatedAt: '2026-01-01T00:00:00.000Z',
};

test('a form that is sent as it was shown changes nothing', () => {
  const { values } = startOfSite(client);
  const body = toClientBody(values, client.Scopes);
  expect({ ...body, Scopes: [...body.Scopes].sort() }).toEqual({
    Name: client.Name,
    Scopes: [...client.Scopes].sort(),
    RedirectURIs: client.RedirectURIs,
    PostLogoutURIs: [],
    PostLogoutPrefixes: client.PostLogoutPrefixes,
    HomeURL: client.HomeURL,
    BackchannelLogoutURI: null,
    FirstParty: true,
    RequirePKCE: false,
    LegacyStatus: false,
    IDTokenClaims: true,
    Rules: client.Rules,
  });
});

test('iss can be left out only for software that may need it, and otherwise stays as it is', () => {
  const apache = { ...client, RedirectURIs: ['https://site.example/protected/callback'] };
  expect([mayOmitIss(apache), mayOmitIss(client), mayOmitIss({ ...client, OmitIss: true })]).toEqual([
    true,
    false,
    true,
  ]);
  const send = (fields: Record<string, string>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return toClientBody(readSiteForm(form, 0).values, []);
  };
  expect(send({})).not.toHaveProperty('OmitIss');
  expect(send({ omitIss: 'yes' })).not.toHaveProperty('OmitIss');
  expect(send({ mayOmitIss: 'yes', omitIss: 'yes' })).toHaveProperty('OmitIss', true);
  expect(send({ mayOmitIss: 'yes' })).toHaveProperty('OmitIss', false);
  expect(startOfSite({ ...client, OmitIss: true }).values.omitIss).toBe(true);
});

test('a site gets the scopes of the chosen purposes, and keeps scopes that belong to none', () => {
  const form = new FormData();
  for (const purpose of ['members', 'write']) form.append('purpose', purpose);
  form.set('name', ' Wiki ');
  form.set('redirects', ' https://wiki.example/a \r\n\r\nhttps://wiki.example/b');
  const { values } = readSiteForm(form, 0);
  const body = toClientBody(values, client.Scopes);
  expect(body).toMatchObject({ Name: 'Wiki', RedirectURIs: client.RedirectURIs });
  expect([...body.Scopes].sort()).toEqual(['members', 'members:write', 'offline_access', 'phone']);
});

test.each(allPurposes)('a client for “%s” is shown as such', (purpose) => {
  const values = { ...startOfSite(null).values, purposes: [purpose] };
  expect(purposesOf({ Scopes: toClientBody(values, []).Scopes })).toContain(purpose);
});
