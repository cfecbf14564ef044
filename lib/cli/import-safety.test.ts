import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMembershipService } from '@/lib/membership-service/app';
import { openStore, type Store } from '@/lib/membership-store/database';
import { commandFolder } from './test-commands';

const { folder, run } = commandFolder();
const dataDir = join(folder, 'data');
const command = fileURLToPath(new URL('../../scripts/chapterhouse.mjs', import.meta.url));
const importing = ['import', 'members.csv', '--organisation', '7'];
const rows = 4000;

/** The same members each time, all of them changed. */
function saveMembers(company: string): void {
  const lines = Array.from(
    { length: rows },
    (_, at) => `M-${at},First${at},Last${at},${company},Full,Cat ${at % 9}`,
  );
  writeFileSync(
    join(folder, 'members.csv'),
    `Number,First name,Last name,Organisation,Type,Categories\n${lines.join('\n')}\n`,
  );
}

function startImport() {
  // It inherits DATA_DIR as commandFolder sets it.
  return spawn(process.execPath, [command, ...importing], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

let store: Store;
beforeAll(async () => {
  saveMembers('Old');
  const first = await run(`${importing.join(' ')} --create Example --without-end`);
  expect(first.exitCode).toBe(0);
  store = await openStore({ dataDir, postgresUrl: null });
});
afterAll(() => store.close());

/** What is stored for the organisation, and how many members have this company. */
async function state(company: string) {
  const people = await store.members
    .selectFrom('person')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organisation', '=', company)
    .executeTakeFirstOrThrow();
  const documents = await store.members
    .selectFrom('membership_document')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const { version } = await store.members
    .selectFrom('organisation')
    .select('version')
    .where('id', '=', 7)
    .executeTakeFirstOrThrow();
  return { people: Number(people.count), documents: Number(documents.count), version };
}

/** Runs an import until it ends or gets the signal, sent that many milliseconds after the columns are shown. */
async function importUntil(
  killAfterMs: number | null,
  signalled: 'SIGKILL' | 'SIGINT' = 'SIGKILL',
): Promise<{ isKilled: boolean; ms: number }> {
  const child = startImport();
  const ended = once(child, 'exit');
  await once(child.stderr, 'data');
  const start = performance.now();
  const timer = killAfterMs === null ? undefined : setTimeout(() => child.kill(signalled), killAfterMs);
  child.stdout.resume();
  child.stderr.resume();
  const [code, signal] = await ended;
  clearTimeout(timer);
  expect(signal === signalled || code === 0).toBe(true);
  return { isKilled: signal === signalled, ms: performance.now() - start };
}

it(
  'kill -9 and Ctrl-C at any moment of an import leave the old data intact',
  { timeout: 180_000 },
  async () => {
    saveMembers('Measured');
    let { ms } = await importUntil(null);
    let company = 'Measured';
    let killed = 0;
    for (const [position, share] of [0.05, 0.3, 0.5, 0.7, 0.85, 0.95].entries()) {
      const before = await state(company);
      expect(before).toMatchObject({ people: rows, documents: rows });
      saveMembers(`After ${share}`);
      const ran = await importUntil(ms * share, position % 2 === 0 ? 'SIGKILL' : 'SIGINT');
      const isWritten = (await state(`After ${share}`)).people > 0;
      // A kill may come after the commit, when the process is about to end.
      if (isWritten) {
        company = `After ${share}`;
        // The machine is less busy than when the time was measured.
        ms = Math.min(ms, ran.ms);
      } else expect(await state(company)).toEqual(before);
      expect(await state(company)).toMatchObject({ people: rows, documents: rows });
      expect(ran.isKilled || isWritten).toBe(true);
      if (!isWritten) killed += 1;
    }
    expect(killed).toBeGreaterThanOrEqual(3);
    saveMembers('At last');
    expect((await importUntil(null)).isKilled).toBe(false);
    expect(await state('At last')).toMatchObject({ people: rows, documents: rows });
  },
);

it(
  'during an import every list is the old or the new one, and tokens are issued',
  { timeout: 120_000 },
  async () => {
    saveMembers('Before');
    expect((await importUntil(null)).isKilled).toBe(false);
    const made = await run('client create --organisation 7 --name Site --scope members --json');
    const { id, secret } = JSON.parse(made.out);
    const mailer = async () => undefined;
    const options = { store, clock: () => new Date(), baseUrl: 'http://localhost', mailer, trustProxy: 0 };
    const server = createServer(getRequestListener(createMembershipService(options).fetch));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // A TCP server's address is an AddressInfo.
    const root = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v2/organisation/7`;
    const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
    const askOnce = async () => {
      const body = new URLSearchParams({ grant_type: 'client_credentials' });
      const issued = await fetch(`${root}/token`, { method: 'POST', headers: { authorization }, body });
      expect(issued.status).toBe(200);
      const headers = { authorization: `Bearer ${(await issued.json()).access_token}` };
      const list = await fetch(`${root}/members`, { headers });
      expect(list.status).toBe(200);
      const members: { User: { Organisation: string } }[] = await list.json();
      expect(members).toHaveLength(rows);
      return [...new Set(members.map(({ User }) => User.Organisation))];
    };
    try {
      saveMembers('Later');
      const seen: string[][] = [];
      let isRunning = true;
      const importing = importUntil(null).finally(() => (isRunning = false));
      while (isRunning) seen.push(await askOnce());
      await importing;
      seen.push(await askOnce());
      expect(seen.length).toBeGreaterThan(2);
      expect(seen[0]).toEqual(['Before']);
      expect(seen.at(-1)).toEqual(['Later']);
      for (const companies of seen) expect(companies).toHaveLength(1);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  },
);
