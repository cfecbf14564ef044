import { createLog } from '@/lib/server/log';
import type { Store } from '@/lib/store/database';
import { readJournalPosition } from '@/lib/store/journal';
import type { MembersWriter } from '@/lib/store/members-writer';
import {
  noAreaCentre,
  putSampleStructure,
  sampleMember,
  testCause,
} from '@/lib/store/sample-members.fixture';
import { openFreshStore, type FreshStore } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';
import { WebhookDispatcher, type DispatcherServices } from './dispatcher';
import { ManualTime } from './manual-time.fixture';
import { startReceiver, type Receiver } from './receiver.fixture';
import { addWebhook, requireWebhook, type NewWebhook } from './webhooks';

const maxSteps = 5_000;
/**
 * The maximum number of turns of the event loop in one step while attempts are open. The tests' time limits are long
 * enough for this number.
 */
const maxTurns = 100_000;
export const authSecret = 'the-secret-of-a-test-with-40-characters!';

export interface World {
  fresh: FreshStore;
  store: Store;
  time: ManualTime;
  receiver: Receiver;
  log: string[];
  write(work: (writer: MembersWriter) => Promise<unknown>): Promise<void>;
  putMembers(...ids: number[]): Promise<void>;
  addHook(settings?: Partial<NewWebhook>): Promise<string>;
  startServer(services?: Partial<DispatcherServices>): WebhookDispatcher;
  /** Advances the time in steps until the condition holds. The servers work in each step. */
  until(isSo: () => boolean | Promise<boolean>, stepMs?: number): Promise<void>;
  untilAccepted(count: number): Promise<void>;
  untilDone(id: string): Promise<void>;
  close(): Promise<void>;
}

export async function startWorld(engine: Store['engine']): Promise<World> {
  const fresh = await openFreshStore(engine);
  const { store } = fresh;
  // The receiver checks signatures against this time. The positions of the journal start from this time too.
  const time = new ManualTime(new Date('2026-06-15T02:00:00Z'));
  const receiver = await startReceiver({ now: time.now });
  const servers: WebhookDispatcher[] = [];
  const log: string[] = [];
  let phone = 0;
  const clock = () => new Date(time.now());
  const isBusy = () => servers.some((server) => server.figures().inProgress > 0);
  const world: World = {
    fresh,
    store,
    time,
    receiver,
    log,
    write: async (work) => {
      time.advance(1_000);
      const context = { organisationId: 1, clock, areaCentre: noAreaCentre, cause: testCause };
      await withMembersWriter(store, context, work);
    },
    putMembers: (...ids) => {
      phone += 1;
      const person = { phone: `555-${phone}` };
      return world.write(async (writer) => {
        for (const id of ids) await writer.memberships.put(sampleMember(id, {}, person));
      });
    },
    addHook: async (settings = {}) => {
      const webhook: NewWebhook = {
        organisationId: 1,
        url: receiver.url,
        groups: ['members'],
        allowsPrivate: true,
        ...settings,
      };
      const { id, secret } = await addWebhook(store, webhook, { authSecret, now: clock() });
      receiver.setSecret(secret);
      return id;
    },
    startServer: (services = {}) => {
      const server = new WebhookDispatcher({
        store,
        clock,
        authSecret,
        timers: time,
        log: createLog('info', { write: (line) => void log.push(line) }),
        ...services,
      });
      servers.push(server);
      server.start();
      return server;
    },
    until: async (isSo, stepMs = 1_000) => {
      for (let step = 0; step < maxSteps; step += 1) {
        if (await isSo()) return;
        time.advance(stepMs);
        for (const server of servers) await server.tick();
        for (let turn = 0; turn < maxTurns && (turn < 4 || isBusy()); turn += 1)
          await new Promise((resolve) => setImmediate(resolve));
      }
      throw new Error(`not so after ${maxSteps} steps of ${stepMs} ms: ${isSo.toString()}\n${log.join('')}`);
    },
    untilAccepted: (count) => world.until(() => receiver.accepted().length >= count),
    untilDone: async (id) => {
      await world.until(async () => {
        if (servers.some((server) => (server.figures().lagSeconds ?? 0) !== 0)) return false;
        const waiting = await store.auth.selectFrom('webhook_waiting').select('webhook_id').execute();
        if (waiting.some((one) => one.webhook_id === id)) return false;
        return (await requireWebhook(store, id)).position === (await readJournalPosition(store.members, 1));
      }, 10_000);
    },
    close: async () => {
      for (const server of servers) await server.stop();
      await receiver.close();
      await fresh.remove();
    },
  };
  await world.write((writer) => putSampleStructure(writer));
  return world;
}
