/** These tests include the attacks that WebAuthn §13.4 and RFC 9700 describe. */
import { decodeJwt } from 'jose';
import { expect, test, vi } from 'vitest';
import {
  Authenticator,
  type Ceremony,
  type DevicePasskey,
} from '@/lib/sign-in/accounts/authenticator.fixture';
import { consumeChallenge, makeChallenge } from '@/lib/sign-in/accounts/passkey-challenges';
import { LaterWork } from '@/lib/sign-in/accounts/later-work';
import { endAllOwnSessions } from '@/lib/sign-in/accounts/own-sessions';
import { listPasskeys, removePasskeys } from '@/lib/sign-in/accounts/passkeys';
import { hashSecret } from '@/lib/sign-in/accounts/secrets';
import type { Browser } from '@/lib/sign-in/oauth/browser.fixture';
import { readAccountJournal } from '@/lib/store/account-journal';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import {
  authorizePath,
  baseUrl,
  exchange,
  requestToken,
  seedCast,
  startService,
  type TestService,
} from '@/lib/service/sign-in-service.fixture';
import { findRelyingParty } from '@/lib/sign-in/accounts/relying-party';
import { passkeyOfferText, passkeyText } from '@/lib/messages/sign-in';

const page = '/auth/organisation/100/passkeys';
const inbox = '/auth/organisation/100/email';

