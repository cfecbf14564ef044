import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import type { Chapterhouse } from '@/lib/chapterhouse';
import { createLog } from '@/lib/server/log';
import { revokeAccessToken } from './revoke';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function listen(server: Server): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('a token is sent only to the configured API, not to where it redirects', async () => {
  let requests = 0;
  const elsewhere = await listen(createServer((_, response) => response.end(String((requests += 1)))));
  const apiUrl = await listen(
    createServer((request, response) => {
      request.resume();
      response.writeHead(307, { Location: elsewhere }).end();
    }),
  );
  // The fields that revoking reads.
  const app = {
    apiUrl,
    client: { id: 'id', secret: 'secret' },
    site: () => ({ organisationId: 100 }),
    log: createLog('silent'),
  };
  await revokeAccessToken(app as unknown as Chapterhouse, { accessToken: 'a-token' });
  expect(requests).toBe(0);
});
