import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openStore } from '@/lib/membership-store/database';
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
