import { cpSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { createMembershipService } from '@/lib/service/app';
import { openStore } from '@/lib/store/database';
import { commandFolder } from './commands.fixture';

const { folder, run } = commandFolder();
const dataDir = join(folder, 'data');
const clock = () => new Date('2026-03-02T01:00:00Z');
const members = ['Number,First name,Last name,Type', 'A-1,Zoë,Berg,Full', 'A-2,Mei,李,Full'];

/** Sends a request to a server that uses this DATA_DIR. If no token is given, it requests one first. */
async function send(from: string, client: { id: string; secret: string }, token: string | null = null) {
  const store = await openStore({ dataDir: from, postgresUrl: null });
  const mailer = async () => 'sent' as const;
  const baseUrl = 'http://localhost:3000';
  const { fetch } = createMembershipService({ store, clock, baseUrl, mailer, trustProxy: 0 });
  const root = `${baseUrl}/api/v2/organisation/7`;
  try {
    const credentials = `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`;
    const body = new URLSearchParams({ grant_type: 'client_credentials' });
    const headers = { authorization: credentials };
    const response = await fetch(new Request(`${root}/token`, { method: 'POST', headers, body }));
    const issued: string = token ?? (await response.json()).access_token;
    const withToken = { headers: { authorization: `Bearer ${issued}` } };
    const list = await fetch(new Request(`${root}/members`, withToken));
    return { status: list.status, token: issued, body: await list.text(), etag: list.headers.get('etag') };
  } finally {
    await store.close();
  }
}

it('a backup taken during a write has the state from before the write, and a new DATA_DIR can use it', async () => {
  writeFileSync(join(folder, 'members.csv'), `${members.join('\n')}\n`);
  await run('import members.csv --organisation 7 --create Example --without-end');
  writeFileSync(join(dataDir, 'secrets.json'), '{"kept":true}', { mode: 0o600 });
  const made = await run('client create --organisation 7 --name Site --scope members --json');
  const client: { id: string; secret: string } = JSON.parse(made.out);
  const before = await send(dataDir, client);
  expect(JSON.parse(before.body)).toHaveLength(2);

  const server = await openStore({ dataDir, postgresUrl: null });
  await server.members.transaction().execute(async (db) => {
    await db.deleteFrom('membership_document').execute();
    const backup = await run('backup kept/monday --json');
    expect(backup.err).toBe('');
    expect(JSON.parse(backup.out)).toMatchObject({
      folder: join(folder, 'kept/monday'),
      files: [
        { name: 'auth.db' },
        { name: 'installation.json' },
        { name: 'members.db' },
        { name: 'secrets.json' },
      ],
    });
  });
  await server.close();

  cpSync(join(folder, 'kept/monday'), join(folder, 'restored'), { recursive: true });
  expect(await send(join(folder, 'restored'), client, before.token)).toEqual(before);
  expect(readFileSync(join(folder, 'restored/secrets.json'), 'utf8')).toBe('{"kept":true}');
  for (const name of ['auth.db', 'members.db', 'secrets.json']) {
    expect(statSync(join(folder, 'kept/monday', name)).mode & 0o777).toBe(0o600);
  }
  expect(statSync(join(folder, 'kept/monday')).mode & 0o777).toBe(0o700);
});

it('never overwrites a backup, and refuses a DATA_DIR without a database', async () => {
  const again = await run('backup kept/monday');
  expect(again).toMatchObject({ exitCode: 1, err: expect.stringContaining('exists already') });
  vi.stubEnv('DATA_DIR', join(folder, 'elsewhere'));
  const nothing = await run('backup kept/tuesday');
  expect(nothing).toMatchObject({ exitCode: 1, err: expect.stringContaining('There is no members.db') });
  expect(existsSync(join(folder, 'elsewhere'))).toBe(false);
  vi.stubEnv('DATA_DIR', dataDir);
});

it('refers users of PostgreSQL to pg_dump', async () => {
  vi.stubEnv('DATABASE_URL', 'postgres://nobody@127.0.0.1:1/none');
  const refused = await run('backup kept/tuesday');
  expect(refused).toMatchObject({ exitCode: 2, err: expect.stringContaining('pg_dump') });
  vi.stubEnv('DATABASE_URL', '');
});
