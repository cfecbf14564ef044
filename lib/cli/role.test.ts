import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { testEngines } from '@/lib/store/stores.fixture';
import { commandFolder } from './commands.fixture';

describe.each(testEngines)('role commands on %s', (engine) => {
  const { folder, run } = commandFolder(engine);
  const json = async (line: string) => JSON.parse((await run(`${line} --json`)).out);

  beforeAll(async () => {
    const rows = [
      'MembershipNumber,FirstName,LastName,Email,MembershipType,Chapter',
      'A1,Anna,Berg,anna@example.com,Full,North',
      'B2,Ben,Cole,ben@example.com,Full,South',
    ];
    writeFileSync(join(folder, 'members.csv'), rows.join('\n'));
    writeFileSync(join(folder, 'fewer.csv'), rows.slice(0, 2).join('\n'));
    await run('import members.csv --organisation 5 --without-end --create "Example Association"');
  });

  it('doctor says that there is no owner, and its advice corrects it', async () => {
    const owners = async () =>
      (await json('doctor')).findings.filter(({ subject }: { subject: string }) => subject === 'roles');
    expect(await owners()).toEqual([
      {
        level: 'note',
        subject: 'roles',
        text: 'organisation 5 has no owner',
        fix: './chapterhouse role grant --role owner --email ADDRESS --organisation 5',
      },
    ]);
    const granted = await run('role grant --role owner --email anna@example.com --organisation 5');
    expect([granted.exitCode, granted.out]).toEqual([0, 'Person 1 is an owner.']);
    expect(await owners()).toEqual([]);
  });

  it('lists who has which role, and shows it with the person', async () => {
    expect(await json('role grant --role officer --number B2 --chapter south')).toEqual({
      personId: 2,
      role: 'officer',
      chapters: [2],
    });
    expect(await json('role list')).toEqual([
      { personId: 1, name: 'Anna Berg', role: 'owner', chapters: [] },
      { personId: 2, name: 'Ben Cole', role: 'officer', chapters: [2] },
    ]);
    expect((await run('role list')).out).toBe(
      '1  Anna Berg is an owner\n2  Ben Cole is an officer of chapter 2',
    );
    expect(await json('person show --number B2')).toMatchObject({
      role: { role: 'officer', chapterIds: [2] },
    });
    const { out } = await run('person show --number B2');
    expect(out).toContain('Office: officer of chapter 2');
    expect(out).toMatch(/command role grant: role 2 updated\n.*Role: \(empty\) → officer/);
  });

  it('stays after an import that removes the membership', async () => {
    expect(await run('import fewer.csv --organisation 5 --without-end --replace --remove 1')).toMatchObject({
      exitCode: 0,
    });
    await run('people remove --without-membership --organisation 5');
    expect(await json('role list')).toHaveLength(2);
    expect(await json('person show --person 2')).toMatchObject({
      memberships: [],
      role: { role: 'officer' },
    });
  });

  it.each([
    ['role revoke --role owner --person 1', 1, /^Person 1 is the only owner/],
    ['role grant --role officer --person 1 --chapter West', 1, /^There is no chapter "West"$/],
    ['role grant --role king --person 1', 2, /must be one of owner, secretary, officer, reader/],
    ['role grant --role reader', 2, /^Give one of --person ID/],
    ['role revoke --role reader --person 2', 1, /^Person 2 is not a reader$/],
    ['chapter remove South --organisation 5', 1, /in use \(1 officer\)/],
  ])('"%s" fails and says why', async (line, exitCode, reason) => {
    const ran = await run(line);
    expect([ran.exitCode, ran.err]).toEqual([exitCode, expect.stringMatching(reason)]);
  });

  it('revokes a role, and the last owner with --force', async () => {
    await run('chapter remove South --organisation 5 --yes');
    expect(await json('role list')).toHaveLength(1);
    const { out, exitCode } = await run('role revoke --role owner --person 1 --force --reason "she left"');
    expect([exitCode, out]).toEqual([0, 'Person 1 has no role.']);
    expect((await run('role list')).out).toMatch(/^Nobody has a role/);
    expect((await run('journal --limit 1')).out).toMatch(/role 1 updated \(she left\)/);
  });
});
