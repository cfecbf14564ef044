import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  ApiRequestError,
  createMembershipApiClient,
  type MembershipApiSettings,
  type TransportOverrides,
} from './client';
import {
  fakeClient,
  fakeOrganisationId,
  fakeRecord,
  sendJson,
  startFakeApi,
  type FakeApi,
} from './fake-api.fixture';
import type { Membership } from './resources';

let fake: FakeApi;
let now = new Date('2026-03-01T00:00:00Z');
let waits: number[];

beforeEach(async () => {
  fake = await startFakeApi();
  now = new Date('2026-03-01T00:00:00Z');
  waits = [];
});
afterEach(() => fake.stop());

function connect(change: Partial<MembershipApiSettings> = {}, overrides: TransportOverrides = {}) {
  const settings = {
    apiUrl: fake.url,
    organisationId: fakeOrganisationId,
    client: fakeClient,
    clock: () => now,
    limits: { responseMs: 5_000, idleMs: 5_000, attempts: 3, firstWaitMs: 500 },
    ...change,
  };
  const sleep = async (ms: number) => void waits.push(ms);
  return createMembershipApiClient(settings, { random: () => 0.5, sleep, ...overrides });
}

function member(id: string, change: Record<string, unknown> = {}) {
  return { record: fakeRecord(id, change), categoryIds: [], isSearchable: true };
}

async function loadMembers(api = connect(), etag: string | null = null) {
  const members: Membership[] = [];
  const result = await api.members({ etag, each: (record) => members.push(record) });
  return { result, members };
}

const tokenRequests = () => fake.requests.filter((request) => request.includes('/token'));

test.each([
  [true, 'identity'],
  [false, null],
])('lists of a site on this machine (%s) are requested with the encoding %s', async (isLocal, expected) => {
  const encodings: (string | null)[] = [];
  const api = connect(
    { isLocal },
    {
      fetch: (input, init) => {
        if (String(input).includes('/members'))
          encodings.push(new Headers(init?.headers).get('accept-encoding'));
        return fetch(input, init);
      },
    },
  );
  await loadMembers(api);
  expect(encodings).toEqual([expected]);
});

describe('tokens', () => {
  test('one token serves many requests, and concurrent requests share one token request', async () => {
    const api = connect();
    await Promise.all([loadMembers(api), loadMembers(api), api.categories({ each: () => undefined })]);
    expect(tokenRequests()).toHaveLength(1);
  });

  test('a token is renewed a minute before it ends', async () => {
    const api = connect();
    await loadMembers(api);
    now = new Date(now.getTime() + 3539_000);
    await loadMembers(api);
    expect(fake.tokensIssued).toBe(1);
    now = new Date(now.getTime() + 1_000);
    await loadMembers(api);
    expect(fake.tokensIssued).toBe(2);
  });

  test('a refused token is replaced once; a second refusal is an error', async () => {
    const api = connect();
    await loadMembers(api);
    fake.revokeTokens();
    await loadMembers(api);
    expect(fake.tokensIssued).toBe(2);
    fake.faults.push({ path: 'members', times: 2, response: (response) => sendJson(response, 401, {}) });
    await expect(loadMembers(api)).rejects.toMatchObject({ details: { kind: 'refused', status: 401 } });
    expect(fake.tokensIssued).toBe(3);
  });

  test('a site that issues tokens only by GET, as documented, gets a GET request', async () => {
    fake.faults.push({ path: 'token', times: 1, response: (response) => sendJson(response, 405, {}) });
    await loadMembers();
    expect(tokenRequests().map((request) => request.split(' ')[0])).toEqual(['POST', 'GET']);
    expect(tokenRequests().join()).not.toContain(fakeClient.secret);
  });

  test('a lifetime sent as a string is read', async () => {
    fake.expiresIn = '120';
    const api = connect();
    await loadMembers(api);
    now = new Date(now.getTime() + 61_000);
    await loadMembers(api);
    expect(fake.tokensIssued).toBe(2);
  });

  test('wrong credentials are an error that shows the code and never the secret', async () => {
    const api = connect({ client: { id: 'x', secret: 'verysecret' } });
    const error: unknown = await loadMembers(api).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ApiRequestError);
    expect(error).toMatchObject({ details: { status: 401, code: 'invalid_client' } });
    expect(String(error)).not.toContain('verysecret');
  });
});

