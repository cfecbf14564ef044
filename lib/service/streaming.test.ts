import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { getRequestListener } from '@hono/node-server';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  noAreaCentre,
  testCause,
  putSampleStructure,
  sampleMember,
} from '@/lib/store/sample-members.fixture';
import { openFreshStore, testEngines, type FreshStore } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';
import { createClient } from '@/lib/sign-in/oauth/clients';
import { issueToken } from '@/lib/sign-in/oauth/tokens';
import { waitFor } from '@/lib/base/wait-for.fixture';
import { startTestService } from './service.fixture';

/** The client of our own directory. */
const own = { id: 'own', secret: 'secret' };
/** About 12 MB: far more than sockets and streams buffer. */
const memberCount = 12_000;

for (const engine of testEngines) {
  let fresh: FreshStore;
  let server: Server;
  let token: string;
  let ownToken: string;

  beforeAll(async () => {
    fresh = await openFreshStore(engine);
    const service = startTestService(fresh.store, { ownClientId: own.id });
    const context = {
      organisationId: 1,
      clock: () => service.time.now,
      areaCentre: noAreaCentre,
      cause: testCause,
    };
    await withMembersWriter(fresh.store, context, async (writer) => {
      await putSampleStructure(writer);
      for (let id = 1; id <= memberCount; id += 1) await writer.memberships.put(sampleMember(id));
    });
    token = await service.token();
    const organisationId = 1;
    const scopes = ['members'] as const;
    await createClient(fresh.store, { organisationId, name: 'Own', scopes, credentials: own });
    ownToken = await issueToken(
      fresh.store.auth,
      { clientId: own.id, organisationId, personId: null, scopes, codeHash: null },
      service.time.now,
    );
    server = createServer(getRequestListener(service.app.fetch, { overrideGlobalObjects: false }));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await fresh.remove();
  });

  const open = async (
    headers: Record<string, string> = {},
    { list = 'members', method = 'GET' } = {},
  ): Promise<IncomingMessage> => {
    const { port } = server.address() as AddressInfo;
    const clientRequest = request({
      host: '127.0.0.1',
      port,
      path: `/api/v2/organisation/1/${list}`,
      method,
      agent: false,
      headers: { Authorization: `Bearer ${token}`, ...headers },
    });
    clientRequest.end();
    const [response] = (await once(clientRequest, 'response')) as [IncomingMessage];
    return response;
  };
  const readAll = async (response: IncomingMessage): Promise<{ ID: string; MembershipNumber: string }[]> => {
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    return JSON.parse(Buffer.concat(chunks).toString()) as { ID: string; MembershipNumber: string }[];
  };
  const renameLast = (name: string) =>
    withMembersWriter(
      fresh.store,
      { organisationId: 1, clock: () => new Date(), areaCentre: noAreaCentre, cause: testCause },
      (writer) => writer.memberships.put(sampleMember(memberCount, { membershipNumber: name })),
    );

  it(`a slow reader gets a complete and consistent list, and blocks neither readers nor writers (${engine})`, async () => {
    const slow = await open();
    expect(slow.headers['x-total-count']).toBe(String(memberCount));
    expect(slow.headers['content-length']).toBe(undefined);
    expect(await renameLast('written while it was read')).toBe('updated');
    const quick = await readAll(await open());
    expect(quick.at(-1)?.MembershipNumber).toBe('written while it was read');
    const old = await readAll(slow);
    expect(old).toHaveLength(memberCount);
    expect(old.at(-1)?.MembershipNumber).toBe(`M-${memberCount}`);
    await renameLast(`M-${memberCount}`);
  });

  it(`a reader that reads nothing keeps no transaction open, and later gets the list as it was at its request (${engine})`, async () => {
    const transactions = async () => {
      if (engine === 'sqlite') return checkpointIsBlocked(fresh);
      const { rows } = await sql<{ n: number }>`select count(*) as n from pg_stat_activity
        where datname = current_database() and xact_start is not null
        and backend_type = 'client backend' and pid <> pg_backend_pid()`.execute(fresh.store.members);
      return rows[0]?.n === 1;
    };
    for (const encoding of ['identity', 'br']) {
      const response = await open({ 'Accept-Encoding': encoding });
      expect([encoding, response.headers['content-encoding'] ?? 'identity']).toEqual([encoding, encoding]);
      await waitFor(async () => expect(await transactions()).toBe(false));
      if (encoding === 'identity') expect(await readAll(response)).toHaveLength(memberCount);
      response.destroy();
    }
  });

  it(`70 readers that read nothing leave capacity for our own directory and everyone else (${engine})`, async () => {
    const slow = await Promise.all(Array.from({ length: 70 }, () => open()));
    const statuses = slow.map(({ statusCode }) => statusCode);
    expect([...new Set(statuses)].sort()).toEqual([200, 429]);
    expect(statuses.filter((status) => status === 200)).toHaveLength(6);
    for (const response of slow)
      if (response.statusCode === 429) expect(response.headers['retry-after']).toBe('5');
    expect(await readAll(await open({ Authorization: `Bearer ${ownToken}` }))).toHaveLength(memberCount);
    expect(await readAll(await open({}, { list: 'members?Page[Size]=20' }))).toHaveLength(20);
    for (const response of slow) response.destroy();
    await waitFor(async () => {
      const again = await open();
      const { statusCode } = again;
      again.destroy();
      expect(statusCode).toBe(200);
    });
  });

  it(`small lists are sent whole, cached or not, and are not sent for a 304 or HEAD (${engine})`, async () => {
    const list = 'members?User[LastName]=x';
    const first = await open({}, { list });
    expect([first.statusCode, first.headers['content-length'], await readAll(first)]).toEqual([200, '2', []]);
    const cached = await open({}, { list });
    expect([cached.statusCode, cached.headers.etag, await readAll(cached)]).toEqual([
      200,
      first.headers.etag,
      [],
    ]);
    expect(cached.headers['strict-transport-security']).toBe('max-age=31536000');
    for (const [method, status] of [
      ['GET', 304],
      ['HEAD', 304],
    ] as const) {
      const known = await open({ 'If-None-Match': first.headers.etag ?? '' }, { list, method });
      expect([known.statusCode, known.headers.etag]).toEqual([status, first.headers.etag]);
      known.resume();
    }
    const headed = await open({}, { list, method: 'HEAD' });
    expect([headed.statusCode, headed.headers['x-total-count']]).toEqual([200, '0']);
    headed.resume();
  });

  it.each(['gzip', 'br'])(`streams compressed as %s (${engine})`, async (encoding) => {
    const response = await open({ 'Accept-Encoding': encoding });
    expect(response.headers['content-encoding']).toBe(encoding);
    let bytes = 0;
    for await (const chunk of response) bytes += (chunk as Buffer).length;
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThan(2_000_000);
  });
}

/** Whether a reader still uses an older state, so that the write-ahead log cannot be restarted. */
async function checkpointIsBlocked({ store }: FreshStore): Promise<boolean> {
  await sql`update organisation set version = version + 1`.execute(store.members);
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(restart)`.execute(store.members);
  return rows[0]?.busy === 1;
}
