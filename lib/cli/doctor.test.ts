import { chmodSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createMembershipService } from '@/lib/service/app';
import { revokeClient } from '@/lib/sign-in/oauth/clients';
import { ensureFirstPartyClient } from '@/lib/sign-in/oauth/first-party-client';
import { openStore } from '@/lib/store/database';
import { openSecrets, ownClient } from '@/lib/server/secrets';
import type { Finding } from './finding';
import { commandFolder } from './commands.fixture';

const { folder, run } = commandFolder();
const dataDir = join(folder, 'data');

// No server listens on this port, because these tests use only ports above 1023.
beforeEach(() => void vi.stubEnv('PORT', '9'));
afterEach(() => {
  for (const name of ['BASE_URL', 'SMTP_URL', 'MAP_TILES_URL', 'TRUST_PROXY']) vi.stubEnv(name, '');
  vi.stubEnv('CHAPTERHOUSE_NOW', '');
});

async function examine(): Promise<{ exitCode: number; findings: Finding[]; unplaced: unknown[] }> {
  const { exitCode, out } = await run('doctor --json');
  return { exitCode, ...JSON.parse(out) };
}
const levels = (findings: Finding[]) => findings.map(({ subject, level }) => `${subject} ${level}`);

it('a fresh folder gives notes and no errors, and no database is created', async () => {
  const { exitCode, findings } = await examine();
  expect(levels(findings)).toEqual([
    'version fine',
    'address note',
    'clock fine',
    'map fine',
    'streets note',
    'mail note',
    'database note',
  ]);
  expect(exitCode).toBe(0);
});

it('each member without a place is listed with the reason', async () => {
  const firms = [
    'Number,Company,Type,Address,Suburb,State,Postcode,Country,Lat,Lng',
    'F-1,Placed,Firm,,Geelong,VIC,3220,Australia,-38.15,144.36',
    'F-2,Box,Firm,PO Box 12,Geelong,VIC,3220,Australia,,',
    'F-3,Nowhere,Firm,1 High St,Researvoir,VIC,9999,Australia,,',
    'F-4,Empty,Firm,,,,,,,',
    'F-5,Known,Firm,,Geelong,VIC,3220,Australia,,',
  ];
  writeFileSync(join(folder, 'firms.csv'), `${firms.join('\n')}\n`);
  expect((await run('import firms.csv --organisation 7 --create Firms --without-end')).exitCode).toBe(0);
  const { exitCode, findings, unplaced } = await examine();
  expect(exitCode).toBe(0);
  expect(levels(findings)).toContain('places note');
  expect(unplaced).toMatchObject([
    { number: 'F-2', reason: expect.stringContaining('post box') },
    { number: 'F-3', reason: expect.stringContaining('no known place with this name') },
    { number: 'F-4', reason: expect.stringContaining('no suburb') },
    { number: 'F-5', reason: expect.stringContaining('--place') },
  ]);
});

it.each([
  [{ BASE_URL: 'http://members.example.org' }, 'address', 'https'],
  [{ BASE_URL: 'https://members.example.org' }, 'address', 'TRUST_PROXY'],
  [{ SMTP_URL: 'smtp://user:hunter2@127.0.0.1:9' }, 'mail', 'MAIL_FROM'],
  [{ MAP_TILES_URL: 'https://tiles.example.org/{z}/{x}/{y}.png' }, 'map', 'MAP_TILES_ATTRIBUTION'],
  [{ TRUST_PROXY: 'some' }, 'settings', 'TRUST_PROXY'],
  [{ MEMBERSHIP_ORGANISATION_ID: '8' }, 'organisation', 'MEMBERSHIP_ORGANISATION_ID'],
])(
  '%j is an error, with exit code 1 and no secret shown',
  async (settings: Record<string, string>, subject, word) => {
    for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
    const { exitCode, out, err } = await run('doctor');
    vi.stubEnv('MEMBERSHIP_ORGANISATION_ID', '');
    expect(exitCode).toBe(1);
    expect(out).toMatch(new RegExp(`WRONG {2}${subject}: .*`));
    expect(out).toContain(word);
    expect(out + err).not.toContain('hunter2');
  },
);

it('reports that others can read the secrets', async () => {
  writeFileSync(join(dataDir, 'secrets.json'), JSON.stringify({ authSecret: 'x'.repeat(32) }));
  chmodSync(join(dataDir, 'secrets.json'), 0o644);
  const { exitCode, findings } = await examine();
  expect(findings).toContainEqual(
    expect.objectContaining({
      level: 'wrong',
      subject: 'secrets',
      fix: expect.stringContaining('chmod 600'),
    }),
  );
  expect(exitCode).toBe(1);
  chmodSync(join(dataDir, 'secrets.json'), 0o600);
});

it('names a redirect address to which codes travel unencrypted', async () => {
  const open = '--redirect-uri http://old.example.org/back --allow-http';
  const made = await run(`client create --organisation 7 --name Old --scope user ${open} --json`);
  const { exitCode, findings } = await examine();
  expect(findings.find(({ subject }) => subject === 'redirects')).toMatchObject({ level: 'wrong' });
  expect(exitCode).toBe(1);
  await run(`client revoke ${JSON.parse(made.out).id}`);
});

it('requests a running server’s lists, and reports that its client is refused', async () => {
  const store = await openStore({ dataDir, postgresUrl: null });
  const credentials = ownClient(openSecrets(dataDir).authSecret, 7);
  const client = { organisationId: 7, name: 'Web', redirectUri: 'http://localhost/cb', credentials };
  await ensureFirstPartyClient(store, client);
  const baseUrl = 'http://localhost';
  const mailer = async () => 'sent' as const;
  const clock = () => new Date();
  const { fetch } = createMembershipService({ store, clock, baseUrl, mailer, trustProxy: 0 });
  const server = createServer(getRequestListener(fetch));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A TCP server's address is an AddressInfo.
  vi.stubEnv('PORT', String((server.address() as AddressInfo).port));
  try {
    const running = await examine();
    expect(running.findings.find(({ subject }) => subject === 'API')).toMatchObject({
      level: 'fine',
      text: expect.stringContaining('5 members'),
    });
    expect(running.exitCode).toBe(0);
    await revokeClient(store, credentials.id);
    const refused = await examine();
    expect(refused.findings.find(({ subject }) => subject === 'API')).toMatchObject({ level: 'wrong' });
    expect(refused.exitCode).toBe(1);
  } finally {
    server.closeAllConnections();
    server.close();
    await store.close();
  }
});
