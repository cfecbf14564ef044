import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { isConfirmed, saveHeldResponse } from '@/lib/directory/model/held-response';
import { commandFolder } from './commands.fixture';

const { folder, run } = commandFolder();
const dataDir = join(folder, 'data');
const held = { source: 'https://site.example 7', known: 20, removed: 12 };

beforeAll(() => mkdirSync(dataDir));

it('reports when no response is held back', async () => {
  const { exitCode, err } = await run('directory accept --remove 12');
  expect([exitCode, err]).toEqual([1, expect.stringContaining('There is nothing to confirm')]);
});

it('confirms the held response by its exact number, and creates no database', async () => {
  await saveHeldResponse(dataDir, held);
  for (const wrong of ['', ' --remove 11', ' --remove 20']) {
    const { exitCode, err } = await run(`directory accept${wrong}`);
    expect([exitCode, err]).toEqual([1, expect.stringMatching(/remove 12 of 20.*accept --remove 12$/)]);
    expect(await isConfirmed(dataDir, held)).toBe(false);
  }
  const { exitCode, out } = await run('directory accept --remove 12 --json');
  expect([exitCode, JSON.parse(out)]).toEqual([0, { known: 20, removed: 12 }]);
  expect(await isConfirmed(dataDir, held)).toBe(true);
  expect(await isConfirmed(dataDir, { ...held, removed: 13 })).toBe(false);
});

it('is mentioned by the doctor of a remote installation', async () => {
  const { exitCode, out } = await run('doctor --json');
  expect(exitCode).toBe(1);
  expect(JSON.parse(out).findings).toContainEqual({
    level: 'wrong',
    subject: 'directory',
    text: expect.stringContaining('remove 12 of 20 members'),
    fix: expect.stringContaining('directory accept --remove 12'),
  });
});
