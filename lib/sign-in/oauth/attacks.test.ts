/** Random combinations of replay, downgrade, injection and mix-up. None of them gets a token (RFC 9700 §4). */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { sampleSize } from '@/lib/base/test-strength';
import {
  api,
  requestToken,
  authorizePath,
  callback,
  challenge,
  getCode,
  password,
  seedCast,
  startService,
  verifier,
  type RegisteredClient,
  type TestService,
} from '@/lib/service/sign-in-service.fixture';

const otherCallback = 'https://site.example/other';

/** Each fault changes the correct exchange. It must be refused, alone and combined with others. */
const attacks = {
  'mix-up: at another organisation': { path: '/api/v2/organisation/200/token' },
  'mix-up: at version 1': { path: `${api.replace('v2', 'v1')}/token` },
  'injection: by another client': { asOther: true },
  'injection: to another address': { redirect_uri: otherCallback },
  'injection: to an address with a suffix': { redirect_uri: `${callback}/` },
  'injection: without the address': { redirect_uri: null },
  'injection: with another verifier': { code_verifier: 'w'.repeat(43) },
  'injection: with a longer code': { suffix: 'A' },
  'downgrade: without the verifier': { code_verifier: null },
  'downgrade: with an empty verifier': { code_verifier: '' },
  'downgrade: with the challenge as the verifier': { code_verifier: challenge },
  'downgrade: for more scopes': { scope: 'user basic members' },
  'downgrade: for another scope': { scope: 'basic' },
  'downgrade: under another grant': { grant_type: 'password' },
  'downgrade: as the implicit grant': { grant_type: 'token' },
  'replay: as a refresh token': { grant_type: 'refresh_token' },
} as const;
type Attack = keyof typeof attacks;

describeEachEngine('attacks on the code flow', (store) => {
  seedCast(store);

  interface Setting {
    service: TestService;
    client: RegisteredClient;
    other: RegisteredClient;
  }
  let setting: Setting | null = null;
  async function begin(): Promise<Setting> {
    if (setting !== null) return setting;
    const service = startService(store());
    const redirectUris = [callback, otherCallback];
    const register = (name: string) =>
      service.register({ name, isFirstParty: true, requiresPkce: true, redirectUris });
    setting = { service, client: await register('Conference site'), other: await register('Mallory') };
    return setting;
  }
  const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };

  async function exchangeWith({ service, client, other }: Setting, code: string, chosen: readonly Attack[]) {
    const right: Record<string, string | null> = {
      grant_type: 'authorization_code',
      redirect_uri: callback,
      code_verifier: verifier,
    };
    const { path, asOther, suffix, ...fields } = Object.assign(
      { path: `${api}/token`, asOther: false, suffix: '' },
      right,
      ...chosen.map((name) => attacks[name]),
    ) as { path: string; asOther: boolean; suffix: string } & Record<string, string | null>;
    const sent = Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== null);
    const form = { ...Object.fromEntries(sent), code: code + suffix };
    return requestToken(service, asOther ? other : client, form, path);
  }
  const tokens = async () =>
    (
      await store()
        .auth.selectFrom('access_token')
        .select('token_hash')
        .where('revoked_at', 'is', null)
        .execute()
    ).length;

  test('the exchange that the attacks change succeeds unchanged', async () => {
    const on = await begin();
    expect((await exchangeWith(on, await getCode(on.service, on.client, pkce), [])).status).toBe(200);
  });

  test.each(Object.keys(attacks) as Attack[])('%s gets nothing', async (attack) => {
    const on = await begin();
    const before = await tokens();
    const response = await exchangeWith(on, await getCode(on.service, on.client, pkce), [attack]);
    expect([400, 401]).toContain(response.status);
    expect(await tokens()).toBe(before);
  });

  test('random combinations get nothing, and a code that was attacked or used no longer works', async () => {
    const on = await begin();
    const several = fc.subarray(Object.keys(attacks) as Attack[], { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(several, fc.boolean(), async (chosen, isUsed) => {
        // In ten minutes, the limits on failed exchanges refill.
        on.service.now = new Date(on.service.now.getTime() + 600_000);
        const code = await getCode(on.service, on.client, pkce);
        if (isUsed) expect((await exchangeWith(on, code, [])).status).toBe(200);
        const before = await tokens();
        const response = await exchangeWith(on, code, chosen);
        expect([400, 401]).toContain(response.status);
        expect(await tokens()).toBeLessThanOrEqual(before);
        if (isUsed) expect((await exchangeWith(on, code, [])).status).toBe(400);
      }),
      { seed: 16, numRuns: sampleSize({ usual: 12, long: 400 }) },
    );
  });

  test('a downgraded or altered authorize request gets no code', async () => {
    const { service, client } = await begin();
    const session = await (await service.browser().open(authorizePath(client, pkce))).signIn();
    const changes: Record<string, string | null>[] = [
      { code_challenge: null, code_challenge_method: null },
      { code_challenge_method: 'plain' },
      { code_challenge_method: null },
      { code_challenge: '' },
      { code_challenge: challenge.slice(1) },
      { response_type: 'token' },
      { response_type: 'code token' },
      { redirect_uri: `${callback}.evil.example` },
      { redirect_uri: 'https://evil.example/callback' },
      { redirect_uri: `${callback}\r\nLocation: https://evil.example` },
    ];
    const refused = async (change: Record<string, string | null>) => {
      await session.open(authorizePath(client, { ...pkce, ...change }));
      const location = session.response.headers.get('Location');
      expect(location === null ? null : new URL(location).searchParams.get('code')).toBeNull();
      expect(location === null || location.startsWith(`${callback}?error=`)).toBe(true);
    };
    for (const change of changes) await refused(change);
    const change = fc.constantFrom(...changes);
    await fc.assert(
      fc.asyncProperty(change, change, (one, two) => refused({ ...one, ...two })),
      { seed: 16, numRuns: sampleSize({ usual: 20, long: 400 }) },
    );
  });

  test('a sign-in page does not work in another browser or for another organisation or client', async () => {
    const { service, client, other } = await begin();
    const victim = await service.browser().open(authorizePath(client, pkce));
    const thief = await service.browser().open(authorizePath(other, pkce));
    const stolen = victim.path;
    for (const path of [stolen, stolen.replace('/100/', '/200/')]) {
      await thief.open(path);
      expect(thief.response.status).toBe(400);
    }
    const form = victim.forms().find(({ method }) => method === 'post');
    await thief.open(stolen, {
      method: 'POST',
      body: new URLSearchParams({ ...form?.hidden, email: 'ada@example.org', password }).toString(),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'https://members.example' },
    });
    expect(thief.response.status).toBe(400);
    expect(thief.cookies.has('__Host-chapterhouse-session')).toBe(false);
  });
});
