import { hash } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { mailIdentity } from '@/lib/mail/mail-identity.fixture';
import { createMailer } from '@/lib/mail/mailer';
import { purgeExpired } from '@/lib/store/auth-purge';
import { usualCost } from '@/lib/sign-in/accounts/quick-argon2.fixture';
import { rotateSecret } from './clients';
import type { Store } from '@/lib/store/database';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import {
  api,
  requestToken,
  authorizePath,
  exchange,
  getCode,
  password,
  seedCast,
  startService,
  tokenOf,
  withToken,
  type TestService,
} from '@/lib/service/sign-in-service.fixture';
import { waitFor } from '@/lib/base/wait-for.fixture';

const tables = [
  'client',
  'authorization_code',
  'access_token',
  'account',
  'session',
  'authorize_request',
  'mail_code',
  'consent',
  'limit_bucket',
] as const;

async function dump(store: Store): Promise<string> {
  const parts = [];
  for (const table of tables)
    parts.push(JSON.stringify((await sql`select * from ${sql.table(table)}`.execute(store.auth)).rows));
  return parts.join('\n');
}

async function useEverything(service: TestService): Promise<string[]> {
  const client = await service.register({ isFirstParty: true, scopes: ['user', 'basic'] });
  const secrets = [client.secret, password];
  const browser = await service.browser().open(authorizePath(client));
  await browser.open(browser.path.replace('/sign-in', '/forgotten'));
  await browser.submit({ email: 'ada@example.org' }, { action: 'forgotten' });
  await browser.open(authorizePath(client));
  secrets.push(/request=(\w+)/.exec(browser.path)?.[1] ?? '');
  await browser.open(browser.path.replace('/sign-in', '/code'));
  await browser.submit({ email: 'ada@example.org' }, { action: 'code' });
  await waitFor(() => expect(service.mails).toHaveLength(2));
  for (const mail of service.mails)
    secrets.push(/token=(\w+)/.exec(mail.text)?.[1] ?? /\b(\d{6})\b/.exec(mail.text)?.[1] ?? '');
  const code = await getCode(service, client);
  const token = await tokenOf(await exchange(service, client, code));
  await service.request(`${api}/user?access_token=${token}`);
  await exchange(service, client, code);
  const own = await tokenOf(await requestToken(service, client, { grant_type: 'client_credentials' }));
  await service.request(`${api}/categories`, withToken(own));
  await (await browser.open(authorizePath(client))).signIn('ada@example.org', 'mistyped-secret');
  await (await browser.open(authorizePath(client))).signIn();
  return [...secrets, code, token, own, 'mistyped-secret', ...browser.cookies.values()];
}

