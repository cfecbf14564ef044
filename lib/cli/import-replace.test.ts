import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { commandFolder } from './commands.fixture';

const { folder, run } = commandFolder();
const importing = 'import members.csv --organisation 7';

function saveMembers(count: number): void {
  const rows = Array.from({ length: count }, (_, at) => `N${at},Ann Number${at},Full`);
  writeFileSync(join(folder, 'members.csv'), `Number,Name,Type\n${rows.join('\n')}\n`);
}

beforeAll(async () => {
  saveMembers(20);
  expect((await run(`${importing} --create Example --without-end`)).exitCode).toBe(0);
  saveMembers(10);
});

it('stops a replacement that would remove many members until --remove confirms their number', async () => {
  const stopped = await run(`${importing} --replace --json`);
  expect(stopped.exitCode).toBe(1);
  expect(JSON.parse(stopped.out).error).toMatch(/10 of 20 memberships.*N19 {2}Ann Number19.*--remove 10/s);
  const confirmed = await run(`${importing} --replace --remove 10 --json`);
  expect(confirmed.exitCode).toBe(0);
  expect(JSON.parse(confirmed.out)).toMatchObject({ removed: 10 });
});

it('reports that --remove needs --replace', async () => {
  const refused = await run(`${importing} --remove 10`);
  expect(refused.exitCode).toBe(2);
  expect(refused.err).toMatch(/--remove.*--replace/);
});
