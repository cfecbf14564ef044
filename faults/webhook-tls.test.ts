/** Delivery over HTTPS checks the receiver's certificate with the authorities in NODE_EXTRA_CA_CERTS. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commandFolder } from '@/lib/cli/commands.fixture';
import { startReceiver, type Receiver } from '@/lib/notify/webhooks/receiver.fixture';
import { authority, certificate, key } from './tls.fixture';

const { folder, run } = commandFolder();
const command = join(import.meta.dirname, '../scripts/chapterhouse.mjs');
const authorityFile = join(folder, 'authority.pem');
let receiver: Receiver;

beforeAll(async () => {
  writeFileSync(authorityFile, authority);
  writeFileSync(join(folder, 'members.csv'), 'Number,First name,Last name,Type\nA1,Anna,Berg,Full\n');
  await run('import members.csv --organisation 5 --create "Example Association" --without-end');
  receiver = await startReceiver({ now: Date.now, tls: { cert: certificate, key } });
});
afterAll(() => receiver.close());

/** Adds a webhook and sends a test event in its own process, because Node reads the authorities when it starts. */
async function sendTest(host: string, env: Record<string, string>) {
  const url = receiver.url.replace('127.0.0.1', host);
  const added = await run(`webhook add ${url} --events members --allow-private --organisation 5 --json`);
  const { id, secret } = JSON.parse(added.out) as { id: string; secret: string };
  receiver.setSecret(secret);
  const before = receiver.received.length;
  const child = spawn(process.execPath, [command, 'webhook', 'test', id, '--json'], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  const types = receiver.received.slice(before).map(({ type }) => type);
  return { status: Number(status), types, printed: out + err };
}

it.each([
  ['an authority that it does not know', 'localhost', {}, /UNABLE_TO_VERIFY_LEAF_SIGNATURE/],
  [
    'a certificate of another name',
    '127.0.0.1',
    { NODE_EXTRA_CA_CERTS: authorityFile },
    /ERR_TLS_CERT_ALTNAME/,
  ],
])('no event is sent to a receiver with %s', async (_, host, env, reason) => {
  const { status, types, printed } = await sendTest(host, env);
  expect([status, types, printed]).toEqual([1, [], expect.stringMatching(reason)]);
});

it('an event is sent to a receiver whose authority is in NODE_EXTRA_CA_CERTS', async () => {
  const { status, types, printed } = await sendTest('localhost', { NODE_EXTRA_CA_CERTS: authorityFile });
  expect([status, types, printed]).toEqual([0, ['test'], expect.stringContaining('204')]);
  expect(receiver.rejected).toEqual([]);
});
