import type { ServerResponse } from 'node:http';
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

const respondBy = (write: (response: ServerResponse) => void) =>
  capture(async (_request, response) => write(response), { url: '/', headers: {} });

test.each<[string, (response: ServerResponse) => void]>([
  ['an object', (response) => response.writeHead(201, { 'X-A': '1', 'X-B': ['2', '3'], 'X-C': undefined })],
  [
    'an object after the reason',
    (response) => response.writeHead(201, 'Made', { 'X-A': '1', 'X-B': ['2', '3'] }),
  ],
  ['a list', (response) => response.writeHead(201, ['X-A', '1', 'X-B', ['2', '3']])],
])('headers given to writeHead as %s are captured', async (_, write) => {
  const captured = await respondBy((response) => {
    write(response);
    response.end();
  });
  expect([captured.status, { ...captured.headers }]).toEqual([201, { 'x-a': '1', 'x-b': ['2', '3'] }]);
});

test('a status without headers keeps those that were set before', async () => {
  const captured = await respondBy((response) => {
    response.setHeader('X-A', '1');
    response.writeHead(204).end();
  });
  expect([captured.status, { ...captured.headers }]).toEqual([204, { 'x-a': '1' }]);
});

test('text and bytes in any encoding are captured in order, and each callback is called', async () => {
  const called: string[] = [];
  const isWritable: boolean[] = [];
  const captured = await respondBy((response) => {
    isWritable.push(response.write('é', () => void called.push('first')));
    isWritable.push(response.write('e8', 'hex', () => void called.push('second')));
    response.write(Buffer.from('!'));
    response.end(() => void called.push('end'));
  });
  expect(captured.body.toString('hex')).toBe('c3a9e821');
  expect(isWritable).toEqual([true, true]);
  await new Promise(setImmediate);
  expect(called).toEqual(['first', 'second', 'end']);
});

test('an error that the handler throws is passed on', async () => {
  await expect(
    respondBy(() => {
      throw new Error('broken');
    }),
  ).rejects.toThrow('broken');
});
