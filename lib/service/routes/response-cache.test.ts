import { once } from 'node:events';
import { request as send } from 'node:http';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listClients, revokeClient } from '@/lib/sign-in/oauth/clients';
import { revokeToken } from '@/lib/sign-in/oauth/tokens';
import { openStore, type Store } from '@/lib/store/database';
import {
  noAreaCentre,
  putSampleStructure,
  sampleMember,
  testCause,
} from '@/lib/store/sample-members.fixture';
import { openFreshStore, testEngines, type FreshStore } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';
import type { MembersWriter } from '@/lib/store/members-writer';
import { startTestFront, type TestFront } from '@/lib/server/front.fixture';
import { CommitCount } from '@/lib/store/sql/commit-count';
import { ResponseCache } from './response-cache';
import { createResponseStates } from './response-states';
import { startTestService, type TestService } from '../service.fixture';

let fresh: FreshStore;
/** This store acts as another process on the same files. */
let other: Store;
let commits: CommitCount | null;
let service: TestService;
let front: TestFront;
let computed = 0;
let isOut = false;
const errors: unknown[] = [];

const write = <T>(store: Store, work: (writer: MembersWriter) => Promise<T>) => {
  const context = {
    organisationId: 1,
    clock: () => service.time.now,
    areaCentre: noAreaCentre,
    cause: testCause,
  };
  return withMembersWriter(store, context, work);
};

const addons = [
  { addonId: 1, quantity: 1, expiryDate: null, answers: [{ extraId: 13, answer: 'admin eyes' }] },
];

interface TestResponse {
  status: number;
  body: string;
  encoding: string | undefined;
  tag: string | undefined;
  /** false: the response came from the cache. */
  isComputed: boolean;
}

