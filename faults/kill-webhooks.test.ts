/** `kill -9` of the server that delivers a webhook: another server continues, and no event is lost or out of order. */
import { expect, it } from 'vitest';
import { openStore } from '@/lib/store/database';
import {
  noAreaCentre,
  putSampleStructure,
  sampleMember,
  testCause,
} from '@/lib/store/sample-members.fixture';
import { testEngines } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';
import { accept, startReceiver } from '@/lib/notify/webhooks/receiver.fixture';
import { addWebhook, requireWebhook } from '@/lib/notify/webhooks/webhooks';
import { waitFor } from '@/lib/base/wait-for.fixture';
import { newSettings } from './new-settings';
import { ServiceProcess } from './service-process';

const authSecret = 'the-secret-of-both-servers-of-this-test!';
const organisationId = 100;
const members = Array.from({ length: 150 }, (_, index) => index + 1);

it.each(testEngines)(
  'on %s, another server continues the deliveries of a killed one',
  { timeout: 240_000 },
  async (engine) => {
    const { settings, remove } = await newSettings(engine);
    const receiver = await startReceiver({ now: Date.now });
    const store = await openStore(settings);
    const servers: ServiceProcess[] = [];
    try {
      const options = {
        organisationId,
        clock: () => new Date(),
        areaCentre: noAreaCentre,
        cause: testCause,
      };
      await withMembersWriter(store, options, (writer) => putSampleStructure(writer, { id: organisationId }));
      const webhook = {
        organisationId,
        url: receiver.url,
        groups: ['members' as const],
        allowsPrivate: true,
      };
      const { id, secret } = await addWebhook(store, webhook, { authSecret, now: new Date() });
      receiver.setSecret(secret);
      // The first server is killed while requests are open.
      receiver.respond = (event, response) => {
        if (receiver.received.length < 40) accept(event, response);
      };
      servers.push(await ServiceProcess.start(settings, { AUTH_SECRET: authSecret }));
      await withMembersWriter(store, options, async (writer) => {
        for (const one of members) await writer.memberships.put(sampleMember(one));
      });
      await waitFor(() => expect(receiver.received.length).toBeGreaterThanOrEqual(44));
      servers.push(await ServiceProcess.start(settings, { AUTH_SECRET: authSecret }));
      await servers[0]?.end('SIGKILL');
      const { leased_by: killed } = await requireWebhook(store, id);
      expect(killed).not.toBeNull();
      receiver.respond = accept;
      // This has the same effect as waiting until the lease ends, which takes a minute.
      await store.auth.updateTable('webhook').set({ leased_until: 1 }).where('id', '=', id).execute();
      const isTold = (one: number) => receiver.accepted().includes(`member.created ${one}`);
      await waitFor(() => expect(members.filter((one) => !isTold(one))).toEqual([]));
      expect((await requireWebhook(store, id)).leased_by).not.toBe(killed);
      for (const one of members) {
        const own = receiver.received.filter((event) => event.id === String(one) && event.isAccepted);
        const positions = own.map(({ position }) => position);
        expect(positions).toEqual([...positions].sort());
      }
      expect(receiver.rejected).toEqual([]);
    } finally {
      for (const server of servers) await server.end('SIGKILL');
      await store.close();
      await receiver.close();
      await remove();
    }
  },
);
