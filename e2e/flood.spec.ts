import { request as httpRequest } from 'node:http';
import { expect, test } from './fixtures';

const metricsToken = 'a token for the figures';
const size = 10_000_000;
const piece = Buffer.alloc(64 * 1024, 'a=b&');

/** Sends a body of 10 MB in pieces, without saying how long it is; the status that answers, or 0 when it is cut off. */
function sendPieces(base: string, { path, type, method }: { path: string; type: string; method: string }) {
  return new Promise<number>((resolve) => {
    const headers = {
      'content-type': type,
      origin: base,
      'sec-fetch-site': 'same-origin',
      connection: 'close',
    };
    const asked = httpRequest(base + path, {
      method,
      headers: { ...headers, 'transfer-encoding': 'chunked' },
    });
    asked.on('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
      response.on('close', () => asked.destroy());
    });
    asked.on('error', () => resolve(0));
    let left = size;
    const more = () => {
      while (left > 0 && !asked.destroyed) {
        left -= piece.length;
        if (!asked.write(piece)) return void asked.once('drain', more);
      }
      asked.end();
    };
    more();
  });
}

async function residentBytes(base: string): Promise<number> {
  const answer = await fetch(`${base}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
  return Number(/^chapterhouse_process_resident_memory_bytes (\S+)$/m.exec(await answer.text())?.[1]);
}

test('bodies of 10 MB in pieces, to whatever reads a body, are not kept and hold nobody up', async ({
  installation,
}) => {
  const base = await installation.start({ RATE_LIMITS: 'off', METRICS_TOKEN: metricsToken });
  const api = '/api/v2/organisation/100';
  const { hits } = await (await fetch(`${base}/directory/search.json`)).json();
  const profile = `/members/${hits[0].entry.slug}`;
  const readers = [
    ...[`${api}/token`, `${api}/revoke`, '/api/v1/organisation/100/token', '/auth/sign-out'],
    ...['/auth/organisation/100/sign-in', '/auth/organisation/100/set-password'],
    ...['/api/auth/signin/membership', '/api/auth/signout', '/account/card/revoke'],
    ...[`${profile}/report`, `${profile}/message`, '/', profile, '/account', '/verify/none'],
  ];
  const form = 'application/x-www-form-urlencoded';
  const questions = readers.flatMap((path) => [
    { path, type: form, method: 'POST' },
    { path, type: 'multipart/form-data; boundary=a', method: 'POST' },
  ]);
  questions.push({ path: `${api}/token`, type: form, method: 'GET' });
  questions.push({ path: `${api}/members`, type: form, method: 'GET' });
  // What the pages need is loaded by now.
  for (const question of questions) await sendPieces(base, question);
  const before = await residentBytes(base);
  const floods = Promise.all(
    questions.flatMap((question) => [1, 2, 3].map(() => sendPieces(base, question))),
  );
  const startedAt = performance.now();
  expect((await fetch(`${base}/directory/places.json?q=melb`)).status).toBe(200);
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  const statuses = await floods;
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  // Pages that are rendered for some of them, and what is not collected yet, take their part.
  const sent = 3 * questions.length * size;
  expect((await residentBytes(base)) - before).toBeLessThan(sent / 2);
  expect((await fetch(base)).status).toBe(200);
});
