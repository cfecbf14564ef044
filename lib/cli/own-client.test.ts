import { expect, it } from 'vitest';
import { readConfig } from '@/lib/base/config';
import { ensureFirstPartyClient } from '@/lib/sign-in/oauth/first-party-client';
import { openStore } from '@/lib/store/database';
import { openSecrets, ownClient } from '@/lib/server/secrets';
import { commandFolder } from './commands.fixture';

const { run } = commandFolder();
it('refuses to revoke or rotate the directory’s client, and allows it for other clients', async () => {
  expect((await run('demo')).exitCode).toBe(0);
  const config = readConfig();
  const own = ownClient(openSecrets(config.dataDir).authSecret, 100);
  const store = await openStore(config);
  const client = {
    organisationId: 100,
    name: 'Directory',
    redirectUri: 'https://a.example/api/auth/callback/membership',
  };
  await ensureFirstPartyClient(store, { ...client, credentials: own });
  const former = ownClient('another secret of at least 32 characters', 100);
  await ensureFirstPartyClient(store, { ...client, credentials: former });
  for (const command of ['revoke', 'rotate', 'rotate --now']) {
    const refused = await run(`client ${command} ${own.id}`);
    expect([refused.exitCode, refused.err]).toEqual([1, expect.stringContaining("the directory's own")]);
  }
  // The next start of the server also does this step.
  await ensureFirstPartyClient(store, { ...client, credentials: own });
  expect((await run(`client revoke ${former.id}`)).exitCode).toBe(0);
  await store.close();
});
