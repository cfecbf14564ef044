import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { requestErasure } from '@/lib/sign-in/accounts/erasure-requests';
import { beginErasure, settleErasures } from '@/lib/privacy/erasure/settle-erasures';
import { exportMembers } from '@/lib/transfer/import/export-members';
import { openStore, type Store } from '@/lib/store/database';
import { byCommand } from '@/lib/store/journal';
import { testEngines } from '@/lib/store/stores.fixture';
import { commandFolder } from './commands.fixture';

const organisationId = 5;
const clock = () => new Date();

describe.each(testEngines)('an archive and erasures on %s', (engine) => {
  const { folder, run, location } = commandFolder(engine);
  const text = (name: string) => readFileSync(join(folder, name), 'utf8');
  const part = (name: string, list: string) => (JSON.parse(text(name)) as Record<string, unknown>)[list];
  const done = async (line: string, input = '') => {
    const { exitCode, out, err } = await run(line, input);
    expect([line, exitCode, err]).toEqual([line, 0, expect.any(String)]);
    return out;
  };
  const replaceWith = async (name: string) => {
    await done('organisation remove --organisation 5 --yes');
    return done(`import ${name} --organisation 5`);
  };
  const inStore = async <T>(work: (store: Store) => Promise<T>): Promise<T> => {
    const store = await openStore(location());
    return work(store).finally(() => store.close());
  };
  const begin = (store: Store, personId: number) =>
    beginErasure(store, {
      organisationId,
      personId,
      request: { newContactId: null, withCompany: false, repeats: null },
      cause: byCommand('person erase'),
      startedAt: clock(),
    });
  const accounts = () =>
    inStore(async ({ auth }) => {
      const rows = await auth.selectFrom('account').select('person_id').orderBy('person_id').execute();
      return rows.map((row) => row.person_id);
    });

  beforeAll(async () => {
    const rows = [
      'MembershipNumber,FirstName,LastName,Email,Organisation,Kind,MembershipType,ExpiryDate',
      'A1,Anna,Berg,anna@example.com,,individual,Full,2099-06-30',
      'B2,Ben,Cole,ben@example.com,,individual,Full,2099-06-30',
      'C3,Benjamin,Cole,benjamin@example.com,,individual,Full,2099-06-30',
      'D4,Di,Dorn,di@example.com,Dorn Ltd,corporate,Firm,2099-06-30',
      'E5,Eva,Eder,eva@example.com,,individual,Full,2099-06-30',
      'F6,Finn,Falk,finn@example.com,,individual,Full,2099-06-30',
      'G7,Gus,Gold,gus@example.com,,individual,Full,2099-06-30',
      'H8,Hans,Horn,hans@example.com,,individual,Full,2099-06-30',
    ];
    writeFileSync(join(folder, 'members.csv'), rows.join('\n'));
    await done('import members.csv --organisation 5 --create "Example Association"');
    for (const name of ['anna', 'eva', 'finn']) {
      await done(`account set-password --organisation 5 --email ${name}@example.com`, 'a long password');
    }
  });

  it('a request for erasure that was made under a merged ID is in the archive, and stays open after the import', async () => {
    await inStore((store) => requestErasure(store, { organisationId, personId: 3 }, clock()));
    await done('person merge 3 2 --keep-membership 2 --yes');
    await done('export merged.json --organisation 5 --with-passwords');
    expect(part('merged.json', 'ErasureRequests')).toMatchObject([{ PersonID: '3' }]);
    await replaceWith('merged.json');
    const { requests } = JSON.parse(await done('person list --erasure-requests --json'));
    expect(requests).toMatchObject([{ personId: 2, name: 'Ben Cole' }]);
    expect(text('merged.json').includes('Anna')).toBe(true);
  });

  it('an archive from before an erasure does not bring the person back', async () => {
    await done('export earlier.json --organisation 5 --with-passwords');
    await done('person erase --person 1 --yes');
    expect(await replaceWith('earlier.json')).toContain(
      'Persons who were erased here after the archive was made, and are erased again: 1.',
    );
    expect((await run('person show --person 1')).exitCode).toBe(1);
    expect(await accounts()).toEqual([5, 6]);
    await done('export later.json --organisation 5 --with-passwords');
    expect(text('later.json')).not.toMatch(/anna@example\.com|Berg/);
    expect(part('later.json', 'Erasures')).toMatchObject([{ PersonID: '1' }]);
  });

  it.each([
    [5, 'Eder', ''],
    [7, 'Gold', '--members-only'],
    [8, 'Horn', '--format csv'],
  ])('completes the erasure of person %d (%s) that has begun: export %s', async (personId, name, options) => {
    await done(`export before.json --organisation 5 ${options}`);
    await inStore((store) => begin(store, personId));
    await done(`export during.json --organisation 5 ${options}`);
    expect([text('before.json').includes(name), text('during.json').includes(name)]).toEqual([true, false]);
    expect(text('during.json')).toContain('Falk');
    expect(await accounts()).toEqual([6]);
  });

  it('an export names an erasure that cannot be completed, and writes nothing', async () => {
    await inStore((store) => begin(store, 4));
    expect(await run('export contact.json --organisation 5')).toMatchObject({
      exitCode: 1,
      err: expect.stringMatching(
        /^The erasure of person 4 has begun and is not complete: The person is the contact of Dorn Ltd .* Complete it with \.\/chapterhouse person erase --person 4$/,
      ),
    });
    await done('person erase --person 4 --with-company --yes');
    await done('export contact.json --organisation 5');
    expect(text('contact.json')).not.toContain('Dorn');
  });

  it('an erasure that begins during an export does not damage the archive, and is applied after its import', async () => {
    const texts: string[] = [];
    let isErased = false;
    await inStore((store) =>
      exportMembers(
        store,
        { organisationId, format: 'json', parts: { hasSecrets: true, isOwnClient: () => false } },
        async (some) => {
          texts.push(some);
          if (isErased) return;
          isErased = true;
          await inStore(async (other) => {
            await begin(other, 6);
            const [settled] = await settleErasures(other, { dataDir: location().dataDir, clock, waitMs: 0 });
            expect(settled?.tombstone).toMatchObject({ personId: 6 });
          });
        },
      ),
    );
    writeFileSync(join(folder, 'meanwhile.json'), texts.join(''));
    expect(text('meanwhile.json')).toContain('Falk');
    expect(await replaceWith('meanwhile.json')).toContain('are erased again: ');
    await done('export after.json --organisation 5 --with-passwords');
    expect(text('after.json')).not.toMatch(/finn@example\.com|Falk/);
    expect(await accounts()).toEqual([]);
  });
});
