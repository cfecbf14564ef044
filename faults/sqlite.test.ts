import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { damageTable } from '@/lib/store/sql/damage-table.fixture';
import { databaseProblems, toWarning } from '@/lib/service/database-state';
import { waitFor } from '@/lib/base/wait-for.fixture';
import { runCommand } from './run-command';
import { newDataDir, organisation, ServiceProcess } from './service-process';
import { openSmallDisk } from './small-disk';

async function openLockHolder(file: string) {
  const child = fork(join(import.meta.dirname, 'lock-holder.mjs'), [file]);
  await once(child, 'message');
  const say = async (message: 'lock' | 'unlock') => {
    child.send(message);
    await once(child, 'message');
  };
  return { lock: () => say('lock'), unlock: () => say('unlock'), stop: () => child.kill() };
}

async function tokenFrom(service: ServiceProcess): Promise<string> {
  const response = await service.requestToken(service.credentials().apiClient);
  expect(response.status).toBe(200);
  return ((await response.json()) as { access_token: string }).access_token;
}

function categories(service: ServiceProcess, token: string): Promise<Response> {
  return service.request(`${organisation}/categories`, { headers: { authorization: `Bearer ${token}` } });
}

const unavailable = { error: 'temporarily_unavailable' };
const diskFault = toWarning(databaseProblems.disk);
const ownPage = '/auth/organisation/100/email';

async function ready(service: ServiceProcess) {
  const response = await service.request('/readyz');
  return [response.status, (await response.json()) as unknown];
}

async function signIn(service: ServiceProcess) {
  const [member] = service.credentials().members;
  if (member === undefined) throw new Error('the demonstration has members');
  const browser = await service.browser(member.password).open(ownPage);
  return browser.signIn(member.email);
}

describe('a SQLite file that another process has locked', () => {
  const { dataDir, remove } = newDataDir();
  let service: ServiceProcess;
  beforeAll(async () => {
    service = await ServiceProcess.start({ dataDir, postgresUrl: null }, { TELL_LOCK: '1' });
  });
  afterAll(async () => {
    await service.end('SIGTERM');
    remove();
  });

  it('members.db by an import: sign-ins and tokens do not wait for it', async () => {
    const import_ = await openLockHolder(join(dataDir, 'members.db'));
    try {
      await import_.lock();
      await tokenFrom(service);
      expect((await signIn(service)).path).toBe(ownPage);
    } finally {
      import_.stop();
    }
  });

  it('auth.db: reads continue, writes are asked to retry, and both work when the lock is released', async () => {
    const token = await tokenFrom(service);
    const holder = await openLockHolder(join(dataDir, 'auth.db'));
    try {
      await holder.lock();
      let isWaiting = true;
      const writing = service
        .requestToken(service.credentials().apiClient)
        .finally(() => (isWaiting = false));
      await service.meetsLock();
      for (let reads = 0; reads < 3; reads += 1) expect((await categories(service, token)).status).toBe(200);
      // If the event loop waited for the lock, the write would be refused before the service could respond to a read.
      expect(isWaiting).toBe(true);
      const refused = await writing;
      expect([refused.status, await refused.json()]).toEqual([503, expect.objectContaining(unavailable)]);
      const delayed = service.requestToken(service.credentials().apiClient);
      await holder.unlock();
      expect((await delayed).status).toBe(200);
    } finally {
      holder.stop();
    }
  });
});

it('a full disk is reported to writers and does not affect readers, and writes succeed again when there is space', async () => {
  const { dataDir, remove } = newDataDir();
  const disk = openSmallDisk(dataDir);
  const service = await ServiceProcess.start({ dataDir, postgresUrl: null });
  try {
    const tokens = [await tokenFrom(service)];
    disk.fill(service.pid);
    const { apiClient } = service.credentials();
    let refused: Response | null = null;
    // The first requests can still succeed, because the write-ahead log already has space on the disk.
    for (let requests = 0; requests < 3000 && refused === null; requests += 1) {
      const response = await service.requestToken(apiClient);
      if (response.status === 200)
        tokens.push(((await response.json()) as { access_token: string }).access_token);
      else refused = response;
    }
    expect([refused?.status, await refused?.json()]).toEqual([503, expect.objectContaining(unavailable)]);
    expect(await ready(service)).toEqual([
      200,
      { status: 'ready', warnings: expect.arrayContaining([diskFault]) },
    ]);
    const page = await service.browser('').open(ownPage);
    expect([page.response.status, page.page]).toEqual([503, expect.stringContaining('not available')]);
    expect((await categories(service, tokens[0] ?? '')).status).toBe(200);
    // The service writes its log asynchronously.
    await waitFor(() => expect(service.printed).toMatch(/disk is full|disk I\/O error/));
    disk.free(service.pid);
    tokens.push(await tokenFrom(service));
    expect((await signIn(service)).path).toBe(ownPage);
    for (const token of [...tokens.slice(0, 5), ...tokens.slice(-5)])
      expect((await categories(service, token)).status).toBe(200);
  } finally {
    await service.end('SIGTERM');
    disk.close();
    remove();
  }
});

it('damage that the service meets is on /readyz and in `doctor`, and undamaged tables can still be read', async () => {
  const { dataDir, remove } = newDataDir();
  const settings = { dataDir, postgresUrl: null };
  const service = await ServiceProcess.start(settings);
  try {
    const token = await tokenFrom(service);
    const read = (list: string) =>
      service.request(`${organisation}/${list}`, { headers: { authorization: `Bearer ${token}` } });
    expect(await ready(service)).toEqual([200, { status: 'ready' }]);
    damageTable(dataDir, { file: 'members.db', table: 'location' });
    expect((await read('locations')).status).toBe(500);
    const warnings = [toWarning(databaseProblems.damaged)];
    // The server asks the database at most once a second.
    await waitFor(async () => expect(await ready(service)).toEqual([200, { status: 'ready', warnings }]));
    expect((await read('categories')).status).toBe(200);
    const { code, printed } = await runCommand(settings, ['doctor']);
    expect(code, printed).toBe(1);
    expect(printed).toMatch(
      /WRONG +database: members\.db is damaged: .*\n +Stop the server and restore a backup/,
    );
  } finally {
    await service.end('SIGTERM');
    remove();
  }
});
