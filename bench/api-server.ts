/** The process that `bench/api.ts` measures: the service over 100,000 members, and bare node:http for comparison. */
import { createReadStream, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import {
  noAreaCentre,
  putSampleStructure,
  sampleLocation,
  sampleMember,
} from '../lib/membership-service/store/sample-members';
import { openStore } from '../lib/membership-service/store/database';
import { withMembersWriter } from '../lib/membership-service/store/write';
import { startTestService } from '../lib/membership-service/test-service';

const memberCount = 100_000;
const [postgresUrl = ''] = process.argv.slice(2);
const dataDir = mkdtempSync(join(tmpdir(), 'chapterhouse-bench-'));
const store = await openStore({ dataDir, postgresUrl: postgresUrl === '' ? null : postgresUrl });
const service = startTestService(store);
// Over the size of Australia, 2 to 50 within 50 km of most points on land.
const spread = (id: number, step: number, from: number, degrees: number) =>
  from + ((id * step) % 100_003) * (degrees / 100_003);
const options = { organisationId: 1, clock: () => service.time.now, areaCentre: noAreaCentre };
await withMembersWriter(store, options, async (writer) => {
  await putSampleStructure(writer);
  for (let id = 1; id <= memberCount; id += 1) {
    const locations =
      id % 4 === 0
        ? [
            sampleLocation({
              id,
              latitude: spread(id, 7919, -39, 28),
              longitude: spread(id, 104_729, 113, 40),
            }),
          ]
        : [];
    await writer.putMember(
      sampleMember(
        id,
        { locations, answers: [{ extraId: 11, answer: 'Yes' }] },
        { lastName: `Name ${id % 10_000}` },
      ),
    );
  }
});
const bodies = new Map<string, Buffer>();
const listFile = join(dataDir, 'list.json');
const answerService = getRequestListener(service.app.fetch, { overrideGlobalObjects: false });
const server = createServer((request, response) => {
  const url = request.url ?? '';
  if (url === '/baseline/file') {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    createReadStream(listFile, { highWaterMark: 512 * 1024 }).pipe(response);
    return;
  }
  const body = bodies.get(url);
  if (body === undefined) return void answerService(request, response);
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length });
  response.end(body);
});
process.on('message', (message: { baseline: string; body: string } | 'memory' | 'stop') => {
  if (message === 'stop') {
    server.closeAllConnections();
    void store.close().then(() => {
      if (existsSync(dataDir)) rmSync(dataDir, { recursive: true });
      process.exit(0);
    });
  } else if (message === 'memory') {
    globalThis.gc?.();
    process.send?.({ rss: process.memoryUsage.rss() });
  } else {
    if (message.baseline === '/baseline/file') writeFileSync(listFile, message.body);
    else bodies.set(message.baseline, Buffer.from(message.body));
    process.send?.('kept');
  }
});
server.listen(0, '127.0.0.1', async () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ port, token: await service.token() });
});
