import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { purgeExpired } from '@/lib/store/auth-purge';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { authenticateClient, readCredentials } from './client-authentication';
import { ClientUses } from './client-uses';
import { rotateSecret } from './clients';
import { makeSecret } from '@/lib/sign-in/accounts/secrets';
import {
  api,
  requestToken,
  authorizePath,
  baseUrl,
  basic,
  callback,
  challenge,
  errorOf,
  exchange,
  getCode,
  seedCast,
  startService,
  tokenOf,
  verifier,
  withToken,
  type RegisteredClient,
  type TestService,
} from '@/lib/service/sign-in-service.fixture';

describeEachEngine('token', (store) => {
  seedCast(store);
  const start = (): TestService => startService(store());
  const grant = { grant_type: 'client_credentials' };
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };
  const registerReader = (service: TestService) =>
    service.register({ scopes: ['basic', 'members'], redirectUris: [] });
  const registerSite = (service: TestService) => service.register({ isFirstParty: true });
  const inBody = ({ id, secret }: RegisteredClient) => ({ client_id: id, client_secret: secret });

  const post = (
    service: TestService,
    body: string,
    headers: Record<string, string> = {},
    path = `${api}/token`,
  ) => service.request(path, { method: 'POST', body, headers: { ...form, ...headers } });

  test('T1 POST accepts a form, with or without a charset, JSON and multipart; any other type is refused', async () => {
    const service = start();
    const client = await registerReader(service);
    const headers = { Authorization: basic(client) };
    const body = new URLSearchParams(grant).toString();
    for (const type of [
      'application/x-www-form-urlencoded',
      'application/x-www-form-urlencoded; charset=utf-8',
      'Application/X-WWW-Form-Urlencoded;charset=UTF-8',
    ]) {
      expect((await post(service, body, { ...headers, 'Content-Type': type })).status).toBe(200);
    }
    for (const type of ['text/plain', 'application/xml', 'application/json-patch+json', '']) {
      expect(
        await errorOf(await post(service, JSON.stringify(grant), { ...headers, 'Content-Type': type })),
        type,
      ).toBe('400 invalid_request');
    }
  });

  test('T1 JSON and multipart bodies sign members in, with the credentials in the body too', async () => {
    const service = start();
    const client = await registerSite(service);
    const long = '-'.repeat(20) + 'd74496d66958873e';
    for (const type of [
      'application/json; charset=utf-8',
      'multipart/form-data; boundary=b',
      'Multipart/Form-Data; charset=utf-8; boundary="a b"',
      `multipart/form-data; boundary=${long}`,
    ]) {
      const code = await getCode(service, client);
      const fields = { ...inBody(client), grant_type: 'authorization_code', code, redirect_uri: callback };
      const boundary = /boundary="?([^"]+)/.exec(type)?.[1];
      const body = boundary === undefined ? JSON.stringify(fields) : multipart(fields, boundary);
      const response = await post(service, body, { 'Content-Type': type });
      expect(response.status, type).toBe(200);
      const user = await service.request(`${api}/user`, withToken(await tokenOf(response)));
      expect(await user.json()).toMatchObject({ FirstName: 'Ada' });
    }
  });

  test('T1 JSON and multipart bodies may not contain what a form may not contain', async () => {
    const service = start();
    const client = await registerReader(service);
    const json = 'application/json';
    const parts = 'multipart/form-data; boundary=b';
    const file = multipart(grant).replace('name="grant_type"', 'name="grant_type"; filename="a.txt"');
    const bodies: [string, string][] = [
      [json, 'grant_type=client_credentials'],
      [json, '[]'],
      [json, '"client_credentials"'],
      [json, '{"grant_type":["client_credentials"]}'],
      [json, '{"grant_type":{"a":"client_credentials"}}'],
      [json, '{"grant_type":"client_credentials","grant_type":"client_credentials"}'],
      [json, '{"grant_type":"client_credentials","grant\\u005ftype":"client_credentials"}'],
      [json, '{"grant_type":"client_credentials","scope":"basic\\u0000"}'],
      [parts, 'grant_type=client_credentials'],
      [parts, file],
      [parts, multipart({ ...grant, scope: 'basic\0' })],
      [parts, multipart(grant).replace('--b--', multipart(grant))],
      ['multipart/form-data', multipart(grant)],
    ];
    for (const [type, body] of bodies) {
      const response = await post(service, body, { Authorization: basic(client), 'Content-Type': type });
      expect(await errorOf(response), body).toBe('400 invalid_request');
    }
    const allowed = '{"grant_type":"client_credentials","scope":null,"a\\":":"\\":","n":1,"b":true}';
    const response = await post(service, allowed, { Authorization: basic(client), 'Content-Type': json });
    expect(response.status).toBe(200);
    const large = JSON.stringify({ ...grant, x: 'x'.repeat(70_000) });
    expect((await post(service, large, { 'Content-Type': json })).status).toBe(413);
    expect(service.errors).toEqual([]);
  });

  test('T2 other methods are refused with Allow, and HEAD issues nothing', async () => {
    const service = start();
    const client = await registerReader(service);
    const tokens = () =>
      store()
        .auth.selectFrom('access_token')
        .select('token_hash')
        .where('client_id', '=', client.id)
        .execute();
    for (const method of ['PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS']) {
      const response = await service.request(`${api}/token?grant_type=client_credentials`, {
        method,
        headers: { Authorization: basic(client) },
      });
      expect(response.status, method).toBe(405);
      expect(response.headers.get('Allow')).toBe('GET, POST');
    }
    expect(await tokens()).toHaveLength(0);
    const get = await service.request(`${api}/token?grant_type=client_credentials&scope=basic`, {
      headers: { Authorization: basic(client) },
    });
    expect(get.status).toBe(200);
    expect(await tokens()).toHaveLength(1);
  });

  test('T3 Basic and body credentials both work, in any case of the scheme, form-encoded or raw', async () => {
    const service = start();
    const client = await registerReader(service);
    const body = new URLSearchParams(grant).toString();
    const encoded = [...client.secret].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('');
    for (const authorization of [
      basic(client),
      basic(client).replace('Basic', 'basic'),
      basic(client).replace('Basic', 'BASIC'),
      basic({ id: client.id, secret: encoded }),
    ]) {
      expect((await post(service, body, { Authorization: authorization })).status).toBe(200);
    }
    expect(
      (await post(service, new URLSearchParams({ ...grant, ...inBody(client) }).toString())).status,
    ).toBe(200);
    expect((await requestToken(service, client, { ...grant, client_id: client.id })).status).toBe(200);
  });

  test('T3 the same credentials by Basic and in the form are accepted', async () => {
    const service = start();
    const client = await registerReader(service);
    const { client_secret } = inBody(client);
    const encoded = [...client.secret].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('');
    for (const [header, fields] of [
      [client, inBody(client)],
      [client, { client_secret }],
      [{ id: client.id, secret: encoded }, inBody(client)],
    ] as const) {
      const response = await requestToken(service, header, { ...grant, ...fields });
      expect(response.status, JSON.stringify(fields)).toBe(200);
    }
    const wrong = { id: client.id, secret: 'wrong' };
    expect(await errorOf(await requestToken(service, wrong, { ...grant, ...inBody(wrong) }))).toBe(
      '401 invalid_client',
    );
  });

  test('T3 two different methods at once are refused, and so is Basic with another client in the form', async () => {
    const service = start();
    const [client, other] = [await registerReader(service), await registerReader(service)];
    expect(await errorOf(await requestToken(service, client, { ...grant, ...inBody(other) }))).toBe(
      '400 invalid_request',
    );
    for (const fields of [
      { ...inBody(client), client_secret: `${client.secret}x` },
      { ...inBody(client), client_id: other.id },
      { client_secret: other.secret },
    ]) {
      expect(await errorOf(await requestToken(service, client, { ...grant, ...fields }))).toBe(
        '400 invalid_request',
      );
    }
    const bearer = await post(service, new URLSearchParams({ ...grant, ...inBody(client) }).toString(), {
      Authorization: 'Bearer x',
    });
    expect(await errorOf(bearer)).toBe('400 invalid_request');
    expect(await errorOf(await requestToken(service, client, { ...grant, client_id: other.id }))).toBe(
      '400 invalid_request',
    );
  });

  test('T4 a secret in the address is refused for both methods', async () => {
    const service = start();
    const client = await registerReader(service);
    const query = new URLSearchParams({ ...grant, ...inBody(client) }).toString();
    expect(await errorOf(await service.request(`${api}/token?${query}`))).toBe('400 invalid_request');
    expect(await errorOf(await post(service, '', {}, `${api}/token?${query}`))).toBe('400 invalid_request');
  });

  test('T5 an unknown client and a wrong secret get the identical response, with WWW-Authenticate if Basic was used', async () => {
    const service = start();
    const client = await registerReader(service);
    const answers = [];
    for (const wrong of [
      { id: 'nobody', secret: client.secret },
      { ...client, secret: 'wrong' },
      { ...client, secret: '' },
      { id: 'no%00body', secret: 'x' },
    ]) {
      const byBasic = await requestToken(service, wrong, grant);
      expect(byBasic.headers.get('WWW-Authenticate')).toMatch(/^Basic realm="/);
      const byBody = await post(service, new URLSearchParams({ ...grant, ...inBody(wrong) }).toString());
      expect(byBody.headers.has('WWW-Authenticate')).toBe(false);
      expect([byBasic.status, byBody.status]).toEqual([401, 401]);
      answers.push(await byBasic.text(), await byBody.text());
    }
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain('"error":"invalid_client"');
    for (const authorization of [
      'Basic',
      'Basic !!!',
      `Basic ${Buffer.from('nocolon').toString('base64')}`,
      'Bearer x',
    ]) {
      expect(
        await errorOf(await post(service, 'grant_type=client_credentials', { Authorization: authorization })),
      ).toBe('401 invalid_client');
    }
  });

  test('a NUL character, which no database can store, is handled like any other wrong value', async () => {
    const service = start();
    const nul = { id: 'no\0body', secret: 'x' };
    expect((await requestToken(service, nul, grant)).status).toBe(401);
    const byBody = await post(service, new URLSearchParams({ ...grant, ...inBody(nul) }).toString());
    expect([byBody.status, await byBody.text()]).toEqual([
      400,
      expect.stringContaining('"error":"invalid_request"'),
    ]);
    expect(service.errors).toEqual([]);
  });

  test('T5 an unknown client costs the same hashes as a known one', async () => {
    const service = start();
    const client = await registerReader(service);
    const work = async (pair: RegisteredClient) => {
      let hashes = 0;
      const digest = (secret: string) => {
        hashes += 1;
        return hash('sha256', secret);
      };
      const credentials = readCredentials(basic(pair), new URLSearchParams());
      const found = await authenticateClient(
        { store: store(), now: service.now, digest },
        { organisation: '100', credentials },
      );
      return { hashes, isFound: found !== null };
    };
    expect(await work(client)).toEqual({ hashes: 1, isFound: true });
    expect(await work({ ...client, secret: 'x' })).toEqual({ hashes: 1, isFound: false });
    expect(await work({ id: 'nobody', secret: 'x' })).toEqual({ hashes: 1, isFound: false });
  });

  test('T6 a confidential client without its secret gets nothing, even with the correct verifier', async () => {
    const service = start();
    const client = await registerSite(service);
    const code = await getCode(service, client, pkce);
    const body = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: callback,
      code_verifier: verifier,
      client_id: client.id,
    };
    expect(await errorOf(await post(service, new URLSearchParams(body).toString()))).toBe(
      '401 invalid_client',
    );
    expect(
      await errorOf(await post(service, new URLSearchParams({ ...body, client_secret: '' }).toString())),
    ).toBe('401 invalid_client');
  });

  test('T6 a public client is identified by its ID alone, and may not use a secret or client credentials', async () => {
    const service = start();
    const client = await service.register({ isPublic: true });
    const code = await getCode(service, client, pkce);
    const body = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: callback,
      code_verifier: verifier,
      client_id: client.id,
    };
    expect(
      await errorOf(await post(service, new URLSearchParams({ ...body, client_secret: 'x' }).toString())),
    ).toBe('401 invalid_client');
    expect((await post(service, new URLSearchParams(body).toString())).status).toBe(200);
    const own = new URLSearchParams({ ...grant, client_id: client.id }).toString();
    expect(await errorOf(await post(service, own))).toBe('400 unauthorized_client');
  });

  test('T7 a client of another organisation gets the same response as at an organisation that does not exist', async () => {
    const service = start();
    const client = await service.register({ organisationId: 200, scopes: ['basic'] });
    const answers = [];
    for (const organisation of ['100', '999', 'x']) {
      const response = await requestToken(
        service,
        client,
        grant,
        `/api/v2/organisation/${organisation}/token`,
      );
      answers.push(`${response.status} ${await response.text()} ${[...response.headers].join()}`);
    }
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toMatch(/^401 .*invalid_client/);
  });

  test('T8 a missing, an unknown and a forbidden grant type get different errors', async () => {
    const service = start();
    const client = await registerReader(service);
    expect(await errorOf(await requestToken(service, client, {}))).toBe('400 invalid_request');
    expect(await errorOf(await requestToken(service, client, { grant_type: '' }))).toBe(
      '400 invalid_request',
    );
    for (const grant_type of ['password', 'refresh_token', 'implicit', 'x']) {
      expect(
        await errorOf(await requestToken(service, client, { grant_type, username: 'a', password: 'b' })),
      ).toBe('400 unsupported_grant_type');
    }
    expect(
      await errorOf(await requestToken(service, client, { grant_type: 'authorization_code', code: 'x' })),
    ).toBe('400 unauthorized_client');
    const v1 = '/api/v1/organisation/100/token';
    expect(
      await errorOf(await requestToken(service, client, { grant_type: 'authorization_code', code: 'x' }, v1)),
    ).toBe('400 unsupported_grant_type');
    expect((await requestToken(service, client, grant, v1)).status).toBe(200);
  });

  test('T9 the response has exactly the four fields and is never stored, nor is an error', async () => {
    const service = start();
    const client = await registerReader(service);
    const responses = [
      await requestToken(service, client, grant),
      await requestToken(service, client, grant, '/api/v1/organisation/100/token'),
    ];
    for (const response of responses) {
      expect(await response.clone().json()).toEqual({
        access_token: expect.stringMatching(/^[A-Za-z0-9]{36}$/),
        expires_in: 3600,
        token_type: 'bearer',
        scope: 'basic members',
      });
    }
    for (const response of [
      ...responses,
      await requestToken(service, client, {}),
      await requestToken(service, { id: 'x', secret: 'y' }, grant),
    ]) {
      expect(response.headers.get('Cache-Control')).toBe('no-store');
      expect(response.headers.get('Pragma')).toBe('no-cache');
      expect(response.headers.get('Content-Type')).toMatch(/^application\/json/);
    }
  });

  test('T10 scopes are granted as requested or refused; if none is requested, all but user are granted', async () => {
    const service = start();
    const client = await service.register({ scopes: ['basic', 'members', 'user'] });
    const scopeOf = async (fields: Record<string, string>) => {
      const body: unknown = await (await requestToken(service, client, { ...grant, ...fields })).json();
      return body;
    };
    expect(await scopeOf({})).toMatchObject({ scope: 'basic members' });
    expect(await scopeOf({ scope: 'members' })).toMatchObject({ scope: 'members' });
    expect(await scopeOf({ scope: 'members,basic' })).toMatchObject({ scope: 'basic members' });
    expect(await scopeOf({ scope: 'user' })).toMatchObject({ scope: 'user' });
    expect(await scopeOf({ scope: 'basic admin' })).toMatchObject({ error: 'invalid_scope' });
    const reader = await service.register({ scopes: ['basic'] });
    expect(await errorOf(await requestToken(service, reader, { ...grant, scope: 'basic members' }))).toBe(
      '400 invalid_scope',
    );
    const site = await registerSite(service);
    expect(await errorOf(await requestToken(service, site, grant))).toBe('400 invalid_scope');
  });

  test('T11 exactly one of fifty simultaneous exchanges of one code succeeds', async () => {
    const service = start();
    const client = await registerSite(service);
    const code = await getCode(service, client);
    const responses = await Promise.all(Array.from({ length: 50 }, () => exchange(service, client, code)));
    expect(responses.filter((response) => response.status === 200)).toHaveLength(1);
    const refused = responses.filter((response) => response.status !== 200);
    expect(new Set(await Promise.all(refused.map(errorOf)))).toEqual(new Set(['400 invalid_grant']));
  });

  test('T12 a code redeemed twice is refused and its tokens are revoked', async () => {
    const service = start();
    const client = await registerSite(service);
    const code = await getCode(service, client);
    const token = await tokenOf(await exchange(service, client, code));
    expect((await service.request(`${api}/user`, withToken(token))).status).toBe(200);
    expect(await errorOf(await exchange(service, client, code))).toBe('400 invalid_grant');
    expect((await service.request(`${api}/user`, withToken(token))).status).toBe(401);
  });

  test('T12 another client that redeems a used code also ends its tokens', async () => {
    const service = start();
    const [client, thief] = [await registerSite(service), await registerSite(service)];
    const code = await getCode(service, client);
    const token = await tokenOf(await exchange(service, client, code));
    expect(await errorOf(await exchange(service, thief, code))).toBe('400 invalid_grant');
    expect((await service.request(`${api}/user`, withToken(token))).status).toBe(401);
  });

  test('T13 a code works only for its client, organisation and redirect address', async () => {
    const service = start();
    const [client, other] = [await registerSite(service), await registerSite(service)];
    const code = await getCode(service, client);
    expect(await errorOf(await exchange(service, other, code))).toBe('400 invalid_grant');
    expect(
      await errorOf(
        await requestToken(
          service,
          client,
          { grant_type: 'authorization_code', code, redirect_uri: callback },
          '/api/v2/organisation/200/token',
        ),
      ),
    ).toBe('401 invalid_client');
    expect((await exchange(service, client, code)).status, 'others’ attempts do not use it up').toBe(200);
    for (const change of [{ redirect_uri: `${callback}/` }, { redirect_uri: '' }]) {
      const fresh = await getCode(service, client);
      expect(await errorOf(await exchange(service, client, fresh, change))).toBe('400 invalid_grant');
      expect(await errorOf(await exchange(service, client, fresh)), 'the failure consumed it').toBe(
        '400 invalid_grant',
      );
    }
    expect(await errorOf(await requestToken(service, client, { grant_type: 'authorization_code' }))).toBe(
      '400 invalid_request',
    );
  });

  test('T13 a redirect address not sent to authorize need not be repeated, and no other is accepted', async () => {
    const service = start();
    const client = await registerSite(service);
    const without = {
      grant_type: 'authorization_code',
      code: await getCode(service, client, { redirect_uri: null }),
    };
    expect((await requestToken(service, client, without)).status).toBe(200);
    const wrong = {
      ...without,
      code: await getCode(service, client, { redirect_uri: null }),
      redirect_uri: 'https://evil.example',
    };
    expect(await errorOf(await requestToken(service, client, wrong))).toBe('400 invalid_grant');
  });

  test('T13 a code works for 60 seconds', async () => {
    const service = start();
    const client = await registerSite(service);
    const issuedAt = service.now.getTime();
    const [inTime, late] = [await getCode(service, client), await getCode(service, client)];
    service.now = new Date(issuedAt + 59_999);
    expect((await exchange(service, client, inTime)).status).toBe(200);
    service.now = new Date(issuedAt + 60_000);
    expect(await errorOf(await exchange(service, client, late))).toBe('400 invalid_grant');
  });

  test('the office sees a sign-in that the site did not complete, once its code has expired', async () => {
    const service = start();
    const client = await registerSite(service);
    const uses = new ClientUses(store(), () => service.now);
    const notFetched = async () =>
      (await uses.read(100)).get(client.id)?.refused.find(({ reason }) => reason === 'not fetched')?.count;
    const fetched = await getCode(service, client);
    expect((await exchange(service, client, fetched)).status).toBe(200);
    const left = await getCode(service, client);
    service.now = new Date(service.now.getTime() + 59_999);
    expect(await notFetched()).toBeUndefined();
    service.now = new Date(service.now.getTime() + 1);
    await purgeExpired(store(), service.now);
    expect([await notFetched(), await notFetched()]).toEqual([1, 1]);
    for (const code of [left, fetched])
      expect(await errorOf(await exchange(service, client, code))).toBe('400 invalid_grant');
  });

  test('T14 the verifier must be present, well formed and match the challenge; without a challenge there must be none', async () => {
    const service = start();
    const client = await registerSite(service);
    const attempt = async (change: Record<string, string>, sent: Record<string, string> = pkce) =>
      exchange(service, client, await getCode(service, client, sent), change);
    expect((await attempt({ code_verifier: verifier })).status).toBe(200);
    for (const wrong of [
      {},
      { code_verifier: 'w'.repeat(43) },
      { code_verifier: 'v'.repeat(42) },
      { code_verifier: 'v'.repeat(129) },
      { code_verifier: `${'v'.repeat(42)}!` },
      { code_verifier: challenge },
    ] as Record<string, string>[]) {
      expect(await errorOf(await attempt(wrong))).toBe('400 invalid_grant');
    }
    expect(await errorOf(await attempt({ code_verifier: verifier }, {}))).toBe('400 invalid_grant');
  });

  test('T15 no refresh token is issued or accepted', async () => {
    const service = start();
    const client = await registerSite(service);
    const body: unknown = await (await exchange(service, client, await getCode(service, client))).json();
    expect(Object.keys(body ?? {})).toEqual(['access_token', 'expires_in', 'token_type', 'scope']);
    expect(
      await errorOf(await requestToken(service, client, { grant_type: 'refresh_token', refresh_token: 'x' })),
    ).toBe('400 unsupported_grant_type');
  });

  test('T16 secrets are letters and digits with at least 160 bits, and never repeat', () => {
    const made = Array.from({ length: 10_000 }, () => makeSecret());
    expect(new Set(made).size).toBe(10_000);
    expect(made.every((secret) => /^[A-Za-z0-9]{36}$/.test(secret))).toBe(true);
    expect(36 * Math.log2(62)).toBeGreaterThan(160);
    expect(new Set(made.join('')).size, 'every letter and digit occurs').toBe(62);
  });

  test('T17 a repeated parameter is refused, an unknown one ignored', async () => {
    const service = start();
    const client = await registerReader(service);
    const headers = { Authorization: basic(client) };
    for (const extra of ['&grant_type=client_credentials', '&scope=basic&scope=basic', '&x=1&x=2']) {
      expect(await errorOf(await post(service, `grant_type=client_credentials${extra}`, headers))).toBe(
        '400 invalid_request',
      );
    }
    const both = await service.request(
      `${api}/token?grant_type=client_credentials&scope=basic&scope=members`,
      { headers },
    );
    expect(await errorOf(both)).toBe('400 invalid_request');
    expect(
      (await requestToken(service, client, { ...grant, state: 'x', redirect_uri: callback, foo: 'bar' }))
        .status,
    ).toBe(200);
  });

  test('T18 errors contain no secret or code, use only the allowed characters, and 500s reveal no internals', async () => {
    const service = start();
    const client = await registerSite(service);
    const [code, secret] = ['leakedcode"\\é', 'leakedsecret'];
    for (const response of [
      await exchange(service, client, code, { code_verifier: 'leakedverifier' }),
      await requestToken(service, { ...client, secret }, grant),
      await requestToken(service, client, { grant_type: 'leakedgrant' }),
      await requestToken(service, client, { ...grant, scope: 'leakedscope' }),
    ]) {
      const { error_description } = (await response.clone().json()) as { error_description: string };
      expect(await response.text()).not.toMatch(/leaked/);
      expect(error_description).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/);
    }
    const broken = {
      ...store(),
      auth: new Proxy(store().auth, {
        get: () => () => {
          throw new Error('inside /path secret');
        },
      }),
    };
    const response = await requestToken(startService(broken), client, grant);
    expect(response.status).toBe(500);
    expect(await response.text()).toMatch(/^\{"error":"server_error"(?!.*inside)/);
  });

  test('A19 failed calls are limited per client and per address, calls that authenticate are not', async () => {
    const limits = {
      tokenFailuresPerClient: { burst: 3, perSeconds: 300 },
      tokenFailuresPerAddress: { burst: 5, perSeconds: 300 },
    };
    const service = startService(store(), limits);
    service.address = '203.0.113.5';
    const client = await registerReader(service);
    const wrong = { ...client, secret: 'wrong' };
    const statuses = [];
    for (let count = 0; count < 4; count += 1)
      statuses.push((await requestToken(service, wrong, grant)).status);
    expect(statuses).toEqual([401, 401, 401, 429]);
    const limited = await requestToken(service, wrong, grant);
    expect(limited.headers.get('Retry-After')).toBe('100');
    expect(await errorOf(limited)).toBe('429 too_many_requests');
    expect((await requestToken(service, client, grant)).status).toBe(200);
    for (const id of ['a', 'b'])
      expect((await requestToken(service, { id, secret: 'x' }, grant)).status).toBe(429);
    const restarted = startService(store(), limits);
    restarted.address = '203.0.113.5';
    expect((await requestToken(restarted, { id: 'c', secret: 'x' }, grant)).status).toBe(429);
    for (let count = 0; count < 30; count += 1)
      expect((await requestToken(service, client, grant)).status).toBe(200);
  });

  test('S4 after a rotation both secrets work for 24 hours, or the old one not at all', async () => {
    const service = start();
    const client = await registerReader(service);
    const secret = await rotateSecret(store(), { id: client.id }, service.now);
    expect((await requestToken(service, client, grant)).status).toBe(200);
    expect((await requestToken(service, { ...client, secret }, grant)).status).toBe(200);
    service.now = new Date(service.now.getTime() + 24 * 3600 * 1000);
    expect((await requestToken(service, client, grant)).status).toBe(401);
    const newest = await rotateSecret(store(), { id: client.id, isImmediate: true }, service.now);
    expect((await requestToken(service, { ...client, secret }, grant)).status).toBe(401);
    expect((await requestToken(service, { ...client, secret: newest }, grant)).status).toBe(200);
  });

  test('an address with doubled slashes is the same address, for POST too, without a redirect', async () => {
    const service = start();
    const client = await registerReader(service);
    expect((await requestToken(service, client, grant, `/${api}//token`)).status).toBe(200);
    const browser = await service.browser().open(`/${authorizePath(await registerSite(service))}`);
    expect(browser.page).toContain('<h1>Sign in</h1>');
    expect(baseUrl.endsWith('/')).toBe(false);
  });
});

function multipart(fields: Record<string, string>, boundary = 'b'): string {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return `${parts.join('')}--${boundary}--\r\n`;
}
