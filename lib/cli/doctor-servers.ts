import { z } from 'zod';
import type { Config } from '@/lib/base/config';
import { issuerOf } from '@/lib/sign-in/oauth/metadata';
import type { Store } from '@/lib/store/database';
import { findServers, type RunningServer } from '@/lib/store/servers';
import { notShared } from '@/lib/server/health';
import { databaseProblems, toWarning } from '@/lib/service/database-state';
import { unknownProxyWarning } from '@/lib/server/proxy-watch';
import { secretMark } from '@/lib/server/secrets';
import { version } from '@/lib/base/version';
import { fine, note, wrong, type Finding } from './finding';

const responseTimeoutMs = 5_000;
/** Tokens are valid for an hour, so a clock difference up to this limit does no harm. */
const maxClockDifferenceMs = 5_000;

export async function checkServers(
  store: Store,
  { baseUrl, processes }: Pick<Config, 'baseUrl' | 'processes'>,
  authSecret: string | null,
): Promise<Finding[]> {
  const servers = await findServers(store);
  if (servers.length === 0) return [];
  const here = { baseUrl, version, secretMark: authSecret === null ? null : secretMark(authSecret) };
  return [
    aboutNumber(servers.length, processes),
    ...differences(servers, here),
    ...servers.filter(hasWrongClock).map((server) => {
      const text = `the clock of server ${short(server)} is ${Math.round(Math.abs(server.clockAheadMs) / 1000)} s different from the database's`;
      return wrong('servers', text, 'Synchronise the clocks of all machines with NTP.');
    }),
  ];
}

function aboutNumber(count: number, processes: number): Finding {
  if (count === 1) return fine('servers', 'one server runs on this database');
  if (count === processes)
    return fine('servers', `${count} processes run on this database, as PROCESSES says`);
  const text = `${count} servers run on this database. They do not share: ${notShared.join(', ')}`;
  const fix = `Each server allows only its part of a limit. A network gets the whole limit only if its requests reach all ${count} servers. For one common limit, limit requests in the proxy and set RATE_LIMITS=off.`;
  return note('servers', text, fix);
}

interface Here {
  baseUrl: string;
  version: string;
  /** A keyed hash of the secret. null: this command's DATA_DIR has no secret. */
  secretMark: string | null;
}

const compared = [
  {
    key: 'secretMark',
    name: 'AUTH_SECRET',
    fix: 'Give all servers, and this command, the same AUTH_SECRET.',
  },
  { key: 'baseUrl', name: 'BASE_URL', fix: 'Give all servers, and this command, the same BASE_URL.' },
  {
    key: 'version',
    name: 'version',
    fix: 'Install the same release on all servers and on this machine, and restart the servers.',
  },
] as const;

function differences(servers: RunningServer[], here: Here): Finding[] {
  return compared.flatMap(({ key, name, fix }) => {
    const values = new Set(servers.map((server) => server[key]));
    const shown = (value: string) => (key === 'secretMark' ? '' : `: ${value}`);
    if (values.size > 1) {
      const text = `the servers on this database do not have the same ${name}`;
      return [wrong('servers', key === 'secretMark' ? text : `${text}: ${[...values].join(', ')}`, fix)];
    }
    const [theirs = ''] = values;
    const own = here[key];
    if (own === null || own === theirs) return [];
    return [
      wrong('servers', `the running server has a different ${name} from this command${shown(theirs)}`, fix),
    ];
  });
}

function hasWrongClock({ clockAheadMs }: RunningServer): boolean {
  return Math.abs(clockAheadMs) > maxClockDifferenceMs;
}

function short({ id }: RunningServer): string {
  return id.slice(0, 8);
}

const metadata = z.object({ issuer: z.string() });

/** Whether our own server responds at BASE_URL. Checked only while a server runs. */
export async function checkPublicAddress(baseUrl: string, organisationId: number): Promise<Finding[]> {
  const issuer = issuerOf(baseUrl, organisationId);
  const { pathname } = new URL(issuer);
  const address = `${baseUrl}/.well-known/oauth-authorization-server${pathname}`;
  const fix = 'Set BASE_URL to the address, with its port, at which visitors reach this server.';
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(responseTimeoutMs) });
    const found = metadata.safeParse(await response.json().catch(() => null));
    if (found.success && found.data.issuer === issuer)
      return [fine('address', `this server responds at ${baseUrl}`)];
    const text = `another server responds at BASE_URL ${baseUrl} (status ${response.status})`;
    return [wrong('address', text, fix)];
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === 'no response') {
      const text = `BASE_URL ${baseUrl} cannot be reached from this machine`;
      return [
        note(
          'address',
          text,
          'Check that the address opens in a browser. If it does, your network may not let the server reach its own public address.',
        ),
      ];
    }
    return [wrong('address', `BASE_URL ${baseUrl} does not work: ${reason}`, fix)];
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'there is no such host';
  if (code === 'ECONNREFUSED') return 'no program listens on this port';
  return code === '' || /TIMEOUT|UNREACH/i.test(code) ? 'no response' : code;
}

const readiness = z.object({ warnings: z.array(z.string()).default([]) });

/** What a server on this machine has noticed: a proxy that TRUST_PROXY does not count, and problems of the database. */
export async function checkReadiness({ port }: Pick<Config, 'port'>): Promise<Finding[]> {
  const warnings = await readWarnings(port);
  const database = Object.values(databaseProblems)
    .filter((problem) => warnings.includes(toWarning(problem)))
    .map(({ what, todo }) => wrong('database', `the running server reports: ${what}`, todo));
  if (!warnings.includes(unknownProxyWarning)) return database;
  const fix = 'Set TRUST_PROXY to the number of proxies in front of the server: 1 for one nginx or Caddy.';
  return [
    ...database,
    wrong('address', 'there is a proxy in front of the server, but TRUST_PROXY is 0', fix),
  ];
}

async function readWarnings(port: number): Promise<string[]> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`, {
      signal: AbortSignal.timeout(responseTimeoutMs),
    });
    return readiness.parse(await response.json()).warnings;
  } catch {
    // No server runs here, or another program responds. checkApi reports both problems.
    return [];
  }
}