describeEachEngine('storage', (store) => {
  seedCast(store);

  test('S1 S2 a dump of the database and the log contain no usable secret, code, token or link', async () => {
    const logged: unknown[] = [];
    const spies = (['log', 'info', 'warn', 'error', 'debug'] as const).map((name) =>
      vi.spyOn(console, name).mockImplementation((...args) => void logged.push(args)),
    );
    const service = startService(store());
    const secrets = await useEverything(service);
    spies.forEach((spy) => spy.mockRestore());
    expect(secrets.every((secret) => secret.length >= 6)).toBe(true);
    const written = `${await dump(store())}\n${JSON.stringify([logged, service.errors.map(String)])}`;
    for (const secret of secrets)
      expect(new RegExp(`(?<!\\w)${secret}(?!\\w)`).test(written), secret).toBe(false);
  });

  test('S1 the six digits cannot be found by trying all of them against a dump', async () => {
    const rows = await store()
      .auth.selectFrom('mail_code')
      .select('code_hash')
      .where('purpose', '=', 'sign-in')
      .execute();
    expect(rows.length).toBeGreaterThan(0);
    const hashes = new Set(rows.map((row) => row.code_hash));
    for (let code = 0; code < 1_000_000; code += 1) {
      const digits = String(code).padStart(6, '0');
      if (hashes.has(hash('sha256', digits))) throw new Error(`found ${digits}`);
    }
  });

  test('S1 passwords are stored as argon2id', async () => {
    const rows = await store().auth.selectFrom('account').select('password_hash').execute();
    for (const row of rows) expect(row.password_hash).toMatch(usualCost);
  });

  test('after a clock far ahead issued tokens and is corrected, the tokens count from now', async () => {
    const corrected = new Date('2026-03-01T10:00:00Z');
    const service = startService(store());
    service.now = new Date('2031-03-01T10:00:00Z');
    await useEverything(service);
    await purgeExpired(store(), corrected);
    for (const table of tables.filter((name) => !['client', 'account', 'consent'].includes(name))) {
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(
        store().auth,
      );
      for (const row of rows) {
        const issued = Number(row['issued_at'] ?? row['created_at'] ?? row['updated_at']);
        const lifetimeMs = Number(row['expires_at'] ?? issued) - issued;
        expect([table, issued <= corrected.getTime() + 60_000]).toEqual([table, true]);
        expect([table, lifetimeMs <= 7 * 24 * 3600_000]).toEqual([table, true]);
      }
    }
    for (const table of tables)
      if (!['client', 'account', 'consent'].includes(table))
        await sql`delete from ${sql.table(table)}`.execute(store().auth);
  });

  test('S3 expired rows are purged; rows that still matter stay', async () => {
    const service = startService(store());
    await useEverything(service);
    const count = async (table: (typeof tables)[number]) =>
      Number(
        (await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(store().auth))
          .rows[0]?.n,
      );
    const before = await count('access_token');
    await purgeExpired(store(), service.now);
    expect(await count('access_token')).toBe(before);
    service.now = new Date(service.now.getTime() + 61_000);
    await purgeExpired(store(), service.now);
    expect(await count('authorization_code'), 'kept while its token could still be ended').toBeGreaterThan(0);
    service.now = new Date(service.now.getTime() + 48 * 3600 * 1000);
    expect(await purgeExpired(store(), service.now)).toBeGreaterThan(0);
    // A code is purged one round after its tokens.
    await purgeExpired(store(), service.now);
    for (const table of [
      'access_token',
      'authorization_code',
      'session',
      'authorize_request',
      'mail_code',
      'limit_bucket',
    ] as const) {
      expect(await count(table), table).toBe(0);
    }
    expect(await count('client')).toBeGreaterThan(0);
    expect(await count('account')).toBeGreaterThan(0);
  });

  test("a client's previous secret is deleted when it has expired", async () => {
    const service = startService(store());
    const { id } = await service.register();
    await rotateSecret(store(), { id }, service.now);
    const previous = async (afterMs: number) => {
      await purgeExpired(store(), new Date(service.now.getTime() + afterMs));
      const row = await store().auth.selectFrom('client').selectAll().where('id', '=', id).executeTakeFirst();
      return [row?.previous_secret_hash != null, row?.previous_secret_expires_at != null];
    };
    expect(await previous(24 * 3600_000 - 1)).toEqual([true, true]);
    expect(await previous(24 * 3600_000)).toEqual([false, false]);
  });

  test('S4 a secret is shown once and never in a list', async () => {
    const service = startService(store());
    const client = await service.register();
    const { listClients } = await import('./clients');
    const listed = JSON.stringify(await listClients(store(), 100));
    expect(listed).toContain(client.id);
    expect(listed).not.toContain(client.secret);
    expect(listed).not.toMatch(/hash/i);
  });

  test('S5 https responses tell browsers to keep using https, and headers of an unknown proxy are ignored', async () => {
    const service = startService(store(), { tokenFailuresPerAddress: { burst: 1, perSeconds: 300 } });
    service.address = '203.0.113.77';
    const client = await service.register();
    const spoofed = (address: string) => ({
      'X-Forwarded-For': address,
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Proto': 'http',
    });
    const metadata = await service.request(`/.well-known/oauth-authorization-server${api}`, {
      headers: spoofed('1.1.1.1'),
    });
    expect(await metadata.text()).not.toContain('evil');
    const page = await service.request(authorizePath(client), { headers: spoofed('1.1.1.1') });
    expect(page.headers.getSetCookie().join()).toContain('Secure');
    for (const response of [metadata, page, await service.request(`${api}/members`)]) {
      expect(response.headers.get('Strict-Transport-Security')).toMatch(/^max-age=\d{8}/);
    }
    const statuses = [];
    for (const address of ['1.1.1.1', '2.2.2.2']) {
      const headers = { ...spoofed(address), Authorization: 'Basic eDp5' };
      statuses.push((await service.request(`${api}/token`, { method: 'POST', headers })).status);
    }
    expect(statuses).toEqual([401, 429]);
  });

  test('S6 the server takes the time from the clock it is given', async () => {
    const service = startService(store());
    service.now = new Date('2001-02-03T04:05:06Z');
    const client = await service.register({ scopes: ['basic'] });
    await requestToken(service, client, { grant_type: 'client_credentials' });
    const row = await store()
      .auth.selectFrom('access_token')
      .select(['issued_at', 'expires_at'])
      .where('client_id', '=', client.id)
      .executeTakeFirstOrThrow();
    expect(row.issued_at).toBe(service.now.getTime());
    expect(row.expires_at).toBe(service.now.getTime() + 3_600_000);
  });
});

test('without an SMTP server an email is stored as an .eml file that only its owner can read', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'chapterhouse-'));
  const mailer = createMailer({
    smtpUrl: null,
    from: 'Guild <guild@example.org>',
    dataDir,
    identityOf: mailIdentity,
  });
  await mailer({
    to: 'ada@example.org',
    subject: 'Größe',
    text: 'Grüße',
    about: { kind: 'message', organisationId: 1, personId: null },
  });
  const [name = ''] = readdirSync(join(dataDir, 'outbox'));
  expect(name).toMatch(/\.eml$/);
  const text = readFileSync(join(dataDir, 'outbox', name), 'utf8');
  expect(text).toContain('To: ada@example.org');
  expect(text).toContain('From: Guild <guild@example.org>');
  expect(statSync(join(dataDir, 'outbox', name)).mode & 0o777).toBe(0o600);
  rmSync(dataDir, { recursive: true });
});
