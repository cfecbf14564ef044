import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadDemonstration } from '@/lib/demonstration/load';
import { demonstrationId } from '@/lib/demonstration/structure';
import { createDirectory } from '@/lib/directory/create-directory';
import type { Directory } from '@/lib/directory/directory';
import { createMembershipApiClient, trustedLimits } from '@/lib/contract/client';
import { createClient } from '@/lib/sign-in/oauth/clients';
import { credentialIssuer } from '@/lib/service/credential-issuer';
import { readSite } from '@/lib/service/read-site';
import { startTestService, testBaseUrl } from '@/lib/service/service.fixture';
import { testCause } from '@/lib/store/sample-members.fixture';
import { openFreshStore } from '@/lib/store/stores.fixture';
import type { Site } from '@/lib/contract/site';

const now = '2026-03-02T01:00:00Z';

export async function openDemonstrationDirectory(): Promise<{
  directory: Directory;
  site: Site;
  remove: () => Promise<void>;
}> {
  const dataDir = mkdtempSync(join(tmpdir(), 'demonstration-directory-'));
  const { store, remove } = await openFreshStore('sqlite');
  const clock = () => new Date(now);
  await loadDemonstration({ store, clock, baseUrl: testBaseUrl, dataDir, issuer: credentialIssuer });
  const organisationId = demonstrationId;
  const { app } = startTestService(store, { organisationId, now });
  const { id, secret } = await createClient(store, {
    organisationId,
    name: 'Directory',
    scopes: ['basic', 'members'],
    redirectUris: [],
    seesAdminExtras: false,
    cause: testCause,
  });
  const settings = {
    apiUrl: testBaseUrl,
    organisationId,
    client: { id, secret: secret ?? '' },
    clock,
    limits: trustedLimits,
  };
  const api = createMembershipApiClient(settings, {
    fetch: async (address, init) => app.request(String(address), init),
  });
  const site = await readSite(store, organisationId);
  const directory = createDirectory({
    api,
    clock,
    config: { dataDir, remoteApiUrl: null },
    refreshSeconds: 86_400,
    site: () => site,
  });
  await directory.start();
  return {
    directory,
    site,
    async remove() {
      await directory.stop();
      await remove();
      rmSync(dataDir, { recursive: true });
    },
  };
}
