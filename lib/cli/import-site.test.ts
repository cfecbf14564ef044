import { setTimeout as realWait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  fakeClient,
  fakeOrganisationId,
  fakeRecord,
  sendJson,
  startFakeApi,
  type FakeApi,
  type Fault,
} from '@/lib/contract/fake-api.fixture';
import { commandFolder } from './commands.fixture';

const { run } = commandFolder();
let api: FakeApi;
const type = {
  ID: 1,
  Name: 'Full',
  Cost: '100.00',
  Searchable: true,
  Visible: true,
  AnniversaryExpiry: false,
  GST: false,
};
const importing = (url = api.url) => `import ${url} --organisation ${fakeOrganisationId} --create Copy`;
const organisations = async () => JSON.parse((await run('organisation list --json')).out);

beforeEach(async () => {
  const members = ['11', '12'].map((id) => ({ record: fakeRecord(id), categoryIds: [], isSearchable: true }));
  api = await startFakeApi({ members, membershiptypes: [type] });
  setClient(fakeClient.id, fakeClient.secret);
});
afterEach(() => api.stop());

function setClient(id: string, secret: string): void {
  vi.stubEnv('MEMBERSHIP_CLIENT_ID', id);
  vi.stubEnv('MEMBERSHIP_CLIENT_SECRET', secret);
}

const always = (path: string, response: Fault['response']): Fault => ({
  path,
  times: Infinity,
  response: response,
});
const half = JSON.stringify([fakeRecord('11'), fakeRecord('12')]).slice(0, 900);
const faults: [what: string, fault: Fault, message: RegExp][] = [
  [
    'refuses a list',
    always('members', (response) =>
      sendJson(response, 403, { error: 'insufficient_scope', error_description: 'members is needed' }),
    ),
    /returned 403 for \S*members\S*: insufficient_scope: members is needed$/,
  ],
  [
    'redirects',
    always('token', (response) => void response.writeHead(302, { location: 'https://evil.example' }).end()),
    /returned 302 .*redirects\. Set MEMBERSHIP_API_URL to the address that it redirects to/,
  ],
  [
    'sends half and hangs up',
    always('members', (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
      response.write(half, () => response.destroy());
    }),
    /^http:\/\/127\.0\.0\.1:\d+ ended its response early/,
  ],
  [
    'sends half as if it were all',
    always('members', (response) => void response.writeHead(200).end(half)),
    /^The API’s response to members is not a JSON array: The response ends before its array does$/,
  ],
  [
    'sends a page in place of a list',
    always('categories', (response) => void response.writeHead(200).end('<html>Welcome</html>')),
    /^The API’s response to categories is not a JSON array/,
  ],
];

it.each(faults)(
  'a site that %s is reported with exit code 1, and nothing is written',
  async (_what, fault, message) => {
    api.faults.push(fault);
    const { exitCode, err } = await run(importing());
    expect([exitCode, err]).toEqual([1, expect.stringMatching(message)]);
    expect(err).not.toMatch(/^\s+at |fakesecret/m);
    expect(await organisations()).toEqual([]);
  },
);

it('a site that does not start to respond is abandoned after 20 seconds, and nothing is written', async () => {
  api.faults.push(always('members', () => undefined));
  const { exitCode, err } = await runWhileTimePasses(importing());
  expect([exitCode, err]).toEqual([1, expect.stringMatching(/127\.0\.0\.1:\d+ did not respond in time$/)]);
  expect(await organisations()).toEqual([]);
});

/**
 * Runs the command with simulated timers. Their time advances by 20 seconds after each request for members, and in
 * steps of 10 ms between these requests.
 */
async function runWhileTimePasses(line: string) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    let isOver = false;
    let seen = 0;
    const ran = run(line).finally(() => (isOver = true));
    while (!isOver) {
      await realWait(1);
      const requests = api.requests.filter((request) => request.includes('/members?')).length;
      await vi.advanceTimersByTimeAsync(requests > seen ? 20_000 : 10);
      seen = requests;
    }
    return await ran;
  } finally {
    vi.useRealTimers();
  }
}

it('an unreachable site and an unknown client are named; the secret never is', async () => {
  const closedUrl = api.url;
  setClient('fakeclient', 'another secret');
  const refused = await run(importing());
  expect([refused.exitCode, refused.err]).toEqual([
    1,
    expect.stringMatching(/returned 401 .*invalid_client/),
  ]);
  expect(refused.err).not.toContain('another secret');
  await api.stop();
  api = await startFakeApi();
  const missing = await run(importing(closedUrl));
  expect([missing.exitCode, missing.err]).toEqual([
    1,
    expect.stringMatching(/cannot be reached \(ECONNREFUSED\)$/),
  ]);
  expect(await organisations()).toEqual([]);
});

it('the client’s ID and secret can come from standard input; without them the call is refused', async () => {
  setClient('', '');
  const none = await run(importing(), 'fakeclient');
  expect([none.exitCode, none.err]).toEqual([
    2,
    expect.stringMatching(/MEMBERSHIP_CLIENT_ID .*standard input/),
  ]);
  expect(await organisations()).toEqual([]);
  const { exitCode, out } = await run(`${importing()} --json`, `${fakeClient.id}\r\n${fakeClient.secret}`);
  expect([exitCode, JSON.parse(out)]).toMatchObject([0, { read: 2, created: 2 }]);
});
