import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { recordServer } from '@/lib/store/servers';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { unknownProxyWarning } from '@/lib/server/proxy-watch';
import { secretMark } from '@/lib/server/secrets';
import { version } from '@/lib/base/version';
import { databaseProblems, toWarning } from '@/lib/service/database-state';
import { wrong } from './finding';
import { checkReadiness, checkPublicAddress, checkServers } from './doctor-servers';

const baseUrl = 'https://members.example.org';
const secret = 'a secret of thirty-two characters';
const same = { version, baseUrl, secretMark: secretMark(secret) };

const servers: Server[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

/** Returns the server's port. */
async function startResponder(body: (port: number) => object): Promise<number> {
  const server = createServer((_request, response) => response.end(JSON.stringify(body(port))));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A TCP server's address is an AddressInfo.
  const { port } = server.address() as AddressInfo;
  return port;
}

describeEachEngine('doctor compares the servers of a database', (store) => {
  it('reports nothing when no server runs, and accepts one with the same settings', async () => {
    expect(await checkServers(store(), { baseUrl, processes: 1 }, secret)).toEqual([]);
    await recordServer(store(), { id: 'a', ...same });
    expect(await checkServers(store(), { baseUrl, processes: 1 }, secret)).toMatchObject([
      { level: 'fine', subject: 'servers' },
    ]);
  });

  it('this command and the server have different settings', async () => {
    const findings = await checkServers(
      store(),
      { baseUrl: 'https://other.example.org', processes: 1 },
      'x'.repeat(32),
    );
    expect(findings.filter(({ level }) => level === 'wrong').map(({ text }) => text)).toEqual([
      expect.stringContaining('AUTH_SECRET'),
      expect.stringContaining(`BASE_URL from this command: ${baseUrl}`),
    ]);
  });

  it('several servers with the same settings: lists what each has separately', async () => {
    await recordServer(store(), { id: 'b', ...same });
    const [finding, ...more] = await checkServers(store(), { baseUrl, processes: 1 }, secret);
    expect(finding).toMatchObject({
      level: 'note',
      text: expect.stringMatching(/^2 servers .*request limits/),
    });
    expect(more).toEqual([]);
  });

  it('accepts as many servers as PROCESSES says', async () => {
    await recordServer(store(), { id: 'b', ...same });
    const [finding] = await checkServers(store(), { baseUrl, processes: 2 }, secret);
    expect(finding).toMatchObject({ level: 'fine', text: expect.stringContaining('PROCESSES') });
  });

  it.each([
    ['secretMark', { secretMark: secretMark('y'.repeat(32)) }, 'AUTH_SECRET'],
    ['baseUrl', { baseUrl: 'https://old.example.org' }, 'https://old.example.org'],
    ['version', { version: '0.0.1' }, '0.0.1'],
  ])('servers with a different %s are an error, and no secret is shown', async (_key, other, word) => {
    await recordServer(store(), { id: 'b', ...same, ...other });
    const findings = await checkServers(store(), { baseUrl, processes: 1 }, secret);
    const wrong = findings.filter(({ level }) => level === 'wrong');
    expect(wrong).toMatchObject([{ subject: 'servers', text: expect.stringContaining(word) }]);
    for (const mark of [secret, same.secretMark, secretMark('y'.repeat(32))])
      expect(JSON.stringify(findings)).not.toContain(mark);
  });

  it('a wrong clock is an error', async () => {
    await recordServer(store(), { id: 'b', ...same });
    await store().auth.updateTable('server').set({ clock_ahead_ms: -60_000 }).where('id', '=', 'b').execute();
    const findings = await checkServers(store(), { baseUrl, processes: 1 }, secret);
    expect(findings).toContainEqual(
      expect.objectContaining({
        level: 'wrong',
        text: expect.stringMatching(/clock of server b is 60 s different/),
      }),
    );
  });
});

it('BASE_URL is fine if it leads to this server, and an error if it leads to another program or nowhere', async () => {
  const ours = await startResponder((port) => ({ issuer: `http://127.0.0.1:${port}/api/v2/organisation/7` }));
  expect(await checkPublicAddress(`http://127.0.0.1:${ours}`, 7)).toMatchObject([{ level: 'fine' }]);
  const other = await startResponder(() => ({ issuer: 'https://members.example.org/api/v2/organisation/7' }));
  expect(await checkPublicAddress(`http://127.0.0.1:${other}`, 7)).toMatchObject([
    { level: 'wrong', subject: 'address', text: expect.stringContaining('another server') },
  ]);
  const closed = await startResponder(() => ({}));
  await new Promise((resolve) => servers.pop()?.close(resolve));
  expect(await checkPublicAddress(`http://127.0.0.1:${closed}`, 7)).toMatchObject([
    { level: 'wrong', subject: 'address' },
  ]);
  expect(await checkPublicAddress('http://no-such-host.invalid', 7)).toMatchObject([
    { level: 'wrong', text: expect.stringContaining('no such host') },
  ]);
});

it('problems of the database that a running server has noticed are reported, even if it is not ready', async () => {
  const warnings = [toWarning(databaseProblems.damaged), 'another warning'];
  const port = await startResponder(() => ({ status: 'not ready', notReady: ['database'], warnings }));
  expect(await checkReadiness({ port })).toEqual([
    wrong(
      'database',
      'the running server reports: The database is damaged.',
      'Stop the server and restore a backup.',
    ),
  ]);
});

it('a running server that sees a proxy which TRUST_PROXY does not count is reported', async () => {
  const port = await startResponder(() => ({ status: 'ready', warnings: [unknownProxyWarning] }));
  expect(await checkReadiness({ port })).toMatchObject([
    { level: 'wrong', fix: expect.stringContaining('TRUST_PROXY') },
  ]);
  expect(await checkReadiness({ port: await startResponder(() => ({ status: 'ready' })) })).toEqual([]);
  expect(await checkReadiness({ port: 9 })).toEqual([]);
});
