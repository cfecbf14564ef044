/** Who gets the scope `office`, and what the token says about the sign-in (docs/decisions.md, J22 and J25). */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { describeUsualEngines } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';
import { createClient } from './clients';
import {
  api,
  authorizePath,
  callback,
  errorOf,
  exchange,
  getCode,
  requestToken,
  seedCast,
  startService,
  writerContext,
  type RegisteredClient,
  type TestService,
} from '@/lib/service/sign-in-service.fixture';

describeUsualEngines('the scope office', (store) => {
  seedCast(store);
  let service: TestService;
  let own: RegisteredClient;
  const setRole = (role: 'secretary' | null) =>
    withMembersWriter(store(), writerContext(100), (writer) =>
      writer.roles.put({ id: 1, role, chapterIds: [] }),
    );
  const granted = async (scope: string | null, client = own) => {
    const code = await getCode(service, client, { scope });
    const response = await exchange(service, client, code);
    return ((await response.json()) as { scope?: string }).scope;
  };

  beforeEach(async () => {
    service = startService(store());
    const scopes = ['basic', 'members', 'user', 'office'] as const;
    own = await service.register({ isFirstParty: true, scopes });
    await setRole('secretary');
  });
  afterEach(() => setRole(null));

  it('is granted to a person with a role when the directory requests it by name, and not otherwise', async () => {
    expect(await granted('user office')).toBe('user office');
    expect(await granted('user')).toBe('user');
    expect(await granted(null)).toBe('basic members user');
  });

  it('is left out for a person without a role, who can still sign in', async () => {
    await setRole(null);
    expect(await granted('user office')).toBe('user');
    const browser = await service.browser().open(authorizePath(own, { scope: 'office' }));
    await browser.signIn();
    expect(browser.callback().get('error')).toBe('access_denied');
    expect(browser.callback().get('code')).toBeNull();
  });

  it('is refused to other clients and for client credentials', async () => {
    const site = await service.register();
    const refused = await service.browser().open(authorizePath(site, { scope: 'user office' }));
    expect(refused.callback().get('error')).toBe('invalid_scope');
    for (const scope of ['office', 'members office']) {
      const fields = { grant_type: 'client_credentials', scope };
      expect(await errorOf(await requestToken(service, own, fields))).toBe('400 invalid_scope');
    }
    const usual = await requestToken(service, own, { grant_type: 'client_credentials' });
    expect(await usual.json()).toMatchObject({ scope: 'basic members' });
    const client = {
      organisationId: 100,
      name: 'Site',
      scopes: ['office'] as const,
      redirectUris: [callback],
    };
    await expect(createClient(store(), client)).rejects.toThrow("Only the directory's own client");
  });

  it('is not in the metadata, because no client can be registered for it', async () => {
    const { pathname } = new URL(`https://x/.well-known/oauth-authorization-server${api}`);
    const metadata = (await (await service.request(pathname)).json()) as { scopes_supported: string[] };
    expect(metadata.scopes_supported).toEqual(['basic', 'members', 'user', 'members:write']);
  });

  it('comes with the time of the sign-in, and a later code of the same session has the same time', async () => {
    const browser = await service.browser().open(authorizePath(own, { scope: 'user office' }));
    await browser.signIn();
    const signedInAt = service.now.getTime();
    service.now = new Date(signedInAt + 20 * 60_000);
    await browser.open(authorizePath(own, { scope: 'user office' }));
    const response = await exchange(service, own, browser.callback().get('code') ?? '');
    expect(response.status).toBe(200);
    const newest = await store()
      .auth.selectFrom('access_token')
      .select(['signed_in_at', 'issued_at'])
      .where('client_id', '=', own.id)
      .orderBy('issued_at', 'desc')
      .executeTakeFirstOrThrow();
    expect(newest).toEqual({ signed_in_at: signedInAt, issued_at: service.now.getTime() });
  });
});
