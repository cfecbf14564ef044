import type { KyselyPlugin } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '@/lib/store/database';
import { testEngines } from '@/lib/store/stores.fixture';
import { sampleMember } from '@/lib/store/sample-members.fixture';
import { authSecret, startWorld, type World } from './delivery.fixture';
import { accept, refuse } from './receiver.fixture';
import { seededRandom } from '@/lib/base/seeded-random';
import { listWebhooks } from './webhooks';

describe.each(testEngines)('webhooks (%s)', (engine) => {
  let world: World;
  beforeEach(async () => {
    world = await startWorld(engine);
  });
  afterEach(() => world.close());

  const positions = (id: string) =>
    world.receiver.received.filter((one) => one.isAccepted && one.id === id).map(({ position }) => position);
  const only = async () => (await listWebhooks(world.store, 1))[0];

  it('send each change once, with a valid signature and no data about the member', async () => {
    await world.putMembers(1);
    const hook = await world.addHook();
    world.startServer();
    await world.putMembers(1, 2);
    await world.untilAccepted(2);
    expect(world.receiver.accepted().sort()).toEqual(['member.created 2', 'member.updated 1']);
    expect(world.receiver.rejected).toEqual([]);
    const created = world.receiver.received.find(({ id }) => id === '2');
    expect(JSON.parse(created?.body ?? '')).toEqual({
      type: 'member.created',
      timestamp: '2026-06-15T02:00:03.000Z',
      data: {
        kind: 'Member',
        ID: '2',
        operation: 'created',
        position: String(created?.position),
        organisation: '1',
      },
    });
    expect(created?.headers['content-type']).toBe('application/json');
    await world.untilDone(hook);
    await world.putMembers(1);
    await world.untilDone(hook);
    expect(world.receiver.accepted().slice(2)).toEqual(['member.updated 1']);
  });

  it('to a receiver that fails half the time lose no event, and keep the order of each member’s events', async () => {
    const hook = await world.addHook();
    const seed = 20_260;
    const random = seededRandom(seed);
    world.receiver.respond = (event, response) => (random() < 0.5 ? refuse : accept)(event, response);
    world.startServer();
    const last = new Map<string, number>();
    for (let round = 0; round < 5; round += 1) {
      await world.putMembers(...Array.from({ length: 30 }, (_, index) => 1 + index));
      await world.until(() => world.receiver.received.length > 20 * round);
    }
    const rows = await world.store.members.selectFrom('journal').selectAll().orderBy('position').execute();
    for (const row of rows) if (row.kind === 'person') last.set(String(row.record_id), row.position);
    await world.untilDone(hook);
    for (const [id, position] of last) expect(positions(id).at(-1)).toBeGreaterThanOrEqual(position);
    for (const id of last.keys())
      expect(positions(id), `seed ${seed}, member ${id}`).toEqual([...positions(id)].sort());
    const bodies = new Map<string, string>();
    for (const { messageId, body } of world.receiver.received) {
      expect(bodies.get(messageId) ?? body).toBe(body);
      bodies.set(messageId, body);
    }
    expect(world.receiver.rejected).toEqual([]);
  });

  it('with a failed event delay only the events of the same member', async () => {
    const hook = await world.addHook();
    world.startServer();
    await world.putMembers(1, 2);
    await world.untilAccepted(2);
    let isBroken = true;
    world.receiver.respond = (event, response) =>
      (isBroken && event.id === '1' ? refuse : accept)(event, response);
    await world.putMembers(1);
    await world.putMembers(1, 2);
    await world.putMembers(2);
    await world.until(() => positions('2').length >= 2);
    const attempts = world.receiver.received.filter((one) => one.id === '1' && !one.isAccepted);
    expect(new Set(attempts.map(({ messageId }) => messageId)).size).toBe(1);
    isBroken = false;
    const last = attempts[0]?.position ?? 0;
    await world.untilDone(hook);
    expect(positions('1').length).toBeGreaterThanOrEqual(2);
    expect(positions('1').at(-1)).toBeGreaterThanOrEqual(last);
    expect(positions('1')).toEqual([...positions('1')].sort());
  });

  it('report the removal of a member without data about the member', async () => {
    await world.putMembers(1);
    await world.addHook();
    world.startServer();
    await world.write((writer) => writer.memberships.put(sampleMember(1, { isApproved: false })));
    await world.untilAccepted(1);
    expect(world.receiver.accepted()).toEqual(['member.removed 1']);
    expect(world.log.join()).not.toContain(authSecret);
    expect((await only())?.failures).toBe(0);
  });

  // PostgreSQL runs the same statements, but their number depends on its speed.
  it.runIf(engine === 'sqlite').each([
    [0, { webhook: 12 }],
    [1, { journal_state: 60, webhook: 12 + 4 }],
    [10, { journal_state: 60, webhook: 12 + 40 }],
  ])('%i of them need only a few statements in a minute without changes', async (count, expected) => {
    const statements: string[] = [];
    const server = world.startServer({ store: noteTables(world.store, statements) });
    for (let hook = 0; hook < count; hook += 1) await world.addHook();
    await world.until(() => (server.figures().lagSeconds === null) === (count === 0), 5_000);
    await turns();
    statements.length = 0;
    for (let second = 0; second < 60; second += 1) {
      world.time.advance(1_000);
      await turns();
    }
    expect([...new Set(statements)].sort()).toEqual(Object.keys(expected));
    for (const [table, most] of Object.entries(expected)) {
      expect(statements.filter((one) => one === table).length, table).toBeLessThanOrEqual(most);
    }
  });
});

async function turns(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

function noteTables(store: Store, tables: string[]): Store {
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      tables.push(
        /"identifier":\{"kind":"IdentifierNode","name":"(\w+)"/.exec(JSON.stringify(node))?.[1] ?? '',
      );
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return { ...store, members: store.members.withPlugin(plugin), auth: store.auth.withPlugin(plugin) };
}
