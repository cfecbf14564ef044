/**
 * `kill -9` before any commit of the import of a full archive. On SQLite, members and accounts are in two databases. A
 * kill between the commits leaves members without accounts: nobody can sign in until the same file is imported again.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addMovedOrganisation, organisationId } from '@/lib/cli/moved-organisation.fixture';
import { exportMembers } from '@/lib/transfer/import/export-members';
import { purgeExpired } from '@/lib/store/auth-purge';
import type { Store } from '@/lib/store/database';
import { openFreshStore, testEngines } from '@/lib/store/stores.fixture';
import { inStore, ownClientId, startService } from './embedded-service';
import { newSettings } from './new-settings';
import { runCommand } from './run-command';
import { newDataDir, type ServiceSettings } from './service-process';

const source = newDataDir();
const archive = join(source.dataDir, 'everything.json');
const importLine = ['import', archive, '--organisation', String(organisationId), '--accept-roles'];

beforeAll(async () => {
  const fresh = await openFreshStore('sqlite');
  await addMovedOrganisation(fresh.store);
  // A service deletes expired data when it starts. So this data is also deleted before the export.
  await purgeExpired(fresh.store, new Date());
  writeFileSync(archive, await exportText(fresh.store));
  await fresh.remove();
});
afterAll(source.remove);

async function exportText(store: Store): Promise<string> {
  const texts: string[] = [];
  // When a service starts, it adds a row about its own client to the journal.
  await store.auth
    .deleteFrom('account_journal')
    .where('client_id', '=', ownClientId(organisationId))
    .execute();
  const isOwnClient = (id: string) => id === ownClientId(organisationId);
  const request = { organisationId, format: 'json', parts: { hasSecrets: true, isOwnClient } } as const;
  await exportMembers(store, request, async (text) => void texts.push(text));
  return texts.join('');
}

it.each(testEngines)(
  'on %s, an import of an archive that is killed before any commit has no effect, or closes sign-in until it is repeated',
  { timeout: 600_000 },
  async (engine) => {
    const left: string[] = [];
    let killAtCommit = 0;
    // The first round kills nothing. The second round kills the process before the last commit. Each further round
    // kills the process one commit earlier, until no data is left.
    do {
      const { settings, remove } = await newSettings(engine);
      try {
        await inStore(settings, async () => undefined);
        const ended = await runCommand(settings, importLine, { killAtCommit });
        expect(ended.isKilled).toBe(killAtCommit > 0);
        left.push(await checkAndRepeat(settings));
        killAtCommit = killAtCommit === 0 ? ended.commits : killAtCommit - 1;
      } finally {
        await remove();
      }
    } while (left.at(-1) !== 'nothing');
    const between = engine === 'sqlite' ? ['members only'] : [];
    expect([...new Set(left)]).toEqual(['complete', ...between, 'nothing']);
  },
);

async function checkAndRepeat(settings: ServiceSettings): Promise<'nothing' | 'members only' | 'complete'> {
  const [persons, accounts] = await inStore(settings, async ({ members, auth }) => [
    (await members.selectFrom('person').select('id').execute()).length,
    (await auth.selectFrom('account').select('person_id').execute()).length,
  ]);
  const left = persons === 0 ? 'nothing' : accounts === 0 ? 'members only' : 'complete';
  if (left === 'members only') {
    const changed = await runCommand(settings, [
      'export',
      join(settings.dataDir, 'x.json'),
      '--organisation',
      '100',
    ]);
    expect([changed.code, changed.printed]).toEqual([1, expect.stringContaining('is not finished')]);
  }
  if (left !== 'nothing') expect(await isOpen(settings)).toBe(left === 'complete');
  if (left !== 'complete') {
    const again = await runCommand(settings, importLine);
    expect([again.code, again.printed]).toEqual([0, expect.stringContaining('Restored 4 accounts')]);
    expect(await isOpen(settings)).toBe(true);
  }
  expect(
    await inStore(settings, async ({ members }) =>
      members.selectFrom('archive_import').selectAll().execute(),
    ),
  ).toEqual([]);
  expect(await inStore(settings, exportText)).toBe(readFileSync(archive, 'utf8'));
  return left;
}

/** Returns whether people and sites can sign in. Also checks the responses and what `doctor` reports. */
async function isOpen(settings: ServiceSettings): Promise<boolean> {
  const service = await startService(settings);
  const incoming = { headers: {}, socket: { remoteAddress: '192.0.2.1' } };
  const send = async (path: string, init: RequestInit = {}) =>
    service.fetch(new Request(`http://localhost:3000${path}`, init), { incoming });
  const root = `/api/v2/organisation/${organisationId}`;
  const pages = `/auth/organisation/${organisationId}`;
  const tokenRequest = (id: string, secret: string): RequestInit => ({
    method: 'POST',
    headers: { Authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'basic' }),
  });
  const archived = tokenRequest(siteId(), 'wrong secret');
  const responses = {
    authorize: await send(`${root}/authorize?client_id=${siteId()}&response_type=code`),
    'sign-in': await send(`${pages}/sign-in?request=x`),
    'mailed code': await send(`${pages}/code?request=x`),
    'forgotten password': await send(`${pages}/forgotten?request=x`),
    'set password': await send(`${pages}/set-password?token=x`),
    'set password, sent': await send(`${pages}/set-password?token=x`, {
      method: 'POST',
      body: new FormData(),
    }),
    'email address': await send(`${pages}/email`),
    token: await send(`${root}/token`, archived),
    'token of version 1': await send(`/api/v1/organisation/${organisationId}/token`, archived),
    revoke: await send(`${root}/revoke`, { ...archived, body: new URLSearchParams({ token: 'x' }) }),
  };
  // Our own directory still works, because its client is not in the archive.
  const own = await send(`${root}/token`, tokenRequest(ownClientId(organisationId), 'secret-of-a-test'));
  const texts = Object.values(responses).map((response) => response.clone().text());
  await service.stop();
  expect(own.status).toBe(200);
  const closed = Object.entries(responses).filter(([, { status }]) => status === 503);
  if (closed.length === 0) return true;
  const [doctor] = await findings(settings);
  expect(closed.map(([name]) => name)).toEqual(Object.keys(responses));
  expect(closed.map(([, { headers }]) => headers.get('Retry-After'))).toEqual(closed.map(() => '60'));
  for (const text of texts) expect(await text).toMatch(/import of the members is not finished/);
  expect(doctor).toMatchObject({
    level: 'wrong',
    fix: expect.stringContaining('import the same file again'),
  });
  return false;
}

function siteId(): string {
  const { Clients } = JSON.parse(readFileSync(archive, 'utf8')) as {
    Clients: { ID: string; Name: string }[];
  };
  return Clients.find(({ Name }) => Name === 'Conference site')?.ID ?? '';
}

async function findings(settings: ServiceSettings): Promise<{ subject: string }[]> {
  const { out } = await runCommand(settings, ['doctor', '--json']);
  const { findings: all } = JSON.parse(out) as { findings: { subject: string }[] };
  return all.filter(({ subject }) => subject === 'import');
}
