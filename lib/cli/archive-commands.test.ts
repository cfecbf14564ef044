import { existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { testEngines } from '@/lib/store/stores.fixture';
import { commandFolder } from './commands.fixture';

describe.each(testEngines)('an archive on the command line, from %s', (engine) => {
  const { folder, run, location } = commandFolder(engine);
  const at = (name: string) => join(folder, name);
  const text = (name: string) => readFileSync(at(name), 'utf8');
  const json = async (line: string) => JSON.parse((await run(`${line} --json`)).out);

  beforeAll(async () => {
    const rows = [
      'MembershipNumber,FirstName,LastName,Email,MembershipType,ExpiryDate',
      'A1,Anna,Berg,anna@example.com,Full,2099-06-30',
      'B2,Ben,Cole,ben@example.com,Full,2099-06-30',
    ];
    writeFileSync(at('members.csv'), rows.join('\n'));
    await run('import members.csv --organisation 5 --create "Example Association"');
    await run('account set-password --organisation 5 --email anna@example.com', 'a long password');
    await run('role grant --role owner --email anna@example.com');
    await run(
      'client create --organisation 5 --name Shop --scope user --first-party --redirect-uri https://shop.example/cb',
    );
  });

  it('export writes a file that only its owner can read, without secrets unless they are asked for', async () => {
    expect(await json('export all.json --organisation 5')).toEqual({
      memberships: 2,
      file: at('all.json'),
      accounts: 1,
      clients: 1,
      changes: expect.any(Number),
      withPasswords: false,
    });
    expect(statSync(at('all.json')).mode & 0o777).toBe(0o600);
    expect(text('all.json')).toMatch(/^{"Format":"chapterhouse-2"/);
    expect(text('all.json')).not.toContain('$argon2id$');
    const withPasswords = await run('export passwords.json --organisation 5 --with-passwords');
    expect(withPasswords).toMatchObject({ exitCode: 0, out: expect.stringContaining('WARNING') });
    expect(text('passwords.json')).toContain('$argon2id$');
    expect(await json('export few.json --organisation 5 --members-only')).toEqual({
      memberships: 2,
      file: at('few.json'),
    });
    expect(text('few.json')).toMatch(/^{"Format":"chapterhouse-1"/);
    expect(await json('export all.csv --organisation 5 --format csv')).toMatchObject({ memberships: 2 });
    expect(text('all.csv')).toMatch(/^ChapterhouseID,/);
  });

  it('a failed export leaves an earlier file unchanged, and a complete one replaces it', async () => {
    writeFileSync(at('kept.json'), 'earlier', { mode: 0o644 });
    expect(await run('export kept.json --organisation 6')).toMatchObject({
      exitCode: 1,
      err: 'There is no organisation 6',
    });
    expect([text('kept.json'), readdirSync(folder).filter((name) => name.endsWith('.part'))]).toEqual([
      'earlier',
      [],
    ]);
    expect((await run('export kept.json --organisation 5')).exitCode).toBe(0);
    expect(statSync(at('kept.json')).mode & 0o777).toBe(0o600);
    expect(text('kept.json')).toBe(text('all.json'));
  });

  it.each([
    ['export linked.json --organisation 5', 'linked.json'],
    ['person export --person 1 --out linked.html', 'linked.html'],
  ])('%s does not write through a link that somebody else has put there', async (line, name) => {
    writeFileSync(at('readable.txt'), 'not ours', { mode: 0o644 });
    symlinkSync(at('readable.txt'), at(`${name}.${process.pid}.part`));
    expect(await run(line)).toMatchObject({ exitCode: 1, err: expect.stringContaining('exists already') });
    expect([text('readable.txt'), existsSync(at(name))]).toEqual(['not ours', false]);
  });

  it.each([
    ['export --organisation 5', 2, /missing required argument 'file'/],
    ['export x.json', 2, /required option '--organisation <id>'/],
    ['export x.json --organisation five', 2, /positive integer/],
    ['export x.json --organisation 5 --format xml', 2, /Allowed choices are json, csv/],
    [
      'export x.json --organisation 5 --format csv --with-passwords',
      2,
      /^--with-passwords cannot be combined/,
    ],
    ['export x.json --organisation 5 --members-only --with-passwords', 2, /^--with-passwords cannot be/],
    ['export x.json --organisation 5 --everything', 2, /unknown option '--everything'/],
    ['export nowhere/x.json --organisation 5', 1, /^There is no folder .*nowhere, .*create it/],
    ['export members.csv/x.json --organisation 5', 1, /^There is no folder .*members\.csv/],
    ['export data --organisation 5', 1, /^.*data is a folder: give the name of a file$/],
    ['person export --person 1 --out nowhere/x.json', 1, /^There is no folder .*nowhere, .*create it/],
    ['person export --person 1 --out nowhere/x', 1, /^There is no folder .*nowhere, .*create it/],
    ['import all.json', 2, /required option '--organisation <id>'/],
    ['import none.json --organisation 5', 1, /none\.json/],
    ['import members.json --organisation 5', 1, /not a file that chapterhouse export wrote/],
    ['import all.json --organisation 5 --remove 1', 2, /--remove confirms the number that --replace removes/],
  ])('%s is refused with exit code %d', async (line, code, message) => {
    writeFileSync(at('members.json'), '{"Members":[]}');
    const before = readdirSync(folder).sort();
    const { exitCode, err } = await run(line);
    expect([exitCode, err]).toEqual([code, expect.stringMatching(message)]);
    expect(err).not.toContain('    at ');
    expect(readdirSync(folder).sort()).toEqual(before);
  });

  it.each([
    ['a layout that is not known', '{"Format":"chapterhouse-3",\n"Everything":{}}'],
    ['the layout of this release', null],
    ['a file that ends early', '{"Format": "chapterhouse-12", "Organ'],
  ])('an archive of a later release is refused, and the reason says so: %s', async (_, content) => {
    writeFileSync(
      at('later.json'),
      content ?? text('all.json').replace('"chapterhouse-2"', '"chapterhouse-3"'),
    );
    const { exitCode, err } = await run('import later.json --organisation 7');
    expect([exitCode, err]).toEqual([
      1,
      expect.stringMatching(
        /later\.json was written by a later release .*"chapterhouse-(3|12)", .*"chapterhouse-2"/,
      ),
    ]);
  });

  describe('imported into another installation', () => {
    const line = 'import passwords.json --organisation 5';
    const isEmpty = async () =>
      (await run('export x.json --organisation 5')).err === 'There is no organisation 5';

    beforeAll(() => {
      vi.stubEnv('DATA_DIR', at('other'));
      vi.stubEnv('DATABASE_URL', '');
      return () => {
        vi.stubEnv('DATA_DIR', location().dataDir);
        vi.stubEnv('DATABASE_URL', location().postgresUrl ?? '');
      };
    });

    it('import asks for --accept-roles and --first-party, and --dry-run writes nothing', async () => {
      const asked = await run(line);
      expect(asked).toMatchObject({ exitCode: 1, err: expect.stringContaining('Nothing was imported.') });
      expect(asked.err).toMatch(
        /^Line \d+, Roles\[0\]\.Role: person 1 would be owner here, .*--accept-roles/m,
      );
      expect(asked.err).toMatch(/^Line \d+, Clients\[0\]\.IsFirstParty: .*--first-party/m);
      expect(await run(`${line} --accept-roles`)).toMatchObject({
        exitCode: 1,
        err: expect.not.stringContaining('--accept-roles'),
      });
      expect(await json(`${line} --accept-roles --first-party --dry-run`)).toMatchObject({ created: 2 });
      expect(await isEmpty()).toBe(true);
    });

    it('import restores everything, and a second import restores only the members', async () => {
      expect(await json(`${line} --accept-roles --first-party`)).toMatchObject({
        read: 2,
        created: 2,
        problems: [],
        restored: { accounts: 1, passwords: 1, clients: 1, withoutSecret: [] },
      });
      expect((await run('export again.json --organisation 5 --with-passwords')).exitCode).toBe(0);
      expect(text('again.json')).toBe(text('passwords.json'));
      const again = await run(`${line} --accept-roles --first-party`);
      expect(again).toMatchObject({
        exitCode: 0,
        out: expect.stringContaining('were not imported: organisation 5 exists already'),
      });
    });
  });
});
