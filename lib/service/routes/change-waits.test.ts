import { createServer, connect, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ApiChanges } from '@/lib/contract/changes';
import { openStore, type Store } from '@/lib/store/database';
import { listenToOthers } from '@/lib/store/journal-signal';
import type { MembersWriter } from '@/lib/store/members-writer';
import {
  noAreaCentre,
  putSampleStructure,
  sampleMember,
  testCause,
} from '@/lib/store/sample-members.fixture';
import { openFreshStore, testEngines, type FreshStore } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';
import { waitFor } from '@/lib/base/wait-for.fixture';
import { startTestService, type TestService } from '../service.fixture';
import { ChangeWaits } from './change-waits';

/** This interval is longer than any test. If a wait ends, something has woken it. */
const never = 10 * 60_000;
const limits = { perClient: 2, total: 3, pollMs: never };
const now = new Date('2026-06-15T02:00:00Z');

describe.each(testEngines)('requests that wait for changes (%s)', (engine) => {
  let fresh: FreshStore;
  let other: Store;
  let waits: ChangeWaits;
  let service: TestService;
  let at = now.getTime();

  const write = (store: Store, work: (writer: MembersWriter) => Promise<unknown>) => {
    at += 1000;
    const options = { organisationId: 1, areaCentre: noAreaCentre, cause: testCause };
    return withMembersWriter(store, { ...options, clock: () => new Date(at) }, work);
  };
  const addMember = (store: Store, id: number) =>
    write(store, (writer) => writer.memberships.put(sampleMember(id)));
  const start = (own: Partial<typeof limits> = {}, servers = 1) => {
    waits = new ChangeWaits(fresh.store, { limits: { ...limits, ...own }, serverCount: () => servers });
    service = startTestService(fresh.store, { now: now.toISOString(), waits, ownClientId: 'own' });
  };
  const position = async () => ((await (await service.get('changes')).json()) as ApiChanges).Next;
  const pending = async (options: { token?: string; signal?: AbortSignal } = {}) => {
    const [before, count] = [await position(), waits.size];
    const response = service.get(`changes?After=${before}&Wait=30`, options);
    await waitFor(() => expect(waits.size).toBe(count + 1));
    return {
      ended: response.then(async (one) => ({ status: one.status, page: (await one.json()) as ApiChanges })),
    };
  };

  beforeEach(async () => {
    fresh = await openFreshStore(engine);
    other = await openStore(fresh.location);
    await write(fresh.store, (writer) => putSampleStructure(writer));
    start();
  });
  afterEach(async () => {
    waits.close();
    await other.close();
    await fresh.remove();
  });

  it('end when this process has committed, with the change', async () => {
    const { ended } = await pending();
    await addMember(fresh.store, 1);
    expect((await ended).page.Changes.map(({ ID }) => ID)).toEqual(['1']);
    expect(waits.size).toBe(0);
  });

  it('end soon after another process has committed, which gives no signal', async () => {
    start({ pollMs: 20 });
    const { ended } = await pending();
    await addMember(other, 1);
    expect((await ended).page.Changes).toHaveLength(1);
  });

  it('continue after a change that the client does not see', async () => {
    const { ended } = await pending();
    await write(fresh.store, (writer) => writer.memberships.put(sampleMember(1, { isApproved: false })));
    await addMember(fresh.store, 2);
    expect((await ended).page.Changes.map(({ ID }) => ID)).toEqual(['2']);
  });

  it('end without a change when the time is over', async () => {
    const before = await position();
    const page: ApiChanges = await (await service.get(`changes?After=${before}&Wait=1`)).json();
    expect(page).toEqual({ Changes: [], Next: before, HasMore: false });
  });

  it('use no connection to the database', async () => {
    const { ended } = await pending();
    if (engine === 'postgres') {
      await waitFor(() => {
        const pool = fresh.store.pool();
        expect(pool?.idle).toBe(pool?.total);
      });
    } else {
      // An open reader would prevent the write-ahead log from being emptied.
      const { rows } = await sql<{ busy: number; log: number }>`pragma wal_checkpoint(truncate)`.execute(
        fresh.store.members,
      );
      expect(rows).toMatchObject([{ busy: 0, log: 0 }]);
    }
    await addMember(fresh.store, 1);
    await ended;
  });

  it('are limited for each client and in total; our own directory’s are not', async () => {
    const refused = async (token: string) => {
      const response = await service.get(`changes?After=${await position()}&Wait=30`, { token });
      expect(response.status).toBe(429);
      expect(response.headers.get('Retry-After')).toBe('5');
      return ((await response.json()) as { error_description: string }).error_description;
    };
    const [one, two] = [await service.token(), await service.token()];
    const requests = [await pending({ token: one }), await pending({ token: one })];
    expect(await refused(one)).toContain('At most 2 requests of this client');
    requests.push(await pending({ token: two }));
    expect(await refused(two)).toContain('At most 3 requests of all clients');
    const own = {
      clientId: 'own',
      isOwn: true,
      organisationId: 1,
      ms: never,
      signal: new AbortController().signal,
    };
    const ownWait = waits.wait({ ...own, position: Number(await position()) });
    expect(waits.size).toBe(4);
    await addMember(fresh.store, 1);
    expect(await Promise.all(requests.map(async (request) => (await request.ended).status))).toEqual([
      200, 200, 200,
    ]);
    await ownWait;
    expect(waits.size).toBe(0);
    const again = await pending({ token: one });
    waits.close();
    expect((await again.ended).status).toBe(200);
  });

  it('are limited to this server’s part of what several servers allow, and to at least one', async () => {
    const refused = async (token: string) => {
      const response = await service.get(`changes?After=${await position()}&Wait=30`, { token });
      return ((await response.json()) as { error_description: string }).error_description;
    };
    start({ perClient: 4, total: 6 }, 2);
    const [one, two] = [await service.token(), await service.token()];
    const requests = [await pending({ token: one }), await pending({ token: one })];
    expect(await refused(one)).toContain('At most 2 requests of this client');
    requests.push(await pending({ token: two }));
    expect(await refused(two)).toContain('At most 3 requests of all clients');
    waits.close();
    await Promise.all(requests.map(({ ended }) => ended));
    start({ perClient: 4, total: 6 }, 20);
    await pending({ token: await service.token() });
    expect(await refused(await service.token())).toContain('At most 1 requests of all clients');
  });

  it('end when the client disconnects', async () => {
    const controller = new AbortController();
    const { ended } = await pending({ signal: controller.signal });
    controller.abort();
    await ended;
    expect(waits.size).toBe(0);
  });

  it('end when the server stops, and later ones do not begin', async () => {
    const { ended } = await pending();
    waits.close();
    expect(await ended).toMatchObject({ status: 200, page: { Changes: [] } });
    const late = await service.get(`changes?After=${await position()}&Wait=30`);
    expect(late.status).toBe(200);
    expect(waits.size).toBe(0);
  });

  it('show nothing to a client that was revoked in the meantime', async () => {
    const token = await service.token();
    const { ended } = await pending({ token });
    await fresh.store.auth.updateTable('client').set({ revoked_at: 1 }).execute();
    await addMember(fresh.store, 1);
    const response = await ended;
    expect(response.status).toBe(401);
    expect(JSON.stringify(response.page)).not.toContain('member1');
  });
});

