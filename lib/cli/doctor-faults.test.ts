import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, vi } from 'vitest';
import { commandFolder } from './commands.fixture';

const { folder, run } = commandFolder();
const command = fileURLToPath(new URL('../../scripts/chapterhouse.mjs', import.meta.url));
const nobody = 65_534;

/** Whether this process can run the command as another user who can read the project. */
const canSwitch =
  process.getuid?.() === 0 &&
  spawnSync(process.execPath, ['--check', command], { uid: nobody, gid: nobody }).status === 0;

function asNobody(dataDir: string) {
  vi.stubEnv('DATA_DIR', dataDir);
  const ran = spawnSync(process.execPath, [command, 'doctor'], {
    uid: nobody,
    gid: nobody,
    encoding: 'utf8',
  });
  vi.stubEnv('DATA_DIR', join(folder, 'data'));
  return ran;
}

it.skipIf(!canSwitch)(
  `another owner’s folder is reported as such, not as an empty one${canSwitch ? '' : ' (needs root)'}`,
  { timeout: 60_000 },
  async () => {
    chmodSync(folder, 0o777);
    const dataDir = join(folder, 'private');
    mkdirSync(dataDir, { mode: 0o700 });
    writeFileSync(join(dataDir, 'members.db'), '');
    const { stdout, stderr } = asNobody(dataDir);
    expect(stdout, stderr).toMatch(/WRONG +database: .*members\.db cannot be read or written by this user/);
    expect(stdout).toContain('chown');
    expect(stdout + stderr).not.toMatch(/no database|^ {4}at /m);

    // The folder is readable, but the database in it is not.
    chownSync(dataDir, nobody, nobody);
    chmodSync(join(dataDir, 'members.db'), 0o600);
    const file = asNobody(dataDir);
    expect(file.stdout, file.stderr).toMatch(/WRONG +database: .*cannot be read or written by this user/);
    expect(file.stdout).not.toContain('backup');
  },
);

it('a missing database is reported as a loss when its other files exist', async () => {
  writeFileSync(join(folder, 'members.csv'), 'Number,First name,Last name,Type\nA-1,Zoë,Berg,Full\n');
  const imported = await run(
    'import members.csv --organisation 7 --create Example --set "Expiry date=2030-06-30"',
  );
  expect(imported.exitCode, imported.err).toBe(0);
  for (const end of ['', '-wal', '-shm']) rmSync(join(folder, `data/members.db${end}`), { force: true });
  const { exitCode, out } = await run('doctor');
  expect(exitCode).toBe(1);
  expect(out).toMatch(
    /WRONG +database: members\.db is missing .*installation\.json and auth\.db\n +Restore a backup/,
  );
});
