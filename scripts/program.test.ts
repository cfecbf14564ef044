import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'chapterhouse-program-')));
afterAll(() => rmSync(folder, { recursive: true }));

let project = '';
let count = 0;
const inProject = (path: string) => join(project, path);
const built = () => inProject('.build/programs-hello.mjs');

beforeEach(() => {
  project = join(folder, `project ${(count += 1)}`);
  for (const name of ['scripts', 'programs', 'lib']) mkdirSync(inProject(name), { recursive: true });
  for (const name of ['scripts/program.mjs', 'scripts/install.mjs', 'tsconfig.json', 'package.json'])
    copyFileSync(name, inProject(name));
  writeFileSync(inProject('package-lock.json'), '{}');
  symlinkSync(resolve('node_modules'), inProject('node_modules'));
  writeFileSync(
    inProject('programs/hello.ts'),
    `import { greeting } from '@/lib/greeting';
     export const isTyped: boolean = true;
     console.log(greeting('world'), import.meta.dirname);`,
  );
  writeGreeting('Hello');
});

function writeGreeting(word: string): void {
  writeFileSync(
    inProject('lib/greeting.ts'),
    `export function greeting(name: string): string {\n  return \`${word} \${name}\`;\n}\n`,
  );
}

/** Runs the program and then `more`. Returns what they print. */
function runHello(more = ''): string {
  const source = `await (await import('./scripts/program.mjs')).importProgram('programs/hello.ts'); ${more}`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', source], {
    cwd: project,
    encoding: 'utf8',
  });
  return (stdout + stderr).trim();
}

it('a program runs from one file, which is written once and knows the folders of its sources', () => {
  expect(runHello()).toBe(`Hello world ${inProject('programs')}`);
  const { mtimeMs } = statSync(built());
  expect(runHello()).toBe(`Hello world ${inProject('programs')}`);
  expect(statSync(built()).mtimeMs).toBe(mtimeMs);
});

it('a changed source is used, even if its length and time are the same', () => {
  runHello();
  const { atime, mtime } = statSync(inProject('lib/greeting.ts'));
  writeGreeting('Howdy');
  utimesSync(inProject('lib/greeting.ts'), atime, mtime);
  expect(runHello()).toContain('Howdy world');
});

it.each(['package.json', 'package-lock.json', 'tsconfig.json', 'scripts/program.mjs'])(
  'a change of %s builds the file again',
  (name) => {
    runHello();
    const before = readFileSync(built(), 'utf8');
    writeFileSync(inProject(name), `${readFileSync(inProject(name), 'utf8')}\n`);
    expect(runHello()).toContain('Hello world');
    expect(readFileSync(built(), 'utf8')).not.toBe(before);
  },
);

it('a copy of the project runs its own sources', () => {
  runHello();
  const copy = join(folder, 'copy');
  cpSync(project, copy, { recursive: true });
  project = copy;
  expect(runHello()).toBe(`Hello world ${inProject('programs')}`);
});

it('a damaged file is built again', () => {
  runHello();
  truncateSync(built(), 100);
  expect(runHello()).toContain('Hello world');
});

it('the old file does not run if the new one cannot be written; tsx runs the sources', () => {
  runHello();
  renameSync(inProject('.build'), inProject('elsewhere'));
  writeFileSync(inProject('.build'), 'not a folder');
  writeGreeting('Howdy');
  expect(runHello()).toBe(`Howdy world ${inProject('programs')}`);
  rmSync(inProject('.build'));
  renameSync(inProject('elsewhere'), inProject('.build'));
  // A folder in place of the map acts like files of another user.
  rmSync(`${built()}.map`);
  mkdirSync(`${built()}.map`);
  expect(runHello()).toBe(`Howdy world ${inProject('programs')}`);
});

it('a stack trace names the source and its line, also after the program has replaced how traces are written', () => {
  writeFileSync(inProject('lib/greeting.ts'), "\n\nexport const greeting = (_: string) => fail('now');\n");
  const source = `import { greeting } from '@/lib/greeting';
function fail(): never { throw new Error('no'); }
Object.assign(globalThis, { fail, greeting });
Error.prepareStackTrace = () => 'replaced';
`;
  writeFileSync(inProject('programs/hello.ts'), source);
  expect(existsSync(built())).toBe(false);
  const printed = runHello('greeting();');
  expect(printed).toMatch(/Error: no\n {4}at .*fail\d* \(.*programs\/hello\.ts:2:/);
  expect(printed).toMatch(/\n {4}at .*lib\/greeting\.ts:3:/);
  writeFileSync(inProject('programs/hello.ts'), `${source}greeting();`.replace(/^Error.*$/m, ''));
  expect(runHello()).toMatch(/at .*lib\/greeting\.ts:3:/);
  rmSync(`${built()}.map`);
  expect(runHello()).toMatch(/Error: no\n {4}at .*fail/);
});
