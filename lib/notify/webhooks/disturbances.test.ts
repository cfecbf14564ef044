import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { monthsBefore } from '@/lib/base/clock';
import { beginErasure, settleErasures } from '@/lib/privacy/erasure/settle-erasures';
import { deleteOldChanges } from '@/lib/changes/journal/retention';
import { readAccountJournal } from '@/lib/store/account-journal';
import { purgeExpired } from '@/lib/store/auth-purge';
import { openStore } from '@/lib/store/database';
import { sampleMember, testCause } from '@/lib/store/sample-members.fixture';
import { testEngines } from '@/lib/store/stores.fixture';
import { seededRandom } from '@/lib/base/seeded-random';
import { giveUpMs } from './backoff';
import { authSecret, startWorld, type World } from './delivery.fixture';
import { readWaiting } from './delivery-state';
import { accept, refuse, type Respond } from './receiver.fixture';
import { reloadWebhooks } from './reload';
import { limits } from './poster';
import {
  enableWebhook,
  listWebhooks,
  removeWebhook,
  replayWebhook,
  requireWebhook,
  rotateWebhook,
} from './webhooks';

const redirect: Respond = (_, response) => void response.writeHead(302, { Location: '/other' }).end();
const hangUp: Respond = (_, response) => response.socket?.destroy();
const endless: Respond = (_, response) => void response.writeHead(500).write('x'.repeat(100_000));

