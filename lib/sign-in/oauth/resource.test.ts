import { expect, test } from 'vitest';
import { describeUsualEngines } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';
import { sampleMember } from '@/lib/store/sample-members.fixture';
import { revokeClient } from './clients';
import {
  api,
  requestToken,
  basic,
  errorOf,
  exchange,
  getCode,
  seedCast,
  startService,
  tokenOf,
  withToken,
  writerContext,
  type TestService,
} from '@/lib/service/sign-in-service.fixture';

describeUsualEngines('access to resources, revocation and metadata', (store) => {
  seedCast(store);
  const start = (): TestService => startService(store());
  const grant = { grant_type: 'client_credentials' };
  const metadataPath = `/.well-known/oauth-authorization-server${api}`;

  async function readerToken(
    service: TestService,
    scope = 'basic members',
    organisationId = 100,
  ): Promise<string> {
    const client = await service.register({ scopes: ['basic', 'members', 'user'], organisationId });
    return tokenOf(
      await requestToken(
        service,
        client,
        { ...grant, scope },
        `/api/v2/organisation/${organisationId}/token`,
      ),
    );
  }

  async function memberToken(service: TestService): Promise<string> {
    const client = await service.register({ isFirstParty: true });
    return tokenOf(await exchange(service, client, await getCode(service, client)));
  }

  const header = async (response: Promise<Response>, name: string) => (await response).headers.get(name);

  test('R1 the scheme is accepted in any case; only /user also reads the token from the query', async () => {
    const service = start();
    const token = await memberToken(service);
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      const response = await service.request(`${api}/user`, {
        headers: { Authorization: `${scheme} ${token}` },
      });
      expect(response.status).toBe(200);
    }
    expect((await service.request(`${api}/user?access_token=${token}`)).status).toBe(200);
    const reader = await readerToken(service);
    expect(await errorOf(await service.request(`${api}/members?access_token=${reader}`))).toBe(
      '400 invalid_request',
    );
    expect(
      await errorOf(await service.request(`${api}/categories?access_token=${reader}`, withToken(reader))),
    ).toBe('400 invalid_request');
  });

  test('R1 a token sent twice is refused', async () => {
    const service = start();
    const token = await memberToken(service);
    expect(await errorOf(await service.request(`${api}/user?access_token=${token}`, withToken(token)))).toBe(
      '400 invalid_request',
    );
    expect(
      await errorOf(await service.request(`${api}/user?access_token=${token}&access_token=${token}`)),
    ).toBe('400 invalid_request');
  });

  test('R1 the challenge has no error code without a token, invalid_token with a bad one, insufficient_scope without the scope', async () => {
    const service = start();
    const challenge = (init?: RequestInit) =>
      header(service.request(`${api}/members`, init), 'WWW-Authenticate');
    expect(await challenge()).toMatch(/^Bearer realm="[^"]+"$/);
    expect(await challenge({ headers: { Authorization: 'Basic eDp5' } })).toMatch(/^Bearer realm="[^"]+"$/);
    for (const bad of ['x', '', 'a b', '"'])
      expect(await challenge(withToken(bad))).toMatch(/^Bearer realm="[^"]+", error="invalid_token"/);
    const basicOnly = withToken(await readerToken(service, 'basic'));
    const response = await service.request(`${api}/members`, basicOnly);
    expect(response.headers.get('WWW-Authenticate')).toMatch(/error="insufficient_scope".*scope="members"/);
    expect(await errorOf(response)).toBe('403 insufficient_scope');
    expect((await service.request(`${api}/categories`, basicOnly)).status).toBe(200);
  });

  test('R2 a token works at its own organisation; elsewhere the response does not show whether the organisation exists', async () => {
    const service = start();
    const token = await readerToken(service);
    for (const init of [withToken(token), {}, withToken('x')]) {
      const responses = [];
      for (const organisation of ['200', '999', '0100', 'x']) {
        const response = await service.request(`/api/v2/organisation/${organisation}/members`, init);
        expect(response.status).toBe(401);
        responses.push(
          `${await response.text()} ${[...response.headers].filter(([name]) => name !== 'x-request-id').join()}`,
        );
      }
      expect(new Set(responses).size).toBe(1);
    }
  });

  test('R2 a member’s token reads no list, and a client’s own token reads no user', async () => {
    const service = start();
    const member = withToken(await memberToken(service));
    for (const name of ['members', 'categories', 'locations']) {
      expect(await errorOf(await service.request(`${api}/${name}`, member))).toBe('403 insufficient_scope');
    }
    const own = withToken(await readerToken(service, 'user'));
    const refused = await service.request(`${api}/user`, own);
    expect([refused.status, await refused.json()]).toEqual([
      403,
      {
        error: 'insufficient_scope',
        error_description:
          'The access token was issued for client credentials and does not belong to a member',
      },
    ]);
  });

  test('R3 a response to a token in the query is never stored and sends no referrer', async () => {
    const service = start();
    for (const token of [await memberToken(service), 'wrong']) {
      const response = await service.request(`${api}/user?access_token=${token}`);
      expect(response.headers.get('Cache-Control')).toMatch(/no-store/);
      expect(response.headers.get('Referrer-Policy')).toBe('no-referrer');
    }
  });

  test('R4 a token expires at the end of its last second', async () => {
    const service = start();
    const token = withToken(await readerToken(service));
    const issuedAt = service.now.getTime();
    service.now = new Date(issuedAt + 3_599_999);
    expect((await service.request(`${api}/categories`, token)).status).toBe(200);
    service.now = new Date(issuedAt + 3_600_000);
    expect(await errorOf(await service.request(`${api}/categories`, token))).toBe('401 invalid_token');
  });

  test('R4 the tokens of a revoked client stop working at once, and it gets no more', async () => {
    const service = start();
    const client = await service.register({ scopes: ['basic'] });
    const token = withToken(await tokenOf(await requestToken(service, client, grant)));
    await revokeClient(store(), client.id, service.now);
    expect(await errorOf(await service.request(`${api}/categories`, token))).toBe('401 invalid_token');
    expect(await errorOf(await requestToken(service, client, grant))).toBe('401 invalid_client');
  });

  test('R4 tokens stop working when their person or organisation is removed', async () => {
    const service = start();
    const person = { id: 77, firstName: 'Eve', lastName: 'Gone', email: 'eve@example.org' };
    await withMembersWriter(store(), writerContext(100), (writer) =>
      writer.memberships.put(sampleMember(77, {}, person)),
    );
    const client = await service.register();
    const { issueToken } = await import('./tokens');
    const holder = {
      clientId: client.id,
      organisationId: 100,
      personId: 77,
      scopes: ['user'] as const,
      codeHash: null,
    };
    const token = withToken(await issueToken(store().auth, holder, service.now));
    expect((await service.request(`${api}/user`, token)).status).toBe(200);
    await store()
      .members.deleteFrom('person')
      .where('organisation_id', '=', 100)
      .where('id', '=', 77)
      .execute();
    expect(await errorOf(await service.request(`${api}/user`, token))).toBe('401 invalid_token');
    const lost = {
      clientId: client.id,
      organisationId: 555,
      personId: null,
      scopes: ['basic'] as const,
      codeHash: null,
    };
    const ownToken = withToken(await issueToken(store().auth, lost, service.now));
    expect((await service.request('/api/v2/organisation/555/categories', ownToken)).status).toBe(401);
  });

  test('R5 pages of other origins cannot read a response, and a cookie is not accepted as a token', async () => {
    const service = start();
    const token = await readerToken(service);
    const response = await service.request(`${api}/categories`, {
      headers: { Authorization: `Bearer ${token}`, Origin: 'https://evil.example' },
    });
    expect(response.headers.has('Access-Control-Allow-Origin')).toBe(false);
    expect(response.headers.has('Access-Control-Allow-Credentials')).toBe(false);
    const client = await service.register({ isFirstParty: true });
    const browser = await service
      .browser()
      .open(`${api}/authorize?response_type=code&client_id=${client.id}&state=x`);
    await browser.signIn();
    await browser.open(`${api}/user`);
    expect(browser.response.status).toBe(401);
  });

  test('V1 revocation ends a client’s own token', async () => {
    const service = start();
    const client = await service.register({ scopes: ['basic'] });
    const token = await tokenOf(await requestToken(service, client, grant));
    expect(
      (await requestToken(service, client, { token, token_type_hint: 'refresh_token' }, `${api}/revoke`))
        .status,
    ).toBe(200);
    expect((await service.request(`${api}/categories`, withToken(token))).status).toBe(401);
    expect((await requestToken(service, client, { token }, `${api}/revoke`)).status).toBe(200);
  });

  test('V1 an unknown or another client’s token gets the same response and stays unchanged', async () => {
    const service = start();
    const [client, other] = [
      await service.register({ scopes: ['basic'] }),
      await service.register({ scopes: ['basic'] }),
    ];
    const token = await tokenOf(await requestToken(service, client, grant));
    const answers = [
      await requestToken(service, other, { token }, `${api}/revoke`),
      await requestToken(service, other, { token: 'x' }, `${api}/revoke`),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
    expect((await service.request(`${api}/categories`, withToken(token))).status).toBe(200);
  });

  test('V1 a request with a parameter sent twice is refused, and the token stays valid', async () => {
    const service = start();
    const client = await service.register({ scopes: ['basic'] });
    const token = await tokenOf(await requestToken(service, client, grant));
    const twice = `token=${token}&token_type_hint=a&token_type_hint=b`;
    expect(await errorOf(await requestToken(service, client, twice, `${api}/revoke`))).toBe(
      '400 invalid_request',
    );
    expect((await service.request(`${api}/categories`, withToken(token))).status).toBe(200);
  });

  test('V1 revocation needs the client’s credentials, a token and POST', async () => {
    const service = start();
    const client = await service.register({ scopes: ['basic'] });
    expect(
      await errorOf(await requestToken(service, { ...client, secret: 'x' }, { token: 'x' }, `${api}/revoke`)),
    ).toBe('401 invalid_client');
    expect(await errorOf(await requestToken(service, client, {}, `${api}/revoke`))).toBe(
      '400 invalid_request',
    );
    const get = await service.request(`${api}/revoke?token=x`, { headers: { Authorization: basic(client) } });
    expect([get.status, get.headers.get('Allow')]).toEqual([405, 'POST']);
  });

  test('V2 introspection tells a client whether its own token works, and nothing else', async () => {
    const service = start();
    const [client, other] = [await service.register({ isFirstParty: true }), await service.register()];
    const token = await tokenOf(await exchange(service, client, await getCode(service, client)));
    const introspect = (by: typeof client, asked: string) =>
      requestToken(service, by, { token: asked, token_type_hint: 'access_token' }, `${api}/introspect`);
    const issuedAt = service.now.getTime() / 1000;
    const active = await introspect(client, token);
    expect(active.headers.get('Cache-Control')).toBe('no-store');
    expect(await active.json()).toEqual({
      active: true,
      scope: 'user',
      client_id: client.id,
      token_type: 'Bearer',
      exp: issuedAt + 3600,
      iat: issuedAt,
      sub: '1',
      iss: 'https://members.example/api/v2/organisation/100',
    });
    const own = await tokenOf(
      await requestToken(service, client, { grant_type: 'client_credentials', scope: 'user' }),
    );
    expect(await (await introspect(client, own)).json()).not.toHaveProperty('sub');
    const inactive = async (by: typeof client, asked: string) =>
      expect(await (await introspect(by, asked)).json()).toEqual({ active: false });
    await inactive(other, token);
    await inactive(client, 'unknown');
    await store().members.updateTable('membership').set({ person_id: 2 }).where('id', '=', 1).execute();
    await inactive(client, token);
    await store().members.updateTable('membership').set({ person_id: 1 }).where('id', '=', 1).execute();
    await requestToken(service, client, { token }, `${api}/revoke`);
    await inactive(client, token);
    expect(await errorOf(await introspect({ ...client, secret: 'x' }, token))).toBe('401 invalid_client');
    expect(await errorOf(await introspect(client, ''))).toBe('400 invalid_request');
    const app = await service.register({ isPublic: true });
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const body = `client_id=${app.id}&token=${token}`;
    const asPublic = await service.request(`${api}/introspect`, { method: 'POST', headers, body });
    expect(await errorOf(asPublic)).toBe('400 unauthorized_client');
    const get = await service.request(`${api}/introspect?token=${token}`, withToken(token));
    expect([get.status, get.headers.get('Allow')]).toEqual([405, 'POST']);
  });

  test('M1 the metadata’s issuer is its identifier, and it describes what the server does', async () => {
    const service = start();
    const response = await service.request(metadataPath);
    expect(response.headers.get('Content-Type')).toMatch(/^application\/json/);
    const issuer = 'https://members.example/api/v2/organisation/100';
    expect(await response.json()).toMatchObject({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      revocation_endpoint: `${issuer}/revoke`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'client_credentials'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    });
    const body = await (await service.request(metadataPath)).text();
    expect(body).not.toContain('authorization_response_iss_parameter_supported');
    const nobody = await (await service.request(metadataPath.replace('100', '999'))).text();
    expect(nobody.replaceAll('999', '100')).toBe(body);
  });
});
