import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '@/lib/base/config';
import { createDemonstrationLoader } from '@/lib/demonstration/load';
import { openStore, type Store, type StoreLocation } from '@/lib/store/database';
import { acceptInstallation, hasTable, markInstallation, readMarks } from '@/lib/store/installation/marks';
import { mergePersons, planMerge } from '@/lib/changes/merge-persons';
import {
  noAreaCentre,
  putSampleStructure,
  sampleMember,
  sampleOrganisation,
  testCause,
} from '@/lib/store/sample-members.fixture';
import { newDatabase, testEngines } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';
import { createLog } from '@/lib/server/log';
import { StartupError } from '@/lib/base/startup-error';
import { setPassword } from '@/lib/sign-in/accounts/passwords';
import { credentialIssuer } from './credential-issuer';
import { startEmbeddedService } from './embedded';

const removals: (() => unknown)[] = [];
afterEach(async () => {
  for (const remove of removals.splice(0).reverse()) await remove();
});

const clock = () => new Date('2026-03-02T01:00:00Z');
const log = createLog('silent');

async function newLocation(engine: (typeof testEngines)[number]): Promise<StoreLocation> {
  const dataDir = mkdtempSync(join(tmpdir(), 'chapterhouse-embedded-'));
  removals.push(() => rmSync(dataDir, { recursive: true }));
  if (engine === 'sqlite') return { dataDir, postgresUrl: null };
  const database = await newDatabase();
  removals.push(database.remove);
  return { dataDir, postgresUrl: database.url };
}

async function startOnce(
  { dataDir, postgresUrl }: StoreLocation,
  { secretMark = 'mark', organisation = '' }: { secretMark?: string; organisation?: string } = {},
) {
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: postgresUrl ?? '',
    MEMBERSHIP_ORGANISATION_ID: organisation,
  });
  const { baseUrl } = config;
  const service = await startEmbeddedService({
    config,
    clock,
    authSecret: 'secret-of-a-test',
    clientOf: (organisationId) => ({ id: `directory-${organisationId}`, secret: 'secret-of-a-test' }),
    redirectUri: `${baseUrl}/api/auth/callback/membership`,
    demonstration: createDemonstrationLoader({ clock, baseUrl, dataDir, issuer: credentialIssuer }),
    about: { version: '1.0.0', secretMark },
    projectDir: '.',
    neighbours: null,
    forgetErased: async () => undefined,
    log,
  });
  const site = service.site();
  await service.stop();
  return site;
}

async function importOrganisation(location: StoreLocation, id: number): Promise<void> {
  const store = await openStore(location);
  const context = { organisationId: id, clock, areaCentre: noAreaCentre, cause: testCause };
  await withMembersWriter(store, context, (writer) =>
    writer.structure.putOrganisation(sampleOrganisation({ id })),
  );
  await store.close();
}

/** On SQLite, deletes the files of the members database. On PostgreSQL, deletes its organisations. */
async function loseMembers(location: StoreLocation): Promise<void> {
  if (location.postgresUrl === null) {
    for (const end of ['', '-wal', '-shm'])
      rmSync(join(location.dataDir, `members.db${end}`), { force: true });
    return;
  }
  const store = await openStore(location);
  await store.members.deleteFrom('organisation').execute();
  await store.close();
}

async function storedOrganisations(location: StoreLocation): Promise<number[]> {
  const store = await openStore(location);
  const rows = await store.members.selectFrom('organisation').select('id').execute();
  await store.close();
  return rows.map(({ id }) => id);
}

