import { verify } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import type { Browser } from '@/lib/sign-in/oauth/browser.fixture';
import {
  authorizePath,
  api,
  exchange,
  getCode,
  password,
  seedCast,
  startService,
  tokenOf,
  withToken,
  writerContext,
  type TestService,
} from '@/lib/service/sign-in-service.fixture';
import { sampleMember } from '@/lib/store/sample-members.fixture';
import { describeUsualEngines } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';
import { waitFor } from '@/lib/base/wait-for.fixture';
import { invite } from './password-links';
import { setPassword, verifyPassword } from './passwords';
import { usualCost } from './quick-argon2.fixture';

describeUsualEngines('accounts', (store) => {
  seedCast(store);

  async function requestCode(
    service: TestService,
    email: string,
  ): Promise<{ browser: Browser; code: string }> {
    const client = await service.register({ isFirstParty: true });
    const browser = await service.browser().open(authorizePath(client));
    await browser.open(browser.path.replace('/sign-in', '/code'));
    const before = service.mails.length;
    await browser.submit({ email }, { action: 'code' });
    await waitFor(() => expect(service.mails.length).toBe(before + 1));
    return { browser, code: /\b(\d{6})\b/.exec(service.mails.at(-1)?.text ?? '')?.[1] ?? '' };
  }

  async function requestLink(
    service: TestService,
    email: string,
  ): Promise<{ browser: Browser; links: string[] }> {
    const client = await service.register({ isFirstParty: true });
    const browser = await service.browser().open(authorizePath(client));
    await browser.open(browser.path.replace('/sign-in', '/forgotten'));
    const before = service.mails.length;
    await browser.submit({ email }, { action: 'forgotten' });
    await waitFor(() => expect(service.mails.length).toBe(before + 1));
    return { browser, links: linksOf(service) };
  }

  const linksOf = (service: TestService) =>
    [...(service.mails.at(-1)?.text ?? '').matchAll(/https:\/\/members\.example(\S+)/g)].map(
      ([, path = '']) => path,
    );

  test('A18 an unknown email address causes as many password verifications as a known one', async () => {
    const work = async (email: string, typed: string) => {
      let verifications = 0;
      const check = (encoded: string, attempt: string) => {
        verifications += 1;
        expect(encoded).toMatch(usualCost);
        return verify(encoded, attempt);
      };
      const { people } = await verifyPassword(
        store(),
        { organisationId: 100, email, password: typed },
        check,
      );
      return { verifications, people };
    };
    expect(await work('ada@example.org', 'wrong password')).toEqual({ verifications: 3, people: [] });
    expect(await work('nobody@example.org', 'wrong password')).toEqual({ verifications: 3, people: [] });
    expect(await work('family@example.org', 'wrong password')).toEqual({ verifications: 3, people: [] });
    expect(await work('', 'wrong password')).toEqual({ verifications: 3, people: [] });
    expect(await work(' ADA@example.ORG ', password)).toEqual({ verifications: 1, people: [1] });
  });

  test('a password is checked against everyone with the email address, at this organisation only', async () => {
    const tried = async (email: string, organisationId = 100) =>
      (await verifyPassword(store(), { organisationId, email, password })).people;
    expect(await tried('family@example.org')).toEqual([2]);
    await setPassword(store(), { organisationId: 100, personId: 3, password });
    expect(await tried('family@example.org')).toEqual([2, 3]);
    expect(await tried('ada@example.org', 200)).toEqual([]);
  });

  test('a password matches even if another keyboard composes its letters differently', async () => {
    await setPassword(store(), { organisationId: 200, personId: 1, password: 'Ga\u0308ste im Haus' });
    const typed = { organisationId: 200, email: 'ada@example.org', password: 'G\u00e4ste im Haus' };
    expect((await verifyPassword(store(), typed)).people).toEqual([1]);
  });

  test('passwords that are too short, too long or equal to the email address are refused', async () => {
    const set = (typed: string) =>
      setPassword(store(), { organisationId: 100, personId: 1, password: typed });
    await expect(set('x'.repeat(9))).rejects.toThrow('at least 10');
    await expect(set('x'.repeat(201))).rejects.toThrow('at most 200');
    await expect(set('ADA@example.org')).rejects.toThrow('must not be the email');
    await expect(setPassword(store(), { organisationId: 100, personId: 99, password })).rejects.toThrow(
      'no person 99',
    );
  });

  test('a new password ends earlier sessions and tokens', async () => {
    const service = startService(store());
    const client = await service.register({ isFirstParty: true });
    const token = await tokenOf(await exchange(service, client, await getCode(service, client)));
    const browser = await (await service.browser().open(authorizePath(client))).signIn();
    await setPassword(store(), { organisationId: 100, personId: 1, password }, service.now);
    expect((await service.request(`${api}/user`, withToken(token))).status).toBe(401);
    expect((await browser.open(authorizePath(client))).page).toContain('<h1>Sign in</h1>');
  });

  test('a new password ends earlier codes, and a choice of people that the old password opened', async () => {
    const service = startService(store());
    const client = await service.register({ isFirstParty: true });
    const code = await getCode(service, client);
    await setPassword(store(), { organisationId: 100, personId: 3, password });
    const browser = await service.browser().open(authorizePath(client));
    await browser.signIn('family@example.org');
    expect(browser.page).toContain('Who are you?');
    for (const personId of [1, 2])
      await setPassword(store(), { organisationId: 100, personId, password: `${password} 2` }, service.now);
    expect((await exchange(service, client, code)).status).toBe(400);
    await browser.submit({ person: '2' }, { action: 'choose' });
    expect(browser.page).toContain('Who are you?');
    expect(browser.page).not.toContain('Ben Okri');
    for (const personId of [1, 2]) await setPassword(store(), { organisationId: 100, personId, password });
  });

  test('an emailed code signs in once, in the browser that requested it', async () => {
    const service = startService(store());
    const { browser, code } = await requestCode(service, 'ada@example.org');
    const other = await service.browser().open(authorizePath(await service.register({ isFirstParty: true })));
    await other.open(other.path.replace('/sign-in', '/enter-code'));
    await other.submit({ code }, { action: 'enter-code' });
    expect(other.response.status).toBe(422);
    const path = browser.path;
    await browser.submit({ code: ` ${code.slice(0, 3)} ${code.slice(3)} ` }, { action: 'enter-code' });
    expect(browser.callback().get('code')).toMatch(/^\w{36}$/);
    expect((await browser.open(path)).response.status).toBe(400);
  });

  test('an emailed code stops working after five wrong guesses, after ten minutes, and when a new one is sent', async () => {
    const service = startService(store());
    const { browser, code } = await requestCode(service, 'dan@example.org');
    const page = browser.path;
    const wrong = code === '000000' ? '000001' : '000000';
    for (let count = 0; count < 5; count += 1)
      await browser.submit({ code: wrong }, { action: 'enter-code' });
    expect((await browser.submit({ code }, { action: 'enter-code' })).response.status).toBe(422);
    const late = await requestCode(service, 'dan@example.org');
    service.now = new Date(service.now.getTime() + 10 * 60_000);
    expect((await late.browser.submit({ code: late.code }, { action: 'enter-code' })).response.status).toBe(
      422,
    );
    await browser.open(page.replace('enter-code', 'code'));
    await browser.submit({ email: 'dan@example.org' }, { action: 'code' });
    await waitFor(() => expect(service.mails).toHaveLength(3));
    expect((await browser.submit({ code }, { action: 'enter-code' })).response.status).toBe(422);
  });

  test('an email address with a NUL character, which no database can store, is refused without a server error', async () => {
    const service = startService(store());
    const browser = await service.browser().open(authorizePath(await service.register()));
    await browser.signIn('ada\0@example.org');
    expect(browser.response.status).toBe(400);
    await browser.open('/auth/sign-out?return_to=https://site.example/&client_id=a%00b');
    expect(browser.response.status).toBe(200);
    expect(service.errors).toEqual([]);
  });

  test('A19 emails to one address are limited, whether or not it is known', async () => {
    const service = startService(store(), { mailPerPerson: { burst: 2, perSeconds: 3600 } });
    const client = await service.register();
    for (const email of ['limited@example.org', 'cleo.limited@example.org']) {
      const statuses = [];
      for (let count = 0; count < 3; count += 1) {
        const browser = await service.browser().open(authorizePath(client));
        await browser.open(browser.path.replace('/sign-in', '/code'));
        await browser.submit({ email }, { action: 'code' });
        statuses.push(browser.response.status);
      }
      expect(statuses).toEqual([200, 200, 429]);
    }
  });

  test('an emailed link sets a forgotten password once, and the sign-in in progress continues', async () => {
    const service = startService(store());
    const { browser, links } = await requestLink(service, 'dan@example.org');
    expect(links).toHaveLength(1);
    const [link = ''] = links;
    await browser.open(link);
    expect((await browser.submit({ password: 'short' }, { action: 'set-password' })).response.status).toBe(
      422,
    );
    await browser.submit({ password: 'a brand new one' }, { action: 'set-password' });
    expect(browser.page).toContain('Your password is saved');
    await browser.open(/href="([^"]*sign-in[^"]*)"/.exec(browser.page)?.[1] ?? '');
    await browser.signIn('dan@example.org', 'a brand new one');
    expect(browser.callback().get('code')).not.toBeNull();
    expect((await browser.open(link)).response.status).toBe(400);
  });

  test('the page for a new password, opened outside a sign-in, begins one that leads to the account', async () => {
    const service = startService(store());
    const browser = await service.browser().open('/auth/organisation/100/forgotten');
    expect(browser.path).toMatch(/^\/auth\/organisation\/100\/forgotten\?request=\w+$/);
    await browser.submit({ email: 'dan@example.org' }, { action: 'forgotten' });
    await waitFor(() => expect(service.mails).toHaveLength(1));
    await browser.open(linksOf(service)[0] ?? '');
    await browser.submit({ password: 'a brand new one' }, { action: 'set-password' });
    await browser.open(/href="([^"]*sign-in[^"]*)"/.exec(browser.page)?.[1] ?? '');
    await browser.signIn('dan@example.org', 'a brand new one');
    expect(browser.path).toBe('/account');
    expect((await service.browser().open('/auth/organisation/none/forgotten')).response.status).toBe(404);
  });

  test('people who share an email address get one link each', async () => {
    const service = startService(store());
    const { browser, links } = await requestLink(service, 'family@example.org');
    expect(links).toHaveLength(2);
    expect((await browser.open(links[0] ?? '')).page).toContain('Ben Okri');
    expect((await browser.open(links[1] ?? '')).page).toContain('Cleo Okri');
  });

  test('a link works for an hour, an invitation for a week, at its organisation and from our own page only', async () => {
    const service = startService(store());
    const { browser, links } = await requestLink(service, 'dan@example.org');
    const links2 = {
      store: store(),
      baseUrl: 'https://members.example',
      mailer: async (mail: (typeof service.mails)[number]) => {
        service.mails.push(mail);
        return 'sent' as const;
      },
      now: service.now,
    };
    await invite(links2, { organisationId: 100, personId: 3 });
    const [invitation = ''] = linksOf(service);
    const [link = ''] = links;
    expect((await browser.open(link.replace('/100/', '/200/'))).response.status).toBe(400);
    await browser.open(link);
    await browser.submit(
      { password: 'stolen password' },
      { action: 'set-password', headers: { Origin: 'https://evil.example' } },
    );
    expect(browser.response.status).toBe(403);
    service.now = new Date(service.now.getTime() + 3600_000);
    expect((await browser.open(link)).response.status).toBe(400);
    expect((await browser.open(invitation)).page).toContain('Cleo Okri');
    service.now = new Date(service.now.getTime() + 7 * 24 * 3600_000);
    expect((await browser.open(invitation)).response.status).toBe(400);
    await expect(invite(links2, { organisationId: 100, personId: 99 })).rejects.toThrow('no person 99');
  });

  test('a link sent to an address that is no longer the person’s does not work', async () => {
    const service = startService(store());
    const put = (email: string) =>
      withMembersWriter(store(), writerContext(100), (writer) =>
        writer.memberships.put(sampleMember(6, {}, { firstName: 'Eve', lastName: 'Moved', email })),
      );
    await put('moved@example.org');
    const { browser, links } = await requestLink(service, 'moved@example.org');
    const [link = ''] = links;
    expect((await browser.open(link)).page).toContain('Eve Moved');
    await put('eve@example.org');
    await browser.submit({ password: 'a brand new one' }, { action: 'set-password' });
    expect(browser.response.status).toBe(400);
    expect((await browser.open(link)).response.status).toBe(400);
    await put('moved@example.org');
    expect((await browser.open(link)).page).toContain('Eve Moved');
  });

  test('signing out ends the session: immediately from our own page, after confirmation from elsewhere', async () => {
    const service = startService(store());
    const client = await service.register({ isFirstParty: true });
    const browser = await (await service.browser().open(authorizePath(client))).signIn();
    const stolen = new Map(browser.cookies);
    await browser.open('/auth/sign-out', { headers: { 'Sec-Fetch-Site': 'cross-site' } });
    expect(browser.page).toContain('Sign out?');
    await browser.submit({}, { action: 'sign-out' });
    expect(browser.page).toContain('You are signed out');
    const thief = service.browser();
    for (const [name, value] of stolen) thief.cookies.set(name, value);
    expect((await thief.open(authorizePath(client))).page).toContain('<h1>Sign in</h1>');
    const again = await (await service.browser().open(authorizePath(client))).signIn();
    const response = await again
      .open('/auth/sign-out?return_to=/sign-in', { headers: { 'Sec-Fetch-Site': 'same-origin' } })
      .catch(() => again);
    expect(response.cookies.has('__Host-chapterhouse-session')).toBe(false);
  });
});
