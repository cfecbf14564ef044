/**
 * Measures how much sign-ins delay everyone else: the latency of an API read without sign-ins, and while five people a
 * second sign in by password. Target: the p99 at most doubles. Seconds for each run: `SECONDS=10 npm run
 * bench:sign-in`.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import autocannon from 'autocannon';
import { setPassword, verifyPassword } from '@/lib/sign-in/accounts/passwords';
import { createMembershipService } from '../lib/service/app';
import { createClient } from '../lib/sign-in/oauth/clients';
import { issueToken } from '../lib/sign-in/oauth/tokens';
import { openStore } from '@/lib/store/database';
import {
  noAreaCentre,
  putSampleStructure,
  sampleMember,
  testCause,
} from '@/lib/store/sample-members.fixture';
import { withMembersWriter } from '@/lib/store/write';

const signInsPerSecond = 5;
const readsPerSecond = 200;
const seconds = Number(process.env.SECONDS ?? 10);

const dataDir = mkdtempSync(join(tmpdir(), 'chapterhouse-bench-'));
const store = await openStore({ dataDir, postgresUrl: null });
const clock = () => new Date();
const [email, password] = ['ada@example.org', 'correct horse battery'];
await withMembersWriter(
  store,
  { organisationId: 100, clock, areaCentre: noAreaCentre, cause: testCause },
  async (writer) => {
    await putSampleStructure(writer, { id: 100 });
    await writer.memberships.put(sampleMember(1, {}, { email }));
  },
);
await setPassword(store, { organisationId: 100, personId: 1, password });
const client = await createClient(store, { organisationId: 100, name: 'Bench', scopes: ['basic'] });
const holder = { clientId: client.id, organisationId: 100, personId: null, codeHash: null };
const token = await issueToken(store.auth, { ...holder, scopes: ['basic'] }, clock());
const server = createServer();
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
// A TCP server's address is an AddressInfo.
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const mailer = async () => 'sent' as const;
const service = createMembershipService({ store, clock, baseUrl: origin, mailer, trustProxy: 0 });
const listener = getRequestListener(service.fetch);
server.on('request', (incoming, outgoing) => void listener(incoming, outgoing));

const read = () =>
  autocannon({
    url: `${origin}/api/v2/organisation/100/categories`,
    connections: 4,
    overallRate: readsPerSecond,
    duration: seconds,
    headers: { authorization: `Bearer ${token}` },
  });
await read();
const alone = await read();
let signIns = 0;
const timer = setInterval(() => {
  // Only verifies the password, because that is the work that a sign-in adds to a page view.
  void verifyPassword(store, { organisationId: 100, email, password }).then(
    ({ people }) => (signIns += people.length),
  );
}, 1000 / signInsPerSecond);
const busy = await read();
clearInterval(timer);
console.table([
  {
    while: 'alone',
    'reads/s': alone.requests.average,
    'p50 ms': alone.latency.p50,
    'p99 ms': alone.latency.p99,
  },
  {
    while: `${signIns} sign-ins`,
    'reads/s': busy.requests.average,
    'p50 ms': busy.latency.p50,
    'p99 ms': busy.latency.p99,
  },
]);
server.closeAllConnections();
server.close();
await store.close();
rmSync(dataDir, { recursive: true });
// Latencies are whole milliseconds, and less than 1 counts as 1.
process.exitCode = busy.latency.p99 <= 2 * Math.max(1, alone.latency.p99) ? 0 : 1;