describe.each(testEngines)('a start on %s', (engine) => {
  it('with a stored time zone that does not exist uses UTC for the organisation', async () => {
    const location = await newLocation(engine);
    await importOrganisation(location, 300);
    const store = await openStore(location);
    await store.members.updateTable('organisation').set({ time_zone: 'Mars/Olympus' }).execute();
    await store.close();
    expect(await startOnce(location)).toMatchObject({ organisationId: 300, timeZone: 'UTC' });
  });

  it('loads the demonstration into a new installation and marks it as one', async () => {
    const location = await newLocation(engine);
    expect(await startOnce(location)).toMatchObject({ organisationId: 100, isDemonstration: true });
    expect(await startOnce(location)).toMatchObject({ organisationId: 100, isDemonstration: true });
  });

  it('does not treat an association as the demonstration because its ID is 100', async () => {
    const location = await newLocation(engine);
    await importOrganisation(location, 100);
    expect(await startOnce(location)).toMatchObject({ organisationId: 100, isDemonstration: false });
  });

  it.each([
    ['the marker in the data folder', ['auth.db']],
    ['the clients', ['installation.json']],
  ])('refuses to load the demonstration if the earlier members are missing: %s', async (_, lost) => {
    const location = await newLocation(engine);
    await importOrganisation(location, 600);
    await startOnce(location);
    for (const name of lost) rmSync(join(location.dataDir, name), { force: true });
    await loseMembers(location);
    const refused = await startOnce(location).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StartupError);
    expect(String(refused)).toMatch(/has no organisation, but there was one[^]*Restore a backup/);
    expect(await storedOrganisations(location)).toEqual([]);
  });

  it('also refuses if the members of a demonstration are missing', async () => {
    const location = await newLocation(engine);
    await startOnce(location);
    await loseMembers(location);
    await expect(startOnce(location)).rejects.toThrow('there was one');
  });
});

/** Uses the databases, even if they belong to different installations. */
async function inDatabases<T>(location: StoreLocation, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(location, { check: async () => undefined });
  return work(store).finally(store.close);
}

const marksOf = (location: StoreLocation) => inDatabases(location, readMarks);

describe.each(testEngines)('what belongs to an installation (%s)', (engine) => {
  async function newInstallation(): Promise<StoreLocation> {
    const location = await newLocation(engine);
    await importOrganisation(location, 300);
    await startOnce(location);
    return location;
  }
  const fileOf = ({ dataDir }: StoreLocation) => join(dataDir, 'installation.json');

  async function loseAccounts(location: StoreLocation): Promise<void> {
    if (location.postgresUrl === null) rmSync(join(location.dataDir, 'auth.db'));
    else await inDatabases(location, ({ auth }) => auth.deleteFrom('auth_installation').execute());
  }

  it('has the same ID and the mark of the secret in both databases and in DATA_DIR', async () => {
    const location = await newInstallation();
    const { members, auth } = await marksOf(location);
    expect(members).toEqual({ ...auth, secretMark: 'mark', shownId: 300 });
    expect(JSON.parse(readFileSync(fileOf(location), 'utf8'))).toEqual({ ...auth, organisationId: 300 });
    await startOnce(location);
    expect((await marksOf(location)).auth).toEqual(auth);
  });

  it('lost accounts stop a start and a command, until the loss is confirmed', async () => {
    const location = await newInstallation();
    await loseAccounts(location);
    await expect(openStore(location)).rejects.toThrow('The accounts are missing');
    for (const attempt of ['the first start', 'the next start']) {
      const refused = await startOnce(location).catch((error: unknown) => error);
      expect(refused, attempt).toBeInstanceOf(StartupError);
      expect(String(refused)).toMatch(/accounts are missing[^]*restore a backup[^]*installation accept/);
    }
    const { dataDir } = location;
    await inDatabases(location, (store) => acceptInstallation(store, { dataDir, secretMark: 'mark' }));
    expect(await startOnce(location)).toMatchObject({ organisationId: 300 });
  });

  it('the accounts of another installation stop a start and a command', async () => {
    const location = await newInstallation();
    await inDatabases(location, ({ auth }) =>
      auth.updateTable('auth_installation').set({ id: 'another' }).execute(),
    );
    await expect(startOnce(location)).rejects.toThrow(
      'members.db and auth.db belong to different installations',
    );
    await expect(openStore(location)).rejects.toThrow('different installations');
  });

  it('another secret stops a start, and changes nothing', async () => {
    const location = await newInstallation();
    const before = await marksOf(location);
    await expect(startOnce(location, { secretMark: 'another' })).rejects.toThrow(/AUTH_SECRET.*not the one/);
    expect(await marksOf(location)).toEqual(before);
    const { dataDir } = location;
    await inDatabases(location, (store) => acceptInstallation(store, { dataDir, secretMark: 'another' }));
    await startOnce(location, { secretMark: 'another' });
    await expect(startOnce(location)).rejects.toThrow('AUTH_SECRET');
  });

  it('a DATA_DIR of another installation stops a start, and an empty one gets a copy of the mark', async () => {
    const location = await newInstallation();
    const text = readFileSync(fileOf(location), 'utf8');
    writeFileSync(fileOf(location), JSON.stringify({ ...JSON.parse(text), id: 'another' }));
    await expect(startOnce(location)).rejects.toThrow('DATA_DIR belongs to another installation');
    rmSync(fileOf(location));
    await startOnce(location);
    expect(readFileSync(fileOf(location), 'utf8')).toBe(text);
  });

  it('data of an earlier release, and a start that was killed between the marks, get the missing marks', async () => {
    const location = await newInstallation();
    const { auth } = await marksOf(location);
    const unmark = (...tables: ('installation' | 'auth_installation')[]) =>
      inDatabases(location, async ({ members, auth: accounts }) => {
        if (tables.includes('installation')) await members.deleteFrom('installation').execute();
        if (tables.includes('auth_installation')) await accounts.deleteFrom('auth_installation').execute();
      });
    await unmark('installation');
    await startOnce(location);
    expect(await marksOf(location)).toMatchObject({ members: auth, auth });
    await unmark('installation', 'auth_installation');
    await expect(
      startOnce(location, { secretMark: 'another' }),
      'the file knows the secret',
    ).rejects.toThrow();
    writeFileSync(fileOf(location), '{"organisationId":300}\n');
    await startOnce(location, { secretMark: 'another' });
    const marks = await marksOf(location);
    expect(marks).toMatchObject({ members: marks.auth, auth: { secretMark: 'another' } });
    expect(marks.auth?.id).not.toBe(auth?.id);
  });

  it('two processes that mark it at once agree', async () => {
    const location = await newLocation(engine);
    await importOrganisation(location, 300);
    const stores = [await openStore(location), await openStore(location)];
    const { dataDir } = location;
    await Promise.all(
      stores.map((store) => markInstallation(store, { dataDir, secretMark: null, shownId: null })),
    );
    for (const store of stores) await store.close();
    const { members, auth } = await marksOf(location);
    expect(members?.id).toBe(auth?.id);
  });
});