async function get(
  path: string,
  token: string,
  { method = 'GET', ...headers }: Record<string, string> = {},
): Promise<TestResponse> {
  const before = computed;
  const sent = send(`${front.url}/api/${path}`, {
    method,
    agent: false,
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
  sent.end();
  const [response] = await once(sent, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return {
    status: response.statusCode,
    body: Buffer.concat(chunks).toString('latin1'),
    encoding: response.headers['content-encoding'],
    tag: response.headers.etag,
    isComputed: computed > before,
  };
}

/** Repeats the request until the response comes from the cache. */
async function untilCached(
  path: string,
  token: string,
  headers?: Record<string, string>,
): Promise<TestResponse> {
  for (let at = 0; at < 5; at += 1) {
    const response = await get(path, token, headers);
    if (!response.isComputed) return response;
  }
  throw new Error(`${path} is computed each time`);
}

const categories = 'v2/organisation/1/categories';
const members = 'v2/organisation/1/members';

describe.each(testEngines)('on %s', (engine) => {
  beforeAll(async () => {
    fresh = await openFreshStore(engine);
    other = await openStore(fresh.location);
    const { dataDir } = fresh.location;
    commits =
      engine === 'sqlite'
        ? new CommitCount(['members.db', 'auth.db'].map((name) => join(dataDir, name)))
        : null;
    const readStates = createResponseStates(fresh.store, commits);
    const responseCache = new ResponseCache({
      readStates: async (asked) => {
        if (isOut) throw new Error('the database cannot be reached');
        return readStates(asked);
      },
      clock: () => service.time.now,
      logError: (error) => errors.push(error),
      maxBytes: 1_000_000,
    });
    service = startTestService(fresh.store, { responseCache });
    await write(fresh.store, async (writer) => {
      await putSampleStructure(writer);
      for (const id of [1, 2, 3, 4, 5]) await writer.memberships.put(sampleMember(id, { addons }));
    });
    const listen = getRequestListener(service.app.fetch, { overrideGlobalObjects: false });
    const handler = async (...[request, response]: Parameters<typeof listen>) => {
      computed += 1;
      await listen(request, response);
    };
    front = await startTestFront({
      handlers: { service: handler, data: handler, pages: handler },
      responseCache,
    });
  });
  afterAll(async () => {
    await front.close();
    commits?.close();
    await other.close();
    await fresh.remove();
  });
  beforeEach(() => {
    service.time.now = new Date('2026-06-15T02:00:00Z');
    isOut = false;
  });

  test('a cached response has the same bytes and headers', async () => {
    const token = await service.token();
    for (const path of [
      categories,
      members,
      'v1/organisation/1/membershiptypes',
      `${members}?Page[Size]=1`,
    ]) {
      const first = await get(path, token);
      expect(first).toMatchObject({ status: 200, isComputed: true });
      expect(await untilCached(path, token)).toEqual({ ...first, isComputed: false });
      const unchanged = await get(path, token, { 'if-none-match': first.tag ?? '' });
      expect(unchanged).toMatchObject({ status: 304, body: '', isComputed: false });
    }
  });

  test.each<[string, () => Store]>([
    ['this process', () => fresh.store],
    ['another process', () => other],
  ])('no cached response is sent after a commit by %s', async (_name, store) => {
    const token = await service.token();
    await untilCached(categories, token);
    const name = `Renamed by ${_name}`;
    await write(store(), (writer) => writer.structure.putCategories([{ id: 1, name, description: '' }]));
    expect(await get(categories, token)).toMatchObject({
      body: expect.stringContaining(name),
      isComputed: true,
    });

    const before = await untilCached(categories, token);
    expect(before.body).toContain(name);
    const [client] = (await listClients(store(), 1)).slice(-1);
    await revokeToken(store(), { secret: token, clientId: client?.id ?? '' }, service.time.now);
    expect(await get(categories, token)).toMatchObject({ status: 401, isComputed: true });

    const second = await service.token();
    await untilCached(categories, second);
    const [revoked] = (await listClients(store(), 1)).slice(-1);
    await revokeClient(store(), revoked?.id ?? '', service.time.now);
    expect((await get(categories, second)).status).toBe(401);
  });

  test('no cached response is sent after the rights of its client have changed', async () => {
    const token = await service.token({ seesAdminExtras: true });
    expect((await untilCached(members, token)).body).toContain('admin eyes');
    await fresh.store.auth.updateTable('client').set({ sees_admin_extras: 0 }).execute();
    const { body, isComputed } = await get(members, token);
    expect([isComputed, body.includes('admin eyes')]).toEqual([true, false]);
  });

  test('no cached response is sent after its token has expired', async () => {
    // The time is not a full minute, because every cached response expires at a full minute.
    service.time.now = new Date('2026-06-15T02:00:20Z');
    const token = await service.token();
    service.time.now = new Date(service.time.now.getTime() + 3_599_000);
    await untilCached(categories, token);
    service.time.now = new Date(service.time.now.getTime() + 1_000);
    expect(await get(categories, token)).toMatchObject({ status: 401, isComputed: true });
  });

  test('no cached response of yesterday is sent today', async () => {
    // 30 seconds before midnight in Sydney.
    service.time.now = new Date('2026-06-15T13:59:30Z');
    const token = await service.token();
    await untilCached(members, token);
    service.time.now = new Date('2026-06-15T14:00:00Z');
    expect(await get(members, token)).toMatchObject({ status: 200, isComputed: true });
  });

  test('nobody gets the cached response to a token with other rights', async () => {
    const full = await service.token({ seesAdminExtras: true });
    const limited = await service.token();
    const basic = await service.token({ scopes: ['basic'] });
    const [seen, hidden] = [await untilCached(members, full), await untilCached(members, limited)];
    expect([seen.body.includes('admin eyes'), hidden.body.includes('admin eyes')]).toEqual([true, false]);
    expect((await get(members, limited)).body).toBe(hidden.body);
    expect((await get(members, basic)).status).toBe(403);
    expect((await get(members, `${full}x`)).status).toBe(401);
    expect((await get(members.replace('/1/', '/2/'), full)).status).toBe(401);
  });

  test('a response to a member’s token is never cached, because it depends on more than the token', async () => {
    const token = await service.token({ personId: 1 });
    for (let at = 0; at < 4; at += 1)
      expect(await get(categories, token)).toMatchObject({ status: 200, isComputed: true });
  });

  test('each encoding has its own cached response; other methods and relative dates have none', async () => {
    const token = await service.token();
    const plain = await untilCached(members, token);
    const packed = await untilCached(members, token, { 'accept-encoding': 'gzip' });
    expect([plain.encoding, packed.encoding]).toEqual([undefined, 'gzip']);
    expect((await get(members, token)).body).toBe(plain.body);
    expect(await get(members, token, { method: 'HEAD' })).toMatchObject({ body: '', isComputed: true });
    const relative = `${members}?DateModified[After]=-1+day`;
    for (let at = 0; at < 4; at += 1) expect((await get(relative, token)).isComputed).toBe(true);
  });

  test('no cached response is sent while the state of the database is unknown', async () => {
    const token = await service.token();
    await untilCached(categories, token);
    isOut = true;
    for (let at = 0; at < 3; at += 1) expect((await get(categories, token)).isComputed).toBe(true);
    expect(errors.splice(0)).toHaveLength(3);
    isOut = false;
    await untilCached(categories, token);
  });
});
