import { describe, expect, it } from 'vitest';
import { setPassword, verifyPassword } from '@/lib/sign-in/accounts/passwords';
import { startSession } from '@/lib/sign-in/accounts/sessions';
import { createClient } from '@/lib/sign-in/oauth/clients';
import { openStore } from '@/lib/store/database';
import {
  noAreaCentre,
  putSampleStructure,
  sampleLocation,
  sampleMember,
  testCause,
} from '@/lib/store/sample-members.fixture';
import { openFreshStore, usualEngines } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';
import { startTestService, testBaseUrl } from '@/lib/service/service.fixture';

const now = new Date('2026-06-15T02:00:00Z');
const context = { organisationId: 1, clock: () => now, areaCentre: noAreaCentre, cause: testCause };
const email = 'member1@members.example';

describe.each(usualEngines)('while another process imports (%s)', (engine) => {
  // The import continues only after it has every response. If a request waited for the import, the test would never
  // end.
  it('no list, token or sign-in waits for the import’s transaction, and all see the old data', async () => {
    const { store, location, remove } = await openFreshStore(engine);
    await withMembersWriter(store, context, async (writer) => {
      await putSampleStructure(writer);
      await writer.memberships.put(sampleMember(1, { locations: [sampleLocation()] }));
    });
    await setPassword(store, { organisationId: 1, personId: 1, password: 'a long password' });
    const service = startTestService(store);
    const client = await createClient(store, { organisationId: 1, name: 'Site', scopes: ['members'] });
    const responses = async () => {
      const authorization = `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`;
      const body = new URLSearchParams({ grant_type: 'client_credentials' });
      const token = await service.app.request(`${testBaseUrl}/api/v2/organisation/1/token`, {
        method: 'POST',
        headers: { authorization },
        body,
      });
      const paths = ['members', 'locations', 'categories', 'membershiptypes', 'addons', 'extras'];
      const lists = await Promise.all(paths.map((path) => service.get(path)));
      const typed = { organisationId: 1, email, password: 'a long password' };
      const { people } = await verifyPassword(store, typed);
      await startSession(store.auth, { organisationId: 1, personId: 1 }, now);
      const lengths = await Promise.all(lists.map(async (list) => ((await list.json()) as unknown[]).length));
      return { token: token.status, statuses: lists.map((list) => list.status), lengths, people };
    };
    const before = await responses();
    expect(before).toMatchObject({ token: 200, statuses: Array(6).fill(200), people: [1] });
    const importer = await openStore(location);
    await withMembersWriter(importer, context, async (writer) => {
      for (let id = 1; id <= 600; id += 1)
        await writer.memberships.put(sampleMember(id, {}, { title: 'New' }));
      expect((await writer.membershipIds()).length).toBe(600);
      expect(await responses()).toEqual(before);
    });
    const after = await responses();
    expect(after.lengths[0]).toBe(600);
    // An import does not change passwords.
    expect(after.people).toEqual([1]);
    await importer.close();
    await remove();
  });
});