describeEachEngine('passkeys', (store) => {
  seedCast(store);

  const start = async () => {
    for (const table of ['passkey', 'session', 'limit_bucket', 'account_journal'] as const)
      await store().auth.deleteFrom(table).execute();
    await store().auth.updateTable('account').set({ passkey_offered_at: null }).execute();
    const later = new LaterWork({ delayMs: () => 0 });
    const service = startService(store(), {}, later);
    const mails = async () => {
      await later.finish();
      return service.mails.splice(0).map(({ to, subject }) => `${to}: ${subject}`);
    };
    return { service, later, mails, device: new Authenticator(baseUrl) };
  };
  const wait = (service: TestService, minutes: number) => {
    service.now = new Date(service.now.getTime() + minutes * 60_000);
  };
  const optionsOf = (browser: Browser): object => {
    const [, text = ''] = /data-options="([^"]*)"/.exec(browser.page) ?? [];
    const options: unknown = JSON.parse(text.replaceAll('&quot;', '"').replaceAll('&#x27;', "'"));
    if (options === null || typeof options !== 'object') throw new Error('the page has no options');
    return options;
  };
  const open = async (service: TestService, email = 'ada@example.org', path = page) =>
    (await service.browser().open(path)).signIn(email);
  const add = async (browser: Browser, device: Authenticator, change: Ceremony = {}) =>
    browser.submit(
      { do: 'add', response: device.create(optionsOf(browser), change) },
      { action: 'passkeys' },
    );
  const signInPage = (service: TestService, path = inbox) => service.browser().open(path);
  const use = (browser: Browser, device: Authenticator, change: Ceremony = {}, passkey?: DevicePasskey) =>
    browser.submit(
      { response: device.get(optionsOf(browser), change, ...(passkey === undefined ? [] : [passkey])) },
      { action: 'passkey' },
    );
  const withoutRandom = (text: string) => text.replaceAll(/[\w-]{36,}/g, '…');
  const isSignedIn = (browser: Browser) => browser.cookies.has('__Host-chapterhouse-session');
  const passkeysOf = (personId: number, organisationId = 100) =>
    listPasskeys(store(), { organisationId, personId });
  const errorOn = (browser: Browser) =>
    `${browser.response.status} ${/<div class="errors".*?<li>(.*?)<\/li>/s.exec(browser.page)?.[1] ?? ''}`;
  const wrong = `422 ${passkeyText.wrong}`;
  const notAccepted = `422 ${passkeyText.notAccepted}`;
  const withPasskey = async (device: Authenticator, service: TestService) => {
    const browser = await open(service);
    await add(browser, device);
    expect(await passkeysOf(1)).toHaveLength(1);
    return browser;
  };

  test('a person adds a passkey, gets an email, and signs in with it in another browser', async () => {
    const { service, mails, device } = await start();
    await withPasskey(device, service);
    expect(await mails()).toEqual(['Ada@Example.org: Guild of Bakers: a passkey was added to your account']);
    wait(service, 60);
    const other = await use(await signInPage(service), device);
    expect(isSignedIn(other)).toBe(true);
    expect(other.page).toContain('Ada@Example.org');
    const [passkey] = await passkeysOf(1);
    expect([passkey?.createdAt.toISOString(), passkey?.lastUsedAt?.toISOString()]).toEqual([
      '2026-03-01T10:00:00.000Z',
      '2026-03-01T11:00:00.000Z',
    ]);
    expect(service.errors).toEqual([]);
  });

  test('an ID token says that a passkey was used, and when', async () => {
    const { service, device } = await start();
    await withPasskey(device, service);
    const client = await service.register({ isFirstParty: true });
    wait(service, 30);
    const scope = { scope: 'openid', nonce: 'n', max_age: '60' };
    const browser = await use(await service.browser().open(authorizePath(client, scope)), device);
    const code = browser.callback().get('code') ?? '';
    const body: unknown = await (await exchange(service, client, code)).json();
    const token =
      body !== null && typeof body === 'object' && 'id_token' in body ? String(body.id_token) : '';
    expect(decodeJwt(token)).toMatchObject({
      amr: ['pop', 'mfa'],
      acr: 'phr',
      auth_time: service.now.getTime() / 1000,
      sub: '1',
      nonce: 'n',
    });
    const again = await requestToken(service, client, { grant_type: 'authorization_code', code });
    expect(again.status).toBe(400);
  });

  test('a sign-in with a passkey replaces the session that the browser had', async () => {
    const { service, device } = await start();
    await withPasskey(device, service);
    const browser = await open(service, 'dan@example.org', inbox);
    const before = browser.cookies.get('__Host-chapterhouse-session');
    const client = await service.register({ isFirstParty: true });
    await browser.open(authorizePath(client, { prompt: 'login' }));
    await use(browser, device);
    const after = browser.cookies.get('__Host-chapterhouse-session');
    expect(after).not.toBe(before);
    const sessions = await store().auth.selectFrom('session').select(['session_hash', 'amr']).execute();
    const hashes = sessions.map(({ session_hash }) => session_hash);
    expect(hashes).not.toContain(hashSecret(before ?? ''));
    expect(sessions.find(({ session_hash }) => session_hash === hashSecret(after ?? ''))?.amr).toBe('pop');
  });

  test('two people with one email address have their own passkeys', async () => {
    const { service, later, device } = await start();
    const cleo = new Authenticator(baseUrl);
    // After they enter a code from an email, both people are asked who they are.
    for (const [id, own] of [
      [2, device],
      [3, cleo],
    ] as const) {
      const browser = service.browser();
      await browser.open(page);
      const path = browser.path.replace('sign-in', 'code');
      await browser.open(path);
      await browser.submit({ email: 'family@example.org' }, { action: 'code' });
      await later.finish();
      const mail = service.mails.find(({ subject }) => subject.includes('sign-in code'));
      const code = /\d{6}/.exec(mail?.subject ?? '')?.[0] ?? '';
      service.mails.splice(0);
      await browser.submit({ code }, { action: 'enter-code' });
      await browser.submit({ person: String(id) }, { action: 'choose' });
      await add(browser, own);
    }
    const [ben, cleos] = [await passkeysOf(2), await passkeysOf(3)];
    expect([ben.length, cleos.length]).toEqual([1, 1]);
    expect(ben[0]?.userHandle).not.toBe(cleos[0]?.userHandle);
    for (const [own, name] of [
      [device, 'Ben Okri'],
      [cleo, 'Cleo Okri'],
    ] as const) {
      const signedIn = await use(await signInPage(service), own);
      expect((await signedIn.open(page)).page).toContain(name);
    }
  });

  test('a second passkey of a person has the same handle, and the page tells the browser about the first', async () => {
    const { service, device } = await start();
    const browser = await withPasskey(device, service);
    const options = optionsOf(browser);
    const [first] = await passkeysOf(1);
    expect(options).toMatchObject({
      rp: { id: 'members.example', name: 'Guild of Bakers' },
      user: { id: first?.userHandle, name: 'Ada Byron (Ada@Example.org)', displayName: 'Ada Byron' },
      excludeCredentials: [{ id: first?.credentialId, transports: ['internal', 'hybrid'] }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    });
    await add(browser, new Authenticator(baseUrl));
    const handles = (await passkeysOf(1)).map(({ userHandle }) => userHandle);
    expect(handles).toHaveLength(2);
    expect(new Set(handles).size).toBe(1);
  });

  test('a passkey is renamed and removed, each with a row in the journal', async () => {
    const { service, mails, device } = await start();
    const browser = await withPasskey(device, service);
    await mails();
    const id = (await passkeysOf(1))[0]?.id ?? '';
    for (const [name, error] of [
      ['', '422'],
      ['x'.repeat(61), '422'],
      ['a\u0007b', '422'],
    ] as const) {
      await browser.submit({ do: 'rename', passkey: id, name }, { action: 'passkeys' });
      expect(errorOn(browser)).toContain(error);
    }
    wait(service, 1);
    await browser.submit({ do: 'rename', passkey: id, name: ' My <phone> ' }, { action: 'passkeys' });
    expect((await passkeysOf(1))[0]?.name).toBe('My <phone>');
    expect(browser.page).toContain('My &lt;phone&gt;');
    wait(service, 1);
    await browser.submit({ do: 'remove', passkey: id }, { action: 'passkeys' });
    expect(await passkeysOf(1)).toEqual([]);
    expect(await mails()).toEqual([
      'Ada@Example.org: Guild of Bakers: a passkey was removed from your account',
    ]);
    await browser.submit({ do: 'remove', passkey: id }, { action: 'passkeys' });
    expect(errorOn(browser)).toBe(`422 ${passkeyText.gone}`);
    const rows = await readAccountJournal(store().auth, 100, { limit: 10, personIds: [1] });
    expect(
      rows.filter(({ kind }) => kind === 'passkey').map(({ operation, changes }) => [operation, changes]),
    ).toEqual([
      ['created', { Name: 'Passkey' }],
      ['updated', { Name: ['Passkey', 'My <phone>'] }],
      ['removed', { Name: 'My <phone>' }],
    ]);
  });

  test('a session that is older than ten minutes cannot add, rename or remove a passkey', async () => {
    const { service, mails, device } = await start();
    const browser = await withPasskey(device, service);
    const id = (await passkeysOf(1))[0]?.id ?? '';
    await mails();
    const response = new Authenticator(baseUrl).create(optionsOf(browser));
    wait(service, 9);
    await browser.submit({ do: 'rename', passkey: id, name: 'Still recent' }, { action: 'passkeys' });
    expect((await passkeysOf(1))[0]?.name).toBe('Still recent');
    const stolen = service.browser();
    for (const [name, value] of browser.cookies) stolen.cookies.set(name, value);
    stolen.page = browser.page;
    wait(service, 1);
    for (const fields of <Record<string, string>[]>[
      { do: 'add', response },
      { do: 'rename', passkey: id, name: 'Stolen' },
      { do: 'remove', passkey: id },
    ]) {
      stolen.page = browser.page;
      await stolen.submit(fields, { action: 'passkeys' });
      expect([stolen.path.split('?')[0], stolen.response.status]).toEqual([
        '/auth/organisation/100/sign-in',
        200,
      ]);
    }
    await stolen.open(page);
    expect(stolen.page).not.toContain('data-options');
    expect((await passkeysOf(1)).map(({ name }) => name)).toEqual(['Still recent']);
    expect(await mails()).toEqual([]);
  });

  test('a challenge works once, for ten minutes, and only in its sign-in', async () => {
    const { service, device } = await start();
    await withPasskey(device, service);
    const client = await service.register();
    const browser = await service.browser().open(authorizePath(client));
    const first = optionsOf(browser);
    await use(browser, device);
    const again = { response: device.get(first) };
    // Sends the passkey's response again in the same sign-in, which now waits for consent.
    browser.page = browser.page.replace('/consent?', '/passkey?');
    await browser.submit(again, { action: 'passkey' });
    expect(errorOn(browser)).toBe(wrong);

    const late = await signInPage(service);
    const options = optionsOf(late);
    wait(service, 10);
    await late.submit({ response: device.get(options) }, { action: 'passkey' });
    expect(errorOn(late)).toBe(wrong);

    const [one, two] = [await signInPage(service), await signInPage(service)];
    await one.submit({ response: device.get(optionsOf(two)) }, { action: 'passkey' });
    expect([errorOn(one), isSignedIn(one)]).toEqual([wrong, false]);
    await use(two, device);
    expect(isSignedIn(two)).toBe(true);

    const made = await signInPage(service);
    await use(made, device, { challenge: 'A'.repeat(43) });
    expect(errorOn(made)).toBe(wrong);
  });

  test('if a challenge is used twice at the same time, only one use succeeds', async () => {
    const { service } = await start();
    const browser = await open(service);
    const { auth } = store();
    const sessionHash = hashSecret(browser.cookies.get('__Host-chapterhouse-session') ?? '');
    const pending = await signInPage(service);
    const handle = new URL(pending.path, baseUrl).searchParams.get('request') ?? '';
    for (const of of [{ sessionHash }, { handle }]) {
      const challenge = await makeChallenge(auth, of, service.now);
      const use = () => consumeChallenge(auth, of, { challenge, now: service.now });
      expect((await Promise.all([use(), use(), use()])).filter(Boolean)).toEqual([true]);
      expect(await use()).toBe(false);
      const late = { challenge: await makeChallenge(auth, of, service.now), now: service.now };
      wait(service, 10);
      expect(await consumeChallenge(auth, of, { ...late, now: service.now })).toBe(false);
      expect(await consumeChallenge(auth, of, late)).toBe(true);
    }
  });

  test('a passkey cannot be added with a used challenge or with that of another session', async () => {
    const { service, device } = await start();
    const [ada, dan] = [await open(service), await open(service, 'dan@example.org')];
    const ofDan = device.create(optionsOf(dan));
    await ada.submit({ do: 'add', response: ofDan }, { action: 'passkeys' });
    expect([errorOn(ada), await passkeysOf(1)]).toEqual([notAccepted, []]);
    const options = optionsOf(ada);
    await add(ada, device);
    await ada.submit({ do: 'add', response: device.create(options) }, { action: 'passkeys' });
    expect([errorOn(ada), (await passkeysOf(1)).length]).toEqual([notAccepted, 1]);
  });

  test.each<[string, Ceremony]>([
    ['another origin', { origin: 'https://members.example.evil.example' }],
    ['the origin with another port', { origin: `${baseUrl}:8443` }],
    ['another site address', { rpId: 'evil.example' }],
    ['another site that framed the page', { crossOrigin: true }],
    ['nobody present', { userPresent: false }],
    ['nobody verified', { userVerified: false }],
    ['the other ceremony', { type: 'webauthn.other' }],
  ])('a response with %s neither adds a passkey nor signs in', async (_, change) => {
    const { service, device } = await start();
    const browser = await open(service);
    await add(browser, device, change);
    expect([errorOn(browser), await passkeysOf(1)]).toEqual([notAccepted, []]);
    const good = new Authenticator(baseUrl);
    await add(browser, good);
    const other = await use(await signInPage(service), good, change);
    expect([errorOn(other), isSignedIn(other)]).toEqual([wrong, false]);
    expect(service.errors).toEqual([]);
  });

  test('an unknown passkey, a wrong signature, a wrong handle and no passkey get the same response', async () => {
    const { service, device } = await start();
    await withPasskey(device, service);
    const stranger = new Authenticator(baseUrl);
    stranger.create({ challenge: 'x', rp: { id: 'members.example' }, user: { id: 'abc', name: '' } });
    const pages: string[] = [];
    for (const attempt of [
      (browser: Browser) => use(browser, stranger),
      (browser: Browser) => use(browser, device, { hasWrongKey: true }),
      (browser: Browser) => use(browser, device, { userHandle: 'abcd' }),
      (browser: Browser) => browser.submit({ response: '' }, { action: 'passkey' }),
      (browser: Browser) => browser.submit({ response: '{"id":' }, { action: 'passkey' }),
      (browser: Browser) => browser.submit({ response: '{"id":{"a":1}}' }, { action: 'passkey' }),
    ]) {
      const browser = await attempt(await signInPage(service));
      expect([errorOn(browser), isSignedIn(browser)]).toEqual([wrong, false]);
      pages.push(withoutRandom(browser.page));
    }
    expect(new Set(pages).size).toBe(1);
    expect(service.errors).toEqual([]);
  });

  test('the sign-in page says nothing about who has a passkey', async () => {
    const { service, device } = await start();
    const asked = async () => {
      const own = await service.register({ isFirstParty: true });
      const browser = await service.browser().open(authorizePath(own, { login_hint: 'ada@example.org' }));
      return { options: optionsOf(browser), text: withoutRandom(browser.page) };
    };
    const before = await asked();
    await withPasskey(device, service);
    const after = await asked();
    expect(after.text).toBe(before.text);
    expect(Object.keys(after.options)).not.toContain('allowCredentials');
  });

  test("nobody renames or removes somebody else's passkey", async () => {
    const { service, device } = await start();
    await withPasskey(device, service);
    const id = (await passkeysOf(1))[0]?.id ?? '';
    const dan = await open(service, 'dan@example.org');
    await add(dan, new Authenticator(baseUrl));
    for (const fields of <Record<string, string>[]>[
      { do: 'rename', passkey: id, name: 'Mine' },
      { do: 'remove', passkey: id },
    ]) {
      await dan.submit(fields, { action: 'passkeys' });
      expect(errorOn(dan)).toBe(`422 ${passkeyText.gone}`);
    }
    dan.page = (await open(service)).page;
    await dan.submit({ do: 'remove', passkey: id }, { action: 'passkeys' });
    expect(dan.response.status).toBe(403);
    // The form of Ada's page is sent after Dan has signed in with another tab of the same browser.
    const shared = await open(service);
    const { page: theirs } = shared;
    const client = await service.register({ isFirstParty: true });
    await shared.open(authorizePath(client, { prompt: 'login' }));
    await shared.signIn('dan@example.org');
    shared.page = theirs;
    await shared.submit({ do: 'remove', passkey: id }, { action: 'passkeys' });
    expect(shared.response.status).toBe(409);
    expect((await passkeysOf(1)).map(({ name }) => name)).toEqual(['Passkey']);
  });

  test('nobody can sign in with a passkey of another organisation, or register its ID', async () => {
    const { service, device } = await start();
    await withPasskey(device, service);
    const [made] = device.passkeys;
    const elsewhere = await service.browser().open('/auth/organisation/200/email');
    await use(elsewhere, device);
    expect([errorOn(elsewhere), isSignedIn(elsewhere)]).toEqual([wrong, false]);

    const dan = await open(service, 'dan@example.org');
    await add(dan, new Authenticator(baseUrl), { credentialId: made?.credentialId ?? '' });
    expect([errorOn(dan), await passkeysOf(4)]).toEqual([notAccepted, []]);

    // The other organisation has the same passkey ID with another person's handle. Ada's device cannot sign in there.
    const taken = await store().auth.selectFrom('passkey').selectAll().executeTakeFirstOrThrow();
    const own = { ...taken, organisation_id: 200, user_handle: 'bWluZQ' };
    await store().auth.insertInto('passkey').values(own).execute();
    const again = await service.browser().open('/auth/organisation/200/email');
    await use(again, device);
    expect([errorOn(again), isSignedIn(again)]).toEqual([wrong, false]);
  });

  test('nobody can sign in with a removed passkey, even if it is removed during the sign-in', async () => {
    const { service, device } = await start();
    const ada = await withPasskey(device, service);
    const waiting = await signInPage(service);
    const id = (await passkeysOf(1))[0]?.id ?? '';
    await ada.submit({ do: 'remove', passkey: id }, { action: 'passkeys' });
    await use(waiting, device);
    expect([errorOn(waiting), isSignedIn(waiting)]).toEqual([wrong, false]);
  });

  test('a passkey whose counter does not rise is stopped permanently, and an email says so', async () => {
    const { service, mails } = await start();
    const device = new Authenticator(baseUrl, true);
    await withPasskey(device, service);
    await mails();
    const [passkey] = device.passkeys;
    if (passkey === undefined) throw new Error('the device has a passkey');
    await use(await signInPage(service), device);
    expect((await passkeysOf(1))[0]?.counter).toBe(1);
    // A stranger who only knows the passkey's ID cannot cause the passkey to be disabled.
    await use(await signInPage(service), device, { counter: 0, hasWrongKey: true });
    expect((await passkeysOf(1))[0]?.refusedAt).toBeNull();
    const copy = await use(await signInPage(service), device, { counter: 1 });
    expect([errorOn(copy), isSignedIn(copy)]).toEqual([wrong, false]);
    expect(await mails()).toEqual(['Ada@Example.org: Guild of Bakers: one of your passkeys was disabled']);
    const owner = await use(await signInPage(service), device, { counter: 50 });
    expect([errorOn(owner), isSignedIn(owner)]).toEqual([wrong, false]);
    expect(await mails()).toEqual([]);
    expect((await open(service)).page).toContain('because it may have been copied');
  });

  test('a new passkey with certificates of its maker is refused, and no address in them is requested', async () => {
    const { service, device } = await start();
    const fetched = vi.spyOn(globalThis, 'fetch');
    const browser = await open(service);
    for (const fmt of ['apple', 'packed', 'android-key', 'tpm', 'fido-u2f']) {
      const attStmt = new Map<string, unknown>([
        ['alg', -7],
        ['sig', Buffer.alloc(8)],
        ['x5c', [Buffer.from('a certificate')]],
      ]);
      await add(browser, device, { attestation: { fmt, attStmt } });
      expect(errorOn(browser)).toBe(notAccepted);
    }
    expect(await passkeysOf(1)).toEqual([]);
    expect(fetched).not.toHaveBeenCalled();
    fetched.mockRestore();
  });

  test('attempts with wrong passkeys are limited by network, and correct ones are not counted', async () => {
    const { device } = await start();
    const limited = startService(store(), { signInPerAddress: { burst: 2, perSeconds: 900 } });
    await withPasskey(device, limited);
    limited.address = '192.0.2.99';
    for (let count = 0; count < 3; count += 1)
      expect(isSignedIn(await use(await signInPage(limited), device))).toBe(true);
    for (const status of [422, 422, 429]) {
      const browser = await use(await signInPage(limited), device, { hasWrongKey: true });
      expect(browser.response.status).toBe(status);
    }
    limited.address = '192.0.2.100';
    expect(isSignedIn(await use(await signInPage(limited), device))).toBe(true);
  });

  test('passkeys stay when all sessions end or the password changes, and the office can remove them', async () => {
    const { service, device } = await start();
    await withPasskey(device, service);
    const owner = { organisationId: 100, personId: 1 };
    await endAllOwnSessions(store(), owner, service.now);
    expect(isSignedIn(await use(await signInPage(service), device))).toBe(true);
    expect(await removePasskeys(store(), owner, { id: null, now: service.now })).toEqual(['Passkey']);
    expect(isSignedIn(await use(await signInPage(service), device))).toBe(false);
  });

  test('a passkey is offered once after a sign-in, if the device can have one', async () => {
    const { service, device } = await start();
    const signIn = async (hasPasskeys: string, email = 'ada@example.org') => {
      const browser = await service.browser().open(inbox);
      const form = { email, password: 'correct horse battery', hasPasskeys };
      return browser.submit(form, { action: 'sign-in' });
    };
    const isAsked = (browser: Browser) => browser.page.includes(passkeyOfferText.title);
    expect(isAsked(await signIn(''))).toBe(false);
    const asked = await signIn('yes');
    expect(isAsked(asked)).toBe(true);
    await asked.submit({ do: 'not now' }, { action: 'offer-passkey' });
    expect([asked.path, await passkeysOf(1)]).toEqual([inbox, []]);
    expect(isAsked(await signIn('yes'))).toBe(false);

    const dan = await signIn('yes', 'dan@example.org');
    const response = device.create(optionsOf(dan), { userVerified: false });
    await dan.submit({ do: 'add', response }, { action: 'offer-passkey' });
    expect(errorOn(dan)).toBe(notAccepted);
    await dan.submit({ response: device.create(optionsOf(dan)) }, { action: 'offer-passkey' });
    expect([dan.path, (await passkeysOf(4)).length]).toEqual([inbox, 1]);
    // After the sign-in is finished, opening the page adds no passkey.
    await dan.open(page);
    await removePasskeys(store(), { organisationId: 100, personId: 4 }, { id: null, now: service.now });
    await store().auth.updateTable('account').set({ passkey_offered_at: null }).execute();
    expect(isAsked(await signIn('yes', 'dan@example.org'))).toBe(true);
  });

  test('the offer lets the sign-in continue after Back, hours later, and for a person whom the page did not name', async () => {
    const { service, device } = await start();
    const client = await service.registerOwn();
    const browser = await service.browser().open(authorizePath(client));
    const fields = { email: 'ada@example.org', password: 'correct horse battery', hasPasskeys: 'yes' };
    await browser.submit(fields, { action: 'sign-in' });
    const { path, page: asked } = browser;
    const response = device.create(optionsOf(browser));
    await browser.open(path.replace('offer-passkey', 'sign-in'));
    await browser.submit({ ...fields, email: 'dan@example.org' }, { action: 'sign-in' });
    browser.page = asked;
    await browser.submit({ do: 'add', response }, { action: 'offer-passkey' });
    expect([browser.response.status, await passkeysOf(1), await passkeysOf(4)]).toEqual([409, [], []]);

    const other = await service.browser().open(authorizePath(client));
    await store().auth.updateTable('account').set({ passkey_offered_at: null }).execute();
    await other.submit(fields, { action: 'sign-in' });
    const late = device.create(optionsOf(other));
    wait(service, 11);
    await other.submit({ do: 'add', response: late }, { action: 'offer-passkey' });
    expect([other.callback().has('code'), await passkeysOf(1)]).toEqual([true, []]);
  });
});

test.each([
  ['https://members.example', 'members.example'],
  ['https://members.example:8443/', 'members.example'],
  ['http://localhost:3000', 'localhost'],
  ['http://members.example', null],
  ['https://192.0.2.1', null],
  ['https://[2001:db8::1]', null],
])('at %s passkeys belong to %s', (address, id) => {
  expect(findRelyingParty(address)?.id ?? null).toBe(id);
});
