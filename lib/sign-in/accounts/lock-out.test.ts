/** Nobody can lock others out, and nobody can guess without limit. The rules are in docs/sign-in.md. */
import { expect, test, vi } from 'vitest';
import { defaultRateLimits } from '@/lib/sign-in/oauth/rate-limits';
import { byPerson } from '@/lib/store/journal';
import { LaterWork } from './later-work';
import { findLockedUntil, unlockSignIn } from './sign-in-lock';
import type { Browser } from '@/lib/sign-in/oauth/browser.fixture';
import {
  authorizePath,
  password,
  seedCast,
  startService,
  type RegisteredClient,
  type TestService,
} from '@/lib/service/sign-in-service.fixture';
import { describeUsualEngines } from '@/lib/store/stores.fixture';
import { waitFor } from '@/lib/base/wait-for.fixture';

const deviceCookie = '__Host-chapterhouse-device';
const email = 'ada@example.org';
/** The limits have the same proportions as the defaults, but are smaller. */
const limits = {
  signInPerAccountAndAddress: { burst: 3, perSeconds: 900 },
  signInPerAccount: { burst: 7, perSeconds: 900 },
  mailPerPersonAndAddress: { burst: 2, perSeconds: 3600 },
  mailPerPerson: { burst: 4, perSeconds: 3600 },
};

