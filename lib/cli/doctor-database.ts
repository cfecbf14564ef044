import { sql } from 'kysely';
import { createClock } from '@/lib/base/clock';
import { ConfigError, type Config } from '@/lib/base/config';
import { listClients } from '@/lib/sign-in/oauth/clients';
import { listErasureRequests } from '@/lib/sign-in/accounts/erasure-requests';
import { findOpenQuestions } from '@/lib/changes/open-questions';
import { findUnfinishedImport } from '@/lib/sign-in/accounts/unfinished-import';
import { findOpenErasures } from '@/lib/privacy/erasure/settle-erasures';
import type { Store } from '@/lib/store/database';
import { databaseProblems } from '@/lib/service/database-state';
import { describeShown, findShownOrganisation, readOrganisationIds } from '@/lib/service/read-site';
import { isDemonstration } from '@/lib/store/demonstration-flag';
import { describeWaiting, findWaitingLapses } from '@/lib/changes/journal/lapses';
import { findEarlierOrganisation } from '@/lib/transfer/backup/earlier-organisation';
import { describeStoredProblems } from '@/lib/changes/valid-organisation';
import { findSharedNumbers } from '@/lib/store/membership-numbers';
import { readStructure } from '@/lib/store/structure';
import { plural } from '@/lib/base/plural';
import { isLoopback } from './doctor-settings';
import { fine, note, wrong, type Finding } from './finding';

/** Tokens are valid for an hour, so a clock difference up to this limit does no harm. */
const maxClockDifferenceMs = 5000;

/**
 * Checks whether the database is up to date, and which organisation the directory shows. Then checks the data of each
 * organisation.
 * @param only the ID of the organisation to check. null: all organisations are checked
 */
export async function checkDatabase(store: Store, config: Config, only: number | null): Promise<Finding[]> {
  const ids = only === null ? await readOrganisationIds(store) : [only];
  const engine = store.engine === 'sqlite' ? 'SQLite' : 'PostgreSQL';
  // The database was migrated when it was opened, so no migration is missing.
  const applied = [
    await sql`select name from members_migration`.execute(store.members),
    await sql`select name from auth_migration`.execute(store.auth),
  ];
  const count = applied.reduce((sum, { rows }) => sum + rows.length, 0);
  return [
    fine('database', `${engine}, with all ${count} migrations`),
    ...(store.engine === 'postgres' ? await checkPostgresClock(store) : []),
    ...(await checkOrganisations(store, config)),
    ...(await checkImports(store, ids)),
    ...(await checkStored(store, ids)),
    ...(await checkOwners(store, ids)),
    ...(await checkLapses(store, config, ids)),
    ...(await checkErasureRequests(store, ids)),
    ...(await checkNumbers(store, ids)),
    ...(await checkOpenQuestions(store, ids)),
    ...(await checkOpenErasures(store, ids)),
  ];
}

/**
 * Finds organisations for which this machine's clock has jumped far since lapsed memberships were last recorded. The
 * operator must confirm the new time before more are recorded.
 */
async function checkLapses(store: Store, { now }: Config, ids: number[]): Promise<Finding[]> {
  const waiting = await findWaitingLapses(store, createClock(now)());
  return waiting
    .filter(({ needsConfirmation, organisationId }) => needsConfirmation && ids.includes(organisationId))
    .map((one) => {
      const { text, fix } = describeWaiting(one);
      return wrong('clock', text, fix);
    });
}

/** Whether the import of an archive was interrupted. Nobody can sign in until it is complete. */
async function checkImports(store: Store, ids: number[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const id of ids) {
    const hash = await findUnfinishedImport(store, id);
    if (hash === null) continue;
    const text = `the import of an archive into organisation ${id} is not finished: accounts are missing, and nobody can sign in`;
    const fix = `If the import no longer runs, import the same file again (its SHA-256 is ${hash}), with --organisation ${id} and the same options. If you do not have it, remove the organisation: ./chapterhouse organisation remove --organisation ${id}`;
    findings.push(wrong('import', text, fix));
  }
  return findings;
}

