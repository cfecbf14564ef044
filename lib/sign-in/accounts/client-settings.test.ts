import { expect, test } from 'vitest';
import { refuseClientSettings, type ClientSettings } from './client-settings';

const site: ClientSettings = {
  name: 'Shop',
  scopes: ['basic', 'members'],
  redirectUris: ['https://shop.example/back'],
  isPublic: false,
  isFirstParty: false,
  allowsHttp: false,
};
const app: Partial<ClientSettings> = { isPublic: true, scopes: ['user'] };

test.each<[string, Partial<ClientSettings>]>([
  ['a site', {}],
  ['a service that signs nobody in', { redirectUris: [] }],
  ['a site that writes members', { scopes: ['members', 'members:write'] }],
  ['an app', app],
  ['the directory itself', { isFirstParty: true, scopes: ['members', 'office'] }],
])('%s can be registered', (_what, change) =>
  expect(refuseClientSettings({ ...site, ...change })).toBeNull(),
);

test.each<[string, Partial<ClientSettings>, string, RegExp]>([
  ['no name', { name: '' }, 'Name', /needs a name/],
  ['a name of spaces', { name: '  ' }, 'Name', /needs a name/],
  ['no scope', { scopes: [] }, 'Scopes', /at least one scope/],
  ['the scope members in an app', { ...app, scopes: ['members'] }, 'Scopes', /public client cannot/],
  ['members:write without members', { scopes: ['members:write'] }, 'Scopes', /needs the scope members too/],
  ['the scope office in another client', { scopes: ['office'] }, 'Scopes', /own client/],
  ['an app without an address', { ...app, redirectUris: [] }, 'RedirectURIs', /needs a redirect address/],
  [
    'an unusable address after a usable one',
    { redirectUris: ['https://shop.example/back', 'http://shop.example/'] },
    'RedirectURIs',
    /^The redirect address http:\/\/shop\.example\/ cannot be used: http is allowed only for this machine/,
  ],
])('%s is refused', (_what, change, field, reason) => {
  expect(refuseClientSettings({ ...site, ...change })).toEqual({
    field,
    reason: expect.stringMatching(reason),
  });
});

test.each([
  ['http://site.example/logout', /must start with https:.*add --backchannel-private/],
  ['https://10.0.0.1/logout', /private or reserved network.*add --backchannel-private/],
  ['https://[::ffff:10.0.0.1]/', /private or reserved network/],
  ['https://localhost/logout', /private or reserved network/],
  ['https://sso.internal./logout', /private or reserved network/],
  ['https://moodle/logout', /private or reserved network/],
  ['https://site.example:25/', /must have the usual port/],
  ['https://me:word@site.example/', /user name or password/],
  ['https://site.example/#a', /fragment/],
  ['ftp://site.example/', /must start with https/],
])('the logout address %s, to which nothing could be delivered, is refused', (address, reason) => {
  const settings = { ...site, backchannelLogoutUri: address };
  expect(refuseClientSettings(settings)?.reason).toMatch(reason);
  const isForPrivate = reason.source.includes('private') || /https:|usual/.test(reason.source);
  if (isForPrivate && !address.startsWith('ftp'))
    expect(refuseClientSettings({ ...settings, allowsPrivateLogout: true })).toBeNull();
});
