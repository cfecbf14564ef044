import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it, test } from 'vitest';
import { version } from '@/lib/base/version';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'chapterhouse-command-')));
afterAll(() => rmSync(folder, { recursive: true }));

function run(command: string, args: string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}) {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', ...options });
  return { status, stdout, stderr };
}

describe('./chapterhouse', () => {
  const project = join(folder, 'a folder with ümlauts & spaces');
  const command = join(project, 'chapterhouse');
  mkdirSync(join(project, 'scripts'), { recursive: true });
  cpSync('chapterhouse', command);
  // This script prints its working directory and its arguments.
  writeFileSync(
    join(project, 'scripts/chapterhouse.mjs'),
    'console.log(JSON.stringify([process.cwd(), ...process.argv.slice(2)])); process.exitCode = 3;',
  );
  const given = JSON.stringify([folder, 'import', 'two words.csv', '--set', '']);

  it.each([
    ['its path', command],
    ['a relative path', './a folder with ümlauts & spaces/chapterhouse'],
    ['an absolute symbolic link', link('absolute', command)],
    ['a relative link to a link', link('bin/relative', '../absolute')],
  ])('runs by %s, in the caller’s folder, and passes on arguments and exit code', (_by, path) => {
    const { status, stdout } = run(path, ['import', 'two words.csv', '--set', ''], { cwd: folder });
    expect([status, stdout.trim()]).toEqual([3, given]);
  });

  it('runs by its name from a folder on the PATH', () => {
    const env = { ...process.env, PATH: `${join(folder, 'bin')}:${dirname(process.execPath)}:/usr/bin:/bin` };
    const { status, stdout } = run('sh', ['-c', 'relative import "two words.csv" --set ""'], {
      cwd: folder,
      env,
    });
    expect([status, stdout.trim()]).toEqual([3, given]);
  });

  it('says what is missing when Node is not installed', () => {
    link('no-node/dirname', '/usr/bin/dirname');
    const { status, stderr } = run(command, [], { env: { ...process.env, PATH: join(folder, 'no-node') } });
    expect([status, stderr]).toEqual([
      127,
      expect.stringMatching(/^Chapterhouse needs Node 20\.19 or later/),
    ]);
  });

  it('shows the version of this release', () => {
    const { stdout } = run(join(import.meta.dirname, '../chapterhouse'), ['--version'], { cwd: folder });
    expect(stdout.trim()).toBe(version);
    expect(version).toMatch(/^\d+\.\d+\.\d+(-dev)?$/);
  });
});

/** A symbolic link in the test's folder. Returns its path. */
function link(name: string, target: string): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
  return path;
}

test('no text tells a reader to run a package of this name from the registry', () => {
  const made = /^(node_modules|\.git|\.next.*|\.data|\.build|test-results|playwright-report|\.env)$/;
  const files = readdirSync('.')
    .filter((name) => !made.test(name))
    .flatMap((name) =>
      statSync(name).isDirectory()
        ? readdirSync(name, { recursive: true, encoding: 'utf8' }).map((path) => join(name, path))
        : [name],
    )
    .filter((path) => statSync(path).isFile());
  expect(files).toContain('README.md');
  expect(files).toContain('docs/operators.md');
  expect(
    files.filter((path) =>
      /npx (-\S+ )*chapterhouse|npm (exec|x) chapterhouse/.test(readFileSync(path, 'utf8')),
    ),
  ).toEqual([]);
});
