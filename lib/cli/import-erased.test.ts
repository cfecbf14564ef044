import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { testEngines } from '@/lib/store/stores.fixture';
import { commandFolder } from './commands.fixture';

const header =
  'ID,MembershipNumber,FirstName,LastName,Email,Organisation,Kind,MembershipType,ExpiryDate,ParentNumber';

describe.each(testEngines)('an import after an erasure on %s', (engine) => {
  const { folder, run } = commandFolder(engine);
  const save = (name: string, rows: string[]) =>
    writeFileSync(join(folder, name), [header, ...rows].join('\n'));
  const importJson = async (line: string) => JSON.parse((await run(`import ${line} --json`)).out);
  const people = async () => {
    const { out } = await run('export people.json --organisation 5');
    expect(out).toContain('people.json');
    return readFileSync(join(folder, 'people.json'), 'utf8');
  };
  const anna = 'X1,A1,Anna,Berg,anna@example.com,,individual,Full,2099-06-30,';
  const ben = 'X2,B2,Ben,Cole,ben@example.com,,individual,Full,2099-06-30,';
  const firm = 'X3,C3,Cy,Dorn,cy@example.com,Dorn Ltd,corporate,Firm,2099-06-30,';
  const contact = 'X4,D4,Di,Eder,di@example.com,,individual,Full,2099-06-30,C3';
  const all = [anna, ben, firm, contact];

  beforeAll(async () => {
    save('members.csv', all);
    const first = await run(
      'import members.csv --organisation 5 --create "Example Association" --map ID=ExternalID --source crm',
    );
    expect(first.exitCode).toBe(0);
    await run('export old.json --organisation 5');
    await run('person set 1 Email=anna.new@example.com');
    expect((await run('person erase --person 1 --yes')).exitCode).toBe(0);
    expect((await run('person erase --person 3 --new-contact 4 --yes')).exitCode).toBe(0);
  });

  it.each([
    ['number', [`,A1,Other,Name,other@example.com,,individual,Full,2099-06-30,`]],
    ["other system's ID", [`X1,,Other,Name,other@example.com,,individual,Full,2099-06-30,`]],
    ['earlier address and names', [`,,ANNA,berg,Anna@Example.com,,individual,Full,2099-06-30,`]],
    ['last address and names', [`,,Anna,Berg,anna.new@example.com,,individual,Full,2099-06-30,`]],
    ['company whose contact was erased', [firm]],
  ])('skips a row with the %s, and says when the person was erased', async (_what, rows) => {
    save('old.csv', [...rows, ben]);
    const result = await run('import old.csv --organisation 5 --map ID=ExternalID --source crm');
    expect(result.exitCode).toBe(0);
    expect(result.err).toMatch(/Line 2: erased on \d{1,2} [A-Z][a-z]+ \d{4}, row skipped/);
    expect(result.out).toContain('Read 2 rows: 0 created, 0 updated, 1 unchanged, 0 removed, 0 bad.');
    expect(result.out).toContain('Rows of erased persons, which were skipped: 1.');
    expect(await people()).not.toMatch(/Anna|Berg|Dorn(?! Ltd)|Other/);
  });

  it('does not skip another member of the same name, or with the same address', async () => {
    save('old.csv', [
      ',N1,Anna,Berg,other.anna@example.com,,individual,Full,2099-06-30,',
      ',N2,Bert,Berg,anna@example.com,,individual,Full,2099-06-30,',
    ]);
    expect(await importJson('old.csv --organisation 5 --dry-run --map ID=ExternalID')).toMatchObject({
      created: 2,
      erased: 0,
    });
  });

  it('saves no bad row of an erased person, and counts the row only as skipped', async () => {
    save('bad.csv', [
      'X1,A1,Anna,Berg,anna@example.com,,individual,Full,soon,',
      'X9,Z9,Zed,Zorn,zed@example.com,,individual,Full,soon,',
    ]);
    const result = await importJson('bad.csv --organisation 5 --skip-bad --map ID=ExternalID --source crm');
    expect(result).toMatchObject({ read: 2, bad: 1, erased: 1, erasedRows: [{ line: 2 }] });
    const saved = readFileSync(join(folder, 'bad.csv.bad.csv'), 'utf8');
    expect(saved).toContain('Zorn');
    expect(saved).not.toContain('Anna');
  });

  it('keeps a company with a new contact when members that are not in the file are removed', async () => {
    save('old.csv', [...all]);
    const line = 'old.csv --organisation 5 --replace --map ID=ExternalID --source crm';
    expect(await importJson(line)).toMatchObject({ read: 4, removed: 0, created: 0, kept: 0, erased: 2 });
    expect((await run('member show --number C3')).out).toContain('Dorn Ltd');
  });

  it('skips the records of an old export, and their committee seats', async () => {
    const result = await importJson('old.json --organisation 5');
    expect(result).toMatchObject({ read: 4, created: 0, erased: 2 });
    expect(await people()).not.toMatch(/Anna|Berg/);
  });

  it('imports them with --restore-erased, and later imports recognise them without it', async () => {
    save('old.csv', [anna]);
    const line = 'old.csv --organisation 5 --map ID=ExternalID --source crm';
    expect(await importJson(`${line} --restore-erased`)).toMatchObject({ created: 1, erased: 0 });
    expect(await people()).toContain('Anna');
    expect(await importJson(line)).toMatchObject({ unchanged: 1, erased: 0 });
    // Neither the person's nor the membership's ID is used again.
    expect(JSON.parse((await run('person show --number A1 --json')).out)).toMatchObject({
      personId: 5,
      memberships: [{ id: 5 }],
    });
  });

  describe('in another organisation', () => {
    const file = 'two.csv --organisation 6 --map ID=ExternalID --source crm';
    const create = '--create "Other Association"';
    const exported = async () => {
      await run('export six.json --organisation 6');
      return readFileSync(join(folder, 'six.json'), 'utf8');
    };

    beforeAll(async () => {
      save('two.csv', [anna, ben]);
      save('old-type.csv', [anna.replace('Full', 'Former'), ben]);
      expect(await importJson(`${file} ${create}`)).toMatchObject({ created: 2, erased: 0 });
      await run('export members.json --organisation 6 --members-only');
      await run('export whole.json --organisation 6');
      await run('person erase --organisation 6 --person 1 --yes');
    });

    it('erases a person again who was restored from an export with their ID', async () => {
      const restored = await importJson('members.json --organisation 6 --restore-erased');
      expect(restored).toMatchObject({ created: 1, unchanged: 1 });
      expect(await exported()).toContain('Anna');
      const erased = await run('person erase --organisation 6 --email anna@example.com --yes --json');
      expect(JSON.parse(erased.out)).toMatchObject({ personId: 1, memberships: [1], complete: true });
      expect(await exported()).not.toMatch(/Anna|anna@/);
      const again = await run('person erase --organisation 6 --person 1 --yes');
      expect(again.out).toContain('Nothing was changed.');
    });

    it.each([
      ['the file', `${file.replace('two', 'old-type')} ${create}`, { created: 1, erased: 1 }],
      ['an export of the members', 'members.json --organisation 6', { created: 1, erased: 1 }],
      ['a full export', 'whole.json --organisation 6', { created: 2, restored: { erasedAgain: 1 } }],
    ])(
      'does not bring anybody back with %s after the organisation was removed',
      async (_what, line, result) => {
        // The file is removed, as if another server had made the erasure and this server had not recorded it yet.
        rmSync(join(folder, 'data', 'erasures.jsonl'));
        expect((await run('organisation remove --organisation 6 --yes')).exitCode).toBe(0);
        expect(await importJson(line)).toMatchObject(result);
        expect(await exported()).toContain('Ben');
        expect(await exported()).not.toMatch(/Anna|anna@|Former/);
        // The IDs are not used again.
        const added = 'Kind=individual MembershipType.ID=1 User.FirstName=New User.LastName=Member';
        const member = JSON.parse((await run(`member add --organisation 6 ${added} --json`)).out);
        expect([member.personId, member.membershipId]).not.toContain(1);
        expect((await run('import two.csv --organisation 6 --map ID=ExternalID --source crm')).exitCode).toBe(
          0,
        );
        expect(await exported()).not.toMatch(/Anna|anna@/);
      },
    );

    it('does not bring anybody back into an organisation that is created again with a file of settings', async () => {
      await run('organisation remove --organisation 6 --yes');
      writeFileSync(join(folder, 'six.json'), JSON.stringify({ name: 'Other Association' }));
      await run('organisation apply six.json --organisation 6');
      expect(await importJson(file)).toMatchObject({ created: 1, erased: 1 });
    });
  });
});
