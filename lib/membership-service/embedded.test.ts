import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { readConfig } from '@/lib/config';
import { createDemonstrationLoader } from '@/lib/demonstration/load';
import { openStore, type StoreLocation } from '@/lib/membership-store/database';
import { mergePersons, planMerge } from '@/lib/membership-changes/merge-persons';
import {
  noAreaCentre,
  putSampleStructure,
  sampleMember,
  sampleOrganisation,
  testCause,
} from '@/lib/membership-store/sample-members.fixture';
import { newDatabase, testEngines } from '@/lib/membership-store/stores.fixture';
import { withMembersWriter } from '@/lib/membership-store/write';
import { createLog } from '@/lib/server/log';
import { StartupError } from '@/lib/startup-error';
import { setPassword } from '@/lib/membership-accounts/passwords';
import { credentialIssuer } from './credential-issuer';
import { startEmbeddedService } from './embedded';

const removals: (() => unknown)[] = [];
afterEach(async () => {
  for (const remove of removals.splice(0).reverse()) await remove();
});

const clock = () => new Date('2026-03-02T01:00:00Z');

async function newLocation(engine: (typeof testEngines)[number]): Promise<StoreLocation> {
  const dataDir = mkdtempSync(join(tmpdir(), 'chapterhouse-embedded-'));
  removals.push(() => rmSync(dataDir, { recursive: true }));
  if (engine === 'sqlite') return { dataDir, postgresUrl: null };
  const database = await newDatabase();
  removals.push(database.remove);
  return { dataDir, postgresUrl: database.url };
}

async function startOnce({ dataDir, postgresUrl }: StoreLocation) {
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: postgresUrl ?? '' });
  const { baseUrl } = config;
  const service = await startEmbeddedService({
    config,
    clock,
    authSecret: 'secret-of-a-test',
    clientOf: (organisationId) => ({ id: `directory-${organisationId}`, secret: 'secret-of-a-test' }),
    redirectUri: `${baseUrl}/api/auth/callback/membership`,
    demonstration: createDemonstrationLoader({ clock, baseUrl, dataDir, issuer: credentialIssuer }),
    about: { version: '1.0.0', secretMark: 'mark' },
    projectDir: '.',
    neighbours: null,
    forgetErased: async () => undefined,
    log: createLog('silent'),
  });
  const site = service.site();
  await service.stop();
  return site;
}

async function importOrganisation(location: StoreLocation, id: number): Promise<void> {
  const store = await openStore(location);
  const context = { organisationId: id, clock, areaCentre: noAreaCentre, cause: testCause };
  await withMembersWriter(store, context, (writer) => writer.putOrganisation(sampleOrganisation({ id })));
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

describe.each(testEngines)('a merge of two persons that was interrupted (%s)', (engine) => {
  it('is completed at the next start', async () => {
    const location = await newLocation(engine);
    const store = await openStore(location);
    removals.push(() => store.close());
    const context = { organisationId: 7, clock, areaCentre: noAreaCentre, cause: testCause };
    await withMembersWriter(store, context, async (writer) => {
      await putSampleStructure(writer, { id: 7 });
      for (const id of [1, 2]) await writer.putMember(sampleMember(id));
    });
    await setPassword(store, { organisationId: 7, personId: 1, password: 'a long password' });
    await withMembersWriter(store, context, async (writer) =>
      mergePersons(writer, await planMerge(writer, { from: 1, into: 2, keptMembershipId: 2 })),
    );
    const accounts = store.auth.selectFrom('account').select('person_id');
    expect(await accounts.execute()).toEqual([{ person_id: 1 }]);
    await startOnce(location);
    expect(await accounts.execute()).toEqual([{ person_id: 2 }]);
  });
});
