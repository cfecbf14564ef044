import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { commandFolder } from './commands.fixture';

const { folder, run } = commandFolder();
const command = fileURLToPath(new URL('../../scripts/chapterhouse.mjs', import.meta.url));

// If this process may mount a file system, the data is on one of 4 MB.
const small = join(folder, 'data');
mkdirSync(small);
const isMounted =
  process.platform === 'linux' &&
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', small]).status === 0;
afterAll(() => {
  // `-l` also works while a file is open: the descriptor of a closed database may still wait for garbage collection.
  if (isMounted) spawnSync('umount', ['-l', small]);
});

function saveMembers(rows: number, company: string): void {
  const lines = Array.from({ length: rows }, (_, at) => `M-${at},First${at},Last${at},${company},Full`);
  writeFileSync(
    join(folder, 'members.csv'),
    `Number,First name,Last name,Organisation,Type\n${lines.join('\n')}\n`,
  );
}

const exported = async () => {
  expect((await run('export all.json --organisation 7')).exitCode).toBe(0);
  return readFileSync(join(folder, 'all.json'), 'utf8');
};

// If nothing can be mounted, the shell limits the size of files, in blocks of 512 bytes.
it(
  `an import that fills the disk reports it, exits with 1 and leaves the old data intact (${isMounted ? 'a small file system' : 'a limit on files'})`,
  { timeout: 120_000 },
  async () => {
    saveMembers(50, 'Old');
    expect((await run('import members.csv --organisation 7 --create Example --without-end')).exitCode).toBe(
      0,
    );
    const before = await exported();
    saveMembers(6000, 'New');
    const limit = isMounted ? '' : 'ulimit -f 8192; ';
    const importing = `${limit}exec "$0" "$1" import members.csv --organisation 7 --without-end --json`;
    // `commandFolder` sets DATA_DIR, which the process inherits.
    const ran = spawnSync('sh', ['-c', importing, process.execPath, command], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(ran.status).toBe(1);
    expect(ran.stderr).toMatch(/The disk is full .* Nothing was changed\. Free some space/);
    expect(ran.stderr).not.toContain('    at ');
    expect(JSON.parse(ran.stdout)).toEqual({ error: expect.stringContaining('The disk is full') });
    expect(await exported()).toBe(before);
  },
);
