// `npm run mutants`: makes each fault of mutants.txt in a copy of the project, one at a time, and checks that unit
// tests find it. An argument names an area: only its faults. With `--check`: only whether the faults can still be made.
// MUTANT_JOBS=2 uses two copies at a time. The tests use PostgreSQL too if TEST_POSTGRES_URL is set.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { transformSync } from 'esbuild';
import { projectDir } from './install.mjs';

process.chdir(projectDir);
const asked = process.argv.slice(2).find((argument) => !argument.startsWith('--'));
const mutants = readMutants().filter(({ area }) => asked === undefined || area === asked);
if (mutants.length === 0) end(`mutants.txt has no area "${asked}"`);
const problems = mutants.flatMap((mutant) => findProblem(mutant) ?? []);
if (problems.length > 0) end(problems.join('\n'));
if (process.argv.includes('--check')) end(`${mutants.length} faults can be made`, 0);

const copies = Array.from({ length: Number(process.env.MUTANT_JOBS ?? 1) }, copyProject);
process.on('exit', () => copies.forEach((copy) => rmSync(copy, { recursive: true, force: true })));
process.on('SIGINT', () => process.exit(130));
// A test that always fails would find every fault.
const failed = await findFailure(copies[0], [...new Set(mutants.flatMap(({ tests }) => tests))]);
if (failed !== null) end(`without a fault, this fails: ${failed}`);
const counts = { caught: 0, ESCAPED: 0 };
const waiting = [...mutants];
await Promise.all(copies.map(tryMutants));
end(`${counts.caught} caught, ${counts.ESCAPED} escaped`, counts.ESCAPED === 0 ? 0 : 1);

function end(text, code = 1) {
  console.log(text);
  process.exit(code);
}

/**
 * The lines of mutants.txt are `# AREA`, `FILE: TESTS` and `  TEXT → FAULT`. A test without a folder is in the folder
 * of the file. The text is replaced by the fault; without a fault, it is removed.
 */
function readMutants() {
  const found = [];
  let [area, file, tests] = ['', '', []];
  for (const line of readFileSync('scripts/mutants.txt', 'utf8').split('\n')) {
    const [, text, fault = ''] = /^ {2}(.+?) →(?: (.+))?$/.exec(line) ?? [];
    if (text !== undefined) found.push({ area, file, tests, text, fault });
    else if (line.startsWith('# ')) area = line.slice(2);
    else if (line !== '') {
      const [name, names] = line.split(': ');
      file = name;
      tests = names.split(' ').map((test) => (test.includes('/') ? test : join(dirname(file), test)));
    }
  }
  return found;
}

/** null: the fault can be made. */
function findProblem({ file, tests, text, fault }) {
  const missing = [file, ...tests].find((name) => !existsSync(name));
  if (missing !== undefined) return `there is no ${missing}`;
  const parts = readFileSync(file, 'utf8').split(text);
  if (parts.length !== 2) return `${file} has this text ${parts.length - 1} times: ${text}`;
  try {
    transformSync(parts.join(fault), { loader: 'ts' });
    return null;
  } catch (error) {
    return `${file} with the fault “${fault}”: ${error.message}`;
  }
}

/** Copies the working tree as it is, but not the packages, because no fault is in them. */
function copyProject() {
  const copy = mkdtempSync(join(tmpdir(), 'chapterhouse-mutants-'));
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { stdout } = spawnSync('git', list, { encoding: 'utf8', maxBuffer: Infinity });
  for (const name of stdout.split('\0')) if (name !== '' && existsSync(name)) cpSync(name, join(copy, name));
  symlinkSync(join(projectDir, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

async function tryMutants(copy) {
  for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
    const { area, file, tests, text, fault } = mutant;
    const path = join(copy, file);
    const source = readFileSync(path, 'utf8');
    writeFileSync(path, source.split(text).join(fault));
    const failure = await findFailure(copy, tests);
    writeFileSync(path, source);
    const outcome = failure === null ? 'ESCAPED' : 'caught';
    counts[outcome] += 1;
    console.log(`${outcome}  ${area}  ${file}: ${text}${failure === null ? '' : `  (${failure})`}`);
  }
}

/** The first test that fails. null: none. */
async function findFailure(copy, tests) {
  const args = ['--no-install', 'vitest', 'run', ...tests, '--maxWorkers=1', '--bail=1'];
  const env = { ...process.env, NO_COLOR: '1' };
  const child = spawn('npx', args, { cwd: copy, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk));
  const [code] = await once(child, 'close');
  return code === 0 ? null : (/^ *FAIL +(.*)/m.exec(printed)?.[1] ?? printed.slice(-2000));
}
