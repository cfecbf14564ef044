import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMembershipService } from '@/lib/service/app';
import { openStore, type Store } from '@/lib/store/database';
import { sampleSize } from '@/lib/base/test-strength';
import { commandFolder } from './commands.fixture';

// The import inherits these variables. They are not the operator's settings.
// eslint-disable-next-line no-restricted-properties
const environment = process.env;
const { folder, run } = commandFolder();
const dataDir = join(folder, 'data');
const command = fileURLToPath(new URL('../../scripts/chapterhouse.mjs', import.meta.url));
const counter = new URL('../../faults/kill-at-statement.mjs', import.meta.url).href;
const importing = ['import', 'members.csv', '--organisation', '7'];
const rows = sampleSize({ usual: 1_000, long: 4_000 });

/** The file always has the same members. Each line contains `company`, so a new company changes all members. */
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

let store: Store;
beforeAll(async () => {
  saveMembers('Old');
  const first = await run(`${importing.join(' ')} --create Example --without-end`);
  expect(first.exitCode).toBe(0);
  store = await openStore({ dataDir, postgresUrl: null });
});
afterAll(() => store.close());

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

/** Runs an import. `kill`: ends the import with this signal, just before SQLite statement number `at` runs. */
async function runImport(
  kill: { at: number; signal: 'SIGKILL' | 'SIGINT' } | null,
): Promise<{ isKilled: boolean; statements: number }> {
  // `commandFolder` sets DATA_DIR, which the process inherits.
  const child = spawn(process.execPath, ['--import', counter, command, ...importing], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...environment, ...(kill === null ? {} : { KILL_AT: String(kill.at), KILL_SIGNAL: kill.signal }) },
  });
  let printed = '';
  child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const [code, signal] = await once(child, 'close');
  expect(kill === null ? code === 0 : code === 0 || signal === kill.signal, printed).toBe(true);
  return { isKilled: code !== 0, statements: Number(/^(\d+) statements$/m.exec(printed)?.[1]) };
}

it(
  'kill -9 and Ctrl-C before any statement of an import leave the old data intact',
  { timeout: 600_000 },
  async () => {
    saveMembers('Counted');
    const { statements } = await runImport(null);
    expect(statements).toBeGreaterThan(50);
    const before = await state('Counted');
    expect(before).toMatchObject({ people: rows, documents: rows });
    const shares = [0.1, 0.5, 0.9];
    for (const [position, share] of shares.entries()) {
      saveMembers(`After ${share}`);
      const signal = position % 2 === 0 ? 'SIGKILL' : 'SIGINT';
      const ran = await runImport({ at: Math.round(statements * share), signal });
      expect(ran.isKilled, `before ${share} of ${statements} statements`).toBe(true);
      expect(await state('Counted')).toEqual(before);
    }
    saveMembers('At last');
    expect((await runImport(null)).isKilled).toBe(false);
    expect(await state('At last')).toMatchObject({ people: rows, documents: rows });
  },
);

it(
  'during an import every list is completely the old or the new one, and tokens are issued',
  { timeout: 600_000 },
  async () => {
    saveMembers('Before');
    expect((await runImport(null)).isKilled).toBe(false);
    const made = await run('client create --organisation 7 --name Site --scope members --json');
    const { id, secret } = JSON.parse(made.out);
    const mailer = async () => 'sent' as const;
    const options = { store, clock: () => new Date(), baseUrl: 'http://localhost', mailer, trustProxy: 0 };
    const server = createServer(getRequestListener(createMembershipService(options).fetch));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // A TCP server's address is an AddressInfo.
    const root = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v2/organisation/7`;
    const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
    const requestOnce = async () => {
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
      const importing = runImport(null).finally(() => (isRunning = false));
      while (isRunning) seen.push(await requestOnce());
      await importing;
      seen.push(await requestOnce());
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
