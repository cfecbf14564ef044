import { expect, test } from 'vitest';
import { revokeClient } from '@/lib/sign-in/oauth/clients';
import {
  api,
  callback,
  challenge,
  getCode,
  seedCast,
  startService,
  verifier,
} from '@/lib/service/sign-in-service.fixture';
import type { OpenIdTokens } from '@/lib/service/openid-client.fixture';
import { describeEachEngine } from '@/lib/store/stores.fixture';

describeEachEngine('clients that run in a browser', (store) => {
  seedCast(store);
  const origin = 'https://site.example';
  const publicClient = { isPublic: true, scopes: ['openid' as const] };

  async function start() {
    const service = startService(store());
    const send = (path: string, init: RequestInit & { from?: string } = {}) => {
      const headers = new Headers(init.headers);
      headers.set('Origin', init.from ?? origin);
      return service.request(`${api}/${path}`, { ...init, headers });
    };
    const preflight = (path: string, from = origin) =>
      send(path, { method: 'OPTIONS', from, headers: { 'Access-Control-Request-Method': 'POST' } });
    return { service, send, preflight };
  }
  const allowed = (response: Response) => response.headers.get('Access-Control-Allow-Origin');

  test('a page of a public client signs in: token, userinfo and errors can be read', async () => {
    const { service, send, preflight } = await start();
    const client = await service.register(publicClient);
    const code = await getCode(service, client, {
      scope: 'openid',
      code_challenge: challenge,
      code_challenge_method: 'S256',
    });
    for (const path of ['token', 'userinfo', 'revoke']) {
      const response = await preflight(path);
      expect([response.status, allowed(response)]).toEqual([204, origin]);
      expect(response.headers.get('Access-Control-Allow-Headers')).toBe('Authorization, Content-Type');
      expect(response.headers.get('Access-Control-Allow-Credentials')).toBeNull();
    }
    const exchange = () =>
      send('token', {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          client_id: client.id,
          code,
          redirect_uri: callback,
          code_verifier: verifier,
        }).toString(),
      });
    const response = await exchange();
    expect([response.status, allowed(response), response.headers.get('Vary')]).toEqual([
      200,
      origin,
      'Origin',
    ]);
    const { access_token: token } = (await response.json()) as OpenIdTokens;
    const info = await send('userinfo', { headers: { Authorization: `Bearer ${token}` } });
    expect([info.status, allowed(info), await info.json()]).toEqual([200, origin, { sub: '1' }]);
    const failed = await exchange();
    expect([failed.status, allowed(failed)]).toEqual([400, origin]);
    const refused = await send('userinfo');
    expect([refused.status, allowed(refused)]).toEqual([401, origin]);
  });

  test('no other origin can read a response, nor pages of a client with a secret or a revoked one', async () => {
    const { service, send, preflight } = await start();
    await service.register({ redirectUris: ['https://confidential.example/callback'] });
    // Sandboxed frames and files send "Origin: null".
    await service.register({ ...publicClient, redirectUris: ['com.example.app:/callback'] });
    const gone = await service.register({ ...publicClient, redirectUris: ['https://gone.example/callback'] });
    expect(allowed(await preflight('token', 'https://gone.example'))).toBe('https://gone.example');
    await revokeClient(store(), gone.id, service.now);
    const others = ['https://confidential.example', 'https://gone.example', 'https://evil.example', 'null'];
    for (const from of [
      ...others,
      `${origin}.evil.example`,
      'http://site.example',
      'https://site.example:444',
    ]) {
      const response = await preflight('token', from);
      expect([from, response.status, allowed(response)]).toEqual([from, 405, null]);
      expect([from, allowed(await send('userinfo', { from }))]).toEqual([from, null]);
    }
    for (const path of ['user', 'members', 'introspect', 'authorize'])
      expect([path, allowed(await preflight(path))]).toEqual([path, null]);
  });
});
