import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { commandFolder } from './commands.fixture';
import { readConfig } from '@/lib/base/config';
import { createInstallation } from '@/lib/service/installation';
import type { Neighbours } from '@/lib/service/neighbours';
import { connectNeighbours } from '@/lib/service/neighbours.fixture';
import { runCommand, type CommandResult } from '@/lib/service/run-command';
import { waitFor } from '@/lib/base/wait-for.fixture';

const { folder, run } = commandFolder();
const dataDir = join(folder, 'data');
const projectDir = process.cwd();

/** Creates an installation. Without `answer`, the installation runs the real command. */
function start(
  answer?: (args: string[]) => Promise<CommandResult>,
  { neighbours = null, timeoutMs = 60_000 }: { neighbours?: Neighbours | null; timeoutMs?: number } = {},
) {
  const time = { now: new Date('2026-11-24T06:00:00Z') };
  const errors: unknown[] = [];
  const installation = createInstallation({
    config: readConfig({ DATA_DIR: dataDir }),
    projectDir,
    organisationId: 7,
    clock: () => time.now,
    readProblems: async () => ['The database is damaged.'],
    run: answer ?? ((args) => runCommand(projectDir, args)),
    logError: (error) => errors.push(error),
    neighbours,
    timeoutMs: timeoutMs,
  });
  return { installation, time, errors };
}

async function importMember(organisation: number): Promise<void> {
  writeFileSync(join(folder, 'members.csv'), 'Number,First name,Last name,Type\nA-1,Zoë,Berg,Full\n');
  const options = `--organisation ${organisation} --create Example --without-end`;
  expect((await run(`import members.csv ${options}`)).exitCode).toBe(0);
}

it(
  'has the findings that `doctor` shows, except those about other organisations',
  { timeout: 60_000 },
  async () => {
    vi.stubEnv('DATA_DIR', dataDir);
    await importMember(7);
    await importMember(8);
    const { installation } = start();
    expect(await installation.read()).toMatchObject({
      lastCheck: null,
      problems: ['The database is damaged.'],
    });
    await installation.startCheck();
    const { lastCheck, check } = await installation.read();
    expect(check).toEqual({ isRunning: false, problem: null });
    expect(lastCheck?.at).toEqual(new Date('2026-11-24T06:00:00Z'));
    const owners = lastCheck?.results.filter(({ subject }) => subject === 'roles');
    expect(owners?.map(({ text }) => text)).toEqual(['organisation 7 has no owner']);
    const places = lastCheck?.results.find(({ subject }) => subject === 'places');
    expect(places?.text).toBe('1 membership has no place on the map, 0 of them companies');
  },
);

it('backs up, shows the last backup, and keeps three', { timeout: 60_000 }, async () => {
  vi.stubEnv('DATA_DIR', dataDir);
  await importMember(7);
  const { installation, time } = start();
  expect((await installation.read()).lastBackup).toBeNull();
  const backups = join(dataDir, 'backups');
  mkdirSync(join(backups, 'by-hand'), { recursive: true });
  for (const minute of ['00', '01', '02', '03']) {
    time.now = new Date(`2026-11-24T06:${minute}:00Z`);
    await installation.startBackup();
  }
  const { lastBackup, backup } = await installation.read();
  expect(backup).toEqual({ isRunning: false, problem: null });
  expect(lastBackup).toMatchObject({ folder: join(backups, '20261124T060300Z') });
  expect(lastBackup?.bytes).toBeGreaterThan(10_000);
  expect(readdirSync(backups).sort()).toEqual([
    '20261124T060100Z',
    '20261124T060200Z',
    '20261124T060300Z',
    'by-hand',
  ]);
  expect(existsSync(join(backups, '20261124T060300Z/backup.json'))).toBe(true);
});

it('a command that fails is shown with its reason, until the next one succeeds', async () => {
  let answer: CommandResult = { exitCode: 1, out: '', err: 'The disk is full.\n' };
  const { installation, errors } = start(async () => answer);
  await installation.startBackup();
  expect((await installation.read()).backup).toEqual({ isRunning: false, problem: 'The disk is full.' });
  expect(errors).toHaveLength(1);
  mkdirSync(join(dataDir, 'backups'), { recursive: true });
  answer = { exitCode: 0, out: '{}', err: '' };
  await installation.startBackup();
  expect((await installation.read()).backup).toEqual({ isRunning: false, problem: null });
});

it('a second request waits for the job that is running', async () => {
  const asked: string[][] = [];
  let finish = (): void => undefined;
  const { installation } = start(async (args) => {
    asked.push(args);
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    return { exitCode: 1, out: '{"findings":[]}', err: '' };
  });
  const both = [installation.startCheck(), installation.startCheck()];
  expect((await installation.read()).check.isRunning).toBe(true);
  finish();
  await Promise.all(both);
  expect(asked).toEqual([['doctor', '--json', '--organisation', '7']]);
  expect((await installation.read()).lastCheck?.results).toEqual([]);
});

it('shows what is new, by heading', async () => {
  const { changes } = await start().installation.read();
  expect(changes.map(({ title }) => title)).toContain('The office');
  expect(changes.flatMap(({ items }) => items).every((item) => /^\S.*\S$/.test(item))).toBe(true);
});

it('all processes show a check that one of them runs, and none starts a second one in the meantime', async () => {
  const { neighbours } = connectNeighbours(2);
  const finding = { level: 'note', subject: 'mail', text: 'there is none', fix: null };
  const out = JSON.stringify({ findings: [finding] });
  let end = (_: CommandResult) => {};
  const ended = new Promise<CommandResult>((resolve) => (end = resolve));
  const one = start(() => ended, { neighbours: neighbours[0], timeoutMs: 0 }).installation;
  const calls: string[][] = [];
  const answer = async (args: string[]) => {
    calls.push(args);
    return { exitCode: 0, out: 'nonsense', err: 'it broke' };
  };
  const other = start(answer, { neighbours: neighbours[1] }).installation;
  await one.startCheck();
  await other.startCheck();
  expect(calls).toEqual([]);
  for (const each of [one, other]) expect((await each.read()).check.isRunning).toBe(true);
  end({ exitCode: 0, out, err: '' });
  await waitFor(async () => expect((await one.read()).check.isRunning).toBe(false));
  for (const each of [one, other]) {
    const { check, lastCheck } = await each.read();
    expect(check).toEqual({ isRunning: false, problem: null });
    expect(lastCheck).toEqual({ at: new Date('2026-11-24T06:00:00Z'), results: [finding] });
  }
  await other.startCheck();
  for (const each of [one, other])
    expect((await each.read()).check).toEqual({
      isRunning: false,
      problem: expect.stringContaining('broke'),
    });
});
