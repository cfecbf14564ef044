import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { startTestFront, type TestFront } from './front.fixture';

let front: TestFront;
afterEach(() => front.close());

function exchange(text: string): Promise<{ status: number; head: string; body: string }> {
  return new Promise((resolve) => {
    const socket = connect(front.port, '127.0.0.1');
    let received = '';
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => (received += chunk.toString()));
    socket.on('close', () => {
      const [head = '', body = ''] = received.split('\r\n\r\n');
      resolve({ status: Number(head.split(' ')[1]), head, body });
    });
    socket.write(text);
  });
}

const huge = `X-Huge: ${'x'.repeat(20_000)}`;
const refused: [what: string, status: number, lines: string[]][] = [
  ['a head that is too large', 431, ['GET PATH HTTP/1.1', 'Host: a', huge]],
  ['a line that is no header', 400, ['GET PATH HTTP/1.1', 'Host: a', 'no header']],
  ['a method that does not exist', 400, ['GRAB PATH HTTP/1.1', 'Host: a']],
  [
    'two lengths of the body',
    400,
    ['POST PATH HTTP/1.1', 'Host: a', 'Content-Length: 1', 'Content-Length: 2'],
  ],
  ['no host', 400, ['GET PATH HTTP/1.1', 'Connection: close']],
  ['a host that is none', 400, ['GET PATH HTTP/1.1', 'Host: a/b', 'Connection: close']],
  [
    'a compressed body',
    415,
    ['GET PATH HTTP/1.1', 'Host: a', 'Content-Encoding: gzip', 'Content-Length: 0', 'Connection: close'],
  ],
  ['an unknown expectation', 417, ['GET PATH HTTP/1.1', 'Host: a', 'Expect: tea', 'Connection: close']],
  ['TRACE', 405, ['TRACE PATH HTTP/1.1', 'Host: a', 'Connection: close']],
  ['PROPFIND', 405, ['PROPFIND PATH HTTP/1.1', 'Host: a', 'Connection: close']],
];

describe.each(refused)('a request with %s', (_, status, lines) => {
  test(`is ${status}, as JSON for a program`, async () => {
    front = await startTestFront();
    for (const path of ['/api/v2/organisation/100/members', '/directory/search.json?q=a']) {
      const response = await exchange(`${lines.join('\r\n').replace('PATH', path)}\r\n\r\n`);
      expect([path, response.status]).toEqual([path, status]);
      expect(response.head).toMatch(/^content-type: application\/json$/im);
      expect(JSON.parse(response.body)).toEqual({
        error: status === 405 ? 'method_not_allowed' : 'invalid_request',
        error_description: expect.stringMatching(/\w/),
      });
    }
  });

  test(`is ${status}, as a page for a person`, async () => {
    front = await startTestFront();
    const answer = await exchange(`${lines.join('\r\n').replace('PATH', '/?q=a')}\r\n\r\n`);
    expect(answer.status).toBe(status);
    expect(answer.head).toMatch(/^content-type: text\/html; charset=utf-8$/im);
    expect(answer.body).toContain('<h1>');
  });
});

test('CONNECT is refused and its connection closed', async () => {
  front = await startTestFront();
  const response = await exchange('CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443\r\n\r\n');
  expect([response.status, /^allow: (.*)$/im.exec(response.head)?.[1]]).toEqual([
    405,
    'GET, HEAD, POST, OPTIONS',
  ]);
});

test('HTTP/1.0 does not need a host', async () => {
  front = await startTestFront();
  expect(await exchange('GET /api/openapi.json HTTP/1.0\r\n\r\n')).toMatchObject({
    status: 200,
    body: 'answer',
  });
});

test('nothing is added to a response that has started', async () => {
  let onStarted = () => {};
  const started = new Promise<void>((resolve) => (onStarted = resolve));
  const answer = async (_request: unknown, response: ServerResponse) => {
    response.writeHead(200, { 'Content-Length': 10 });
    response.write('half');
    onStarted();
  };
  front = await startTestFront({ handlers: { service: answer, data: answer, pages: answer } });
  const socket = connect(front.port, '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => (received += chunk.toString()));
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.on('close', resolve));
  socket.write('POST /auth/sign-out HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n');
  await started;
  socket.write('no length\r\n');
  await closed;
  expect(received).toMatch(/\r\n\r\nhalf$/);
});
