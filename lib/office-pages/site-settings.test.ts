import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isLikely, readSiteAddress, settingsOf, softwareList, valuesFor } from './site-settings';

const page = readFileSync('docs/connect.md', 'utf8');
const [, settings = ''] = page.split('\n## Settings\n');
const sections = new Map(
  (settings.split('\n## ')[0] ?? '')
    .split('\n### ')
    .slice(1)
    .map((section) => [section.split('\n')[0]?.replace(/ \([^)]*\)$/, ''), section]),
);

test('the office and docs/connect.md know the same software', () => {
  expect(softwareList.map(({ name }) => name).sort()).toEqual([...sections.keys()].sort());
});

test('all software that the office offers was tested or tried by hand', () => {
  for (const section of sections.values()) expect(section).toMatch(/^.+ \((tested|tried by hand)\)\n/);
  expect(settings).not.toContain('not tried');
});

test.each(softwareList)('what the office fills in for $name is what docs/connect.md says', (software) => {
  const section = sections.get(software.name) ?? '';
  const issuer = 'https://members.example/api/v2/organisation/100';
  const values = valuesFor(software, 'https://site.example');
  for (const address of [values.redirects, values.postLogout, values.logout])
    if (address !== '') expect(section.replaceAll(/\s*\n/g, ' ')).toContain(address);
  expect(section.includes('--id-token-claims')).toBe(values.idTokenClaims);
  expect(section.includes('--post-logout-prefix')).toBe(values.postLogoutPrefixes !== '');
  expect(section.includes('--omit-iss')).toBe(values.omitIss !== null);
  expect(section.includes('--public')).toBe(values.public);
  const redirectUris = [String(values.redirects)];
  expect(isLikely(software, redirectUris)).toBe(true);
  const shown = settingsOf(
    software,
    { issuer, clientId: 'CLIENT_ID', secret: 'CLIENT_SECRET', redirectUris },
    '',
  );
  for (const [name, value] of shown) {
    expect(section).toContain(name);
    const path = value.startsWith(issuer) ? value.slice(issuer.length) : '';
    if (path !== '' && !path.startsWith('/.well-known'))
      expect(section).toMatch(new RegExp(`(\\{issuer\\}|/100)${path}`));
  }
});

test.each([
  ['https://wiki.example.org/w/', 'https://wiki.example.org/w'],
  ['wiki.example.org', 'https://wiki.example.org'],
  ['https://wiki.example.org/?page=1#top', 'https://wiki.example.org'],
  ['', null],
  ['javascript:alert(1)', null],
  ['ftp://wiki.example.org', null],
  ['our wiki', null],
])('the address %j is read as %j', (typed, address) => {
  expect(readSiteAddress(typed)).toBe(address);
});
