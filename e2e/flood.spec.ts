import { request as httpRequest } from 'node:http';
import { expect, test } from './fixtures';

const size = 10_000_000;
const piece = Buffer.alloc(64 * 1024, 'a=b&');

/**
 * Sends a body of 10 MB in chunks, without a `Content-Length`. Returns the response's status, or 0 if the connection is
 * cut off.
 */
function sendPieces(base: string, { path, type, method }: { path: string; type: string; method: string }) {
  return new Promise<number>((resolve) => {
    const headers = {
      'content-type': type,
      origin: base,
      'sec-fetch-site': 'same-origin',
      connection: 'close',
    };
    const request = httpRequest(base + path, {
      method,
      headers: { ...headers, 'transfer-encoding': 'chunked' },
    });
    request.on('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
      response.on('close', () => request.destroy());
    });
    request.on('error', () => resolve(0));
    let left = size;
    const more = () => {
      while (left > 0 && !request.destroyed) {
        left -= piece.length;
        if (!request.write(piece)) return void request.once('drain', more);
      }
      request.end();
    };
    more();
  });
}

test('chunked bodies of 10 MB to every address that reads a body cause no failure and delay nobody', async ({
  installation,
}) => {
  const base = await installation.startDemonstration({ RATE_LIMITS: 'off' });
  const api = '/api/v2/organisation/100';
  const { hits } = await (await fetch(`${base}/directory/search.json`)).json();
  const profile = `/members/${hits[0].entry.slug}`;
  const readers = [
    `${api}/token`,
    `${api}/revoke`,
    '/api/v1/organisation/100/token',
    '/auth/sign-out',
    '/auth/organisation/100/sign-in',
    '/auth/organisation/100/set-password',
    '/api/auth/signin/membership',
    '/api/auth/signout',
    '/account/card/revoke',
    `${profile}/report`,
    `${profile}/message`,
    '/',
    profile,
    '/account',
    '/verify/none',
  ];
  const form = 'application/x-www-form-urlencoded';
  const questions = readers.flatMap((path) => [
    { path, type: form, method: 'POST' },
    { path, type: 'multipart/form-data; boundary=a', method: 'POST' },
  ]);
  questions.push({ path: `${api}/token`, type: form, method: 'GET' });
  questions.push({ path: `${api}/members`, type: form, method: 'GET' });
  const floods = Promise.all(
    questions.flatMap((question) => [1, 2, 3].map(() => sendPieces(base, question))),
  );
  expect((await fetch(`${base}/directory/places.json?q=melb`)).status).toBe(200);
  const statuses = await floods;
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  expect((await fetch(base)).status).toBe(200);
});
