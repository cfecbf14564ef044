/**
 * How many tokens a second the token endpoint issues by client credentials, to 16 connections, on a fresh SQLite store.
 * Target: at least 2,000 a second with nothing else running. The load is made in this process, so the server itself
 * does more than the figure says. Seconds for each run: `SECONDS=10 npm run bench:token`.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import autocannon from 'autocannon';
import { createMembershipService } from '../lib/membership-service/app';
import { createClient } from '../lib/membership-service/oauth/clients';
import { openStore } from '../lib/membership-service/store/database';
import { noAreaCentre, putSampleStructure } from '../lib/membership-service/store/sample-members';
import { withMembersWriter } from '../lib/membership-service/store/write';

const connections = 16;
const targetPerSecond = 2000;
const seconds = Number(process.env.SECONDS ?? 10);

const dataDir = mkdtempSync(join(tmpdir(), 'chapterhouse-bench-'));
const store = await openStore({ dataDir, postgresUrl: null });
const clock = () => new Date();
await withMembersWriter(store, { organisationId: 100, clock, areaCentre: noAreaCentre }, (writer) =>
  putSampleStructure(writer, { id: 100 }),
);
const client = await createClient(store, {
  organisationId: 100,
  name: 'Bench',
  scopes: ['basic', 'members'],
});
const server = createServer();
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
// A TCP server's address is an AddressInfo.
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const service = createMembershipService({
  store,
  clock,
  baseUrl: origin,
  mailer: async () => undefined,
  trustProxy: 0,
});
const listener = getRequestListener(service.fetch);
server.on('request', (incoming, outgoing) => void listener(incoming, outgoing));

const run = (duration: number) =>
  autocannon({
    url: `${origin}/api/v2/organisation/100/token`,
    method: 'POST',
    connections,
    duration,
    headers: {
      authorization: `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials&scope=basic',
  });
await run(2);
const result = await run(seconds);
const perSecond = Math.round(result['2xx'] / result.duration);
console.table([
  {
    connections,
    'tokens/s': perSecond,
    target: targetPerSecond,
    'p50 ms': result.latency.p50,
    'p99 ms': result.latency.p99,
    failed: result.non2xx + result.errors,
  },
]);
server.closeAllConnections();
server.close();
await store.close();
rmSync(dataDir, { recursive: true });
process.exitCode = perSecond >= targetPerSecond && result.non2xx === 0 ? 0 : 1;
