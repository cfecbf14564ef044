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

function appOf(apiUrl: string, lines: string[] = []): Chapterhouse {
  const app = {
    apiUrl,
    client: { id: 'id', secret: 'secret' },
    site: () => ({ organisationId: 100 }),
    log: createLog('info', { write: (line) => lines.push(line) }),
  };
  return app as unknown as Chapterhouse;
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
  await revokeAccessToken(appOf(apiUrl), { accessToken: 'a-token' });
  expect(requests).toBe(0);
});

it.each([
  [200, false],
  // A site without the endpoint for revoking tokens responds with 404.
  [404, false],
  [500, true],
])('a response of %d is logged: %s, without the token', async (status, isLogged) => {
  const lines: string[] = [];
  const apiUrl = await listen(
    createServer((request, response) => {
      request.resume();
      response.writeHead(status).end();
    }),
  );
  await revokeAccessToken(appOf(apiUrl, lines), { accessToken: 'a-token' });
  expect(lines.join()).toEqual(isLogged ? expect.stringContaining(String(status)) : '');
  expect(lines.join()).not.toContain('a-token');
});

it('an API that cannot be reached is logged without the token, and is no error', async () => {
  const lines: string[] = [];
  await revokeAccessToken(appOf('http://127.0.0.1:1', lines), { accessToken: 'a-token' });
  expect(lines).toHaveLength(1);
  expect(lines.join()).not.toContain('a-token');
});

it('a session without a token asks the API nothing', async () => {
  let requests = 0;
  const apiUrl = await listen(createServer((_, response) => response.end(String((requests += 1)))));
  for (const content of [null, {}, { accessToken: '' }]) await revokeAccessToken(appOf(apiUrl), content);
  expect(requests).toBe(0);
});
