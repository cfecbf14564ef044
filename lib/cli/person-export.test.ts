import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { testEngines } from '@/lib/store/stores.fixture';
import { commandFolder } from './commands.fixture';

describe.each(testEngines)('person export on %s', (engine) => {
  const { folder, run } = commandFolder(engine);

  beforeAll(async () => {
    const rows = [
      'MembershipNumber,FirstName,LastName,Email,MembershipType,ExpiryDate',
      'A1,Anna,Berg,anna@example.com,Full,2099-06-30',
      'B2,Ben,Cole,ben@example.com,Full,2099-06-30',
    ];
    writeFileSync(join(folder, 'members.csv'), rows.join('\n'));
    await run('import members.csv --organisation 5 --create "Example Association"');
    await run('account invite --organisation 5 --email anna@example.com');
  });

  const readJson = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'));

  it('writes both files into a new folder that only its owner can read', async () => {
    const { exitCode, out } = await run('person export --email ANNA@example.com --out anna --json');
    const files = ['anna/person-1.json', 'anna/person-1.html'].map((file) => join(folder, file));
    expect([exitCode, JSON.parse(out)]).toEqual([0, { personId: 1, state: 'stored', files }]);
    expect(statSync(join(folder, 'anna')).mode & 0o777).toBe(0o700);
    expect(files.map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o600]);
    expect(readJson('anna/person-1.json')).toMatchObject({
      Format: 'chapterhouse-person-1',
      For: 'office',
      Person: { User: { FirstName: 'Anna' }, Sources: [{ By: { Kind: 'import', Name: 'members.csv' } }] },
      Memberships: [{ Membership: { MembershipNumber: 'A1' } }],
    });
    expect(readFileSync(join(folder, 'anna/person-1.html'), 'utf8')).toMatch(/^<!doctype html>[^]*Berg/);
  });

  it('is in the journal, with the formats of the files', async () => {
    await run('person export --person 2 --out ben');
    const rows: unknown[] = JSON.parse((await run('journal --actor command --json')).out);
    expect(rows).toContainEqual(
      expect.objectContaining({
        kind: 'personal_data',
        operation: 'made',
        personId: 2,
        actor: { kind: 'command', id: 'person export' },
        changes: { Format: [null, 'json, html'] },
      }),
    );
  });

  it('lists the emails in the outbox that were sent to the person, without the links in them', async () => {
    await run('person export --number A1 --out anna.json');
    const { Emails, Account } = readJson('anna.json');
    expect(Emails).toEqual([{ At: expect.any(String), Subject: expect.stringMatching(/\S/) }]);
    expect(Account.EmailedCodes).toMatchObject([{ Purpose: 'invite', Email: 'anna@example.com' }]);
    const outbox = join(folder, 'data/outbox');
    const [mail = ''] = readdirSync(outbox);
    const link = /https?:\S+/.exec(readFileSync(join(outbox, mail), 'utf8'))?.[0] ?? 'no link';
    expect(link).toContain('http');
    expect(readFileSync(join(folder, 'anna.json'), 'utf8')).not.toContain(link);
    await run('person export --number B2 --out ben.json');
    expect(readJson('ben.json').Emails).toEqual([]);
  });

  it('writes one file named .json or .html, and replaces an earlier one', async () => {
    writeFileSync(join(folder, 'page.html'), 'old', { mode: 0o644 });
    expect((await run('person export --person 2 --out page.html')).exitCode).toBe(0);
    expect(readFileSync(join(folder, 'page.html'), 'utf8')).toContain('Cole');
    expect(statSync(join(folder, 'page.html')).mode & 0o777).toBe(0o600);
    mkdirSync(join(folder, 'folder.json'));
    await run('person export --person 2 --out folder.json');
    expect(readdirSync(join(folder, 'folder.json')).sort()).toEqual(['person-2.html', 'person-2.json']);
  });

  it('of an erased person is not in the journal', async () => {
    await run('person erase --person 2 --yes');
    const before = (await run('journal --actor command --json')).out;
    const { exitCode, out } = await run('person export --person 2 --out erased --json');
    expect([exitCode, JSON.parse(out)]).toMatchObject([0, { state: 'erased' }]);
    expect((await run('journal --actor command --json')).out).toBe(before);
  });

  it.each([
    ['person export --out x', 2, /^Give one of --person ID, --email ADDRESS, --number NUMBER$/],
    ['person export --person 1 --number A1 --out x', 2, /^Give one of/],
    ['person export --person 1', 2, /--out/],
    ['person export --person 1 --out members.csv', 2, /folder, or a file named/],
    ['person export --person 99 --out x', 1, /^There is no person 99 in organisation 5$/],
    ['person export --person 1 --organisation 6 --out x', 1, /^There is no organisation 6$/],
  ])('%s is refused with exit code %d and writes nothing', async (line, code, message) => {
    const { exitCode, err } = await run(line);
    expect([exitCode, err]).toEqual([code, expect.stringMatching(message)]);
    expect(existsSync(join(folder, 'x'))).toBe(false);
  });
});
