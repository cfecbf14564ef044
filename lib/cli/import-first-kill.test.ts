import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openStore, type Store } from '@/lib/store/database';
import { commandFolder } from './commands.fixture';

const { folder } = commandFolder();
const command = fileURLToPath(new URL('../../scripts/chapterhouse.mjs', import.meta.url));
const importing = ['import', 'members.csv', '--organisation', '7', '--create', 'Example', '--without-end'];
/** Progress is reported every 25,000 rows. At that report, most rows are written, but not all. */
const rows = 30_000;

function saveMembers(count: number): void {
  const lines = Array.from({ length: count }, (_, at) => `M-${at},First${at},Last${at},Full,Cat ${at % 9}`);
  writeFileSync(
    join(folder, 'members.csv'),
    `Number,First name,Last name,Type,Categories\n${lines.join('\n')}\n`,
  );
}

/** `isKilled`: the import is killed when it reports its progress. Returns true if it was killed. */
async function runImport({ isKilled }: { isKilled: boolean }): Promise<boolean> {
  // `commandFolder` sets DATA_DIR, which the process inherits.
  const child = spawn(process.execPath, [command, ...importing], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  for await (const line of createInterface(child.stderr)) {
    if (isKilled && line.startsWith('writing: ')) child.kill('SIGKILL');
  }
  const [code, signal] = await ended;
  expect(signal === 'SIGKILL' || code === 0).toBe(true);
  return signal === 'SIGKILL';
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
    const store = await openStore({ dataDir: join(folder, 'data'), postgresUrl: null });
    try {
      const before = await state(store);
      expect(before).toMatchObject({ integrity: 'ok', organisations: 0, people: 0, memberships: 0 });
      expect(before.indexes.filter((index) => index.sql !== null).length).toBeGreaterThan(15);
      saveMembers(rows);
      expect(await runImport({ isKilled: true })).toBe(true);
      expect(await state(store)).toEqual(before);
      saveMembers(2000);
      expect(await runImport({ isKilled: false })).toBe(false);
      const written = { organisations: 1, people: 2000, memberships: 2000 };
      expect(await state(store)).toEqual({ ...before, ...written });
    } finally {
      await store.close();
    }
  },
);
