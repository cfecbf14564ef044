import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '@/lib/store/database';
import { setPassword } from '@/lib/sign-in/accounts/passwords';
import { byCommand } from '@/lib/store/journal';
import { mergePersons, planMerge } from '@/lib/changes/merge-persons';
import { withMembersWriter } from '@/lib/store/write';
import { testEngines } from '@/lib/store/stores.fixture';
import { commandFolder } from './commands.fixture';

describe.each(testEngines)('person commands on %s', (engine) => {
  const { folder, run, location } = commandFolder(engine);
  const password = 'a long password';

  beforeAll(async () => {
    const rows = [
      'MembershipNumber,FirstName,LastName,Email,Organisation,Kind,MembershipType,ExpiryDate,Committee',
      'A1,Anna,Berg,anna@example.com,,individual,Full,2099-06-30,Committee',
      'B2,Ben,Cole,family@example.com,,individual,Full,2020-06-30,',
      'C3,Cy,Cole,family@example.com,Cole Ltd,corporate,Firm,,',
    ];
    writeFileSync(join(folder, 'members.csv'), rows.join('\n'));
    await run('import members.csv --organisation 5 --create "Example Association"');
    await run('account set-password --organisation 5 --person 1', password);
  });

  const show = async (who: string) => JSON.parse((await run(`person show ${who} --json`)).out);

  it('shows a person by ID, email address or membership number', async () => {
    const { out, exitCode } = await run('person show --number A1');
    expect(exitCode).toBe(0);
    expect(out).toMatch(/^Person 1\n {2}FirstName: Anna\n {2}LastName: Berg\n {2}Email: anna@example.com\n/);
    expect(out).toContain('Membership 1: individual, number A1, Full, until 2099-06-30, financial');
    expect(out).toContain('Committee of the organisation, from (open) to (open)');
    expect(out).toMatch(/Account: has a password since \S+Z, 0 passkeys, 0 sessions/);
    expect(out).toMatch(/Last changes:\n[^]*command account set-password: account of person 1 password set$/);
    const byId = await show('--person 1');
    expect(await show('--email ANNA@example.com')).toEqual(byId);
    expect(await show('--number A1')).toEqual(byId);
  });

  it('changes fields of a person, with the reason in the journal', async () => {
    const changed = await run('person set 1 Phone=123 Address.Suburb=Geelong --reason "moved house"');
    expect([changed.exitCode, changed.out]).toEqual([0, 'Person 1 is changed.']);
    const { fields, changes } = await show('--person 1');
    expect(fields).toMatchObject({ Phone: '123', 'Address.Suburb': 'Geelong', FirstName: 'Anna' });
    expect(changes.at(-1)).toMatchObject({
      actor: { kind: 'command', id: 'person set' },
      reason: 'moved house',
      changes: { Phone: ['', '123'], 'Address.Suburb': ['', 'Geelong'] },
    });
    expect(JSON.parse((await run('person set 1 Phone=123 --json')).out)).toEqual({
      personId: 1,
      changed: false,
    });
    await run('person set 1 Phone=');
    expect((await show('--person 1')).fields.Phone).toBe('');
  });

  it('names every wrong field at once and changes nothing', async () => {
    const { exitCode, err } = await run(
      'person set 1 Email=nobody Fone=1 Address.Town=x ID=9 Address=y Phone=1 Phone=2',
    );
    expect(exitCode).toBe(2);
    expect(err.split('\n').map((line) => /^"([\w.]+)" (\S+ \S+)/.exec(line)?.slice(1))).toEqual([
      ['Fone', 'is not'],
      ['Address.Town', 'is not'],
      ['ID', 'is not'],
      ['Address', 'is not'],
      ['Phone', 'is given'],
      ['Email', 'must be'],
    ]);
    expect((await show('--person 1')).fields).toMatchObject({ Email: 'anna@example.com', Phone: '' });
  });

  it.each([
    ['person show', 2, /^Give one of --person ID, --email ADDRESS, --number NUMBER$/],
    ['person show --person 1 --number A1', 2, /^Give one of/],
    ['person show --person 99', 1, /^There is no person 99 in organisation 5$/],
    ['person show --number Z9', 1, /^Nobody in organisation 5 has the membership number Z9$/],
    [
      'person show --email family@example.com',
      1,
      /choose one:\n {2}--person 2 {2}Ben Cole\n {2}--person 3 {2}Cy Cole$/,
    ],
    ['person show --person 1 --organisation 6', 1, /^There is no organisation 6$/],
    ['person set 99 Phone=1', 1, /^There is no person 99 in organisation 5$/],
    ['person set 1 Phone', 2, /name=value/],
    ['person set 2 FirstName= LastName=', 2, /has no name of a person or an organisation/],
    ['person set 3 Organisation=', 2, /^"Organisation" is missing: a corporate membership needs one$/],
  ])('%s is refused with exit code %d', async (line, code, message) => {
    const { exitCode, err } = await run(line);
    expect([exitCode, err]).toEqual([code, expect.stringMatching(message)]);
  });

  it('merges two persons after confirmation, shows the survivor under both IDs, and undoes it', async () => {
    await run('account set-password --organisation 5 --person 2', password);
    const unconfirmed = await run('person merge 2 1 --keep-membership 2');
    expect([unconfirmed.exitCode, unconfirmed.err]).toEqual([
      1,
      [
        'Person 2 (Ben Cole, family@example.com) into person 1 (Anna Berg, anna@example.com)',
        '  memberships that move: 2',
        '  membership that is removed: 1',
        '  values that are not kept:',
        '    FirstName: Ben',
        '    LastName: Cole',
        '    Email: family@example.com',
        '    MembershipNumber: A1',
        '    ExpiryDate: 2099-06-30',
        'Nothing was changed. To merge, add --yes',
      ].join('\n'),
    ]);
    expect((await show('--person 2')).personId).toBe(2);
    const done = await run('person merge 2 1 --keep-membership 2 --reason "same person" --yes --json');
    const { run: runId, ...result } = JSON.parse(done.out);
    expect(result).toMatchObject({ moved: [2], removed: 1 });
    const shown = await show('--person 2');
    expect(shown).toMatchObject({ personId: 1, aliases: [2], memberships: [{ id: 2 }] });
    expect((await run('person show --person 2')).out).toMatch(/^Person 1 \(also 2, merged\)\n/);
    expect(shown.changes.at(-1)).toMatchObject({ operation: 'merged', reason: 'same person' });
    expect(await run('person merge 2 1 --yes')).toMatchObject({
      exitCode: 0,
      out: 'Person 2 is merged into person 1.',
    });
    const undone = JSON.parse((await run(`undo ${runId} --json`)).out);
    expect(undone.conflicts).toEqual([]);
    expect(await show('--person 2')).toMatchObject({ personId: 2, account: { hasPassword: false } });
    expect(await show('--person 1')).toMatchObject({ aliases: [], memberships: [{ id: 1 }] });
  });

  it('an interrupted merge is completed by the next merge command', async () => {
    const store = await openStore(location());
    for (const personId of [1, 2])
      await setPassword(store, { organisationId: 5, personId, password: 'a long new password' });
    const cause = byCommand('person merge');
    const context = { organisationId: 5, clock: () => new Date(), areaCentre: () => null, cause };
    await withMembersWriter(store, context, async (writer) =>
      mergePersons(writer, await planMerge(writer, { from: 2, into: 1, keptMembershipId: 1 })),
    );
    const passwords = async () =>
      (await store.auth.selectFrom('account').select('person_id').execute()).map((row) => row.person_id);
    expect(await passwords()).toEqual([1, 2]);
    expect((await run('person merge 2 1 --keep-membership 1 --yes')).exitCode).toBe(0);
    expect(await passwords()).toEqual([1]);
    await store.close();
  });

  it.each([
    ['person merge 1 1 --yes', 1, /^Person 1 cannot be merged with themself$/],
    ['person merge 1 99 --yes', 1, /^There is no person 99 in this organisation$/],
    ['person merge 1 --yes', 2, /missing required argument 'into'/],
    ['person merge one 1 --yes', 2, /positive integer/],
    ['person merge 3 1 --organisation 6 --yes', 1, /^There is no organisation 6$/],
  ])('%s is refused with exit code %d', async (line, code, message) => {
    const { exitCode, err } = await run(line);
    expect([exitCode, err]).toEqual([code, expect.stringMatching(message)]);
  });
});