describe.each(testEngines)('a webhook (%s)', (engine) => {
  let world: World;
  beforeEach(async () => {
    world = await startWorld(engine);
  });
  afterEach(() => world.close());

  const range = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
  const positions = (id: number | string) =>
    world.receiver.received
      .filter((one) => one.isAccepted && one.id === String(id))
      .map((one) => one.position);
  const now = () => new Date(world.time.now());
  const expectOrder = (...ids: number[]) => {
    // A receiver may get an event again if its response came too late.
    for (const id of ids) expect(positions(id)).toEqual([...positions(id)].sort());
  };
  const lastChanges = async () => {
    const rows = await world.store.members.selectFrom('journal').selectAll().orderBy('position').execute();
    return new Map(rows.flatMap((row) => (row.kind === 'person' ? [[row.record_id, row.position]] : [])));
  };

  it('loses nothing if the receiver refuses, redirects, closes the connection, is silent, or sends without end', async () => {
    const seed = 19;
    const random = seededRandom(seed);
    const hook = await world.addHook();
    const neverAnswer = () => world.time.advance(limits.headersMs);
    const disturbances = [refuse, redirect, hangUp, neverAnswer, endless];
    world.receiver.respond = (event, response) => {
      const disturbance =
        random() < 0.4 ? disturbances[Math.floor(random() * disturbances.length)] : undefined;
      (disturbance ?? accept)(event, response);
    };
    const server = world.startServer();
    for (const round of range(3)) {
      await world.putMembers(...range(12));
      await world.until(() => world.receiver.received.length >= round * 8);
    }
    const last = await lastChanges();
    await world.untilDone(hook);
    expect(server.figures().attempts.timeout).toBeGreaterThan(0);
    for (const [id, position] of last)
      expect(positions(id).at(-1), `seed ${seed}, member ${id}`).toBeGreaterThanOrEqual(position);
    expectOrder(...last.keys());
    expect(world.receiver.rejected).toEqual([]);
  });

  it('gets nothing at a private address, and gets everything when the address is public again', async () => {
    let address = '127.0.0.1';
    const resolve = async () => [{ address, family: 4 }];
    const url = world.receiver.url.replace('127.0.0.1', 'hooks.example');
    const hook = await world.addHook({ url });
    await world.store.auth.updateTable('webhook').set({ allows_private: 0 }).execute();
    const isAllowed = (one: string) => one === '127.0.0.1';
    const server = world.startServer({ sending: { resolve, isAllowed } });
    await world.putMembers(1);
    await world.untilDone(hook);
    await server.stop();
    address = '127.0.0.2';
    const second = world.startServer({ sending: { resolve, isAllowed } });
    await world.putMembers(1, 2);
    await world.until(() => second.figures().attempts.blocked >= 2);
    expect(world.receiver.accepted()).toEqual(['member.created 1']);
    address = '127.0.0.1';
    await world.untilDone(hook);
    expect(world.receiver.accepted().slice(1).sort()).toEqual(['member.created 2', 'member.updated 1']);
  });

  it('is disabled and reported if its receiver is down for three days, after few attempts and with little stored state', async () => {
    const hook = await world.addHook();
    world.receiver.respond = refuse;
    world.startServer();
    const start = world.time.now();
    await world.putMembers(...range(300));
    const isDisabled = async () => (await requireWebhook(world.store, hook)).disabled_at !== null;
    await world.until(() => world.receiver.received.length > 20);
    expect((await readWaiting(world.store, hook)).length).toBeLessThan(30);
    await world.until(isDisabled, 15 * 60_000);
    const days = (world.time.now() - start) / giveUpMs;
    expect(days).toBeGreaterThanOrEqual(1);
    expect(days).toBeLessThan(1.05);
    expect(world.receiver.received.length).toBeLessThan(600);
    expect((await readWaiting(world.store, hook)).length).toBeLessThan(200);
    const reason = 'an event could not be delivered for 3 days (status 500)';
    expect(world.log.join()).toContain(`is disabled: ${reason}`);
    expect((await listWebhooks(world.store, 1))[0]).toMatchObject({ disabledReason: reason });
    const journal = await readAccountJournal(world.store.auth, 1, { limit: 10 });
    expect(journal.at(-1)).toMatchObject({ webhookId: hook, changes: { Enabled: [true, false] } });
    const attempts = world.receiver.received.length;
    await world.putMembers(1);
    world.time.advance(3600_000);
    await world.until(() => true);
    expect(world.receiver.received.length).toBe(attempts);

    world.receiver.respond = accept;
    await enableWebhook(world.store, hook, now());
    await world.untilDone(hook);
    expect(world.receiver.accepted()).toEqual(
      expect.arrayContaining([...range(300).map((id) => `member.created ${id}`), 'member.updated 1']),
    );
    expectOrder(...range(300));
  });

  it('delivers new events while the failed ones are tried again', async () => {
    const hook = await world.addHook();
    const isRefused = ({ id }: { id: string }) => Number(id) <= 15;
    world.receiver.respond = (event, response) => (isRefused(event) ? refuse : accept)(event, response);
    world.startServer();
    await world.putMembers(...range(15));
    await world.until(() => world.receiver.received.length > 60, 60_000);
    await world.putMembers(16, 17);
    await world.untilAccepted(2);
    expect((await readWaiting(world.store, hook)).length).toBe(15);
  });

  it('gets everything in order within minutes after its receiver recovers', async () => {
    const hook = await world.addHook();
    world.receiver.respond = refuse;
    world.startServer();
    await world.putMembers(...range(50));
    await world.until(() => world.receiver.received.length > 30, 60_000);
    await world.putMembers(...range(50));
    world.receiver.respond = accept;
    const back = world.time.now();
    await world.untilDone(hook);
    expect(world.time.now() - back).toBeLessThan(20 * 60_000);
    expectOrder(...range(50));
  });

  it('whose receiver answers 410 is disabled at once', async () => {
    const hook = await world.addHook();
    world.receiver.respond = (_, response) => void response.writeHead(410).end();
    world.startServer();
    await world.putMembers(1);
    await world.until(async () => (await requireWebhook(world.store, hook)).disabled_at !== null);
    expect((await requireWebhook(world.store, hook)).disabled_reason).toContain('410 Gone');
  });

  it('whose receiver asks for a pause gets nothing during it', async () => {
    await world.addHook();
    world.receiver.respond = (_, response) => void response.writeHead(429, { 'Retry-After': '600' }).end();
    world.startServer();
    await world.putMembers(1);
    await world.until(() => world.receiver.received.length === 1);
    const start = world.time.now();
    await world.putMembers(2);
    await world.until(() => world.receiver.received.length > 1);
    expect(world.time.now() - start).toBeGreaterThanOrEqual(590_000);
  });

  it('is delivered by one of two servers, and by the other one if the first stops or is killed', async () => {
    const hook = await world.addHook();
    const other = await openStore(world.fresh.location);
    const first = world.startServer();
    const second = world.startServer({ store: other });
    const delivered = () => [first, second].map((server) => server.figures().attempts.delivered);
    for (const id of range(10)) await world.putMembers(id);
    await world.untilDone(hook);
    expect(delivered().sort()).toEqual([0, 10]);
    const [winner, loser] = delivered()[0] === 10 ? [first, second] : [second, first];
    await winner.stop();
    for (const id of range(5)) await world.putMembers(id);
    await world.untilDone(hook);
    expect(loser.figures().attempts.delivered).toBe(5);
    expect(new Set(world.receiver.received.map(({ messageId }) => messageId)).size).toBe(15);

    // After `kill -9`, the lease of the killed server stays until it expires.
    await world.store.auth
      .updateTable('webhook')
      .set({ leased_by: 'killed', leased_until: Number.MAX_SAFE_INTEGER })
      .execute();
    await world.putMembers(1);
    world.time.advance(60_000);
    await world.until(() => loser.figures().lagSeconds === null);
    const before = world.receiver.received.length;
    await world.putMembers(2);
    world.time.advance(60_000);
    await world.until(() => true);
    expect(world.receiver.received.length).toBe(before);
    await world.store.auth.updateTable('webhook').set({ leased_until: 1 }).execute();
    await world.untilDone(hook);
    expect(positions(2).at(-1)).toBe((await lastChanges()).get(2));
    expectOrder(...range(10));
    await loser.stop();
    await other.close();
  });

  it('is told to load everything when changes were deleted before they were delivered', async () => {
    const hook = await world.addHook();
    await world.putMembers(1, 2);
    world.time.advance(800 * 24 * 3600_000);
    await deleteOldChanges(world.store, { organisationId: 1, before: monthsBefore(now(), 24) });
    world.startServer();
    await world.untilDone(hook);
    expect(world.receiver.accepted()).toEqual(['reload 1']);
    expect(world.receiver.received[0]).toMatchObject({ kind: 'Organisation', operation: 'reload' });
    expect(world.log.join()).toContain('told to load everything');
    await world.putMembers(3);
    await world.untilDone(hook);
    expect(world.receiver.accepted()).toEqual(['reload 1', 'member.created 3']);
  });

  it('sends no event before a failed reload has succeeded, and no event that the reload includes', async () => {
    const hook = await world.addHook();
    world.receiver.respond = refuse;
    const server = world.startServer();
    await world.putMembers(1);
    await world.until(async () => (await readWaiting(world.store, hook)).length === 1);
    await server.stop();
    await world.store.members.deleteFrom('journal').execute();
    await world.store.members.updateTable('journal_state').set({ position: 5, kept_after: 5 }).execute();
    const second = world.startServer();
    await world.until(() => world.receiver.received.some(({ type }) => type === 'reload'));
    await world.putMembers(2);
    await world.until(() => second.figures().attempts.status > 5);
    world.receiver.respond = accept;
    await world.untilDone(hook);
    expect(world.receiver.accepted()).toEqual(['reload 1', 'member.created 2']);
  });

  it('is told to load everything after a restore, or when the operator says so', async () => {
    const hook = await world.addHook();
    world.startServer();
    await world.putMembers(1);
    await world.untilDone(hook);
    await reloadWebhooks(world.store.auth);
    await world.untilDone(hook);
    await replayWebhook(world.store, { id: hook, after: 'reload' }, now());
    await world.untilDone(hook);
    expect(world.receiver.accepted()).toEqual(['member.created 1', 'reload 1', 'reload 1']);
    expect(new Set(world.receiver.received.map(({ messageId }) => messageId)).size).toBe(3);
  });

  it('is replayed after a position or a time, with new IDs', async () => {
    const hook = await world.addHook();
    world.startServer();
    await world.putMembers(1);
    const time = new Date(world.time.now() + 500);
    await world.putMembers(2);
    await world.putMembers(3);
    await world.untilDone(hook);
    const [, second] = world.receiver.received;
    await replayWebhook(world.store, { id: hook, after: { position: second?.position ?? 0 } }, now());
    await world.untilDone(hook);
    expect(world.receiver.accepted().slice(3)).toEqual(['member.created 3']);
    await replayWebhook(world.store, { id: hook, after: { time } }, now());
    await world.untilDone(hook);
    expect(world.receiver.accepted().slice(4)).toEqual(['member.created 2', 'member.created 3']);
    const ids = world.receiver.received.map(({ messageId }) => messageId);
    expect(new Set(ids).size).toBe(6);
    const unknown = { id: hook, after: { position: 17 } };
    await expect(replayWebhook(world.store, unknown, now())).rejects.toThrow('There is no position 17');
  });

  it('reports that a member was erased, and stores nothing about the member', async () => {
    await world.putMembers(1);
    const hook = await world.addHook({ groups: ['members', 'people'] });
    world.startServer();
    await world.putMembers(1);
    await world.untilDone(hook);
    world.receiver.respond = refuse;
    await world.putMembers(1);
    await world.until(async () => (await readWaiting(world.store, hook)).length === 2);
    const dataDir = mkdtempSync(join(tmpdir(), 'webhooks-'));
    const request = { newContactId: null, withCompany: false, repeats: null };
    await beginErasure(world.store, {
      organisationId: 1,
      personId: 1,
      request,
      cause: testCause,
      startedAt: now(),
    });
    await settleErasures(world.store, { dataDir, clock: now });
    rmSync(dataDir, { recursive: true });
    world.receiver.respond = accept;
    await world.untilDone(hook);
    // Events of different records have no order.
    const last = (kind: string) => world.receiver.accepted().findLast((event) => event.startsWith(kind));
    expect([last('member'), last('person')]).toEqual(['member.erased 1', 'person.erased 1']);
    const stored = JSON.stringify([
      await world.store.auth.selectFrom('webhook').selectAll().execute(),
      await world.store.auth.selectFrom('webhook_waiting').selectAll().execute(),
      world.receiver.received.map(({ body }) => body),
      world.log,
    ]);
    for (const word of ['Zoë', 'Łukasiewicz', 'member1@', '555-', 'High Street', 'M-1"'])
      expect(stored).not.toContain(word);
  });

  it('reports changes of persons and of the structure if it subscribes to them', async () => {
    const hook = await world.addHook({ groups: ['people', 'structure'] });
    world.startServer();
    await world.putMembers(1);
    await world.untilDone(hook);
    await world.write((writer) => writer.memberships.put(sampleMember(2, { isApproved: false })));
    await world.write((writer) => writer.structure.putChapters([{ id: 1, name: 'South' }]));
    await world.putMembers(1);
    await world.untilDone(hook);
    const told = world.receiver.received.map(({ type, id }) => `${type} ${id}`);
    expect(told.sort()).toEqual(['chapter.updated 1', 'person.created 1', 'person.updated 1']);
  });

  it('reports changes of answers that only administrators see, only if it may', async () => {
    await world.putMembers(1);
    const answer = (text: string) => ({ answers: [{ extraId: 13, answer: text }] });
    const hook = await world.addHook();
    world.startServer();
    await world.write((writer) =>
      writer.memberships.put(sampleMember(1, answer('a note'), { phone: '555-1' })),
    );
    await world.untilDone(hook);
    expect(world.receiver.accepted()).toEqual([]);
    await removeWebhook(world.store, hook, now());
    const allowed = await world.addHook({ seesAdminExtras: true });
    await world.write((writer) =>
      writer.memberships.put(sampleMember(1, answer('another'), { phone: '555-1' })),
    );
    await world.untilDone(allowed);
    expect(world.receiver.accepted()).toEqual(['member.updated 1']);
  });

  it('signs with both secrets for a day after a rotation, then with the new one', async () => {
    const hook = await world.addHook();
    world.startServer();
    const secret = await rotateWebhook(
      world.store,
      { id: hook, isImmediate: false },
      { authSecret, now: now() },
    );
    await world.putMembers(1);
    await world.untilDone(hook);
    world.receiver.setSecret(secret);
    await world.putMembers(1);
    await world.untilDone(hook);
    world.time.advance(24 * 3600_000);
    await world.putMembers(1);
    await world.untilDone(hook);
    expect(world.receiver.rejected).toEqual([]);
    // A server that read the webhook before the rotation may send an event once more, so only the last delivery of each
    // event is checked.
    const signatures = new Map(
      world.receiver.received.map(({ headers, messageId }) => [
        messageId,
        String(headers['webhook-signature']),
      ]),
    );
    expect([...signatures.values()].map((text) => text.split(' ').length)).toEqual([2, 2, 1]);
  });

  it('has its previous secret deleted after a day, even while it is disabled', async () => {
    const hook = await world.addHook();
    const rotatedAt = now();
    await rotateWebhook(world.store, { id: hook, isImmediate: false }, { authSecret, now: rotatedAt });
    await world.store.auth.updateTable('webhook').set({ disabled_at: rotatedAt.getTime() }).execute();
    const previous = async (afterMs: number) => {
      await purgeExpired(world.store, new Date(rotatedAt.getTime() + afterMs));
      const row = await requireWebhook(world.store, hook);
      return [row.sealed_previous_secret !== null, row.previous_secret_expires_at !== null];
    };
    expect(await previous(24 * 3600_000 - 1)).toEqual([true, true]);
    expect(await previous(24 * 3600_000)).toEqual([false, false]);
  });

  it('is not delivered by a server with another AUTH_SECRET, which reports it once', async () => {
    await world.addHook();
    world.startServer({ authSecret: 'another-secret-of-a-test-40-characters!!' });
    await world.putMembers(1);
    world.time.advance(30_000);
    await world.until(() => world.log.length > 0);
    world.time.advance(30_000);
    await world.until(() => true);
    expect(world.receiver.received).toEqual([]);
    expect(world.log.filter((line) => line.includes('another AUTH_SECRET'))).toHaveLength(1);
  });

  it('changes nothing in the members’ tables', async () => {
    const hook = await world.addHook();
    await world.putMembers(1, 2);
    const state = async () =>
      JSON.stringify([
        await world.store.members.selectFrom('organisation').selectAll().execute(),
        await world.store.members.selectFrom('journal_state').selectAll().execute(),
        await world.store.members.selectFrom('membership').selectAll().execute(),
      ]);
    const before = await state();
    world.startServer();
    await world.untilDone(hook);
    expect(world.receiver.accepted()).toHaveLength(2);
    expect(await state()).toBe(before);
  });
});
