import { expect, test } from 'vitest';
import { describeUsualEngines } from '@/lib/store/stores.fixture';
import { createClient, findClient, type NewClient } from './clients';
import { giveConsent, needsConsent } from './consents';
import { seedCast } from '@/lib/service/sign-in-service.fixture';

const now = new Date('2026-03-01T10:00:00Z');

describeUsualEngines('a consent', (store) => {
  seedCast(store);
  const register = async (change: Partial<NewClient> = {}) => {
    const redirectUris = ['https://site.example/callback'];
    const scopes = ['user', 'basic'] as const;
    const { id } = await createClient(store(), {
      organisationId: 100,
      name: 'Site',
      scopes,
      redirectUris,
      ...change,
    });
    const client = await findClient(store(), 100, id);
    if (client === null) throw new Error('the client is registered');
    return client;
  };

  test('is for one client, one person and the scopes that were shown', async () => {
    const [client, other] = [await register(), await register()];
    const asked = { client, personId: 1, scopes: ['user'] as const };
    expect(await needsConsent(store(), asked)).toBe(true);
    await giveConsent(store(), asked, now);
    expect(await needsConsent(store(), asked)).toBe(false);
    expect(await needsConsent(store(), { ...asked, client: other })).toBe(true);
    expect(await needsConsent(store(), { ...asked, personId: 2 })).toBe(true);
    expect(await needsConsent(store(), { ...asked, scopes: ['user', 'basic'] })).toBe(true);
  });

  test('is asked for every time by a public client, and never by the organisation’s own', async () => {
    const asked = { personId: 1, scopes: ['user'] as const };
    const app = { ...asked, client: await register({ isPublic: true, scopes: ['user'] }) };
    await giveConsent(store(), app, now);
    expect(await needsConsent(store(), app)).toBe(true);
    expect(await needsConsent(store(), { ...asked, client: await register({ isFirstParty: true }) })).toBe(
      false,
    );
  });
});