describeUsualEngines('lock-out', (store) => {
  seedCast(store);

  async function start(): Promise<{ service: TestService; client: RegisteredClient }> {
    await store().auth.deleteFrom('limit_bucket').execute();
    const service = startService(store(), limits);
    return { service, client: await service.register({ isFirstParty: true }) };
  }
  const page = async (browser: Browser, client: RegisteredClient, name: string) => {
    await browser.open(authorizePath(client));
    return browser.open(browser.path.replace('/sign-in', `/${name}`));
  };
  const send = async (browser: Browser, client: RegisteredClient, name: 'code' | 'forgotten') =>
    (await (await page(browser, client, name)).submit({ email }, { action: name })).response.status;

  async function knownDevice(service: TestService, client: RegisteredClient): Promise<Browser> {
    const browser = await service.browser().open(authorizePath(client));
    await browser.signIn(email);
    browser.cookies.delete('__Host-chapterhouse-session');
    expect(browser.cookies.has(deviceCookie)).toBe(true);
    return browser;
  }

  async function attack(service: TestService, client: RegisteredClient): Promise<void> {
    for (let network = 1; network <= 3; network += 1) {
      service.address = `203.0.113.${network}`;
      const browser = service.browser();
      for (let count = 0; count < 4; count += 1)
        await (await browser.open(authorizePath(client))).signIn(email, 'wrong password');
      for (let count = 0; count < 3; count += 1) {
        await send(browser, client, 'code');
        await send(browser, client, 'forgotten');
      }
    }
    service.address = '203.0.113.99';
    const browser = await service.browser().open(authorizePath(client));
    expect((await browser.signIn(email)).response.status, 'a new device').toBe(429);
    expect(await send(service.browser(), client, 'code')).toBe(429);
    expect(await send(service.browser(), client, 'forgotten')).toBe(429);
  }

  test('a known device can sign in during an attack, by password and by code', async () => {
    const { service, client } = await start();
    const device = await knownDevice(service, client);
    await attack(service, client);
    // The sign-in works even from the attacker's own network.
    service.address = '203.0.113.1';
    expect((await (await device.open(authorizePath(client))).signIn(email)).callback().get('code')).toMatch(
      /\w/,
    );
    device.cookies.delete('__Host-chapterhouse-session');
    const before = service.mails.length;
    expect(await send(device, client, 'code')).toBe(200);
    await waitFor(() => expect(service.mails.length).toBe(before + 1));
    const code = /\b\d{6}\b/.exec(service.mails.at(-1)?.text ?? '')?.[0] ?? '';
    expect((await device.submit({ code }, { action: 'enter-code' })).callback().get('code')).toMatch(/\w/);
  });

  test('a new device can sign in with a link that was sent before the attack', async () => {
    const { service, client } = await start();
    await attack(service, client);
    await waitFor(() => expect(service.mails).toHaveLength(8));
    const newest = service.mails.filter(({ text }) => text.includes('/set-password?')).at(-1);
    const link = /\/auth\S+/.exec(newest?.text ?? '')?.[0] ?? '';
    service.address = '203.0.113.1';
    const browser = await service.browser().open(link);
    await browser.submit({ password }, { action: 'set-password' });
    expect(browser.page).toContain('Your password is saved');
    await browser.open(authorizePath(client));
    expect((await browser.signIn(email)).callback().get('code')).toMatch(/\w/);
  });

  test('everybody can sign in, and ask for codes and links, after the sign-in was unlocked', async () => {
    const { service, client } = await start();
    await attack(service, client);
    const account = { organisationId: 100, email };
    const options = { limits: { ...defaultRateLimits, ...limits }, now: service.now };
    expect(await findLockedUntil(store(), account, options)).not.toBeNull();
    const change = { cause: byPerson(2), now: service.now };
    await unlockSignIn(store(), { ...account, personId: 1 }, change);
    expect(await findLockedUntil(store(), account, options)).toBeNull();
    const browser = await service.browser().open(authorizePath(client));
    expect((await browser.signIn(email)).callback().get('code')).toMatch(/\w/);
    expect(await send(service.browser(), client, 'code')).toBe(200);
    expect(await send(service.browser(), client, 'forgotten')).toBe(200);
  });

  test('a network that uses up its email limit does not use up the limit of others', async () => {
    const { service, client } = await start();
    service.address = '203.0.113.1';
    for (let step = 0; step < 6; step += 1) {
      for (let count = 0; count < 5; count += 1) await send(service.browser(), client, 'code');
      service.now = new Date(service.now.getTime() + 12 * 60_000);
    }
    for (let count = 0; count < 5; count += 1) await send(service.browser(), client, 'code');
    service.address = '198.51.100.1';
    expect(await send(service.browser(), client, 'code')).toBe(200);
  });

  test('A19 a known device has the same limit on guesses as a network, even after a restart', async () => {
    const { service, client } = await start();
    const device = await knownDevice(service, client);
    const guess = async () =>
      (await (await device.open(authorizePath(client))).signIn(email, 'wrong password')).response.status;
    for (let count = 0; count < 3; count += 1) expect(await guess()).toBe(422);
    expect(await guess()).toBe(429);
    const restarted = startService(store(), limits);
    const again = restarted.browser();
    again.cookies.set(deviceCookie, device.cookies.get(deviceCookie) ?? '');
    expect((await (await again.open(authorizePath(client))).signIn(email)).response.status).toBe(429);
  });

  test('a device is known only for accounts that have signed in on it, and only if its cookie is unaltered', async () => {
    const { service, client } = await start();
    const cookie = (await knownDevice(service, client)).cookies.get(deviceCookie) ?? '';
    await attack(service, client);
    const [content = '', signature = ''] = cookie.split('.');
    const widened = Buffer.from(
      Buffer.from(content, 'base64url').toString().replace('"accounts":[', '"accounts":["x",'),
    ).toString('base64url');
    const dan = service.browser();
    await (await dan.open(authorizePath(client))).signIn('dan@example.org');
    for (const forged of [
      `${widened}.${signature}`,
      `${content}.${signature.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))}`,
      `${content}.`,
      content,
      dan.cookies.get(deviceCookie) ?? '',
    ]) {
      const browser = service.browser();
      browser.cookies.set(deviceCookie, forged);
      await browser.open(authorizePath(client));
      expect((await browser.signIn(email)).response.status).toBe(429);
    }
  });

  test('before the response the person is not looked up, and a server that stops waits for the email', async () => {
    await store().auth.deleteFrom('limit_bucket').execute();
    const later = new LaterWork({ delayMs: () => 3_600_000 });
    const service = startService(store(), limits, later);
    const client = await service.register({ isFirstParty: true });
    const codes = () => store().auth.selectFrom('mail_code').select('email_key').execute();
    const reads = vi.spyOn(store().members.getExecutor(), 'executeQuery');
    for (const name of ['code', 'forgotten'] as const)
      for (const typed of [email, 'nobody@example.org']) {
        const browser = await page(service.browser(), client, name);
        const before = await codes();
        reads.mockClear();
        await browser.submit({ email: typed }, { action: name });
        expect(browser.response.status).toBe(200);
        const people = reads.mock.calls.filter(([{ sql }]) => /"person"/.test(sql));
        expect([people, await codes(), service.mails, service.decoys]).toEqual([[], before, [], []]);
        await later.finish();
        expect(await codes()).toHaveLength(before.length + 1);
        expect([service.mails.splice(0), service.decoys.splice(0)].map(({ length }) => length)).toEqual(
          typed === email ? [1, 0] : [0, 1],
        );
      }
    vi.restoreAllMocks();
  });

  test('a request for a link or a code runs the same statements and creates one email, whether or not the address is known', async () => {
    const { service, client } = await start();
    const statements = vi.spyOn(store().auth.getExecutor(), 'executeQuery');
    const reads = vi.spyOn(store().members.getExecutor(), 'executeQuery');
    const work = async (typed: string, name: 'code' | 'forgotten') => {
      const browser = await page(service.browser(), client, name);
      const sent = service.mails.length + service.decoys.length;
      const before = [statements.mock.calls.length, reads.mock.calls.length];
      await browser.submit({ email: typed }, { action: name });
      await waitFor(() => expect(service.mails.length + service.decoys.length).toBe(sent + 1));
      const after = [statements.mock.calls.length, reads.mock.calls.length];
      return after.map((count, at) => count - (before[at] ?? 0));
    };
    for (const name of ['code', 'forgotten'] as const) {
      const known = await work(email, name);
      expect(known[0]).toBeGreaterThan(0);
      expect(await work('nobody@example.org', name)).toEqual(known);
    }
    expect([service.mails.length, service.decoys.length]).toEqual([2, 2]);
    expect(service.decoys.map(({ to }) => to)).toEqual(Array(2).fill('nobody@mail.invalid'));
    vi.restoreAllMocks();
  });
});
