import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { requestErasure } from '@/lib/sign-in/accounts/erasure-requests';
import { openStore } from '@/lib/store/database';
import { usualEngines } from '@/lib/store/stores.fixture';
import { commandFolder } from './commands.fixture';

describe.each(usualEngines)('requests for erasure on %s', (engine) => {
  const { folder, run, location } = commandFolder(engine);

  beforeAll(async () => {
    const rows = [
      'MembershipNumber,FirstName,LastName,Email,MembershipType,ExpiryDate',
      'A1,Anna,Berg,anna@example.com,Full,2099-06-30',
      'B2,Ben,Cole,,Full,2020-06-30',
      'C3,Cy,Dahl,cy@example.com,Full,2020-06-30',
    ];
    writeFileSync(join(folder, 'members.csv'), rows.join('\n'));
    await run('import members.csv --organisation 5 --create "Example Association"');
  });

  async function request(personId: number, at: string): Promise<void> {
    const store = await openStore(location());
    await requestErasure(store, { organisationId: 5, personId }, new Date(at));
    await store.close();
  }
  const doctor = async () =>
    JSON.parse((await run('doctor --json')).out).findings.filter(
      (finding: { subject: string }) => finding.subject === 'erasure',
    );

  it('are listed, oldest first, and reported by doctor until they are closed', async () => {
    expect((await run('person list --erasure-requests')).out).toBe('Nobody has asked to be erased.');
    expect(await doctor()).toEqual([]);
    await request(2, '2026-03-02T00:00:00Z');
    await request(1, '2026-03-01T00:00:00Z');
    expect((await run('person list --erasure-requests')).out.split('\n')).toEqual([
      'Person 1: Anna Berg, anna@example.com, asked on 2026-03-01T00:00:00.000Z',
      'Person 2: Ben Cole, no email address, asked on 2026-03-02T00:00:00.000Z',
    ]);
    expect(JSON.parse((await run('person list --erasure-requests --json')).out).requests[1]).toEqual({
      personId: 2,
      name: 'Ben Cole',
      email: '',
      requestedAt: '2026-03-02T00:00:00.000Z',
    });
    expect(await doctor()).toEqual([
      {
        level: 'note',
        subject: 'erasure',
        text: '2 people have asked to be erased, the first on 2026-03-01',
        fix: './chapterhouse person list --organisation 5 --erasure-requests shows them.',
      },
    ]);
    expect((await run('person show --person 1')).out).toContain(
      'Asked to be erased on 2026-03-01T00:00:00.000Z',
    );
    const { exitCode, out } = await run('person refuse-erasure --person 1 --reason "kept by law"');
    expect([exitCode, out]).toEqual([
      0,
      'The request of person 1 is closed. The person sees that it is closed, but not the reason: write to the person.',
    ]);
    const shown = (await run('person show --person 1')).out;
    expect(shown).not.toContain('Asked to be erased');
    expect(shown).toMatch(
      /command person refuse-erasure: request for erasure of person 1 refused \(kept by law\)/,
    );
    expect((await run('person list --erasure-requests')).out).toMatch(/^Person 2: [^\n]*$/);
    expect((await doctor())[0].text).toBe('1 person has asked to be erased, on 2026-03-02');
  });

  it('end when the person is erased or removed', async () => {
    await request(3, '2026-03-03T00:00:00Z');
    await run('member remove 3 --yes');
    await run('people remove --organisation 5 --without-membership');
    expect((await run('person list --erasure-requests')).out).not.toContain('Person 3');
  });

  it.each([
    ['person refuse-erasure --person 2', 2, /--reason/],
    ['person refuse-erasure --reason x', 2, /^Give one of/],
    ['person refuse-erasure --person 1 --reason x', 1, /^Person 1 has no open request for erasure$/],
    ['person list', 2, /--erasure-requests/],
  ])('%s ends with %i', async (command, code, message) => {
    const { exitCode, err } = await run(command);
    expect(exitCode).toBe(code);
    expect(err).toMatch(message);
  });
});
