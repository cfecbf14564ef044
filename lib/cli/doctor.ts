import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { createClock } from '@/lib/base/clock';
import { ConfigError, readConfig, type Config } from '@/lib/base/config';
import { openStore, type Store } from '@/lib/store/database';
import {
  findMismatches,
  markerFile,
  MismatchError,
  readMarks,
  type Mismatch,
} from '@/lib/store/installation/marks';
import { secretMark } from '@/lib/server/secrets';
import { findStartupProblem } from '@/lib/base/startup-problems';
import { version } from '@/lib/base/version';
import { plural } from '@/lib/base/plural';
import { parseId } from './arguments';
import { checkApi, checkHeldResponse, storedSecret, shownOrganisation } from './doctor-api';
import { checkDatabase, checkFiles, checkRedirectAddresses } from './doctor-database';
import { checkPlaces, type Unplaced } from './doctor-places';
import { checkPublicAddress, checkReadiness, checkServers } from './doctor-servers';
import { checkStreets } from './doctor-streets';
import { checkBackup, checkMail, checkReplaced, checkSettings, checkSpace } from './doctor-settings';
import { checkVariables } from './doctor-variables';
import { checkWebhooks } from './doctor-webhooks';
import { fine, note, wrong, type Finding } from './finding';
import type { Terminal } from './terminal';
import { CommandError, createPrint } from './session';

const marks = { fine: 'fine ', note: 'note ', wrong: 'WRONG' };
/** The command lists at most this number of members without a place on the map. `--json` lists all of them. */
const maxShown = 20;

export function addDoctorCommand(program: Command, terminal: Terminal): void {
  program
    .command('doctor')
    .description(
      'check settings, streets, clock, database, API, redirect addresses, mail server, webhooks and the locations of memberships, and say how to fix problems',
    )
    .option('--organisation <id>', 'leave out findings about other organisations', parseId)
    .option('--json', 'one JSON document on standard output: findings, unplaced')
    .action(async (options: { json?: boolean; organisation?: number }) => {
      const { findings, unplaced } = await examine(options.organisation ?? null);
      findings.unshift(fine('version', version));
      createPrint(terminal, options)({ findings, unplaced }, [
        ...findings.flatMap(describe),
        ...describeUnplaced(unplaced),
      ]);
      const count = findings.filter(({ level }) => level === 'wrong').length;
      if (count > 0) throw new CommandError(`${plural(count, 'thing is', 'things are')} wrong.`, true);
    });
}

interface Examined {
  findings: Finding[];
  unplaced: Unplaced[];
}

/** @param only the ID of the organisation to check. null: all organisations */
async function examine(only: number | null): Promise<Examined> {
  const variables = checkVariables();
  let config: Config;
  try {
    config = readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { findings: [...variables, ...aboutSettings(error)], unplaced: [] };
  }
  const now = createClock(config.now)();
  const findings = [
    ...variables,
    ...checkSettings(config),
    ...(await checkSpace(config)),
    ...(await checkStreets(config, now)),
    ...(await checkMail(config)),
  ];
  const { store, ...opened } = await open(config);
  findings.push(...opened.findings);
  let unplaced: Unplaced[] = [];
  try {
    if (store !== null) {
      findings.push(
        ...(await checkInstallation(store, config)),
        ...(await checkDatabase(store, config, only)),
        ...(await checkRedirectAddresses(store, only)),
      );
      findings.push(...(await checkRunning(store, config)));
      findings.push(...(await checkWebhooks(store, config.authSecret ?? storedSecret(config.dataDir), only)));
      unplaced = await checkPlaces(store, config.dataDir, only);
      findings.push(aboutPlaces(unplaced));
    }
    findings.push(...(await checkApi(config, store)), ...(await checkReadiness(config)));
    // An unreadable folder has been reported already.
    if (!opened.findings.some(({ level }) => level === 'wrong'))
      findings.push(
        ...checkReplaced(config),
        ...(await checkBackup(config)),
        ...(await checkHeldResponse(config)),
      );
  } finally {
    await store?.close();
  }
  return { findings, unplaced };
}

async function checkRunning(store: Store, config: Config): Promise<Finding[]> {
  const secret = config.authSecret ?? storedSecret(config.dataDir);
  const findings = await checkServers(store, config, secret);
  const organisationId = await shownOrganisation(store, config);
  if (findings.length === 0 || organisationId === null) return findings;
  return [...findings, ...(await checkPublicAddress(config.baseUrl, organisationId))];
}