async function checkErasureRequests(store: Store, ids: number[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const id of ids) {
    const requests = await listErasureRequests(store, id);
    const [first] = requests;
    if (first === undefined) continue;
    const day = first.requestedAt.toISOString().slice(0, 10);
    const text =
      requests.length === 1
        ? `1 person has asked to be erased, on ${day}`
        : `${requests.length} people have asked to be erased, the first on ${day}`;
    const fix = `./chapterhouse person list --organisation ${id} --erasure-requests shows them.`;
    findings.push(note('erasure', text, fix));
  }
  return findings;
}

/** Finds erasures that were interrupted. */
async function checkOpenErasures(store: Store, ids: number[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const id of ids) {
    for (const { personId, startedAt } of await findOpenErasures(store, id)) {
      const text = `the erasure of person ${personId} of organisation ${id} began on ${startedAt.toISOString().slice(0, 10)} and is not complete`;
      const fix = `A running server completes it within a minute. This command completes it too, or says what prevents it: ./chapterhouse person erase --person ${personId} --organisation ${id} --yes`;
      findings.push(wrong('erasure', text, fix));
    }
  }
  return findings;
}

/** Archives, undo and earlier releases may have stored the same number twice. */
async function checkNumbers({ members }: Store, ids: number[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const id of ids) {
    const shared = await findSharedNumbers(members, id, null);
    if (shared.length === 0) continue;
    const shown = shared
      .slice(0, maxNumbers)
      .map(({ number, membershipIds }) => `${number} (memberships ${membershipIds.join(', ')})`);
    const more = shared.length > maxNumbers ? ` and ${shared.length - maxNumbers} more` : '';
    const what = plural(shared.length, 'membership number belongs', 'membership numbers belong');
    const text = `organisation ${id}: ${what} to several members: ${shown.join('; ')}${more}`;
    const fix = `Give each member a number of their own, in the office or with ./chapterhouse member set ID MembershipNumber=NUMBER --organisation ${id}`;
    findings.push(note('numbers', text, fix));
  }
  return findings;
}

const maxNumbers = 20;

async function checkOpenQuestions({ members }: Store, ids: number[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const id of ids) {
    const structure = await readStructure(members, id);
    const open = structure === null ? [] : await findOpenQuestions(members, structure);
    if (open.length === 0) continue;
    const names = open.map(({ question }) => `"${question}"`).join(', ');
    const text = `organisation ${id}: members and connected sites can read the answers to ${plural(open.length, 'question that was', 'questions that were')} imported for the office only: ${names}`;
    const fix =
      'An owner closes them with the button on the page Health of the office. If members should read the answers, choose this afterwards on the page Settings.';
    findings.push(wrong('questions', text, fix));
  }
  return findings;
}

/** Finds damage in the files of SQLite. */
export async function checkFiles(store: Store): Promise<Finding[]> {
  const check = sql<{ quick_check: string }>`pragma quick_check(1)`;
  const files = [
    { name: 'members.db', ...(await check.execute(store.members)) },
    { name: 'auth.db', ...(await check.execute(store.auth)) },
  ];
  const damaged = files.filter(({ rows }) => rows[0]?.quick_check !== 'ok');
  const { todo } = databaseProblems.damaged;
  return damaged.map(({ name, rows }) =>
    wrong('database', `${name} is damaged: ${rows[0]?.quick_check.replaceAll('\n', ' ') ?? 'unknown'}`, todo),
  );
}

