import { readFileSync } from 'node:fs';
import { checkServerIdentity, type ConnectionOptions, type PeerCertificate } from 'node:tls';
import pg from 'pg';
import { ConfigError } from '@/lib/base/config';

/** A PostgreSQL server allows 100 connections by default, and several processes and commands share them. */
const defaultPoolSize = 20;
const maxPoolSize = 500;
/** The longest time to open a connection, and the longest wait for a free one in the pool. */
export const connectTimeoutMs = 5_000;

/**
 * The address is `postgres://USER:PASSWORD@HOST/DATABASE?sslmode=…&sslrootcert=FILE&pool_size=N`. `sslmode` is as in
 * libpq. `disable` is the default here. `require` encrypts, but accepts any server. With `verify-ca`, an authority in
 * the file `sslrootcert` must have signed the server's certificate. `verify-full` also checks that the certificate is
 * for the host. If `verify-full` has no `sslrootcert`, a public authority must have signed the certificate. `prefer`
 * and `allow` are refused, because an attacker on the network can downgrade such a connection.
 * @throws ConfigError naming the wrong part of the address and what was expected
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

/** pg would interpret our parameters differently, so they are taken out of the address. */
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
  if (text === null) return defaultPoolSize;
  const size = Number(text);
  if (Number.isInteger(size) && size >= 1 && size <= maxPoolSize) return size;
  throw new ConfigError([`DATABASE_URL: pool_size must be a whole number from 1 to ${maxPoolSize}`]);
}

function tlsOptions(url: string, mode: string, authorityFile: string | null): ConnectionOptions | false {
  const ca = authorityFile === null ? null : readAuthority(authorityFile);
  if (mode === 'disable') return false;
  if (mode === 'verify-full') {
    const host = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1');
    // If the host is an IP address, pg gives Node no host name, and Node would check the certificate for localhost.
    const isOfHost = {
      checkServerIdentity: (_: string, of: PeerCertificate) => checkServerIdentity(host, of),
    };
    return ca === null ? isOfHost : { ca, ...isOfHost };
  }
  // As in libpq, `require` with `sslrootcert` checks the certificate like `verify-ca`.
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

/** Reads bigint and numeric as numbers: every stored integer is below 2^53. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  const isNumber = oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC;
  if (isNumber) return Number;
  return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text');
}
