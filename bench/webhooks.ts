/**
 * Measures how much a webhook slows an import that changes every member. The product runs as `npm start` serves it, on
 * SQLite and, with TEST_POSTGRES_URL, on PostgreSQL. `npm run bench:webhooks [-- members]`: 10,000 members by default.
 * Imports with and without a webhook alternate, ROUNDS (3 by default) of each. "CPU" is the CPU time of the command.
 * Other work on the machine changes it less than the seconds. Target: with a webhook, an import takes at most 10 % more
 * seconds and at most 10 % more CPU. Every event must arrive with a valid signature; the receiver runs in its own
 * process.
 */
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { createTestDatabase } from '@/lib/store/database.fixture';
import { Installation } from '../e2e/installation';

const memberCount = Number(process.argv[2] ?? 10_000);
const rounds = Number(process.env.ROUNDS ?? 3);
const target = 1.1;
const metricsToken = 'the token of the bench';
/** A server notices a new or a removed webhook within 5 seconds. */
const noticeMs = 7_000;

interface Cost {
  seconds: number;
  cpuSeconds: number;
}
interface Delivery {
  /** The time from the start of the import to the last event. */
  seconds: number;
  requests: number;
  serverCpuSeconds: number;
}

await measureOn('SQLite', {});
const postgresUrl = process.env.TEST_POSTGRES_URL;
if (postgresUrl !== undefined) {
  const database = await createTestDatabase(postgresUrl);
  await measureOn('PostgreSQL', { DATABASE_URL: database.url }).finally(() => database.remove());
}

async function measureOn(engine: string, env: Record<string, string>): Promise<void> {
  const installation = new Installation();
  const receiver = fork(join(import.meta.dirname, 'webhook-receiver.ts'), {
    execArgv: ['--import', 'tsx'],
  });
  try {
    const [{ port }] = (await once(receiver, 'message')) as [{ port: number }];
    const site = { installation, env, receiver, url: `http://127.0.0.1:${port}/`, base: '' };
    await importMembers(site, 0);
    const settings = { ...env, RATE_LIMITS: 'off', LOG_LEVEL: 'warn', METRICS_TOKEN: metricsToken };
    site.base = await installation.start(settings);
    await importMembers(site, 1);
    const without: Cost[] = [];
    const withWebhook: (Cost & { delivery: Delivery })[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      without.push(await importMembers(site, 2 * round));
      await pause(noticeMs);
      withWebhook.push(await importWithWebhook(site, 2 * round + 1));
      await pause(noticeMs);
    }
    print(engine, without, withWebhook);
  } finally {
    receiver.disconnect();
    await installation.stop();
  }
}

interface Site {
  installation: Installation;
  env: Record<string, string>;
  receiver: ChildProcess;
  url: string;
  base: string;
}

async function importWithWebhook(site: Site, version: number): Promise<Cost & { delivery: Delivery }> {
  const { installation, env, url } = site;
  const add = ['webhook', 'add', url, '--events', 'members', '--allow-private', '--json'];
  const { id, secret } = JSON.parse(installation.chapterhouse(add, env)) as { id: string; secret: string };
  await ask(site, { secret });
  await pause(noticeMs);
  const [cpu, start] = [await serverCpu(site), performance.now()];
  const cost = await importMembers(site, version);
  let received = await ask(site, {});
  while (received.members < memberCount) {
    await pause(50);
    received = await ask(site, {});
  }
  const seconds = (performance.now() - start) / 1000;
  if (received.wrong > 0) throw new Error(`${received.wrong} events were signed wrongly`);
  const serverCpuSeconds = (await serverCpu(site)) - cpu;
  installation.chapterhouse(['webhook', 'remove', id], env);
  return { ...cost, delivery: { seconds, requests: received.requests, serverCpuSeconds } };
}

async function ask({ receiver }: Site, message: object) {
  receiver.send(message);
  const [answer] = (await once(receiver, 'message')) as [
    { requests: number; members: number; wrong: number },
  ];
  return answer;
}

/** The phone numbers differ between versions, so that the import changes every member. */
async function importMembers({ installation, env }: Site, version: number): Promise<Cost> {
  const file = join(installation.dataDir, `members-${version}.csv`);
  const rows = Array.from(
    { length: memberCount },
    (_, at) => `M-${at},First${at % 997},Last${at},p${at}@example.org,Full,2099-06-30,${version}-${at}`,
  );
  writeFileSync(file, ['Number,First name,Last name,Email,Type,Expires,Phone', ...rows, ''].join('\n'));
  const create = version === 0 ? ' --create Bench' : '';
  const command = `time ./chapterhouse import ${file} --organisation 1${create}`;
  const child = spawn('bash', ['-c', `TIMEFORMAT='times %R %U %S'; ${command}`], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, DATA_DIR: installation.dataDir, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [printed, [status]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  const times = /^times (\S+) (\S+) (\S+)$/m.exec(printed);
  if (status !== 0 || times === null) throw new Error(`the import failed: ${printed}`);
  return { seconds: Number(times[1]), cpuSeconds: Number(times[2]) + Number(times[3]) };
}

async function serverCpu({ base }: Site): Promise<number> {
  const headers = { authorization: `Bearer ${metricsToken}` };
  const metrics = await (await fetch(`${base}/metrics`, { headers })).text();
  return Number(/^\w*process_cpu_seconds_total (\S+)$/m.exec(metrics)?.[1]);
}

function print(engine: string, without: Cost[], withWebhook: (Cost & { delivery: Delivery })[]): void {
  const of = (costs: Cost[], key: keyof Cost) => median(costs.map((cost) => cost[key]));
  console.log(
    `\n${engine}, an import that changes ${memberCount.toLocaleString('en')} members, medians of ${rounds}`,
  );
  console.log('| | without | with a webhook | ratio | target |\n|---|---|---|---|---|');
  for (const key of ['seconds', 'cpuSeconds'] as const) {
    const [before, after] = [of(without, key), of(withWebhook, key)];
    console.log(
      `| ${key} | ${before.toFixed(2)} | ${after.toFixed(2)} | ${(after / before).toFixed(3)} | ≤ ${target} |`,
    );
  }
  const all = (key: keyof Delivery) => median(withWebhook.map(({ delivery }) => delivery[key]));
  console.log(
    `all events ${all('seconds').toFixed(1)} s after the start of the import, in ${all('requests')} requests; ` +
      `the server's CPU ${all('serverCpuSeconds').toFixed(1)} s`,
  );
}

function median(numbers: number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}