describe.each(testEngines)('the organisation that a start shows (%s)', (engine) => {
  it('is the one from before a second one was added, unless the settings name another', async () => {
    const location = await newLocation(engine);
    await importOrganisation(location, 300);
    await startOnce(location);
    await importOrganisation(location, 200);
    expect(await startOnce(location)).toMatchObject({ organisationId: 300 });
    expect(await startOnce(location, { organisation: '200' })).toMatchObject({ organisationId: 200 });
    expect(await startOnce(location)).toMatchObject({ organisationId: 200 });
  });

  it('must exist: if it does not, nothing is migrated', async () => {
    const location = await newLocation(engine);
    await importOrganisation(location, 300);
    const forgotten = '38 searches that found nobody';
    await inDatabases(location, async ({ auth }) => {
      await sql`drop table missed_search`.execute(auth);
      await sql`delete from auth_migration where name = ${forgotten}`.execute(auth);
    });
    const refused = await startOnce(location, { organisation: '7' }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ConfigError);
    expect(String(refused)).toContain('is 7, but the database has only the organisations 300');
    let hasRun: boolean | null = null;
    const check = async (store: Store) => void (hasRun = await hasTable(store.auth, engine, 'missed_search'));
    await (await openStore(location, { check })).close();
    expect(hasRun).toBe(false);
  });

  it('in an empty database is the demonstration, which is not loaded if the settings name another', async () => {
    const location = await newLocation(engine);
    await expect(startOnce(location, { organisation: '7' })).rejects.toThrow('the database is empty');
    expect(await storedOrganisations(location)).toEqual([]);
  });
});

describe.each(testEngines)('a merge of two persons that was interrupted (%s)', (engine) => {
  it('is completed at the next start', async () => {
    const location = await newLocation(engine);
    const store = await openStore(location);
    removals.push(() => store.close());
    const context = { organisationId: 7, clock, areaCentre: noAreaCentre, cause: testCause };
    await withMembersWriter(store, context, async (writer) => {
      await putSampleStructure(writer, { id: 7 });
      for (const id of [1, 2]) await writer.memberships.put(sampleMember(id));
    });
    await setPassword(store, { organisationId: 7, personId: 1, password: 'a long password' });
    await withMembersWriter(store, context, async (writer) =>
      mergePersons(writer, await planMerge(writer, { from: 1, into: 2, keptMembershipId: 2 })),
    );
    const accounts = store.auth.selectFrom('account').select('person_id');
    expect(await accounts.execute()).toEqual([{ person_id: 1 }]);
    await startOnce(location);
    expect(await accounts.execute()).toEqual([]);
  });
});
