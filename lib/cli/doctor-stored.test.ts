import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openStore } from '@/lib/store/database';
import { commandFolder } from './commands.fixture';

const { folder, run } = commandFolder();

it('doctor names a stored setting that cannot be used, and its advice corrects it', async () => {
  writeFileSync(join(folder, 'us.json'), JSON.stringify({ name: 'Example Association' }));
  await run('organisation apply us.json --organisation 8');
  const store = await openStore({ dataDir: join(folder, 'data'), postgresUrl: null });
  await store.members.updateTable('organisation').set({ time_zone: 'Mars/Olympus' }).execute();
  await store.close();
  const before = JSON.parse((await run('doctor --json')).out);
  expect(before.findings).toContainEqual({
    level: 'wrong',
    subject: 'data',
    text: expect.stringContaining('organisation 8: the setting timeZone is "Mars/Olympus"'),
    fix: './chapterhouse organisation set timeZone=VALUE --organisation 8',
  });
  expect(await run('organisation set timeZone=Europe/Paris --organisation 8')).toMatchObject({ exitCode: 0 });
  const after = JSON.parse((await run('doctor --json')).out);
  expect(after.findings.map(({ subject }: { subject: string }) => subject)).not.toContain('data');
});

it('doctor lists membership numbers that several members have, and archives restore them with a report', async () => {
  writeFileSync(join(folder, 'numbers.json'), JSON.stringify({ name: 'Example Association' }));
  await run('organisation apply numbers.json --organisation 9');
  const rows = ['Number,First name,Last name,Type', '77,Ann,Lee,Full', '77,Bo,Lee,Full', '78,Cy,Lee,Full'];
  writeFileSync(join(folder, 'couple.csv'), rows.join('\n'));
  const couple = 'import couple.csv --organisation 9 --without-end';
  expect((await run(couple)).err).toContain('--accept-shared-numbers');
  expect(await run(`${couple} --accept-shared-numbers`)).toMatchObject({ exitCode: 0 });
  const { findings } = JSON.parse((await run('doctor --organisation 9 --json')).out);
  expect(findings).toContainEqual({
    level: 'note',
    subject: 'numbers',
    text: 'organisation 9: 1 membership number belongs to several members: 77 (memberships 1, 2)',
    fix: expect.stringContaining('./chapterhouse member set ID MembershipNumber=NUMBER --organisation 9'),
  });
  const line = '  77: memberships 1, 2';
  await run('export members.json --organisation 9 --members-only');
  expect((await run('import members.json --organisation 10')).out).toContain(line);
  await run('export full.json --organisation 9');
  await run('organisation remove --organisation 9 --yes');
  expect((await run('import full.json --organisation 9')).out).toContain(line);
  expect((await run('import members.json --organisation 10')).out).not.toContain(line);
});

it('doctor lists questions that were imported for the office only and that members can read', async () => {
  const rows = ['Number,First name,Last name,Type,Diet', '1,Ann,Lee,Full,vegan', '2,Bo,Ng,Full,coeliac'];
  writeFileSync(join(folder, 'diets.csv'), rows.join('\n'));
  await run('import diets.csv --organisation 11 --create Example --without-end --extras Diet');
  const questions = async () => {
    const { findings } = JSON.parse((await run('doctor --organisation 11 --json')).out);
    return findings.filter(({ subject }: { subject: string }) => subject === 'questions');
  };
  expect(await questions()).toEqual([]);
  const store = await openStore({ dataDir: join(folder, 'data'), postgresUrl: null });
  // This is how earlier releases stored the question.
  await store.members
    .updateTable('extra')
    .set({ is_admin_only: 0 })
    .where('organisation_id', '=', 11)
    .execute();
  await store.close();
  expect(await questions()).toMatchObject([
    {
      level: 'wrong',
      text: 'organisation 11: members and connected sites can read the answers to 1 question that was imported for the office only: "Diet"',
    },
  ]);
});
