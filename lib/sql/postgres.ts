/** How we connect to PostgreSQL: the number of connections, their time limits, and which servers we trust. */
import { readFileSync } from 'node:fs';
import { checkServerIdentity, type ConnectionOptions, type PeerCertificate } from 'node:tls';
import pg from 'pg';
import { ConfigError } from '@/lib/config';

/** A PostgreSQL server allows 100 connections by default. Several processes and commands share them. */
const usualPoolSize = 20;
const maxPoolSize = 500;
/** How long opening a connection may take, and how long a request may wait for a free connection in the pool. */
export const connectTimeoutMs = 5_000;

/**
 * The pool's settings for an address `postgres://USER:PASSWORD@HOST/DATABASE?sslmode=…&sslrootcert=FILE&pool_size=N`.
 * `sslmode` has the same meaning as in libpq: `disable` (the default here), `require` (encrypted, any server),
 * `verify-ca` (a certificate of `sslrootcert`) and `verify-full` (also for this host; from a public authority if there
 * is no `sslrootcert`). `prefer` and `allow` are refused: an attacker on the network can downgrade such a connection.
 * @throws ConfigError naming the part of the address that is wrong and what was expected
 * @see https://www.postgresql.org/docs/current/libpq-ssl.html
 */
export function poolConfig(address: string): pg.PoolConfig {
  const { url, taken } = splitAddress(address, ['pool_size', 'sslmode', 'sslrootcert']);
  return {
    connectionString: url,
    ssl: tlsOptions(url, taken.sslmode ?? 'disable', taken.sslrootcert ?? null),
    max: readPoolSize(taken.pool_size ?? null),
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    application_name: 'chapterhouse',
    types: { getTypeParser },
  };
}

/** The address without our parameters, which pg would interpret differently, and the values of the parameters. */
function splitAddress(address: string, names: string[]): { url: string; taken: Record<string, string> } {
  const mark = address.indexOf('?');
  if (mark === -1) return { url: address, taken: {} };
  const query = new URLSearchParams(address.slice(mark + 1));
  const taken: Record<string, string> = {};
  for (const name of names) {
    const value = query.get(name);
    if (value !== null) taken[name] = value;
    query.delete(name);
  }
  const rest = query.toString();
  return { url: address.slice(0, mark) + (rest === '' ? '' : `?${rest}`), taken };
}

function readPoolSize(text: string | null): number {
  if (text === null) return usualPoolSize;
  const size = Number(text);
  if (Number.isInteger(size) && size >= 1 && size <= maxPoolSize) return size;
  throw new ConfigError([`DATABASE_URL: pool_size must be a whole number from 1 to ${maxPoolSize}`]);
}

function tlsOptions(url: string, mode: string, authorityFile: string | null): ConnectionOptions | false {
  const ca = authorityFile === null ? null : readAuthority(authorityFile);
  if (mode === 'disable') return false;
  if (mode === 'verify-full') {
    const host = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1');
    // If the host is an IP address, pg gives Node no host name, and Node then checks the certificate for localhost.
    const isOfHost = {
      checkServerIdentity: (_: string, of: PeerCertificate) => checkServerIdentity(host, of),
    };
    return ca === null ? isOfHost : { ca, ...isOfHost };
  }
  // As in libpq: if `sslrootcert` is given, `require` checks the certificate in the same way as `verify-ca`.
  if (ca !== null && (mode === 'require' || mode === 'verify-ca')) {
    return { ca, checkServerIdentity: () => undefined };
  }
  if (mode === 'require') return { rejectUnauthorized: false };
  if (mode === 'verify-ca') throw new ConfigError(['DATABASE_URL: sslmode=verify-ca needs sslrootcert']);
  throw new ConfigError(['DATABASE_URL: sslmode must be disable, require, verify-ca or verify-full']);
}

function readAuthority(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ConfigError([`DATABASE_URL: sslrootcert must name a readable file: ${why}`]);
  }
}

/** bigint and numeric results are read as numbers, because every integer that we store is below 2^53. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  const isNumber = oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC;
  if (isNumber) return Number;
  return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text');
}
