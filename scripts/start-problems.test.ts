import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

// The user who owns nothing, on Debian and most other systems. Root is not used, because it may read and write
// everything.
const nobody = 65534;
const user = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
const folder = mkdtempSync(join(tmpdir(), 'chapterhouse-start-'));
chmodSync(folder, 0o755);

afterAll(() => {
  chmodSync(folder, 0o755);
  rmSync(folder, { recursive: true });
});

/** Calls one function of a copy of the scripts in `folder`, as a user who may only read there. */
function call(script: string, code: string) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', `import * as script from './scripts/${script}'; ${code}`],
    { cwd: folder, encoding: 'utf8', ...user },
  );
  return { status, told: stdout + stderr };
}

function copyScripts(...names: string[]): void {
  mkdirSync(join(folder, 'scripts'), { recursive: true });
  for (const name of names) copyFileSync(join('scripts', name), join(folder, 'scripts', name));
}

test('a .env that cannot be read stops the start and says whose it must be', () => {
  copyScripts('env.mjs');
  writeFileSync(join(folder, '.env'), 'PORT=3001\n', { mode: 0o000 });
  const { status, told } = call('env.mjs', 'script.loadEnv();');
  expect(status).toBe(1);
  expect(told).toContain(`${join(folder, '.env')} cannot be read by this user (`);
  expect(told).toContain('Make the user that runs Chapterhouse its owner (chown), with mode 600.');
  expect(told).not.toContain('    at ');
});

test('an old build in a folder that cannot be written stops the start and says how to build', () => {
  copyScripts('build.mjs', 'install.mjs');
  for (const source of ['app', 'components', 'lib', '.next']) mkdirSync(join(folder, source));
  for (const source of [
    'next.config.js',
    'proxy.ts',
    'postcss.config.mjs',
    'tsconfig.json',
    'package-lock.json',
  ])
    writeFileSync(join(folder, source), '{}');
  writeFileSync(join(folder, '.next', 'chapterhouse-sources'), 'of another version');
  chmodSync(join(folder, '.next'), 0o555);
  const { status, told } = call('build.mjs', "script.ensureBuilt('.next');");
  expect(status).toBe(1);
  expect(told).toContain('The pages must be built again, and this user cannot write to');
  expect(told).toContain('Run npm run build as the user that installed Chapterhouse');
  expect(told).not.toContain('    at ');
  chmodSync(join(folder, '.next'), 0o755);
});
