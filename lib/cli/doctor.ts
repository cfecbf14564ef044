import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { ConfigError, readConfig, type Config } from '@/lib/config';
import { openStore, type Store } from '@/lib/membership-service/store/database';
import { checkApi } from './doctor-api';
import { checkDatabase, checkRedirectAddresses } from './doctor-database';
import { checkPlaces, type Unplaced } from './doctor-places';
import { checkMail, checkSettings } from './doctor-settings';
import { fine, note, wrong, type Finding } from './finding';
import { CommandError, tellOn, type Terminal } from './session';

const marks = { fine: 'fine ', note: 'note ', wrong: 'WRONG' };
/** Members without a place that are shown; `--json` has all of them. */
const maxShown = 20;

/** `doctor`: is all as it should be, and if not, what is to be done. */
export function addDoctorCommand(program: Command, terminal: Terminal): void {
  program
    .command('doctor')
    .description('check settings, clock, database, API, redirect addresses, mail and places; name each fix')
    .option('--json', 'one JSON document on standard output: findings, unplaced')
    .action(async (options: { json?: boolean }) => {
      const { findings, unplaced } = await examine();
      tellOn(terminal, options)({ findings, unplaced }, [
        ...findings.flatMap(describe),
        ...describeUnplaced(unplaced),
      ]);
      const count = findings.filter(({ level }) => level === 'wrong').length;
      if (count > 0)
        throw new CommandError(`${count} ${count === 1 ? 'thing is' : 'things are'} wrong.`, true);
    });
}

interface Examined {
  findings: Finding[];
  unplaced: Unplaced[];
}

async function examine(): Promise<Examined> {
  let config: Config;
  try {
    config = readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const findings = error.message
      .split('\n')
      .map((line) => wrong('settings', line, 'Correct it in the environment or in .env.'));
    return { findings, unplaced: [] };
  }
  const findings = [...checkSettings(config), ...(await checkMail(config))];
  const { store, ...opened } = await open(config);
  findings.push(...opened.findings);
  let unplaced: Unplaced[] = [];
  try {
    if (store !== null) {
      findings.push(...(await checkDatabase(store, config)), ...(await checkRedirectAddresses(store)));
      unplaced = await checkPlaces(store, config.dataDir);
      findings.push(aboutPlaces(unplaced));
    }
    findings.push(...(await checkApi(config, store)));
  } finally {
    await store?.close();
  }
  return { findings, unplaced };
}

/** No database is made where there is none: the operator may have named a wrong folder. */
async function open(config: Config): Promise<{ store: Store | null; findings: Finding[] }> {
  if (config.remoteApiUrl !== null) return { store: null, findings: [] };
  if (config.postgresUrl === null && !existsSync(join(config.dataDir, 'members.db'))) {
    const text = `there is no database in ${config.dataDir} yet`;
    const fix = 'Import members or start the server; if there should be one, DATA_DIR names a wrong folder.';
    return { store: null, findings: [note('database', text, fix)] };
  }
  try {
    return { store: await openStore(config), findings: [] };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    const fix =
      config.postgresUrl === null
        ? 'Restore a backup, or use the release that wrote it.'
        : 'See that PostgreSQL runs, that DATABASE_URL names it, and that its user may make tables.';
    return { store: null, findings: [wrong('database', text, fix)] };
  }
}

function aboutPlaces(unplaced: Unplaced[]): Finding {
  const firms = unplaced.filter(({ kind }) => kind === 'corporate').length;
  if (unplaced.length === 0) return fine('places', 'every membership has a place');
  const text = `${unplaced.length} memberships have no place on the map, ${firms} of them firms`;
  return note('places', text, 'The reasons are listed; docs/import.md tells how places are given.');
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
