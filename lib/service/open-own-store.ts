/** Opens the database of the API in this process, and adds an organisation if the database has none. */
import { join } from 'node:path';
import { ConfigError } from '@/lib/base/config';
import {
  findMismatches,
  markInstallation,
  readMarks,
  refuseMismatches,
  type DatabaseMarks,
} from '@/lib/store/installation/marks';
import { findEarlierOrganisation } from '@/lib/transfer/backup/earlier-organisation';
import { describeStoredProblems } from '@/lib/changes/valid-organisation';
import { applyErasures } from '@/lib/privacy/erasure/apply-erasures';
import { readErasedFromDirectory } from '@/lib/privacy/erasure/erased-from-directory';
import { openStore, type Store } from '@/lib/store/database';
import { isDemonstration } from '@/lib/store/demonstration-flag';
import { shortenEmbeddedTexts } from '@/lib/store/embedded-texts';
import { readStructure } from '@/lib/store/structure';
import { readTombstones } from '@/lib/store/tombstone';
import type { Log } from '@/lib/server/log';
import { StartupError } from '@/lib/base/startup-error';
import { reportFaults } from './database-state';
import type { EmbeddedServices } from './embedded-services';
import { describeShown, findShownOrganisation, readOrganisationIds } from './read-site';

/** The slowest query over 100,000 members takes a second. Queries of accounts and tokens take milliseconds. */
const timeouts = { members: 10_000, auth: 5_000 };

/**
 * @returns the ID of the organisation that the directory shows
 * @throws Error if the database cannot be opened, or if it is not clear which organisation the directory shows
 */
export async function openOwnStore(
  services: EmbeddedServices,
): Promise<{ store: Store; organisationId: number }> {
  const { config, log, about } = services;
  const own = { dataDir: config.dataDir, secretMark: about.secretMark };
  let organisationId = 0;
  const check = async (opened: Store, marks: DatabaseMarks) => {
    refuseMismatches(findMismatches(marks, own));
    // A wrong setting must not stop a server that has already migrated its data: the release before could not read it.
    await findShownOrganisation(opened, config);
  };
  const prepare = async (opened: Store) => {
    await eraseBeforeStart(opened, services);
    organisationId = await chooseOrganisation(opened, services);
  };
  const store = await openStore(config, { timeouts, prepare, check });
  reportFaults(store.faults, services);
  try {
    await markInstallation(store, { ...own, shownId: organisationId });
    // Another server with another secret may have started at the same time.
    refuseMismatches(findMismatches(await readMarks(store), own));
    const unclear = await describeShown(store, config);
    if (unclear !== null) log.warn(unclear);
    await shortenEmbeddedTexts(store.members);
    await warnOfProblems(store, organisationId, log);
    return { store, organisationId };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Erased members in an older backup, or in an older copy of the directory, are never shown. */
async function eraseBeforeStart(
  store: Store,
  { config, clock, log, forgetErased }: EmbeddedServices,
): Promise<void> {
  const { problems } = await applyErasures(store, { dataDir: config.dataDir, clock, forgetErased });
  for (const problem of problems) log.warn(problem);
  for (const erased of await readErasedFromDirectory(store, await readTombstones(store.members)))
    await forgetErased(erased);
}

async function chooseOrganisation(
  store: Store,
  { config, demonstration }: Pick<EmbeddedServices, 'config' | 'demonstration'>,
): Promise<number> {
  const shown = await findShownOrganisation(store, config);
  if (shown === null) {
    await fillEmptyDatabase(store, { config, demonstration });
    return await chooseOrganisation(store, { config, demonstration });
  }
  if (await isDemonstration(store.members, shown)) await demonstration.finish(store);
  return shown;
}

/**
 * @throws StartupError if there was an organisation before: invented members must not replace its members
 * @throws ConfigError if the settings name an organisation other than the demonstration
 */
async function fillEmptyDatabase(
  store: Store,
  { config, demonstration }: Pick<EmbeddedServices, 'config' | 'demonstration'>,
): Promise<void> {
  const trace = await findEarlierOrganisation(store, config.dataDir);
  if (trace === null) {
    const named = config.organisationId ?? demonstration.organisationId;
    if (named === demonstration.organisationId) return void (await demonstration.load(store));
    throw new ConfigError([
      `MEMBERSHIP_ORGANISATION_ID: is ${named}, but the database is empty. Import this organisation first (./chapterhouse import), or leave the setting out to load the demonstration`,
    ]);
  }
  // Another process may have filled the database meanwhile. That process writes the organisation first. Later it writes
  // the trace that `findEarlierOrganisation` found. So this function looks for the organisation again.
  if ((await readOrganisationIds(store)).length > 0) return;
  const database = store.engine === 'sqlite' ? join(config.dataDir, 'members.db') : 'DATABASE_URL';
  throw new StartupError(
    [
      `The member database (${database}) has no organisation, but there was one: see ${trace}.`,
      'Its members may have been lost. The demonstration is not loaded in their place, and nothing was changed.',
      'Restore a backup, or correct DATA_DIR or DATABASE_URL, or import your members: ./chapterhouse import.',
      'To try Chapterhouse out, use a new DATA_DIR, or load the demonstration here: ./chapterhouse demo --yes',
    ].join('\n'),
  );
}

/**
 * Some stored data may be older than a rule of the validation, and may break this rule. The server runs anyway, and
 * reports what to correct.
 */
async function warnOfProblems(store: Store, organisationId: number, log: Log): Promise<void> {
  const structure = await readStructure(store.members, organisationId);
  if (structure === null) return;
  for (const { text, fix } of describeStoredProblems(structure)) log.warn(`${text}. Correct it: ${fix}`);
}