describe('failures', () => {
  test('a temporary failure is retried with growing waits', async () => {
    fake.data.members = [member('1')];
    fake.faults.push({ path: 'members', times: 2, response: (response) => sendJson(response, 503, {}) });
    expect((await loadMembers()).members).toHaveLength(1);
    expect(waits).toEqual([375, 750]);
  });

  test('Retry-After is respected', async () => {
    const respond: FakeApi['faults'][number]['response'] = (response) =>
      sendJson(response, 429, {}, { 'retry-after': '7' });
    fake.faults.push({ path: 'members', times: 1, response: respond });
    await loadMembers();
    expect(waits).toEqual([7_000]);
  });

  test('a refusal is not repeated', async () => {
    fake.faults.push({ path: 'members', times: 9, response: (response) => sendJson(response, 403, {}) });
    await expect(loadMembers()).rejects.toMatchObject({ details: { status: 403 } });
    expect(fake.requests.filter((request) => request.includes('/members'))).toHaveLength(1);
  });

  test('an API that is down counts as unreachable after the last attempt', async () => {
    const api = connect({ apiUrl: 'http://127.0.0.1:1' });
    await expect(loadMembers(api)).rejects.toMatchObject({ details: { kind: 'unreachable' } });
    expect(waits).toHaveLength(2);
  });

  test('a response that never begins is a time-out', async () => {
    fake.faults.push({ path: 'members', times: 9, response: () => undefined });
    const limits = { responseMs: 1_000, idleMs: 1_000, attempts: 1, firstWaitMs: 0 };
    await expect(loadMembers(connect({ limits }))).rejects.toMatchObject({ details: { kind: 'timeout' } });
  });

  test('a response that stops in the middle is a time-out', async () => {
    const respond: FakeApi['faults'][number]['response'] = (response) =>
      void response.writeHead(200).write('[{"ID":"1"},');
    fake.faults.push({ path: 'members', times: 9, response: respond });
    const limits = { responseMs: 20_000, idleMs: 1_000, attempts: 1, firstWaitMs: 0 };
    await expect(loadMembers(connect({ limits }))).rejects.toMatchObject({ details: { kind: 'timeout' } });
  });

  function endless(start: string, piece: string): FakeApi['faults'][number]['response'] {
    return (response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write(start);
      const timer = setInterval(() => response.write(piece), 5);
      response.once('close', () => clearInterval(timer));
    };
  }

  test('a list that only sends a space now and then is a time-out, and the client closes the connection', async () => {
    const hungUp = new Promise<void>((resolve) => {
      const respond: FakeApi['faults'][number]['response'] = (response) => {
        endless('[', ' ')(response);
        response.once('close', resolve);
      };
      fake.faults.push({ path: 'members', times: 9, response: respond });
    });
    await expect(loadMembers(connect({ limits: { listMs: 1_000, attempts: 1 } }))).rejects.toMatchObject({
      message: expect.stringMatching(/did not finish its response within 1 s/),
      details: { kind: 'timeout' },
    });
    await hungUp;
    fake.faults = [];
    expect((await loadMembers()).result.status).toBe('loaded');
  });

  test('a short response must be complete within the start time: a token that arrives slowly is a time-out', async () => {
    fake.faults.push({ path: 'token', times: 9, response: endless('{', ' ') });
    await expect(loadMembers(connect({ limits: { responseMs: 1_000, attempts: 1 } }))).rejects.toMatchObject({
      details: { kind: 'timeout' },
    });
  });

  test.each([
    ['bytes', { listBytes: 10_000 }, /longer than 0.01 MB/],
    ['records', { listRecords: 100 }, /more than 100 records/],
  ])('an endless list stops at a number of %s', async (_, limits, message) => {
    fake.faults.push({
      path: 'members',
      times: 9,
      response: endless('[{"ID":"1"}', ',{"ID":"1"}'.repeat(50)),
    });
    await expect(loadMembers(connect({ limits }))).rejects.toMatchObject({
      message: expect.stringMatching(message),
      details: { kind: 'unreadable' },
    });
  });

  test('half a response is an error, never a shorter list', async () => {
    fake.faults.push({
      path: 'members',
      times: 1,
      response: (response) => void response.end('[{"ID":"1"},{"ID":"2"}'),
    });
    await expect(loadMembers()).rejects.toMatchObject({ details: { kind: 'unreadable' } });
  });

  test.each(['<html>Bad gateway</html>', '{"data":[]}', '', 'null', '[1', '[1,]', '[1}', '[{]}', '[] []'])(
    'invalid content is an error: %s',
    async (body) => {
      fake.faults.push({ path: 'members', times: 1, response: (response) => void response.end(body) });
      await expect(loadMembers()).rejects.toMatchObject({ details: { kind: 'unreadable' } });
    },
  );

  test('a redirect is not followed with credentials', async () => {
    const respond: FakeApi['faults'][number]['response'] = (response) =>
      void response.writeHead(302, { location: 'http://elsewhere.example/' }).end();
    fake.faults.push({ path: 'members', times: 1, response: respond });
    await expect(loadMembers()).rejects.toThrow(/MEMBERSHIP_API_URL/);
  });
});

