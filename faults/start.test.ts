import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '@/lib/store/database';
import { newDatabaseWithoutTables, testEngines } from '@/lib/store/stores.fixture';
import { isLong } from '@/lib/base/test-strength';
import { newDataDir, ServiceProcess, type ServiceSettings } from './service-process';

/** A share of the statements of the first start. The engines do not differ in what a start continues. */
const shares = (engine: (typeof testEngines)[number]) =>
  isLong ? [0.1, 0.4, 0.7, 0.95] : engine === 'sqlite' ? [0.1, 0.7] : [0.4];

const removals: (() => unknown)[] = [];
afterEach(async () => {
  for (const remove of removals.splice(0).reverse()) await remove();
});

async function newSettings(engine: (typeof testEngines)[number]): Promise<ServiceSettings> {
  const folder = newDataDir();
  removals.push(folder.remove);
  if (engine === 'sqlite') return { dataDir: folder.dataDir, postgresUrl: null };
  const database = await newDatabaseWithoutTables();
  removals.push(database.remove);
  return { dataDir: folder.dataDir, postgresUrl: database.url };
}

async function start(settings: ServiceSettings): Promise<ServiceProcess> {
  const service = await ServiceProcess.start(settings);
  // Its data is deleted too, so it need not wait for requests.
  removals.push(() => service.end('SIGKILL'));
  return service;
}

async function expectDemonstration(service: ServiceProcess, signIns = Infinity): Promise<void> {
  const { apiClient, members } = service.credentials();
  expect((await service.requestToken(apiClient)).status).toBe(200);
  expect(members.length).toBeGreaterThan(8);
  for (const { email, password } of members.slice(0, signIns)) {
    const browser = await service.browser(password).open('/auth/organisation/100/email');
    await browser.signIn(email);
    expect(browser.path, email).toMatch(/email|choose/);
  }
}

describe.each(testEngines)('on %s', (engine) => {
  it('three processes that start together create one demonstration and agree on all secrets', async () => {
    const settings = await newSettings(engine);
    const services = await Promise.all(Array.from({ length: 3 }, () => start(settings)));
    // The processes share the passwords, so one of them signs in everybody.
    for (const [at, service] of services.entries())
      await expectDemonstration(service, at === 0 ? Infinity : 1);
    const store = await openStore(settings);
    removals.push(store.close);
    const clients = await store.auth.selectFrom('client').select('name').orderBy('name').execute();
    expect(clients).toHaveLength(2);
    const first = services[0]?.credentials();
    for (const service of services) expect(service.credentials()).toEqual(first);
  }, 120_000);

  it('kill -9 before any statement of the first start: the next one finishes it', async () => {
    const whole = await ServiceProcess.start(await newSettings(engine), { KILL_AT: '0' });
    await whole.end('SIGTERM');
    const statements = Number(/^(\d+) statements$/m.exec(whole.printed)?.[1]);
    const settings = await newSettings(engine);
    const started: boolean[] = [];
    for (const share of shares(engine)) {
      const killAt = String(Math.round(statements * share));
      const service = await ServiceProcess.launch(settings, { KILL_AT: killAt });
      // Each start continues where the killed start before it ended, so later starts have fewer statements left.
      started.push(await service.hasStarted());
      await service.end('SIGKILL');
    }
    expect(started[0], `killed before a share of ${statements} statements`).toBe(false);
    await expectDemonstration(await start(settings));
  }, 120_000);
});

describe('a damaged file', () => {
  const started = newDataDir();
  beforeAll(async () => {
    await (await ServiceProcess.start({ dataDir: started.dataDir, postgresUrl: null })).end('SIGTERM');
  });
  afterAll(started.remove);

  it.each(['secrets.json', 'members.db', 'auth.db', 'demo-credentials.json'])(
    '%s stops the start, is named, and stays unchanged',
    async (name) => {
      const settings = await newSettings('sqlite');
      if (name.endsWith('.db')) cpSync(started.dataDir, settings.dataDir, { recursive: true });
      const file = join(settings.dataDir, name);
      // If the log files remained, SQLite would repair the database from them.
      for (const log of ['-wal', '-shm']) rmSync(file + log, { force: true });
      const damaged = Buffer.from(`{"authSecret": "cut off${'x'.repeat(5000)}`);
      writeFileSync(file, damaged);
      const service = await ServiceProcess.launch(settings);
      expect(await service.exitCode()).toBe(1);
      expect(service.printed).toContain(`${file} is damaged`);
      expect(readFileSync(file).equals(damaged)).toBe(true);
    },
    60_000,
  );
});
