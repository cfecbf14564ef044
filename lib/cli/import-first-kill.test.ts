import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openStore, type Store } from '@/lib/store/database';
import { commandFolder } from './commands.fixture';

// The import inherits these variables. They are not the operator's settings.
// eslint-disable-next-line no-restricted-properties
const environment = process.env;
const { folder } = commandFolder();
const dataDir = join(folder, 'data');
const command = fileURLToPath(new URL('../../scripts/chapterhouse.mjs', import.meta.url));
const counter = new URL('../../faults/kill-at-statement.mjs', import.meta.url).href;
const importing = ['import', 'members.csv', '--organisation', '7', '--create', 'Example', '--without-end'];
/** Twice the number of members from which an import into an empty database removes the indexes first. */
const rows = 2000;
/** Of the statements of the import: some indexes have been removed, and most rows have been written. */
const shares = [0.2, 0.9];

function saveMembers(): void {
  const lines = Array.from({ length: rows }, (_, at) => `M-${at},First${at},Last${at},Full,Cat ${at % 9}`);
  writeFileSync(
    join(folder, 'members.csv'),
    `Number,First name,Last name,Type,Categories\n${lines.join('\n')}\n`,
  );
}

/** Kills the import before statement number `killAt` of SQLite; 0: does not kill it. */
async function runImport(to: string, killAt = 0): Promise<{ isKilled: boolean; statements: number }> {
  const child = spawn(process.execPath, ['--import', counter, command, ...importing], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...environment, DATA_DIR: to, KILL_AT: String(killAt) },
  });
  let printed = '';
  child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const [code, signal] = await once(child, 'close');
  expect(signal === 'SIGKILL' || code === 0, printed).toBe(true);
  return { isKilled: signal === 'SIGKILL', statements: Number(/^(\d+) statements$/m.exec(printed)?.[1]) };
}

async function state({ members }: Store) {
  const indexes = await sql<{ name: string; sql: string | null }>`
    select name, sql from sqlite_master where type = 'index' order by name`.execute(members);
  const { rows: checked } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(members);
  const counts = await sql<{ organisations: number; people: number; memberships: number }>`
    select (select count(*) from organisation) as organisations, (select count(*) from person) as people,
      (select count(*) from membership_document) as memberships`.execute(members);
  return { indexes: indexes.rows, integrity: checked[0]?.integrity_check, ...counts.rows[0] };
}

it(
  'kill -9 during the first import into an empty database leaves it empty, with all indexes, and ready for import',
  { timeout: 180_000 },
  async () => {
    const store = await openStore({ dataDir, postgresUrl: null });
    try {
      const before = await state(store);
      expect(before).toMatchObject({ integrity: 'ok', organisations: 0, people: 0, memberships: 0 });
      expect(before.indexes.filter((index) => index.sql !== null).length).toBeGreaterThan(15);
      saveMembers();
      const counted = join(folder, 'counted');
      // The killed import also finds all tables.
      await (await openStore({ dataDir: counted, postgresUrl: null })).close();
      const { statements } = await runImport(counted);
      for (const share of shares) {
        const ran = await runImport(dataDir, Math.round(statements * share));
        expect([share, ran.isKilled]).toEqual([share, true]);
        expect(await state(store)).toEqual(before);
      }
      expect((await runImport(dataDir)).isKilled).toBe(false);
      expect(await state(store)).toEqual({ ...before, organisations: 1, people: rows, memberships: rows });
    } finally {
      await store.close();
    }
  },
);
