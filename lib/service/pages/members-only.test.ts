import { afterEach, beforeEach, expect, test } from 'vitest';
import { sampleMember } from '@/lib/store/sample-members.fixture';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';
import {
  api,
  authorizePath,
  exchange,
  getCode,
  seedCast,
  startService,
  tokenOf,
  withToken,
  writerContext,
  type RegisteredClient,
  type TestService,
} from '@/lib/service/sign-in-service.fixture';

describeEachEngine('a person who is removed', (store) => {
  seedCast(store);
  let service: TestService;
  let site: RegisteredClient;
  const write = (work: Parameters<typeof withMembersWriter<unknown>>[2]) =>
    withMembersWriter(store(), writerContext(100), work);
  const remove = () => write((writer) => writer.memberships.remove([1]));
  const ada = { firstName: 'Ada', lastName: 'Byron', email: 'Ada@Example.org' };

  beforeEach(async () => {
    service = startService(store());
    site = await service.register();
  });
  afterEach(() => write((writer) => writer.memberships.put(sampleMember(1, {}, ada))));

  async function atConsent() {
    const browser = await service.browser().open(authorizePath(site));
    await browser.signIn();
    expect(browser.page).toContain('Allow and continue');
    return browser;
  }
  const consents = async () => {
    const rows = await store().auth.selectFrom('consent').select('client_id').execute();
    return rows.filter((row) => row.client_id === site.id);
  };

  test('cannot allow the site if the removal happens while the consent page is open', async () => {
    const browser = await atConsent();
    await remove();
    await browser.submit({ answer: 'allow' }, { action: 'consent' });
    expect(browser.path).toContain('/members-only?request=');
    expect(browser.page).toContain('You are no longer a member of Guild of Bakers');
    expect(await consents()).toEqual([]);
  });

  test('is not asked for consent', async () => {
    const browser = await atConsent();
    await remove();
    await browser.open(browser.path);
    expect(browser.path).toContain('/members-only?request=');
  });

  test('with an earlier session is told the reason, without signing in again', async () => {
    const browser = await atConsent();
    await browser.submit({ answer: 'allow' }, { action: 'consent' });
    expect(browser.callback().has('code')).toBe(true);
    await remove();
    await browser.open(authorizePath(site));
    expect(browser.page).toContain('Conference site is for members of Guild of Bakers.');
    expect(browser.page).toContain(
      '<a href="/account/privacy/data">see what Guild of Bakers holds about you</a>',
    );
  });

  test('can go back to the site, or sign in as someone else', async () => {
    const browser = await atConsent();
    await remove();
    await browser.open(browser.path);
    expect(browser.page).toMatch(/<a href="[^"]*\/sign-in\?request=\w+">Sign in as someone else<\/a>/);
    await browser.submit({}, { action: 'members-only' });
    expect(browser.response.status).toBe(303);
    expect(browser.callback().get('error')).toBe('access_denied');
    await browser.open(browser.path);
    expect(browser.response.status).toBe(400);
  });

  test('gets no answer to a form that another page sends', async () => {
    const browser = await atConsent();
    await remove();
    await browser.open(browser.path);
    await browser.submit({ csrf: 'x' }, { action: 'members-only' });
    expect(browser.response.status).toBe(403);
  });

  test('cannot use a code that was issued before the removal', async () => {
    const client = await service.register();
    const code = await getCode(service, client);
    await remove();
    const token = await tokenOf(await exchange(service, client, code));
    expect((await service.request(`${api}/user`, withToken(token))).status).toBe(401);
  });

  test('gets only the scope for their own data at this installation’s own pages', async () => {
    const own = await service.registerOwn(['user', 'members']);
    const token = await tokenOf(await exchange(service, own, await getCode(service, own)));
    const statuses = async () => [
      (await service.request(`${api}/user`, withToken(token))).status,
      (await service.request(`${api}/members`, withToken(token))).status,
    ];
    expect(await statuses()).toEqual([200, 200]);
    await remove();
    expect(await statuses()).toEqual([200, 401]);
  });

  test('cannot sign in at another site of the association either', async () => {
    const client = await service.register({ name: 'Job board', isFirstParty: true });
    const browser = await service.browser().open(authorizePath(client));
    await remove();
    await browser.signIn();
    expect(browser.page).toContain('Job board is for members of Guild of Bakers.');
  });

  test('who is suspended learns it in the directory, and other sites do not', async () => {
    await write((writer) => writer.memberships.put(sampleMember(1, { standing: 'suspended' }, ada)));
    const own = await service.registerOwn();
    for (const [client, seen] of [
      [own, true],
      [site, false],
    ] as const) {
      const token = await tokenOf(await exchange(service, client, await getCode(service, client)));
      const user = await (await service.request(`${api}/user`, withToken(token))).text();
      expect(user.includes('"Checked":false,"Expired":false,"Standing":"suspended","Parent":null')).toBe(
        seen,
      );
      expect(user.includes('suspended')).toBe(seen);
    }
  });

  test('is marked in /user, and a member is not', async () => {
    const own = await service.registerOwn();
    const token = await tokenOf(await exchange(service, own, await getCode(service, own)));
    const user = async () => (await service.request(`${api}/user`, withToken(token))).text();
    expect(await user()).not.toContain('Removed');
    await remove();
    expect(await user()).toMatch(/"ID":"1","Removed":true}$/);
  });
});

describeEachEngine('a member', (store) => {
  seedCast(store);

  test('is redirected from the page for removed persons', async () => {
    const service = startService(store());
    const site = await service.register();
    const browser = await service.browser().open(authorizePath(site));
    const page = browser.path.replace('sign-in', 'members-only');
    await browser.open(page);
    expect(browser.page).toContain('<h1>Sign in</h1>');
    await browser.signIn();
    await browser.open(page);
    expect(browser.page).toContain('Allow and continue');
  });
});
