/**
 * Measures whether response times reveal that an email address has an account: `npm run bench:forgotten [-- ROUNDS]`.
 * Requests a new password for known and unknown addresses in random order. Measures three response times: of this
 * request, of the next request, and of the slowest later request until the email is sent. For each of the three, prints
 * the probability (AUC) that a known address takes longer than an unknown one. A probability of 0.5 reveals nothing.
 * Target: between 0.45 and 0.55, because the noise of 200 rounds is 0.05.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { openStore } from '@/lib/store/database';
import {
  noAreaCentre,
  putSampleStructure,
  sampleMember,
  testCause,
} from '@/lib/store/sample-members.fixture';
import { withMembersWriter } from '@/lib/store/write';
import { seededRandom } from '@/lib/base/seeded-random';
import { createMembershipService } from '../lib/service/app';
import { LaterWork } from '@/lib/sign-in/accounts/later-work';
import { readMailIdentity } from '@/lib/mail/read-identity';
import { createMailer } from '@/lib/mail/mailer';
import { createClient } from '../lib/sign-in/oauth/clients';
import { Browser } from '@/lib/sign-in/oauth/browser.fixture';

const memberCount = 1_000;
/**
 * The server's own limit (`maxMailDelayMs`) is ten times as long. With this shorter limit, the benchmark takes only a
 * minute. A shorter delay hides less from an attacker. So the real server reveals less than this benchmark measures.
 */
const maxDelayMs = 200;
const warmUpRounds = 40;

await (process.argv[2] === 'serve' ? serve() : measure(Number(process.argv[2] ?? 200)));

async function serve(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'chapterhouse-bench-'));
  const store = await openStore({ dataDir, postgresUrl: null });
  const clock = () => new Date();
  await withMembersWriter(
    store,
    { organisationId: 100, clock, areaCentre: noAreaCentre, cause: testCause },
    async (writer) => {
      await putSampleStructure(writer, { id: 100 });
      for (let id = 1; id <= memberCount; id += 1)
        await writer.memberships.put(sampleMember(id, {}, { email: `member${id}@example.org` }));
    },
  );
  const { id: clientId } = await createClient(store, {
    organisationId: 100,
    name: 'Bench',
    scopes: ['user'],
    redirectUris: ['https://site.example/callback'],
  });
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A TCP server's address is an AddressInfo.
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const unlimited = { burst: 1_000_000, perSeconds: 1 };
  const service = createMembershipService({
    store,
    clock,
    baseUrl,
    trustProxy: 0,
    mailer: createMailer({
      smtpUrl: null,
      from: 'bench@example.org',
      dataDir,
      identityOf: (id) => readMailIdentity(store, id, null),
    }),
    later: new LaterWork({ delayMs: () => Math.random() * maxDelayMs }),
    rateLimits: { mailPerAddress: unlimited, authorizePerAddress: unlimited },
  });
  const listener = getRequestListener(service.fetch, { overrideGlobalObjects: false });
  server.on('request', (incoming, outgoing) => void listener(incoming, outgoing));
  process.once('message', () => {
    rmSync(dataDir, { recursive: true });
    process.exit(0);
  });
  process.send?.({ baseUrl, clientId });
}

interface Times {
  response: number;
  next: number;
  slowestLater: number;
}

async function measure(rounds: number): Promise<void> {
  const server = fork(import.meta.filename, ['serve'], { execArgv: ['--import', 'tsx'] });
  const [{ baseUrl, clientId }] = (await once(server, 'message')) as [{ baseUrl: string; clientId: string }];
  const times: Record<'known' | 'unknown', Times[]> = { known: [], unknown: [] };
  const random = seededRandom(20_260_716);
  for (let round = 0; round < 2 * rounds + warmUpRounds; round += 1) {
    const kind = random() < 0.5 ? 'known' : 'unknown';
    const email = `${kind === 'known' ? 'member' : 'nobody'}${1 + Math.floor(random() * memberCount)}@example.org`;
    const taken = await forget({ baseUrl, clientId }, email);
    if (round >= warmUpRounds) times[kind].push(taken);
  }
  server.send('stop');
  const measures = ['response', 'next', 'slowestLater'] as const;
  console.table(
    measures.map((name) => {
      const known = times.known.map((taken) => taken[name]);
      const unknown = times.unknown.map((taken) => taken[name]);
      return {
        time: name,
        known: known.length,
        unknown: unknown.length,
        'known p50 ms': median(known).toFixed(2),
        'unknown p50 ms': median(unknown).toFixed(2),
        AUC: chanceOfLonger(known, unknown).toFixed(3),
      };
    }),
  );
}

async function forget(site: { baseUrl: string; clientId: string }, email: string): Promise<Times> {
  const { baseUrl, clientId } = site;
  const request = (path: string, init: RequestInit) => fetch(new URL(path, baseUrl), init);
  const browser = new Browser(request, { origin: baseUrl, password: '' });
  const query = new URLSearchParams({ response_type: 'code', client_id: clientId, state: 'x' });
  await browser.open(`/api/v2/organisation/100/authorize?${query}`);
  await browser.open(browser.path.replace('/sign-in', '/forgotten'));
  const next = browser.path;
  const response = await timed(() => browser.submit({ email }, { action: 'forgotten' }));
  const endsAt = performance.now() + maxDelayMs + 20;
  const later: number[] = [];
  while (performance.now() < endsAt) later.push(await timed(() => browser.open(next)));
  return { response, next: later[0] ?? 0, slowestLater: Math.max(...later) };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

/**
 * Area under the curve: among all pairs of a time in `first` and a time in `second`, the share in which the first time
 * is longer.
 */
function chanceOfLonger(first: readonly number[], second: readonly number[]): number {
  let longer = 0;
  for (const a of first) for (const b of second) longer += a > b ? 1 : a === b ? 0.5 : 0;
  return longer / (first.length * second.length);
}