describe.runIf(testEngines.includes('postgres'))('notices of other processes on PostgreSQL', () => {
  let fresh: FreshStore;
  beforeEach(async () => {
    fresh = await openFreshStore('postgres');
  });
  afterEach(async () => fresh.remove());

  it('arrive at the commit and not before, and arrive again after a lost connection is restored', async () => {
    const address = new URL(fresh.location.postgresUrl ?? '');
    const proxy = await startProxy(Number(address.port || 5432), address.hostname);
    const context = { organisationId: 1, clock: () => now, areaCentre: noAreaCentre, cause: testCause };
    let notices = 0;
    const port = proxy.port();
    const through = new URL(address);
    [through.hostname, through.port] = ['127.0.0.1', String(port)];
    const stop = listenToOthers({ connectionString: through.href }, () => (notices += 1));
    // The first notice says that the connection is listening.
    await waitFor(() => expect(notices).toBe(1));
    await withMembersWriter(fresh.store, context, async (writer) => {
      await putSampleStructure(writer);
      expect(notices).toBe(1);
    });
    await waitFor(() => expect(notices).toBe(2));
    proxy.cut();
    await waitFor(() => expect(notices).toBe(3));
    await withMembersWriter(fresh.store, context, (writer) => writer.memberships.put(sampleMember(1)));
    await waitFor(() => expect(notices).toBe(4));
    await stop();
    await proxy.close();
  });
});

async function startProxy(port: number, host: string) {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    const onward = connect(port, host);
    for (const one of [socket, onward]) sockets.add(one.on('error', () => undefined));
    socket.pipe(onward).pipe(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  const close = async () => {
    cut();
    await new Promise((resolve) => server.close(resolve));
  };
  const address = server.address();
  return { cut, close, port: () => (typeof address === 'object' && address !== null ? address.port : 0) };
}
