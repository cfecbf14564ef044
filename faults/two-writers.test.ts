import { expect, it } from 'vitest';
import { createClient } from '@/lib/sign-in/oauth/clients';
import { openStore } from '@/lib/store/database';
import { readMembershipIds } from '@/lib/store/member-records';
import { testEngines } from '@/lib/store/stores.fixture';
import { sampleSize } from '@/lib/base/test-strength';
import { newSettings } from './new-settings';
import { organisation, ServiceProcess } from './service-process';

const credentials = { id: 'twowriters', secret: 'twowriterssecret' };
const rounds = sampleSize({ usual: 20, long: 500 });

it.each(testEngines)(
  'on %s, if two processes change a member with the same tag, one gets 412, and no update is lost',
  async (engine) => {
    const { settings, remove } = await newSettings(engine);
    const services: ServiceProcess[] = [];
    try {
      services.push(await ServiceProcess.start(settings));
      const store = await openStore(settings);
      const scopes = ['members', 'members:write'] as const;
      await createClient(store, { organisationId: 100, name: 'Writers', scopes, credentials });
      const [id] = await readMembershipIds(store.members, 100);
      await store.close();
      services.push(await ServiceProcess.start(settings));
      const [first] = services;
      if (first === undefined) throw new Error('two services run');
      const fields = { grant_type: 'client_credentials', scope: 'members members:write' };
      const granted = await first.requestToken(credentials, fields);
      const { access_token: token }: { access_token: string } = await granted.json();
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
      const path = `${organisation}/members/${id}`;
      for (let round = 1; round <= rounds; round += 1) {
        const tag = (await first.request(path, { headers })).headers.get('ETag') ?? '';
        const sent = services.map((service, at) => {
          // The fields differ, so only the ETag shows that the other writer was first.
          const value = `${round}-${at}`;
          const User = at === 0 ? { Phone: value } : { Mobile: value };
          const body = JSON.stringify({ User });
          return service.request(path, { method: 'PATCH', headers: { ...headers, 'If-Match': tag }, body });
        });
        const responses = await Promise.all(sent);
        const bodies = await Promise.all(responses.map(async (response) => response.text()));
        expect(responses.map(({ status }) => status).sort(), bodies.join('\n')).toEqual([200, 412]);
        const { User }: { User: { Phone: string; Mobile: string } } = await (
          await first.request(path, { headers })
        ).json();
        const winner = responses.findIndex(({ status }) => status === 200);
        expect([User.Phone === `${round}-0`, User.Mobile === `${round}-1`]).toEqual([
          winner === 0,
          winner === 1,
        ]);
      }
    } finally {
      for (const service of services) await service.end('SIGTERM');
      await remove();
    }
  },
);
