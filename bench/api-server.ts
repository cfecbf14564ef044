/**
 * The processes that `bench/api.ts` measures. `load DIR [POSTGRES_URL]` stores 100,000 members and ends; `serve …` is
 * the service over them, with bare node:http for comparison.
 */
import { createReadStream, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import {
  noAreaCentre,
  putSampleStructure,
  sampleLocation,
  sampleMember,
  testCause,
} from '@/lib/membership-store/sample-members.fixture';
import { openStore } from '@/lib/membership-store/database';
import { withMembersWriter } from '@/lib/membership-store/write';
import { startTestService } from '@/lib/membership-service/service.fixture';

const memberCount = 100_000;
const [task, dataDir = '', postgresUrl = ''] = process.argv.slice(2);
const store = await openStore({ dataDir, postgresUrl: postgresUrl === '' ? null : postgresUrl });
const service = startTestService(store);
if (task === 'load') {
  await loadMembers();
  await store.close();
} else {
  serve();
}

async function loadMembers(): Promise<void> {
  // Over the size of Australia, 2 to 50 within 50 km of most points on land.
  const spread = (id: number, step: number, from: number, degrees: number) =>
    from + ((id * step) % 100_003) * (degrees / 100_003);
  const place = (id: number) =>
    sampleLocation({ id, latitude: spread(id, 7919, -39, 28), longitude: spread(id, 104_729, 113, 40) });
  const context = {
    organisationId: 1,
    clock: () => service.time.now,
    areaCentre: noAreaCentre,
    cause: testCause,
  };
  await withMembersWriter(store, context, async (writer) => {
    await putSampleStructure(writer);
    for (let id = 1; id <= memberCount; id += 1) {
      const member = {
        locations: id % 4 === 0 ? [place(id)] : [],
        answers: [{ extraId: 11, answer: 'Yes' }],
      };
      await writer.putMember(sampleMember(id, member, { lastName: `Name ${id % 10_000}` }));
    }
  });
}

function serve(): void {
  const listFile = join(dataDir, 'list.json');
  let baseline = Buffer.alloc(0);
  const handleService = getRequestListener(service.app.fetch, { overrideGlobalObjects: false });
  const server = createServer((request, response) => {
    if (request.url === '/baseline/file') {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      createReadStream(listFile, { highWaterMark: 512 * 1024 }).pipe(response);
    } else if (request.url?.startsWith('/baseline/kept')) {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': baseline.length });
      response.end(baseline);
    } else void handleService(request, response);
  });
  process.on('message', (message: { baseline: string; isFile: boolean } | 'memory' | 'idle' | 'stop') => {
    if (message === 'stop') {
      server.closeAllConnections();
      void store.close().then(() => process.exit(0));
    } else if (message === 'memory' || message === 'idle') {
      if (message === 'idle') globalThis.gc?.();
      process.send?.(process.memoryUsage());
    } else {
      if (message.isFile) writeFileSync(listFile, message.baseline);
      else baseline = Buffer.from(message.baseline);
      process.send?.('baseline set');
    }
  });
  server.listen(0, '127.0.0.1', async () => {
    const { port } = server.address() as AddressInfo;
    process.send?.({ port, token: await service.token() });
  });
}
