import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { fieldNames } from '@/lib/membership-service/import/fields';
import { runChapterhouse } from './main';
import type { Terminal } from './session';

const guide = readFileSync(new URL('../../docs/import.md', import.meta.url), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'chapterhouse-guide-'));
beforeAll(() => {
  vi.stubEnv('DATA_DIR', join(folder, 'data'));
  vi.stubEnv('DATABASE_URL', '');
  // vitest sets it to a path of its own.
  vi.stubEnv('BASE_URL', '');
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** Runs a command line of the guide as a shell would, as far as its quotation marks go. */
async function run(line: string) {
  const args = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
  const out: string[] = [];
  const err: string[] = [];
  const terminal: Terminal = {
    calledFrom: folder,
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    rewrite: () => undefined,
    isInteractive: false,
    readInput: async () => '',
  };
  const exitCode = await runChapterhouse(args, { calledFrom: folder, terminal });
  return { exitCode, out: out.join('\n'), err: err.join('\n') };
}

const examples = [
  ...guide.matchAll(/`(\w+\.csv)`:\n\n```csv\n([^`]+)```\n\n```sh\nnpx chapterhouse ([^\n]+)\n/g),
];

it('has three worked examples', () => expect(examples).toHaveLength(3));

it.each(examples.map(([, file = '', content = '', command = '']) => [file, content, command]))(
  'the example %s imports whole, and changes nothing the second time',
  async (file, content, command) => {
    writeFileSync(join(folder, file), content);
    const first = await run(`${command} --json`);
    expect(first.err).toContain('→');
    expect(first.exitCode).toBe(0);
    const rows = content.trim().split('\n').length - 1;
    expect(JSON.parse(first.out)).toMatchObject({ read: rows, created: rows, bad: 0, unplaced: 0 });
    expect(JSON.parse((await run(`${command} --json`)).out)).toMatchObject({ unchanged: rows, created: 0 });
  },
);

it('names every field', () => {
  for (const name of fieldNames.filter((one) => !/^Location[2-5]/.test(one)))
    expect(guide).toContain(`\`${name}\``);
});

it('exit codes: 2 for a wrong call, 1 for a file that is not there, with the reason as JSON', async () => {
  expect((await run('import')).exitCode).toBe(2);
  expect((await run('import none.csv --organisation zero')).exitCode).toBe(2);
  const missing = await run('import none.csv --organisation 300 --json');
  expect(missing.exitCode).toBe(1);
  expect(JSON.parse(missing.out)).toEqual({ error: expect.stringContaining('There is no file') });
});
