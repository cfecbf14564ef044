import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { onPath } from '@/scripts/find-chromium.mjs';
import { makeWebhookSecret, signedHeaders } from './signature';

const page = readFileSync('docs/webhooks.md', 'utf8');
const blockOf = (language: string) =>
  new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\`$`, 'm').exec(page)?.[1] ?? '';

const folder = mkdtempSync(join(tmpdir(), 'chapterhouse-webhooks-'));
const secret = makeWebhookSecret();
const body = JSON.stringify({ type: 'test', timestamp: '2026-06-15T02:00:03.000Z', data: { ID: '12' } });

let receiver: ChildProcess | null = null;
let port = 0;
beforeAll(async () => {
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  port = await freePort();
});
afterEach(() => void receiver?.kill());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  const { port: free } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return free;
}

const inNode = () => {
  writeFileSync(
    join(folder, 'receiver.mjs'),
    `const queue = () => undefined;\n${blockOf('js').replace('8080', String(port))}`,
  );
  return ['receiver.mjs'];
};
const inPhp = () => {
  writeFileSync(join(folder, 'receiver.php'), `${blockOf('php')}function queue($id, $data) {}\n`);
  return ['-S', `127.0.0.1:${port}`, 'receiver.php'];
};

it.each([
  { language: 'JavaScript', program: process.execPath, prepare: inNode },
  { language: 'PHP', program: onPath(['php']), prepare: inPhp },
])('the receiver in $language accepts what we sign, and refuses all else', async (example) => {
  // This program is in Debian's packages and may be missing on other systems.
  if (example.program === null) return;
  receiver = spawn(example.program, example.prepare(), {
    cwd: folder,
    env: { NODE_ENV: 'test', WEBHOOK_SECRET: secret },
    stdio: 'ignore',
  });
  const post = async (headers: Record<string, string>, sent = body): Promise<number> => {
    for (;;) {
      if (receiver?.exitCode !== null) throw new Error(`The receiver ended: ${receiver?.exitCode}`);
      try {
        return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: sent })).status;
      } catch {
        await new Promise(setImmediate);
      }
    }
  };
  const message = { id: 'msg_1', body };
  const now = Date.now();
  const good = signedHeaders(message, { secrets: [secret], now });
  expect(await post(good)).toBe(204);
  expect(await post(good, body.replace('12', '13')), 'another body').toBe(401);
  expect(await post({ ...good, 'webhook-id': 'msg_2' }), 'another ID').toBe(401);
  const rotated = { secrets: [makeWebhookSecret(), secret], now };
  expect(await post(signedHeaders(message, rotated)), 'after a rotation').toBe(204);
  const others = { secrets: [makeWebhookSecret()], now };
  expect(await post(signedHeaders(message, others)), 'another secret').toBe(401);
  const old = { secrets: [secret], now: now - 10 * 60_000 };
  expect(await post(signedHeaders(message, old)), 'ten minutes old').toBe(401);
  expect(await post({}), 'unsigned').toBe(401);
});

it('the request on the page has a signature of the secret on the page', () => {
  const [head = '', sent = ''] = blockOf('http').trimEnd().split('\n\n');
  const headers = new Map(
    [...head.matchAll(/^([\w-]+): (.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
  const shown = /whsec_[\w+/=]{20,}/.exec(page)?.[0] ?? '';
  const expected = signedHeaders(
    { id: headers.get('webhook-id') ?? '', body: sent },
    { secrets: [shown], now: Number(headers.get('webhook-timestamp')) * 1000 },
  );
  expect(Object.fromEntries(headers)).toMatchObject(expected);
});
