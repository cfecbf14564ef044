import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { explainFailure } from './failed-page';

const failed =
  '<!DOCTYPE html><html id="__next_error__"><head><title>Ä</title></head><body><div hidden=""></div></body></html>';
let stop: (() => void) | null = null;
afterEach(() => stop?.());

async function responseOf(
  handler: (response: ServerResponse, request: IncomingMessage) => void,
  method = 'GET',
) {
  const server = createServer((request, response) => {
    explainFailure(response, 'the-request');
    handler(response, request);
  });
  stop = () => server.close();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sent = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { method });
  return { status: sent.status, text: await sent.text(), headers: sent.headers };
}

const html = 'text/html; charset=utf-8';

function begin(response: ServerResponse, status: number, type: string): ServerResponse {
  response.statusCode = status;
  return response.setHeader('content-type', type);
}

test.each([
  ['at once', (response: ServerResponse) => begin(response, 500, html).end(failed)],
  [
    'in pieces within a letter, after its head was sent',
    (response: ServerResponse) => {
      begin(response, 500, html).flushHeaders();
      const bytes = Buffer.from(failed);
      const within = bytes.indexOf('Ä') + 1;
      response.write(bytes.subarray(0, within), () => response.end(bytes.subarray(within)));
    },
  ],
  [
    'with a length that is no longer right',
    (response: ServerResponse) => {
      begin(response, 500, html).setHeader('content-length', Buffer.byteLength(failed));
      response.write(failed, 'utf8');
      response.end(() => undefined);
    },
  ],
])(
  'a failed page that comes %s explains what to do without JavaScript, in its language',
  async (_how, handler) => {
    const { status, text } = await responseOf(handler);
    expect(status).toBe(500);
    expect(text).toContain('<html lang="en" id="__next_error__">');
    expect(text).toMatch(/<body><noscript><main><h1>.*the-request.*href="\/".*<\/noscript><div hidden="">/);
    expect(text).toContain('<title>Ä</title>');
    expect(text).toMatch(/<\/body><\/html>$/);
  },
);

test('a missing page says so, and does not ask for a report', async () => {
  const { status, text } = await responseOf((response) => begin(response, 404, html).end(failed));
  expect(status).toBe(404);
  expect(text).toMatch(/<body><noscript><main><h1>Page not found<.*href="\/".*<\/noscript><div hidden="">/);
  expect(text).not.toContain('the-request');
});

test.each([
  [200, html, failed],
  [500, 'application/json', '{"error":"server_error"}'],
  [500, html, '<!doctype html><h1>Ours</h1>'],
])('any other response (%d %s) is passed on unchanged', async (status, type, body) => {
  const sent = await responseOf((response) => begin(response, status, type).end(body));
  expect([sent.status, sent.text]).toEqual([status, body]);
});

test('a response to HEAD has no body', async () => {
  expect((await responseOf((response) => begin(response, 500, html).end(), 'HEAD')).text).toBe('');
});
