/**
 * A process loses all its locks on a file if it opens and closes the file itself (fcntl(2)). SQLite's locks are such
 * locks. Another program could then delete the write-ahead log that the process still uses.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandFolder } from '@/lib/cli/commands.fixture';
import { finishReplacement } from '@/lib/store/data-folder/replace-data';
import { openStore, type Store } from '@/lib/store/database';
import { CommitCount } from '@/lib/store/sql/commit-count';
import { lockDatabase } from '@/lib/store/sql/sqlite-lock';
import { onPath } from '@/scripts/find-chromium.mjs';
import { newDataDir, ServiceProcess } from './service-process';

const names = ['members.db', 'auth.db'];
const sqlite3 = onPath(['sqlite3']);

/** The locks that this process holds on a file: kind, first byte, last byte. */
function locksOn(file: string): string[] {
  const { ino } = statSync(file);
  return readFileSync('/proc/locks', 'utf8')
    .split('\n')
    .map((line) => line.split(/\s+/))
    .filter(([, , , , pid, inode]) => pid === String(process.pid) && inode?.endsWith(`:${ino}`))
    .map(([, , , kind, , , first, last]) => `${kind} ${first} ${last}`)
    .sort();
}

describe.skipIf(!existsSync('/proc/locks'))('a process keeps its locks on its database files', () => {
  const { folder, run, location } = commandFolder();
  const file = (name: string) => join(location().dataDir, name);
  const members = 'Number,First name,Last name,Email,Type\n1,Zoë,Vanderberg,zoe@example.org,Full\n';
  let store: Store;
  beforeAll(async () => {
    writeFileSync(join(folder, 'members.csv'), members);
    await run('import members.csv --organisation 7 --create Example --without-end');
    store = await openStore(location());
  });
  afterAll(() => store.close());

  const shared = 'READ 1073741826 1073742335';
  const indexOfLog = 'READ 128 128';
  const command = (line: string, exitCode: number) => async () =>
    expect((await run(line)).exitCode, line).toBe(exitCode);
  it.each<[string, () => unknown]>([
    ['while it opens the store again', async () => (await openStore(location())).close()],
    ['while it looks for a restore', () => finishReplacement(location().dataDir)],
    ['while it counts commits', () => new CommitCount(names.map(file)).close()],
    ['while it tries to lock the files', () => names.forEach((name) => lockDatabase(file(name)))],
    ['during a backup', command('backup saved', 0)],
    ['during a restore, which is refused', command('restore saved --yes', 1)],
    ['during an export', command('export all.json --organisation 7', 0)],
    ['during an erasure, which rewrites the files', command('person erase --person 1 --yes', 0)],
    ['during the checks of `doctor`', command('doctor', 0)],
  ])('%s', async (_, work) => {
    const locks = () => names.map((name) => [name, ...locksOn(file(name)), ...locksOn(file(`${name}-shm`))]);
    const all = names.map((name) => [name, shared, indexOfLog]);
    expect(locks()).toEqual(all);
    await work();
    expect(locks()).toEqual(all);
  });

  it('also on the file that shows that a restore is running', () => {
    const lock = lockDatabase(file('restore.lock'));
    const before = locksOn(file('restore.lock'));
    expect(before).not.toEqual([]);
    expect(lockDatabase(file('restore.lock'))).toBeNull();
    expect(locksOn(file('restore.lock'))).toEqual(before);
    lock?.release();
  });
});

describe.skipIf(sqlite3 === null)('the program sqlite3 beside a server that writes', () => {
  const { dataDir, remove } = newDataDir();
  let service: ServiceProcess;
  const query = (name: string, sql: string) =>
    spawnSync(sqlite3 ?? '', [join(dataDir, name), sql], { encoding: 'utf8' }).stdout.trim();
  const countTokens = () => Number(query('auth.db', 'select count(*) from access_token'));
  const requestToken = async () =>
    expect((await service.requestToken(service.credentials().apiClient)).status).toBe(200);
  beforeAll(async () => {
    service = await ServiceProcess.start({ dataDir, postgresUrl: null });
  });
  afterAll(async () => {
    await service.end('SIGTERM');
    remove();
  });

  it('sees the rows of the server, deletes no log, and loses nothing, even after a restart', async () => {
    const before = countTokens();
    for (let round = 1; round <= 3; round += 1) {
      await requestToken();
      expect(countTokens()).toBe(before + round);
      for (const name of names) {
        query(name, 'select 1');
        expect(existsSync(join(dataDir, `${name}-wal`))).toBe(true);
      }
    }
    await service.end('SIGTERM');
    expect(countTokens()).toBe(before + 3);
    service = await ServiceProcess.start({ dataDir, postgresUrl: null });
    expect(countTokens()).toBe(before + 3);
  });
});
