import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config';

const problemOf = (env: Record<string, string>): string => {
  try {
    readConfig(env);
    return '';
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
};

test('no setting is required', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: '0.0.0.0',
    baseUrl: 'http://localhost:3000',
    dataDir: './.data',
    postgresUrl: null,
    remoteApiUrl: null,
    organisationId: null,
    trustProxy: 0,
    metricsToken: null,
    logLevel: null,
    limitsRequests: true,
    now: null,
  });
});

test('the public address follows the port, and loses a trailing slash', () => {
  expect(readConfig({ PORT: '8080' }).baseUrl).toBe('http://localhost:8080');
  expect(readConfig({ BASE_URL: 'https://a.example/' }).baseUrl).toBe('https://a.example');
  expect(readConfig({ BASE_URL: 'https://A.example:443' }).baseUrl).toBe('https://a.example');
});

test('visitors can write to members only through our own service, and only if mail is set up', () => {
  const remote = {
    MEMBERSHIP_API_URL: 'https://site.example',
    MEMBERSHIP_ORGANISATION_ID: '1',
    MEMBERSHIP_CLIENT_ID: 'a',
    MEMBERSHIP_CLIENT_SECRET: 'b',
  };
  const mail = { SMTP_URL: 'smtp://mail.example' };
  expect(readConfig(mail).carriesMessages).toBe(true);
  expect(readConfig({}).carriesMessages).toBe(false);
  expect(readConfig({ ...remote, ...mail }).carriesMessages).toBe(false);
});

test.each([
  ['PORT', 'eighty'],
  ['PORT', '65536'],
  ['BASE_URL', 'javascript:alert(1)'],
  ['BASE_URL', 'https://a.example/members'],
  ['BASE_URL', 'https://a.example/?x=1'],
  ['BASE_URL', 'https://user@a.example'],
  ['DATABASE_URL', 'mysql://localhost/a'],
  ['AUTH_SECRET', 'short'],
  ['TRUST_PROXY', '-1'],
  ['METRICS_TOKEN', 'short'],
  ['LOG_LEVEL', 'loud'],
  ['RATE_LIMITS', '100'],
  ['MEMBERSHIP_ORGANISATION_ID', '0'],
  ['MAP_TILES_URL', 'https://tiles.example/'],
  ['MAP_STREETS', 'ftp://example.org/perth.pmtiles'],
  ['CHAPTERHOUSE_NOW', 'yesterday'],
  ['ORGANISATION_NAME', '  '],
  ['ORGANISATION_LOGO_URL', 'javascript:alert(1)'],
  ['ORGANISATION_COLOUR', 'blue'],
  ['ORGANISATION_TIME_ZONE', 'Mars/Olympus'],
  ['ORGANISATION_CURRENCY', 'dollars'],
])('%s=%s is refused with its name', (name, value) => {
  expect(problemOf({ [name]: value })).toMatch(new RegExp(`^${name}: .{10,}`));
});

test('the association of the own database cannot be set in the environment', () => {
  expect(problemOf({ ORGANISATION_NAME: 'A', ORGANISATION_CURRENCY: 'AUD' }).split('\n')).toEqual([
    expect.stringMatching(/^ORGANISATION_NAME: .*organisation set name=VALUE/),
    expect.stringMatching(/^ORGANISATION_CURRENCY: .*organisation set currency=VALUE/),
  ]);
});

test('an incomplete pair, and a remote site without its client, are refused with their names', () => {
  expect(problemOf({ MEMBERSHIP_CLIENT_ID: 'a' })).toContain('MEMBERSHIP_CLIENT_SECRET');
  expect(problemOf({ MEMBERSHIP_API_URL: 'https://site.example' }).split('\n')).toHaveLength(3);
});

test('an error message contains no secret', () => {
  expect(problemOf({ AUTH_SECRET: 'swordfish' })).not.toContain('swordfish');
});

test('MAP_STREETS is a file or an address, and cannot be combined with a tile server', () => {
  for (const MAP_STREETS of [
    '/data/perth.pmtiles',
    'perth.pmtiles',
    'https://example.org/perth.pmtiles?key=1',
  ])
    expect(readConfig({ MAP_STREETS }).mapStreets).toBe(MAP_STREETS);
  expect(readConfig({}).mapStreets).toBeNull();
  const MAP_TILES_URL = 'https://tiles.example/{z}/{x}/{y}.png';
  expect(problemOf({ MAP_STREETS: 'perth.pmtiles', MAP_TILES_URL })).toMatch(
    /cannot be used together: set only one of them/,
  );
});
