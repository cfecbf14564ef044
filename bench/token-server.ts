import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { createMembershipService } from '../lib/service/app';
import { createClient } from '../lib/sign-in/oauth/clients';
import { openStore } from '@/lib/store/database';
import { noAreaCentre, putSampleStructure, testCause } from '@/lib/store/sample-members.fixture';
import { withMembersWriter } from '@/lib/store/write';

const dataDir = mkdtempSync(join(tmpdir(), 'chapterhouse-bench-'));
const store = await openStore({ dataDir, postgresUrl: null });
const clock = () => new Date();
await withMembersWriter(
  store,
  { organisationId: 100, clock, areaCentre: noAreaCentre, cause: testCause },
  (writer) => putSampleStructure(writer, { id: 100 }),
);
const client = await createClient(store, {
  organisationId: 100,
  name: 'Bench',
  scopes: ['basic', 'members'],
});
const service = createMembershipService({
  store,
  clock,
  baseUrl: 'http://localhost:3000',
  trustProxy: 0,
  mailer: async () => 'sent',
});
const server = createServer(getRequestListener(service.fetch, { overrideGlobalObjects: false }));
process.once('message', () => {
  server.closeAllConnections();
  void store.close().then(() => {
    rmSync(dataDir, { recursive: true });
    process.exit(0);
  });
});
server.listen(0, '127.0.0.1', () => {
  // A TCP server's address is an AddressInfo.
  const { port } = server.address() as AddressInfo;
  process.send?.({ port, credentials: `${client.id}:${client.secret}` });
});
