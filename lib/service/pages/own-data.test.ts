import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeErasureRequest, findErasureRequest } from '@/lib/sign-in/accounts/erasure-requests';
import { setPassword } from '@/lib/sign-in/accounts/passwords';
import { readAccountJournal } from '@/lib/store/account-journal';
import { byCommand } from '@/lib/store/journal';
import { sampleMember } from '@/lib/store/sample-members.fixture';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';
import { LaterWork } from '@/lib/sign-in/accounts/later-work';
import type { Browser } from '@/lib/sign-in/oauth/browser.fixture';
import {
  password,
  seedCast,
  startService,
  writerContext,
  type TestService,
} from '@/lib/service/sign-in-service.fixture';

const page = '/auth/organisation/100/own-data';
const of = { organisationId: 100, personId: 1 };
const ada = { firstName: 'Ada', lastName: 'Byron', email: 'Ada@Example.org' };

describeEachEngine('a person’s own data', (store) => {
  seedCast(store);
  let service: TestService;
  const write = (work: Parameters<typeof withMembersWriter<unknown>>[2]) =>
    withMembersWriter(store(), writerContext(100), work);
  const write200 = (work: Parameters<typeof withMembersWriter<unknown>>[2]) =>
    withMembersWriter(store(), writerContext(200), work);
  const remove = () => write((writer) => writer.removeMembership(1));

  beforeEach(() => {
    service = startService(store());
  });
  afterEach(async () => {
    await write((writer) => writer.putMember(sampleMember(1, {}, ada)));
    for (const table of ['erasure_request', 'limit_bucket'] as const)
      await store().auth.deleteFrom(table).execute();
  });

  async function signedIn(email = 'ada@example.org'): Promise<Browser> {
    const browser = await service.browser().open(page);
    expect(browser.page).toContain('<h1>Sign in</h1>');
    return browser.signIn(email);
  }
  const press = (browser: Browser, what: string, fields: Record<string, string> = {}) => {
    const form = browser.forms().find(({ hidden }) => hidden['do'] === what);
    return browser.submit({ ...form?.hidden, do: what, ...fields }, { action: 'own-data' });
  };
  const ask = (browser: Browser) => press(browser, 'request', { understood: 'on' });
  const open = () => findErasureRequest(store(), of);
  const journal = async () =>
    (await readAccountJournal(store().auth, 100, { limit: 100, personIds: [1] }))
      .filter(({ kind }) => kind === 'erasure_request')
      .map(({ operation, actor }) => `${operation} by ${actor.kind} ${actor.id}`);

  test('a removed person is told so, and sees that the membership was removed', async () => {
    await remove();
    const browser = await signedIn();
    expect(browser.path).toBe(page);
    expect(browser.page).toContain('<h1>You are no longer a member of Guild of Bakers</h1>');
    expect(browser.page).toContain('You are signed in as <strong>Ada Byron</strong>');
    expect(browser.page).toContain('Membership 1 was removed');
    expect(browser.page).toMatch(/1 January 2026, by the association/);
  });

  test('a member sees the same page without that message', async () => {
    const browser = await signedIn();
    expect(browser.page).toContain('<h1>What we hold about you</h1>');
    expect(browser.page).not.toContain('no longer');
  });

  test('the history is newest first, and says who changed which fields', async () => {
    await write((writer) => writer.putMember(sampleMember(1, {}, { ...ada, phone: '03 5550 9999' })));
    const { page: html } = await signedIn();
    const changed = html.indexOf('Your details were changed: phone');
    expect(changed).toBeGreaterThan(-1);
    expect(changed).toBeLessThan(html.indexOf('Membership 1 was added'));
    expect(html).not.toContain('03 5550 9999');
  });

  test.each([
    ['html', 'text/html; charset=utf-8', '<!doctype html>'],
    ['json', 'application/json', '"Format": "chapterhouse-person-1"'],
  ])('the download as %s has the person’s data and nobody else’s', async (format, type, text) => {
    const browser = await press(await signedIn(), 'download', { format });
    expect(browser.response.headers.get('Content-Type')).toBe(type);
    expect(browser.response.headers.get('Content-Disposition')).toBe(
      `attachment; filename="person-1.${format}"`,
    );
    expect(browser.response.headers.get('Cache-Control')).toBe('no-store');
    expect(browser.response.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(browser.page).toContain(text);
    expect(browser.page).toContain('Ada@Example.org');
    expect(browser.page).not.toMatch(/Okri|dan@example/);
    if (format === 'json') expect(JSON.parse(browser.page)).toMatchObject({ For: 'person' });
  });

  test('a request is recorded and emailed to the association and the person, once', async () => {
    const browser = await ask(await signedIn());
    expect(browser.path).toBe(`${page}?done=sent`);
    expect(browser.page).toContain('Your request is recorded.');
    expect(browser.page).toContain('You asked for erasure on 1 March 2026.');
    await ask(await signedIn('ada@example.org'));
    expect(await journal()).toEqual(['created by person 1']);
    await expect
      .poll(() => service.mails.map(({ to }) => to))
      .toEqual(['office@bakers.example', 'Ada@Example.org']);
    const [office, own] = service.mails;
    expect(office?.subject).toBe('Guild of Bakers: request for erasure by person 1');
    expect(office?.text).toContain('Ada Byron (person 1)');
    expect(own?.text).toContain(`https://members.example${page}`);
  });

  test('without an address of the association the request is recorded, and the person gets the email', async () => {
    service = startService(store(), {}, new LaterWork({ delayMs: () => 0 }), { contactEmail: null });
    await ask(await signedIn());
    await expect.poll(() => service.mails.map(({ to }) => to)).toEqual(['Ada@Example.org']);
    expect(await open()).not.toBeNull();
  });

  test('a request without the tick is not sent, and the page says what to do', async () => {
    const browser = await press(await signedIn(), 'request');
    expect(browser.response.status).toBe(422);
    expect(browser.page).toContain('<a href="#understood">Tick the box');
    expect(await open()).toBeNull();
  });

  test('a request can be withdrawn', async () => {
    const browser = await ask(await signedIn());
    // The journal has no order within a millisecond.
    service.now = new Date(service.now.getTime() + 1);
    await press(browser, 'withdraw');
    expect(browser.page).toContain('Your request was withdrawn.');
    expect(browser.page).toContain('I want everything that you hold about me to be erased');
    expect(await open()).toBeNull();
    expect((await journal()).at(-1)).toBe('withdrawn by person 1');
  });

  test('the person sees that the association closed it', async () => {
    await ask(await signedIn());
    const cause = byCommand('person refuse-erasure', 'it must be kept');
    await closeErasureRequest(store(), of, { operation: 'refused', cause, now: service.now });
    const { page: html } = await signedIn();
    expect(html).toContain('Your request for erasure was closed');
    expect(html).not.toContain('it must be kept');
  });

  test('the request of a record that is merged stays open for the survivor', async () => {
    await ask(await signedIn());
    await write(async (writer) => {
      await writer.removeMembership(1);
      await writer.removePersons([1]);
      await writer.aliases.put(1, 4);
    });
    expect(await findErasureRequest(store(), { organisationId: 100, personId: 4 })).toEqual(service.now);
    expect((await signedIn('dan@example.org')).page).toContain('You asked for erasure on 1 March 2026.');
    await write((writer) => writer.aliases.put(1, null));
  });

  test('15 minutes after signing in, the page asks the person to sign in again, and nothing else works', async () => {
    const browser = await signedIn();
    const started = service.now.getTime();
    service.now = new Date(started + 15 * 60_000 - 1);
    await browser.open(page);
    expect(browser.page).toContain('Download to read');
    service.now = new Date(started + 15 * 60_000);
    await ask(browser);
    expect(browser.page).toContain('<h1>Sign in</h1>');
    expect(await open()).toBeNull();
    await browser.open(page);
    expect(browser.page).not.toMatch(/Download to read|Send the request/);
    await press(browser, 'confirm');
    await browser.signIn();
    expect(browser.path).toBe(page);
    expect(browser.page).toContain('Download to read');
  });

  test('a form from another site, or without its token, does nothing', async () => {
    const browser = await signedIn();
    await press(browser, 'request', { understood: 'on', csrf: 'x' });
    expect(browser.response.status).toBe(403);
    await browser.open(page);
    await browser.submit(
      { do: 'request', understood: 'on' },
      { action: 'own-data', headers: { Origin: 'https://evil.example' } },
    );
    expect(browser.response.status).toBe(403);
    expect(await open()).toBeNull();
  });

  test('a form of somebody who was signed in before does nothing for the next person', async () => {
    const browser = await signedIn();
    const form = browser.forms().find(({ hidden }) => hidden['do'] === 'request');
    await browser.open('/auth/sign-out', { headers: { 'Sec-Fetch-Site': 'same-origin' } });
    await browser.open(page);
    await browser.signIn('dan@example.org');
    await browser.submit({ ...form?.hidden, understood: 'on' }, { action: 'own-data' });
    expect(browser.response.status).toBe(409);
    expect(await store().auth.selectFrom('erasure_request').selectAll().execute()).toEqual([]);
  });

  test('nothing is done without a session', async () => {
    const response = await service.request(page, {
      method: 'POST',
      body: new URLSearchParams({ do: 'request', understood: 'on' }),
      headers: { Origin: 'https://members.example' },
    });
    expect(response.status).toBe(409);
    expect(await open()).toBeNull();
  });

  test('the data of a person can be read a limited number of times', async () => {
    service = startService(store(), { ownDataPerPerson: { burst: 2, perSeconds: 3600 } });
    const browser = await signedIn();
    await browser.open(page);
    expect(browser.response.status).toBe(200);
    await press(browser, 'download', { format: 'json' });
    expect(browser.response.status).toBe(429);
    expect(browser.response.headers.get('Retry-After')).toBe('1800');
    expect(browser.page).toContain('You have opened this page many times. Try again in 30 minutes.');
    expect((await signedIn('dan@example.org')).response.status).toBe(200);
  });

  test('a session of another organisation shows nothing, and its reads do not count here', async () => {
    service = startService(store(), { ownDataPerPerson: { burst: 1, perSeconds: 3600 } });
    const browser = await signedIn();
    const other = page.replace('100', '200');
    await browser.open(other);
    expect(browser.page).toContain('<h1>Sign in</h1>');
    await setPassword(store(), { organisationId: 200, personId: 1, password });
    await write200((writer) => writer.putMember(sampleMember(1, {}, { ...ada, email: 'ada@200.example' })));
    await browser.signIn('ada@200.example');
    expect([browser.path, browser.response.status]).toEqual([other, 200]);
  });

  test('before sign-in the page does not show whether an organisation exists', async () => {
    const pages = [];
    for (const organisation of ['100', '999']) {
      const browser = await service.browser().open(page.replace('100', organisation));
      pages.push(
        browser.page.replace(
          /\/organisation\/\d+|request=\w+|value="[^"]*"|challenge&quot;:&quot;[\w-]+/g,
          '',
        ),
      );
    }
    expect(pages[0]).toBe(pages[1]);
  });
});
