import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { beforeAll, describe, expect, it } from 'vitest';
import { erasePerson } from '@/lib/privacy/erasure/erase-person';
import { openStore } from '@/lib/store/database';
import { testCause } from '@/lib/store/sample-members.fixture';
import { testEngines } from '@/lib/store/stores.fixture';
import { commandFolder } from './commands.fixture';
import type { Finding } from './finding';

describe.each(testEngines)('person erase on %s', (engine) => {
  const { folder, run, runAtTerminal, location } = commandFolder(engine);

  beforeAll(async () => {
    const rows = [
      'MembershipNumber,FirstName,LastName,Email,Organisation,Kind,MembershipType,ExpiryDate,ParentNumber',
      'A1,Anna,Berg,anna@example.com,,individual,Full,2099-06-30,',
      'B2,Ben,Cole,family@example.com,,individual,Full,2099-06-30,',
      'C3,Cy,Cole,family@example.com,Cole Ltd,corporate,Firm,2099-06-30,',
      'D4,Di,Dorn,di@example.com,,individual,Full,2099-06-30,C3',
    ];
    writeFileSync(join(folder, 'members.csv'), rows.join('\n'));
    await run('import members.csv --organisation 5 --create "Example Association"');
  });

  const exists = async (id: number) => (await run(`person show --person ${id}`)).exitCode === 0;

  it('refuses without a terminal and without --yes, and shows who would be erased', async () => {
    const { exitCode, out, err } = await run('person erase --number A1');
    expect([exitCode, out]).toEqual([2, '']);
    expect(err).toBe(
      'Person 1: Anna Berg, anna@example.com\n  individual membership 1, number A1\n' +
        'An erasure cannot be undone: add --yes to erase this person',
    );
    expect(await exists(1)).toBe(true);
  });

  it('lists the people who share an address', async () => {
    const { exitCode, err } = await run('person erase --email family@example.com --yes');
    expect(exitCode).toBe(1);
    expect(err).toContain('Several people share the email address family@example.com; choose one:');
    expect(err).toMatch(/--person 2 {2}Ben Cole\n {2}--person 3 {2}Cy Cole/);
    expect([await exists(2), await exists(3)]).toEqual([true, true]);
  });

  it('asks at a terminal, and changes nothing unless the answer is yes', async () => {
    const { exitCode, err } = await runAtTerminal('person erase --person 1', '');
    expect([exitCode, err.split('\n').at(-1)]).toEqual([1, 'Nothing was changed.']);
    expect(await exists(1)).toBe(true);
  });

  it('erases after a yes, and names the files and backups that it cannot change', async () => {
    const { exitCode, out } = await runAtTerminal('person erase --email anna@example.com', 'y');
    expect(exitCode).toBe(0);
    expect(out).toContain('Person 1 is erased.\n  memberships to erase, including earlier ones: 1\n');
    expect(out).toContain('backups, exports or copies of them');
    expect(out).toContain('.bad.csv files beside them: members.csv');
    expect(await exists(1)).toBe(false);
    expect(existsSync(join(location().dataDir, 'erasures.jsonl'))).toBe(true);
    const address = await run('person erase --email anna@example.com --yes');
    expect(address.err).toBe('Nobody in organisation 5 has the email address anna@example.com');
  });

  it('if the person is erased already, says when, and succeeds', async () => {
    const { exitCode, out } = await run('person erase --person 1 --yes');
    expect(exitCode).toBe(0);
    expect(out).toMatch(/^Person 1 was erased on \d{1,2} [A-Z][a-z]+ \d{4}\.\nNothing was changed\.$/);
    expect((await run('person erase --person 77 --yes')).err).toBe('There is no person 77 in organisation 5');
  });

  it('asks what happens to a company, whose name is stored with its contact', async () => {
    const { exitCode, err } = await run('person erase --person 3 --yes');
    expect(exitCode).toBe(1);
    expect(err).toBe(
      "The person is the contact of Cole Ltd (membership 3), and the company's name is stored with its contact. " +
        'Add --new-contact PERSON_ID to keep the company, or --with-company to erase it too',
    );
    const both = await run('person erase --person 3 --yes --with-company --new-contact 4');
    expect(both.exitCode).toBe(2);
  });

  it('erases a company with its contact', async () => {
    const { out } = await run('person erase --person 3 --with-company --yes --json');
    expect(JSON.parse(out)).toMatchObject({
      personId: 3,
      memberships: [3],
      kept: [],
      detached: [4],
      complete: true,
    });
    expect((await run('member show --number D4')).out).not.toContain('Cole Ltd');
  });

  /** Erases the person, but is interrupted after the members' records were erased. */
  async function interruptErasure(personId: number): Promise<void> {
    const store = await openStore(location());
    const choices = { newContactId: null, withCompany: false, cause: testCause };
    const forgetErased = async () => {
      throw new Error('killed');
    };
    const services = {
      dataDir: location().dataDir,
      clock: () => new Date('2026-03-02T01:00:00Z'),
      forgetErased,
    };
    const erasing = erasePerson(store, { organisationId: 5, personId, ...choices }, services);
    await expect(erasing).rejects.toThrow('killed');
    await store.close();
  }
  const open = async () => {
    const findings: Finding[] = JSON.parse((await run('doctor --json')).out).findings;
    return findings.filter(({ subject }) => subject === 'erasure');
  };

  it('completes an erasure that was killed, which doctor lists until then', async () => {
    await interruptErasure(2);
    expect(await open()).toMatchObject([
      {
        level: 'wrong',
        text: 'the erasure of person 2 of organisation 5 began on 2026-03-02 and is not complete',
        fix: expect.stringContaining('person erase --person 2 --organisation 5 --yes'),
      },
    ]);
    const { exitCode, out } = await run('person erase --person 2 --organisation 5 --yes');
    expect([exitCode, out]).toEqual([
      0,
      'Person 2 was erased on 2 March 2026.\nThe erasure had been interrupted. It is complete now.',
    ]);
    expect(await open()).toEqual([]);
  });

  it.runIf(engine === 'sqlite')('ends with exit code 1 while the erasure is not complete', async () => {
    // A file whose index needs an unknown function cannot be rewritten.
    const file = new DatabaseSync(join(location().dataDir, 'auth.db'));
    file.function('unknown_elsewhere', { deterministic: true }, (value: unknown) => value);
    file.exec('create table obstacle (a); create index obstacle_a on obstacle (unknown_elsewhere(a))');
    const pending =
      /^The erasure is not complete: .*auth\.db cannot be rewritten.*A running server tries again/;
    for (const what of ['erases', 'was erased before']) {
      const { exitCode, out, err } = await run('person erase --person 4 --yes --json');
      expect([what, exitCode, JSON.parse(out).complete]).toEqual([what, 1, false]);
      expect(err).toMatch(pending);
    }
    file.exec('drop table obstacle');
    file.close();
    expect(JSON.parse((await run('person erase --person 4 --yes --json')).out).complete).toBe(true);
  });
});