async function checkPostgresClock(store: Store): Promise<Finding[]> {
  const send = sql<{
    ms: number;
  }>`select cast(extract(epoch from clock_timestamp()) * 1000 as double precision) as ms`;
  const { rows } = await send.execute(store.members);
  const difference = Math.abs(Number(rows[0]?.ms ?? 0) - Date.now());
  if (difference <= maxClockDifferenceMs) return [];
  const text = `the database's clock is ${Math.round(difference / 1000)} s different from this machine's`;
  return [wrong('clock', text, 'Synchronise both clocks with NTP.')];
}

async function checkOrganisations(store: Store, config: Config): Promise<Finding[]> {
  const set = 'MEMBERSHIP_ORGANISATION_ID';
  let id: number | null;
  try {
    id = await findShownOrganisation(store, config);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [wrong('organisation', error.message, `Set ${set} to one of these IDs.`)];
  }
  if (id === null) return [await aboutNoOrganisation(store, config.dataDir)];
  const unclear = await describeShown(store, config);
  if (unclear !== null) return [note('organisation', unclear, `Set ${set}.`)];
  if (!(await isDemonstration(store.members, id))) return [fine('organisation', String(id))];
  const text = 'the directory shows the demonstration: its members are not real';
  return [note('organisation', text, `Import your members and set ${set}.`)];
}

/** Finds stored data that an earlier release wrote without checking it. */
async function checkStored(store: Store, ids: number[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const id of ids) {
    const structure = await readStructure(store.members, id);
    const problems = structure === null ? [] : describeStoredProblems(structure);
    findings.push(...problems.map(({ text, fix }) => wrong('data', text, fix)));
  }
  return findings;
}

/** Without an owner nobody can give roles, except with the command. */
async function checkOwners({ members }: Store, ids: number[]): Promise<Finding[]> {
  const rows = await members
    .selectFrom('organisation')
    .leftJoin('role', (join) =>
      join.onRef('role.organisation_id', '=', 'organisation.id').on('role.role', '=', 'owner'),
    )
    .select('organisation.id')
    .where('role.person_id', 'is', null)
    .orderBy('organisation.id')
    .execute();
  const ours = rows.filter(({ id }) => ids.includes(id));
  return ours.map(({ id }) =>
    note(
      'roles',
      `organisation ${id} has no owner`,
      `./chapterhouse role grant --role owner --email ADDRESS --organisation ${id}`,
    ),
  );
}

async function aboutNoOrganisation(store: Store, dataDir: string): Promise<Finding> {
  const trace = await findEarlierOrganisation(store, dataDir);
  if (trace === null) {
    const text = 'the database has no organisation, so the next start loads the demonstration';
    return note('organisation', text, 'Import your members first: see docs/import.md.');
  }
  const text = `the database has no organisation, but there was one: see ${trace}`;
  return wrong('organisation', text, 'Restore a backup, or correct DATA_DIR or DATABASE_URL.');
}

/**
 * Finds redirect addresses without encryption. A person who reads a code on its way to such an address can sign in as
 * the member.
 */
export async function checkRedirectAddresses(store: Store, only: number | null): Promise<Finding[]> {
  const clients = (await listClients(store, only)).filter(({ revokedAt }) => revokedAt === null);
  const findings = clients.flatMap((client) => {
    const open = client.redirectUris.filter((uri) => {
      const { protocol, hostname } = new URL(uri);
      return protocol === 'http:' && !isLoopback(hostname);
    });
    const who = `client ${client.id} (${client.name})`;
    const unsafe = open.map((uri) =>
      wrong(
        'redirects',
        `${who} receives codes unencrypted at ${uri}`,
        'Create a new client with an https address, and revoke this client.',
      ),
    );
    const isStranded = client.scopes.includes('user') && client.redirectUris.length === 0;
    if (!isStranded) return unsafe;
    const text = `${who} has the scope user but no redirect address`;
    return [
      ...unsafe,
      note('redirects', text, 'Create a new client with --redirect-uri, or without the scope user.'),
    ];
  });
  return findings.length > 0
    ? findings
    : [fine('redirects', `the addresses of ${plural(clients.length, 'client')} are safe`)];
}
