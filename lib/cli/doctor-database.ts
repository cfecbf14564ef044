import { sql } from 'kysely';
import type { Config } from '@/lib/config';
import { listClients } from '@/lib/membership-service/oauth/clients';
import type { Store } from '@/lib/membership-service/store/database';
import { isLoopback } from './doctor-settings';
import { fine, note, wrong, type Finding } from './finding';

/** The organisation of the demonstration. */
const demonstrationId = 100;
/** Tokens live an hour; a clock this far off begins to matter. */
const maxClockDifferenceMs = 5000;

/** Whether the database is whole and up to date, and it is clear whose directory this is. */
export async function checkDatabase(store: Store, config: Config): Promise<Finding[]> {
  const engine = store.engine === 'sqlite' ? 'SQLite' : 'PostgreSQL';
  // Opening it has brought it up to date.
  const applied = [
    await sql`select name from members_migration`.execute(store.members),
    await sql`select name from auth_migration`.execute(store.auth),
  ];
  const count = applied.reduce((sum, { rows }) => sum + rows.length, 0);
  return [
    fine('database', `${engine}, with all ${count} migrations`),
    ...(store.engine === 'sqlite' ? await checkFiles(store) : await checkPostgresClock(store)),
    ...(await checkOrganisations(store, config)),
  ];
}

async function checkFiles(store: Store): Promise<Finding[]> {
  const check = sql<{ quick_check: string }>`pragma quick_check(1)`;
  const files = [
    { name: 'members.db', ...(await check.execute(store.members)) },
    { name: 'auth.db', ...(await check.execute(store.auth)) },
  ];
  const damaged = files.filter(({ rows }) => rows[0]?.quick_check !== 'ok');
  return damaged.map(({ name, rows }) =>
    wrong('database', `${name} is damaged: ${rows[0]?.quick_check ?? 'unknown'}`, 'Restore a backup.'),
  );
}

async function checkPostgresClock(store: Store): Promise<Finding[]> {
  const ask = sql<{
    ms: number;
  }>`select cast(extract(epoch from clock_timestamp()) * 1000 as double precision) as ms`;
  const { rows } = await ask.execute(store.members);
  const difference = Math.abs(Number(rows[0]?.ms ?? 0) - Date.now());
  if (difference <= maxClockDifferenceMs) return [];
  const text = `the database's clock is ${Math.round(difference / 1000)} s away from this machine's`;
  return [wrong('clock', text, 'Let NTP keep both clocks.')];
}

async function checkOrganisations(store: Store, { organisationId }: Config): Promise<Finding[]> {
  const rows = await store.members.selectFrom('organisation').select('id').orderBy('id').execute();
  const ids = rows.map(({ id }) => id);
  const set = 'MEMBERSHIP_ORGANISATION_ID';
  if (ids.length === 0) {
    const text = 'the database has no organisation: a start would load the demonstration';
    return [note('organisation', text, 'Import your members first: see docs/import.md.')];
  }
  if (organisationId !== null && !ids.includes(organisationId)) {
    const text = `${set} is ${organisationId}, and the database has ${ids.join(', ')}`;
    return [wrong('organisation', text, `Set ${set} to one of them.`)];
  }
  if (organisationId === null && ids.length > 1) {
    const text = `the database has ${ids.join(', ')}, and it is not said whose directory this is`;
    return [wrong('organisation', text, `Set ${set}.`)];
  }
  const id = organisationId ?? ids[0];
  if (id !== demonstrationId) return [fine('organisation', String(id))];
  const text = 'the directory shows the demonstration: its members are invented';
  return [note('organisation', text, `Import your members and set ${set}.`)];
}

/** Addresses that codes are sent to: whoever can read one on its way can sign in as the member. */
export async function checkRedirectAddresses(store: Store): Promise<Finding[]> {
  const clients = (await listClients(store, null)).filter(({ revokedAt }) => revokedAt === null);
  const findings = clients.flatMap((client) => {
    const open = client.redirectUris.filter((uri) => {
      const { protocol, hostname } = new URL(uri);
      return protocol === 'http:' && !isLoopback(hostname);
    });
    const who = `client ${client.id} (${client.name})`;
    const unsafe = open.map((uri) =>
      wrong(
        'redirects',
        `${who} gets codes in clear at ${uri}`,
        'Make it https: create a new client and revoke this one.',
      ),
    );
    const isStranded = client.scopes.includes('user') && client.redirectUris.length === 0;
    if (!isStranded) return unsafe;
    const text = `${who} may ask for the user and has no redirect address`;
    return [
      ...unsafe,
      note('redirects', text, 'Create it anew with --redirect-uri, or without the scope user.'),
    ];
  });
  return findings.length > 0
    ? findings
    : [fine('redirects', `the addresses of ${clients.length} clients are safe`)];
}
