import { expect, test } from 'vitest';
import { capture } from './capture';

test('a captured response has the status, headers and whole body that the handler gave', async () => {
  const captured = await capture(
    async (_request, response) => {
      response.writeHead(404, { 'X-A': '1' });
      response.write('one ');
      response.end('two');
    },
    { url: '/', headers: {} },
  );
  expect(captured.status).toBe(404);
  expect(captured.headers['x-a']).toBe('1');
  expect(captured.body.toString()).toBe('one two');
});
