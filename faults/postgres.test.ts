import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isUnreachable } from '@/lib/store/sql/unreachable';
import { openStore, type Store } from '@/lib/store/database';
import { databaseProblems, toWarning } from '@/lib/service/database-state';
import { explainStartup } from '@/lib/base/startup-problems';
import { waitFor } from '@/lib/base/wait-for.fixture';
import { hasPostgres, startOwnPostgres } from '@/scripts/start-postgres.mjs';
import { newDataDir, organisation, ServiceProcess } from './service-process';
import { authority, certificate, key } from './tls.fixture';

// This test starts its own server, because tests must not stop the server of TEST_POSTGRES_URL.
describe.skipIf(!hasPostgres())('PostgreSQL', () => {
  const folder = newDataDir();
  const { dataDir } = folder;
  const certificates = mkdtempSync(join(tmpdir(), 'chapterhouse-authority-'));
  const sslrootcert = join(certificates, 'authority.crt');
  let postgres: Awaited<ReturnType<typeof startOwnPostgres>>;
  beforeAll(async () => {
    writeFileSync(sslrootcert, authority);
    postgres = await startOwnPostgres({ tls: { certificate, key } });
  });
  afterAll(() => {
    postgres.stop();
    folder.remove();
    rmSync(certificates, { recursive: true });
  });

  const at = (host: string, query: string) =>
    `postgres://postgres@${host}:${postgres.port}/postgres?${new URLSearchParams(query)}`;
  async function isEncrypted(postgresUrl: string): Promise<boolean> {
    const store = await openStore({ dataDir, postgresUrl });
    try {
      const { rows } = await sql<{ ssl: boolean }>`
        select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(store.auth);
      return rows[0]?.ssl ?? false;
    } finally {
      await store.close();
    }
  }

  it('uses TLS as sslmode says, and is refused when its certificate is invalid', async () => {
    expect(await isEncrypted(at('127.0.0.1', ''))).toBe(false);
    expect(await isEncrypted(at('127.0.0.1', 'sslmode=require'))).toBe(true);
    expect(await isEncrypted(at('localhost', `sslmode=verify-full&sslrootcert=${sslrootcert}`))).toBe(true);
    expect(await isEncrypted(at('127.0.0.1', `sslmode=verify-ca&sslrootcert=${sslrootcert}`))).toBe(true);
    const otherName = at('127.0.0.1', `sslmode=verify-full&sslrootcert=${sslrootcert}`);
    await expect(isEncrypted(otherName)).rejects.toThrow(/IP/);
    await expect(isEncrypted(at('localhost', 'sslmode=verify-full'))).rejects.toThrow(/certificate/);
  });

  it('ends a statement that takes too long, which is not the client’s fault', async () => {
    const store = await openStore(
      { dataDir, postgresUrl: postgres.url },
      { timeouts: { members: 50, auth: 50 } },
    );
    try {
      const failure = await sql`select pg_sleep(30)`.execute(store.auth).catch((error: unknown) => error);
      expect(isUnreachable(failure)).toBe(true);
      const { rows } = await sql<Record<string, string>>`
        show idle_in_transaction_session_timeout`.execute(store.auth);
      expect(rows).toEqual([{ idle_in_transaction_session_timeout: '15min' }]);
    } finally {
      await store.close();
    }
  });

  it('does not end a statement of the start, which may have to wait for another process', async () => {
    const slowly = (store: Store) =>
      store.members.transaction().execute((db) => sql`select pg_sleep(0.2)`.execute(db));
    const store = await openStore(
      { dataDir, postgresUrl: postgres.url },
      { timeouts: { members: 50, auth: 50 }, prepare: async (opened) => void (await slowly(opened)) },
    );
    try {
      expect(isUnreachable(await slowly(store).catch((error: unknown) => error))).toBe(true);
    } finally {
      await store.close();
    }
  });

  it('is stopped and started while a service runs, which responds 503 and recovers without a restart', async () => {
    const service = await ServiceProcess.start({ dataDir, postgresUrl: postgres.url });
    const { apiClient } = service.credentials();
    const token = async () => {
      const response = await service.requestToken(apiClient);
      return { status: response.status, body: (await response.json()) as Record<string, string> };
    };
    const categories = (issued: string) =>
      service.request(`${organisation}/categories`, { headers: { authorization: `Bearer ${issued}` } });
    try {
      const before = await token();
      expect(before.status).toBe(200);
      postgres.down();
      for (const { status, body } of await Promise.all(Array.from({ length: 30 }, token))) {
        expect({ status, error: body.error }).toEqual({ status: 503, error: 'temporarily_unavailable' });
        expect(body.error_description).not.toMatch(/ECONN|postgres/i);
      }
      const list = await categories(before.body.access_token ?? '');
      expect([list.status, list.headers.get('Retry-After')]).toEqual([503, '5']);
      const page = await service.request(`${organisation}/authorize?client_id=${apiClient.id}`);
      expect(page.status).toBe(503);
      expect(await page.text()).toContain('Sign-in is not available at the moment');
      postgres.up();
      expect((await token()).status).toBe(200);
      expect((await categories(before.body.access_token ?? '')).status).toBe(200);
    } finally {
      await service.end('SIGTERM');
    }
  });

  it('becomes read-only while a service runs: reads work, writes should be repeated later, and /readyz warns', async () => {
    const warnings = [toWarning(databaseProblems['read-only'])];
    const settings = { dataDir, postgresUrl: postgres.url };
    const service = await ServiceProcess.start(settings);
    const admin = new pg.Client(postgres.url);
    await admin.connect();
    const setReadOnly = async (value: 'on' | 'off') => {
      await admin.query(`alter system set default_transaction_read_only = ${value}`);
      await admin.query('select pg_reload_conf()');
    };
    const { apiClient } = service.credentials();
    const ready = async () => {
      const response = await service.request('/readyz');
      return [response.status, await response.json()];
    };
    try {
      const issued = (await (await service.requestToken(apiClient)).json()) as { access_token: string };
      const headers = { authorization: `Bearer ${issued.access_token}` };
      await setReadOnly('on');
      await waitFor(async () => expect(await ready()).toEqual([200, { status: 'ready', warnings }]));
      const refused = await service.requestToken(apiClient);
      expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '5']);
      expect(await refused.json()).toMatchObject({ error: 'temporarily_unavailable' });
      const page = await service.browser('').open('/auth/organisation/100/email');
      expect([page.response.status, page.page]).toEqual([503, expect.stringContaining('not available')]);
      expect((await service.request(`${organisation}/categories`, { headers })).status).toBe(200);
      const started = await openStore(settings).catch((error: unknown) => error);
      expect(explainStartup(started, { dataDir, port: 1 })).toMatch(/^The database is read-only/);
      await setReadOnly('off');
      await waitFor(async () => expect(await ready()).toEqual([200, { status: 'ready' }]));
      expect((await service.requestToken(apiClient)).status).toBe(200);
    } finally {
      await setReadOnly('off');
      await admin.end();
      await service.end('SIGTERM');
    }
  });

  it(
    'is frozen while a service runs, which responds 503, is not ready, and recovers when it resumes',
    { timeout: 90_000 },
    async () => {
      const service = await ServiceProcess.start({ dataDir, postgresUrl: postgres.url });
      const { apiClient } = service.credentials();
      const requestMany = () =>
        Promise.all(Array.from({ length: 30 }, () => service.requestToken(apiClient)));
      try {
        for (const { status } of await requestMany()) expect(status).toBe(200);
        postgres.freeze();
        for (const response of await requestMany()) {
          const { error } = (await response.json()) as { error: string };
          expect([response.status, error]).toEqual([503, 'temporarily_unavailable']);
        }
        const ready = await service.request('/readyz');
        expect([ready.status, await ready.json()]).toEqual([
          503,
          { status: 'not ready', notReady: ['database'] },
        ]);
        postgres.thaw();
        await waitFor(async () => expect((await service.request('/readyz')).status).toBe(200));
        for (const { status } of await requestMany()) expect(status).toBe(200);
      } finally {
        postgres.thaw();
        await service.end('SIGTERM');
      }
    },
  );
});
