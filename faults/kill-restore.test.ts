/**
 * `kill -9` before any file operation of a restore: the data is completely the old or completely the new, and the same
 * command finishes the restore.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { backUp } from '@/lib/transfer/backup/back-up';
import { openStore } from '@/lib/store/database';
import { openSecrets } from '@/lib/server/secrets';
import {
  noAreaCentre,
  putSampleStructure,
  sampleMember,
  testCause,
} from '@/lib/store/sample-members.fixture';
import { withMembersWriter } from '@/lib/store/write';
import { closeFiles } from '@/lib/store/sql/close-files.fixture';
import { sampleSize } from '@/lib/base/test-strength';

const rounds = sampleSize({ usual: 2, long: 100 });
const folder = mkdtempSync(join(tmpdir(), 'chapterhouse-restore-'));
const dataDir = join(folder, 'data');
const backup = join(folder, 'backup');
const clock = () => new Date('2026-03-02T01:00:00Z');

/** The last names of the members show whether the data is old or new. */
async function putMember(id: number, lastName: string): Promise<void> {
  const store = await openStore({ dataDir, postgresUrl: null });
  const write = { organisationId: 1, clock, areaCentre: noAreaCentre, cause: testCause };
  await withMembersWriter(store, write, async (writer) => {
    if (writer.structure.current === null) await putSampleStructure(writer, { id: 1 });
    await writer.memberships.put(sampleMember(id, {}, { id, lastName }));
  });
  await store.close();
}

beforeAll(async () => {
  await putMember(1, 'Earlier');
  openSecrets(dataDir);
  await backUp(dataDir, backup, clock());
});
afterAll(() => rmSync(folder, { recursive: true }));

async function restore(killAt: number): Promise<{ isKilled: boolean; out: string; calls: number }> {
  const command = join(import.meta.dirname, '../scripts/chapterhouse.mjs');
  const counting = new URL('kill-at-file-call.mjs', import.meta.url).href;
  const child = spawn(
    process.execPath,
    ['--import', counting, command, 'restore', backup, '--yes', '--json'],
    {
      env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', KILL_AT_FILE_CALL: String(killAt) },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const [code, signal] = await once(child, 'close');
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(err);
  return { isKilled: signal === 'SIGKILL', out, calls: Number(/^(\d+) file calls$/m.exec(err)?.[1]) };
}

/** Starts the service, checks that both databases are complete, and returns which data they have. */
async function find(): Promise<'old' | 'new'> {
  const store = await openStore({ dataDir, postgresUrl: null });
  try {
    for (const db of [store.members, store.auth]) {
      const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db as never);
      expect(rows).toEqual([{ integrity_check: 'ok' }]);
    }
    const people = await store.members.selectFrom('person').select('last_name').orderBy('id').execute();
    const ended = await store.auth.selectFrom('server').select('id').execute();
    const names = people.map((row) => row.last_name).join();
    // auth.db must have the same data.
    expect([names, ended.length]).toBeOneOf([
      ['Earlier,Later', 1],
      ['Earlier', 0],
    ]);
    return names === 'Earlier' ? 'new' : 'old';
  } finally {
    await store.close();
  }
}

async function makeOld(): Promise<void> {
  await putMember(2, 'Later');
  const store = await openStore({ dataDir, postgresUrl: null });
  const server = { id: 'old', version: '', base_url: '', secret_mark: '', clock_ahead_ms: 0, seen_at: 0 };
  await store.auth.insertInto('server').values(server).execute();
  await store.close();
  await closeFiles();
}

it(
  'a restore that is killed anywhere leaves the old or the new data, and can be repeated',
  { timeout: sampleSize({ usual: 600_000, long: 6_000_000 }) },
  async () => {
    await makeOld();
    const { calls } = await restore(0);
    expect(await find()).toBe('new');
    const secret = openSecrets(backup);
    const seen = { old: 0, new: 0 };
    for (let round = 0; round < rounds; round += 1) {
      await makeOld();
      // The last calls replace the data, so more rounds kill the process there.
      const killAt = 1 + Math.floor(Math.sqrt((round + 0.5) / rounds) * calls);
      const { isKilled } = await restore(killAt);
      expect([killAt, isKilled]).toEqual([killAt, true]);
      // Every second round runs the command first. The other rounds start the service first.
      if (round % 2 === 0) seen[await find()] += 1;
      await closeFiles();
      const again = JSON.parse((await restore(0)).out) as { isFinished: boolean };
      if (again.isFinished) seen.new += 1;
      expect(await find()).toBe('new');
      expect(openSecrets(dataDir)).toEqual(secret);
      expect(readdirSync(dataDir).filter((name) => /draft|ready/.test(name))).toEqual([]);
      for (const name of readdirSync(dataDir).filter((one) => one.startsWith('replaced-')))
        rmSync(join(dataDir, name), { recursive: true });
      await closeFiles();
    }
    expect(seen.old).toBeGreaterThan(0);
    expect(seen.new).toBeGreaterThan(0);
  },
);
