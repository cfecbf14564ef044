import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { commandFolder } from './commands.fixture';

const { folder, run } = commandFolder();
beforeEach(() => rmSync(join(folder, 'data'), { recursive: true, force: true }));

async function importMembers(organisationId: number): Promise<void> {
  writeFileSync(
    join(folder, 'members.csv'),
    'Number,First name,Last name,Type,Expiry date\nA-1,Zoë,Berg,Full,2030-06-30\n',
  );
  const ran = await run(`import members.csv --organisation ${organisationId} --create Institute`);
  expect(ran.exitCode, ran.err).toBe(0);
}

async function organisations(): Promise<{ id: number; name: string; memberships: number }[]> {
  return JSON.parse((await run('organisation list --json')).out);
}

it('demo loads the demonstration into an empty database, and again after that', async () => {
  expect((await run('demo')).exitCode).toBe(0);
  expect((await run('demo')).exitCode).toBe(0);
  expect(await organisations()).toMatchObject([{ id: 100 }]);
});

it('demo changes nothing in an association whose ID is 100', async () => {
  await importMembers(100);
  for (const line of ['demo', 'demo --yes']) {
    const refused = await run(line);
    expect(refused.exitCode).toBe(1);
    expect(refused.err).toContain('Institute (organisation 100)');
    expect(await organisations()).toMatchObject([{ id: 100, name: 'Institute', memberships: 1 }]);
  }
});

it('demo adds nothing to real members until confirmed', async () => {
  const id = 600;
  await importMembers(id);
  const refused = await run('demo');
  expect(refused.exitCode).toBe(1);
  expect(refused.err).toContain(`Institute (organisation ${id})`);
  expect(refused.err).toContain('./chapterhouse demo --yes');
  expect(await organisations()).toMatchObject([{ id, name: 'Institute', memberships: 1 }]);
  expect(existsSync(join(folder, 'data/demo-credentials.json'))).toBe(false);
  expect((await run('demo --yes')).exitCode).toBe(0);
  expect((await organisations()).map((one) => one.id)).toContain(100);
});

it('demo asks for confirmation when the members were removed', async () => {
  await importMembers(600);
  for (const end of ['', '-wal', '-shm']) rmSync(join(folder, `data/members.db${end}`), { force: true });
  const refused = await run('demo');
  expect(refused.exitCode).toBe(1);
  expect(refused.err).toContain('installation.json');
  expect((await run('doctor')).out).toMatch(/WRONG +organisation: .*there was one/);
});

it('members that replace the demonstration are no longer invited', async () => {
  expect((await run('demo')).exitCode).toBe(0);
  expect((await run('doctor')).out).toContain('its members are not real');
  const roles: unknown = JSON.parse((await run('role list --organisation 100 --json')).out);
  expect((await run('export all.json --organisation 100')).exitCode).toBe(0);
  expect((await run('import all.json --organisation 100 --replace')).exitCode).toBe(0);
  expect((await run('doctor')).out).not.toContain('its members are not real');
  // demo-credentials.json contains the passwords of the invented owner and officers. So the import must remove their
  // roles.
  expect(roles).toHaveLength(3);
  expect(JSON.parse((await run('role list --organisation 100 --json')).out)).toEqual([]);
});
