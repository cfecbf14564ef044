import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { Membership } from '@/lib/contract/resources';
import { createMembershipService } from '@/lib/service/app';
import { loadDemonstration } from '@/lib/demonstration/load';
import { credentialIssuer } from '@/lib/service/credential-issuer';
import type { Store } from '@/lib/store/database';
import { describeEachEngine, openFreshStore } from '@/lib/store/stores.fixture';
import { byCommand } from '@/lib/store/journal';
import { importApi } from './import-api';
import { modificationState, storedMembers } from './import-cases.fixture';
import { createApiSource } from './api-source';

const clock = () => new Date('2026-03-02T01:00:00Z');
const folder = mkdtempSync(join(tmpdir(), 'chapterhouse-api-'));
afterAll(() => rmSync(folder, { recursive: true }));

const create = { name: 'Copy', timeZone: 'Australia/Melbourne', country: 'Australia', currency: 'AUD' };
const request = {
  organisationId: 100,
  create,
  isDryRun: false,
  replaces: false,
  confirmedRemovals: null,
  isFull: false,
  skipsBad: false,
};

function siteOf(store: Store, client: { id: string; secret: string }, breaksAt: string | null = null) {
  const app = createMembershipService({
    store,
    clock,
    baseUrl: 'https://site.example',
    mailer: async () => 'sent' as const,
    trustProxy: 0,
  });
  const send: typeof fetch = async (input, init) => {
    const response = await app.request(input instanceof Request ? input : String(input), init);
    if (breaksAt === null || !String(input).includes(breaksAt)) return response;
    return new Response((await response.text()).slice(0, 5000), { headers: response.headers });
  };
  const apiUrl = 'https://site.example';
  const limits = { responseMs: 60_000, idleMs: 60_000, attempts: 1, firstWaitMs: 1 };
  return createApiSource({ apiUrl, organisationId: 100, client, clock, limits }, { fetch: send });
}

async function membersOf({ client }: ReturnType<typeof siteOf>) {
  const records: Membership[] = [];
  const query = new URLSearchParams('FinancialStatus[]=financial&FinancialStatus[]=expired');
  await client.members({ query, each: (record) => records.push(record) });
  return records;
}

describeEachEngine('importing from a site with the API', (store) => {
  it('copies a site exactly, changes nothing the second time, and finds members who left', async () => {
    const source = await openFreshStore(store().engine);
    const options = { clock, baseUrl: 'https://demo.example', dataDir: folder, issuer: credentialIssuer };
    const { apiClient } = await loadDemonstration({ store: source.store, ...options });
    const site = siteOf(source.store, apiClient);
    const context = { store: store(), clock, areaCentre: () => null, cause: byCommand('import'), site };
    const first = await importApi(request, context);
    expect(first).toMatchObject({ bad: 0, created: first.read });
    expect(first.read).toBeGreaterThan(440);

    const { createClient } = await import('@/lib/sign-in/oauth/clients');
    const own = await createClient(store(), {
      organisationId: 100,
      name: 'Own',
      scopes: ['basic', 'members'],
    });
    const copy = siteOf(store(), { id: own.id, secret: own.secret ?? '' });
    const originals = new Map(
      (await storedMembers(source.store, 100)).map(({ membership }) => [membership.id, membership]),
    );
    // The API does not name the parents from which sub-members take their status and dates, so only members without a
    // parent are compared.
    const isOwn = ({ ID }: { ID: string }) => originals.get(Number(ID))?.parentId === null;
    expect((await membersOf(copy)).filter(isOwn)).toEqual((await membersOf(site)).filter(isOwn));
    for (const { membership } of await storedMembers(store(), 100)) {
      const original = originals.get(membership.id);
      expect(membership.kind).toBe(original?.kind);
      expect(membership.categoryIds).toEqual(original?.categoryIds);
      expect(membership.show?.toSorted()).toEqual(original?.show?.toSorted());
      if (original?.isListed === false) expect(membership.isListed).toBe(false);
    }

    const before = await modificationState(store(), 100);
    const again = { ...request, isFull: true };
    expect(await importApi(again, context)).toMatchObject({ unchanged: first.read, created: 0, updated: 0 });
    expect(await modificationState(store(), 100)).toEqual(before);

    await source.store.members
      .updateTable('membership')
      .set({ is_approved: 0 })
      .where('id', '=', 1001)
      .execute();
    await source.store.members
      .updateTable('organisation')
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .execute();
    expect(await importApi({ ...request, replaces: true }, context)).toMatchObject({ removed: 1 });
    await source.remove();
  });

  it('writes nothing when the site’s response is incomplete', async () => {
    const source = await openFreshStore(store().engine);
    const options = { clock, baseUrl: 'https://demo.example', dataDir: folder, issuer: credentialIssuer };
    const { apiClient } = await loadDemonstration({ store: source.store, ...options });
    const before = await modificationState(store(), 100);
    const site = siteOf(source.store, apiClient, '/locations');
    await expect(
      importApi(request, { store: store(), clock, areaCentre: () => null, cause: byCommand('import'), site }),
    ).rejects.toThrow();
    expect(await modificationState(store(), 100)).toEqual(before);
    await source.remove();
  });
});
