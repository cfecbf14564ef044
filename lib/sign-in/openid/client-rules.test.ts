import { afterEach, expect, test } from 'vitest';
import { noRules, type ClientRules } from '@/lib/sign-in/oauth/client-rules';
import { updateClient } from '@/lib/sign-in/oauth/update-client';
import {
  api,
  authorizePath,
  errorOf,
  requestToken,
  seedCast,
  startService,
  writerContext,
} from '@/lib/service/sign-in-service.fixture';
import {
  exchangeOpenid,
  openidPath,
  readUserinfo,
  signInWithOpenid,
} from '@/lib/service/openid-client.fixture';
import { sampleMember } from '@/lib/store/sample-members.fixture';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';

type Membership = Parameters<typeof sampleMember>[1];

describeEachEngine('membership claims and the rules of clients', (store) => {
  seedCast(store);
  const ada = { firstName: 'Ada', lastName: 'Byron', email: 'Ada@Example.org' };
  const write = (work: Parameters<typeof withMembersWriter<unknown>>[2]) =>
    withMembersWriter(store(), writerContext(100), work);
  const change = (membership: Membership) =>
    write((writer) => writer.memberships.put(sampleMember(1, membership, ada)));
  const seat = (chapterId: number | null, endsOn: string | null = null) =>
    write((writer) => writer.committees.put(1, [{ chapterId, startsOn: null, endsOn }]));
  afterEach(async () => {
    await change({});
    await write((writer) => writer.committees.put(1, []));
  });

  async function start(rules: Partial<ClientRules> | null = null) {
    const service = startService(store());
    const client = await service.register({
      isFirstParty: true,
      scopes: ['user', 'offline_access'],
      rules: rules === null ? null : { ...noRules, ...rules },
    });
    return { service, client };
  }
  async function claims() {
    const { service, client } = await start();
    const { access_token } = await signInWithOpenid(service, client, { scope: 'openid membership' });
    return (await (await readUserinfo(service, access_token)).json()) as object;
  }

  test.each<[string, Membership, object]>([
    ['a valid membership', {}, { membership_status: 'valid', membership_valid_until: '2030-06-30' }],
    [
      'its last day',
      { expiryDate: '2026-03-01' },
      { membership_status: 'valid', membership_valid_until: '2026-03-01' },
    ],
    ['a life member', { expiryDate: null }, { membership_status: 'valid' }],
    ['a lapsed membership', { expiryDate: '2026-02-28' }, { membership_status: 'expired' }],
    ['one that is not approved', { isApproved: false }, { membership_status: 'awaiting-approval' }],
    [
      'an unpaid one that runs',
      { amountOutstandingThousandths: 50_000 },
      { membership_status: 'valid', membership_valid_until: '2030-06-30' },
    ],
  ])('the claims of %s follow the standing table', async (_, membership, expected) => {
    await change(membership);
    const isValid = 'membership_status' in expected && expected.membership_status === 'valid';
    const names = isValid
      ? { membership_types: ['Full'], chapters: ['Victoria'] }
      : { membership_types: [], chapters: [] };
    expect(await claims()).toEqual({ sub: '1', ...expected, ...names, committees: [] });
  });

  test('committees are those of today, and the organisation’s own has its name', async () => {
    await seat(2);
    expect(await claims()).toHaveProperty('committees', ['Tasmania']);
    await seat(null, '2026-03-01');
    expect(await claims()).toHaveProperty('committees', ['Guild of Bakers']);
    await seat(2, '2026-02-28');
    expect(await claims()).toHaveProperty('committees', []);
  });

  test.each<[string, Partial<ClientRules>, Membership, number | null | undefined, boolean]>([
    ['valid members only, valid', { validOnly: true }, {}, undefined, true],
    ['valid members only, lapsed', { validOnly: true }, { expiryDate: '2026-02-28' }, undefined, false],
    ['a chapter, member of it', { chapters: ['1'] }, {}, undefined, true],
    ['a chapter, member of another', { chapters: ['2'] }, {}, undefined, false],
    ['a chapter, lapsed in it', { chapters: ['1'] }, { expiryDate: '2026-02-28' }, undefined, false],
    ['one of two types', { types: ['1', '3'] }, {}, undefined, true],
    ['another type', { types: ['3'] }, {}, undefined, false],
    ['a state, in another case', { states: ['vic'] }, {}, undefined, true],
    ['another state', { states: ['NSW'] }, {}, undefined, false],
    ['a committee, on it', { committees: ['2'] }, {}, 2, true],
    ['a committee, on another', { committees: ['1'] }, {}, 2, false],
    ['any committee, on one, lapsed', { committees: ['any'] }, { expiryDate: '2026-02-28' }, null, true],
    ['any committee, on none', { committees: ['any'] }, {}, undefined, false],
    ['the own committee', { committees: ['own'] }, {}, null, true],
    ['two rules, one broken', { validOnly: true, states: ['NSW'] }, {}, undefined, false],
  ])('a rule: %s', async (_, rules, membership, chapterId, isAllowed) => {
    await change(membership);
    if (chapterId !== undefined) await seat(chapterId);
    const { service, client } = await start(rules);
    const browser = await service.browser().open(authorizePath(client));
    await browser.signIn();
    const outcome = browser.path.includes('/members-only?') ? false : browser.callback().get('code') !== null;
    expect(outcome).toBe(isAllowed);
  });

  test('a refused member sees why and how to pay, and the site gets access_denied without the reason', async () => {
    const paymentUrl = 'https://pay.example/1';
    await change({ expiryDate: '2026-02-28', paymentUrl });
    const { service, client } = await start({ validOnly: true });
    const browser = await service.browser().open(openidPath(client));
    await browser.signIn();
    expect(browser.page).toContain('You cannot sign in to Conference site');
    expect(browser.page).toContain('ended on 28 February 2026');
    expect(browser.page).toContain(`href="${paymentUrl}"`);
    await browser.submit({}, { action: 'members-only' });
    expect(Object.fromEntries(browser.callback())).toMatchObject({ error: 'access_denied', state: 'xyz' });
    expect(browser.callback().get('error_description')).not.toMatch(/ended|2026|pay/i);
    await browser.open(openidPath(client, { prompt: 'none' }));
    expect(browser.callback().get('code')).toBeNull();
  });

  test.each<[string, Partial<ClientRules>, Membership, string]>([
    [
      'has expired, with a payment page',
      { validOnly: true },
      { expiryDate: '2026-02-28', paymentUrl: 'https://pay.example/1' },
      'Pay now',
    ],
    ['has expired', { validOnly: true }, { expiryDate: '2026-02-28', paymentUrl: '' }, 'See your membership'],
    [
      'owes, with a payment page',
      { validOnly: true },
      { expiryDate: '2026-02-28', amountOutstandingThousandths: 50_000, paymentUrl: 'https://pay.example/1' },
      'Pay now',
    ],
    [
      'owes',
      { validOnly: true },
      { expiryDate: '2026-02-28', amountOutstandingThousandths: 50_000, paymentUrl: '' },
      'See your membership',
    ],
    [
      'is not approved',
      { validOnly: true },
      { isApproved: false, paymentUrl: 'https://pay.example/1' },
      'Write to office@bakers.example',
    ],
    [
      'is suspended',
      { validOnly: true },
      { isApproved: false, standing: 'suspended' },
      'Write to office@bakers.example',
    ],
    ['has another type', { types: ['3'] }, {}, 'Write to office@bakers.example'],
    ['is in another chapter', { chapters: ['2'] }, {}, 'Write to office@bakers.example'],
    ['lives elsewhere', { states: ['NSW'] }, {}, 'Write to office@bakers.example'],
    ['is on no committee', { committees: ['any'] }, {}, 'Write to office@bakers.example'],
  ])('the main button of the page helps a member who %s', async (_, rules, membership, help) => {
    await change(membership);
    const { service, client } = await start(rules);
    const { page } = await (await service.browser().open(authorizePath(client))).signIn();
    expect(mainButtons(page)).toEqual([help]);
    expect(page).toContain('<button class="second">Back to Conference site</button>');
    const quiet = startService(store(), {}, undefined, { contactEmail: null });
    const later = await (await quiet.browser().open(authorizePath(client))).signIn();
    const noHelp = 'Back to Conference site';
    expect(mainButtons(later.page)).toEqual([help.startsWith('Write') ? noHelp : help]);
  });

  test('the page names what a rule requires', async () => {
    const pageOf = async (rules: Partial<ClientRules>) => {
      const { service, client } = await start(rules);
      return (await (await service.browser().open(authorizePath(client))).signIn()).page;
    };
    expect(await pageOf({ chapters: ['2'] })).toContain('only for members of these chapters: Tasmania');
    expect(await pageOf({ types: ['3'] })).toContain('only for members with these membership types: Student');
    expect(await pageOf({ states: ['NSW'] })).toContain('only for members in NSW');
    expect(await pageOf({ committees: ['2'] })).toContain('these committees: Tasmania');
    expect(await pageOf({ committees: ['any'] })).toContain('only for members of a committee');
  });

  test('when a member lapses, userinfo, user, introspection and refresh stop working for the site', async () => {
    const { service, client } = await start({ validOnly: true });
    const tokens = await signInWithOpenid(service, client, { scope: 'openid user offline_access' });
    const statuses = async () => {
      const headers = { Authorization: `Bearer ${tokens.access_token}` };
      const introspected = await requestToken(
        service,
        client,
        { token: tokens.access_token },
        `${api}/introspect`,
      );
      return [
        (await readUserinfo(service, tokens.access_token)).status,
        (await service.request(`${api}/user`, { headers })).status,
        ((await introspected.json()) as { active: boolean }).active,
      ];
    };
    expect(await statuses()).toEqual([200, 200, true]);
    await change({ expiryDate: '2026-02-28' });
    expect(await statuses()).toEqual([401, 401, false]);
    const fields = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '' };
    expect(await errorOf(await requestToken(service, client, fields))).toBe('400 invalid_grant');
  });

  test('a rule that is set during a sign-in applies to it, and rules that name nothing are refused', async () => {
    const { service, client } = await start();
    const browser = await service.browser().open(openidPath(client));
    const set = (rules: Partial<ClientRules> | null) =>
      updateClient(store(), {
        id: client.id,
        change: { rules: rules === null ? null : { ...noRules, ...rules } },
      });
    await set({ chapters: ['2'] });
    await browser.signIn();
    expect(browser.path).toContain('/members-only?');
    await set(null);
    await browser.open(browser.path);
    expect(await exchangeOpenid(service, client, browser.callback().get('code') ?? '')).toHaveProperty(
      'id_token',
    );
    await expect(set({ chapters: ['9'] })).rejects.toThrow('There is no chapter with the ID 9');
    await expect(set({ types: ['Full'] })).rejects.toThrow('There is no membership type with the ID Full');
    await expect(set({ committees: ['9'] })).rejects.toThrow('There is no chapter with the ID 9');
  });
});

/** The buttons that look like the main one. */
function mainButtons(page: string): string[] {
  return [...page.matchAll(/<(?:a class="button" href="[^"]*"|button)>([^<]*)</g)].map(
    ([, label = '']) => label,
  );
}
