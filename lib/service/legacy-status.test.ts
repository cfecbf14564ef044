import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { updateClient } from '@/lib/sign-in/oauth/update-client';
import { issueToken } from '@/lib/sign-in/oauth/tokens';
import { sampleMember } from '@/lib/store/sample-members.fixture';
import { describeUsualEngines } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';
import {
  api,
  seedCast,
  startService,
  withToken,
  writerContext,
  type RegisteredClient,
  type TestService,
} from './sign-in-service.fixture';

describeUsualEngines('a client with --legacy-status', (store) => {
  seedCast(store);
  const [life, unapproved] = [11, 12];
  beforeAll(() =>
    withMembersWriter(store(), writerContext(100), async (writer) => {
      await writer.memberships.put(sampleMember(life, { expiryDate: null }));
      await writer.memberships.put(sampleMember(unapproved, { expiryDate: '2030-06-30', isApproved: false }));
    }),
  );

  const userOf = async (service: TestService, { id }: RegisteredClient, personId: number) => {
    const holder = { clientId: id, organisationId: 100, personId, scopes: ['user' as const], codeHash: null };
    const token = await issueToken(store().auth, holder, service.now);
    return (await service.request(`${api}/user`, withToken(token))).text();
  };
  const membershipSchema = z.object({
    Membership: z.object({
      ExpiryDate: z.string().nullable(),
      Status: z.string(),
      Checked: z.boolean(),
      Expired: z.boolean(),
    }),
  });
  const judged = (body: string) => membershipSchema.parse(JSON.parse(body)).Membership;

  test('gets 9999-12-31 if there is no end, and outstanding for unapproved members', async () => {
    const service = startService(store());
    const client = await service.register({ hasLegacyStatus: true });
    expect(judged(await userOf(service, client, life))).toEqual({
      ExpiryDate: '9999-12-31',
      Status: 'financial',
      Checked: true,
      Expired: false,
    });
    expect(judged(await userOf(service, client, unapproved))).toEqual({
      ExpiryDate: expect.stringMatching(/^2030-06-30T23:59:59[+-]/),
      Status: 'outstanding',
      Checked: false,
      Expired: false,
    });
  });

  test('everybody else gets the documented bytes, and the setting can be switched on and off', async () => {
    const service = startService(store());
    const client = await service.register();
    const documented = await userOf(service, client, unapproved);
    expect(judged(documented)).toEqual({
      ExpiryDate: '2030-06-30',
      Status: 'financial',
      Checked: false,
      Expired: false,
    });
    const set = (hasLegacyStatus: boolean) =>
      updateClient(store(), { id: client.id, change: { hasLegacyStatus } }, service.now);
    await set(true);
    const legacy = await userOf(service, client, unapproved);
    const withoutJudged = (body: string) =>
      body
        .replace(/"(ExpiryDate|Status|Checked|Expired)":("[^"]*"|\w+)/g, '"$1"')
        .replace(/,"Removed":true/, '');
    expect(withoutJudged(legacy)).toBe(withoutJudged(documented));
    await set(false);
    expect(await userOf(service, client, unapproved)).toBe(documented);
  });
});
