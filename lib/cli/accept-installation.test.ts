import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '@/lib/store/database';
import { markInstallation } from '@/lib/store/installation/marks';
import { testEngines } from '@/lib/store/stores.fixture';
import { openSecrets, secretMark } from '@/lib/server/secrets';
import { commandFolder } from './commands.fixture';
import type { Finding } from './finding';

describe.each(testEngines)('an installation that lost something (%s)', (engine) => {
  const { folder, run, location } = commandFolder(engine);
  const secrets = () => join(location().dataDir, 'secrets.json');
  const findings = async (subject: string) => {
    const all: Finding[] = JSON.parse((await run('doctor --json')).out).findings;
    return all.filter((finding) => finding.subject === subject);
  };

  beforeAll(async () => {
    writeFileSync(join(folder, 'members.csv'), 'Number,First name,Last name,Type\nA-1,Zoë,Berg,Full\n');
    const imported = await run('import members.csv --organisation 5 --create Example --without-end');
    expect(imported.exitCode).toBe(0);
    const { dataDir } = location();
    const store = await openStore(location());
    await markInstallation(store, {
      dataDir,
      secretMark: secretMark(openSecrets(dataDir).authSecret),
      shownId: 5,
    });
    await store.close();
  });

  it('needs no confirmation while nothing is lost', async () => {
    const { exitCode, err } = await run('installation accept --yes');
    expect([exitCode, err]).toEqual([1, expect.stringMatching(/^There is nothing to confirm/)]);
    expect(await findings('installation')).toEqual([]);
  });

  it('secrets.json: doctor reports it, no command makes a new secret, and `accept` says what is lost', async () => {
    rmSync(secrets());
    expect(await findings('installation')).toMatchObject([
      {
        level: 'wrong',
        text: expect.stringContaining('AUTH_SECRET'),
        fix: expect.stringContaining('secrets.json'),
      },
    ]);
    for (const command of ['keys rotate', 'installation accept']) {
      const { exitCode, err } = await run(command);
      expect([command, exitCode, err]).toEqual([command, 1, expect.stringContaining('AUTH_SECRET')]);
    }
    expect((await run('installation accept')).err).toMatch(
      /Lost if you continue: Everybody has to sign in again[^]*--yes$/,
    );
    expect(() => readFileSync(secrets())).toThrow('ENOENT');
    expect(await run('installation accept --yes')).toMatchObject({ exitCode: 0 });
    expect(await findings('installation')).toEqual([]);
    expect((await run('keys rotate')).exitCode).toBe(0);
  });

  it('accounts: no command uses the data, until the loss is confirmed', async () => {
    if (engine === 'sqlite') rmSync(join(location().dataDir, 'auth.db'));
    else {
      const store = await openStore(location());
      await store.auth.deleteFrom('auth_installation').execute();
      await store.close();
    }
    for (const command of ['member show 1', 'installation accept', 'role list']) {
      const { exitCode, err } = await run(command);
      expect([command, exitCode, err]).toEqual([
        command,
        1,
        expect.stringContaining('The accounts are missing'),
      ]);
    }
    expect(await findings('installation')).toMatchObject([{ level: 'wrong' }]);
    const { exitCode, out } = await run('installation accept --yes');
    expect([exitCode, out]).toEqual([0, expect.stringMatching(/All passwords[^]*The server can start\.$/)]);
    expect((await run('member show 1')).exitCode).toBe(0);
    expect(await findings('installation')).toEqual([]);
  });

  it('and that gets a second organisation continues to show the first, and the import says so', async () => {
    const second = await run('import members.csv --organisation 4 --create Other --without-end');
    expect(second.err).toContain(
      'The database now has the organisations 4, 5. The directory still shows organisation 5. To show organisation 4, set MEMBERSHIP_ORGANISATION_ID=4 and restart the server.',
    );
    expect(await findings('organisation')).toMatchObject([
      { level: 'note', text: expect.stringContaining('The directory shows organisation 5, as before') },
    ]);
    const again = await run('import members.csv --organisation 4 --without-end');
    expect(again.err).not.toContain('The database now has');
  });
});