/**
 * Does not create a missing database, because the operator may have named a wrong folder. A damaged database is not
 * checked further.
 */
async function open(config: Config): Promise<{ store: Store | null; findings: Finding[] }> {
  if (config.remoteApiUrl !== null) return { store: null, findings: [] };
  try {
    if (config.postgresUrl === null) {
      const missing = aboutMissingDatabase(config.dataDir);
      if (missing !== null) return { store: null, findings: [missing] };
    }
    const store = await openStore(config);
    const findings = store.engine === 'sqlite' ? await checkFiles(store) : [];
    if (findings.length > 0) await store.close();
    return { store: findings.length > 0 ? null : store, findings };
  } catch (error) {
    const findings = error instanceof ConfigError ? aboutSettings(error) : aboutUnopened(error, config);
    return { store: null, findings };
  }
}

function aboutSettings({ message }: ConfigError): Finding[] {
  const fix = 'Correct the setting in the environment or in .env.';
  return message.split('\n').map((line) => wrong('settings', line, fix));
}

/** @throws the system's error if this user may not read the folder */
function aboutMissingDatabase(dataDir: string): Finding | null {
  if (isThere(join(dataDir, 'members.db'))) return null;
  const traces = [markerFile, 'auth.db'].filter((name) => isThere(join(dataDir, name)));
  if (traces.length > 0) {
    const text = `members.db is missing in ${dataDir}, which has ${traces.join(' and ')}`;
    return wrong('database', text, 'Restore a backup, or correct DATA_DIR.');
  }
  const text = `there is no database in ${dataDir} yet`;
  const fix = 'Import members or start the server. If there should be a database, correct DATA_DIR.';
  return note('database', text, fix);
}

/** If the folder is unreadable, this function throws an error. `existsSync` would report the file as missing. */
function isThere(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false }) !== undefined;
}

function aboutUnopened(error: unknown, config: Config): Finding[] {
  if (error instanceof MismatchError) return aboutMismatches(error.problems);
  const problem = findStartupProblem(error, config);
  if (problem !== null) return [wrong('database', problem.what, problem.todo)];
  const text = error instanceof Error ? error.message : String(error);
  const fix =
    config.postgresUrl === null
      ? 'Restore a backup, or use the release that wrote this database.'
      : 'Check that PostgreSQL runs, that DATABASE_URL is correct, and that its user may create tables.';
  return [wrong('database', text, fix)];
}

/** Whether the data folder and the secret belong to the databases. */
async function checkInstallation(store: Store, { dataDir, authSecret }: Config): Promise<Finding[]> {
  const secret = authSecret ?? storedSecret(dataDir);
  const own = { dataDir, secretMark: secret === null ? null : secretMark(secret) };
  return aboutMismatches(findMismatches(await readMarks(store), own));
}

function aboutMismatches(mismatches: readonly Mismatch[]): Finding[] {
  return mismatches.map(({ what, todo }) =>
    wrong('installation', what, `${todo} To continue without it: ./chapterhouse installation accept`),
  );
}

function aboutPlaces(unplaced: Unplaced[]): Finding {
  const companies = unplaced.filter(({ kind }) => kind === 'corporate').length;
  if (unplaced.length === 0) return fine('places', 'every membership has a place');
  const have = plural(unplaced.length, 'membership has', 'memberships have');
  const text = `${have} no place on the map, ${companies} of them companies`;
  return note(
    'places',
    text,
    'The command doctor lists these memberships with the reasons. docs/import.md explains how to add places.',
  );
}

function describe({ level, subject, text, fix }: Finding): string[] {
  return [`${marks[level]}  ${subject}: ${text}`, ...(fix === null ? [] : [`         ${fix}`])];
}

function describeUnplaced(unplaced: Unplaced[]): string[] {
  const reasons = [...new Set(unplaced.map(({ reason }) => reason))];
  return reasons.flatMap((reason) =>
    describeReason(
      reason,
      unplaced.filter((one) => one.reason === reason),
    ),
  );
}

function describeReason(reason: string, members: Unplaced[]): string[] {
  return [
    `Without a place (${members.length}): ${reason}`,
    ...members
      .slice(0, maxShown)
      .map(
        ({ organisationId, id, number, address }) =>
          `  organisation ${organisationId}, membership ${id}${number === '' ? '' : ` (${number})`}${address === '' ? '' : `: ${address}`}`,
      ),
    ...(members.length > maxShown ? [`  … and ${members.length - maxShown} more; --json lists all`] : []),
  ];
}