describe('lists', () => {
  test('an unchanged list is not sent again', async () => {
    const api = connect();
    const { result } = await loadMembers(api);
    expect(result).toMatchObject({ status: 'loaded', etag: '"1"' });
    expect((await loadMembers(api, '"1"')).result).toEqual({ status: 'unchanged' });
  });

  test('a record arrives unchanged, however its bytes are split into chunks', async () => {
    const text = JSON.stringify([
      fakeRecord('1', { MembershipNumber: 'Zoë \\ " ]}[{, ß 🎉' }),
      fakeRecord('2'),
    ]);
    const bytes = Buffer.from(text);
    for (const size of [1, 2, 3, 7, 64]) {
      const respond: FakeApi['faults'][number]['response'] = async (response) => {
        for (let at = 0; at < bytes.length; at += size) response.write(bytes.subarray(at, at + size));
        response.end();
      };
      fake.faults.push({ path: 'members', times: 1, response: respond });
      const { members } = await loadMembers();
      expect(members.map((record) => record.MembershipNumber)).toEqual(['Zoë \\ " ]}[{, ß 🎉', 'N2']);
    }
  });

  test('numbers as strings, unknown fields and undocumented shapes are read and reported', async () => {
    fake.data.members = [
      member('1', {
        ID: 41,
        AmountOutstanding: 0,
        Chapter: 'North',
        Extras: { 3: { ID: 9, Question: 'Languages', Answer: ['Auslan', 'Greek'] } },
        Loyalty: 'gold',
        Addons: null,
      }),
      member('2', { ID: null }),
    ];
    const api = connect();
    const { members, result } = await loadMembers(api);
    expect(result).toMatchObject({ count: 1, unreadable: 1 });
    expect(members[0]).toMatchObject({
      ID: '41',
      AmountOutstanding: '0',
      Chapter: { ID: 'North', Name: 'North' },
      Extras: [
        { ID: '9', Question: 'Languages', Answer: 'Auslan' },
        { ID: '9', Question: 'Languages', Answer: 'Greek' },
      ],
      Addons: [],
    });
    expect(members[0]).not.toHaveProperty('Loyalty');
    const notes = api.drift().map((note) => `${note.where}: ${note.what}`);
    expect(notes).toContain('members[].Loyalty: unknown field');
    expect(notes).toContain('members[].ID: number instead of string');
    expect(notes).toContain('members[]: without an ID');
  });

  test('a site that follows the document has no drift', async () => {
    fake.data.members = [member('1')];
    const api = connect();
    await loadMembers(api);
    expect(api.drift()).toEqual([]);
  });

  test('a member whose directory settings cannot be read is left out and counted', async () => {
    fake.data.members = [
      member('1', { Directory: 'yes' }),
      member('2', { Directory: { Listed: 'perhaps', Show: 1 } }),
      member('3', { Directory: { Listed: true, Show: 1 } }),
    ];
    const { members, result } = await loadMembers();
    expect(members.map((record) => record.Directory)).toEqual([{ Listed: true, Show: [] }]);
    expect(result).toMatchObject({ count: 1, unreadable: 2 });
  });
});

describe('user', () => {
  const person = fakeRecord('1').User;

  test('reads the signed-in member, with and without our extensions', async () => {
    const body = {
      ...Object(person),
      Membership: null,
      CorporateMemberships: [],
      CommitteeMemberships: { Chapter: null, Financial: false },
    };
    fake.faults.push({ path: 'user', times: 1, response: (response) => sendJson(response, 200, body) });
    const user = await connect().user('their-token');
    expect(user).toMatchObject({ FirstName: 'Ann', Membership: null, CorporateMemberships: [] });
    expect(user).not.toHaveProperty('ID');
  });

  test('a token that is no longer valid is a 401, without a new attempt', async () => {
    await expect(connect().user('old')).rejects.toMatchObject({
      details: { status: 401, code: 'invalid_token' },
    });
    expect(fake.requests).toHaveLength(1);
  });
});
