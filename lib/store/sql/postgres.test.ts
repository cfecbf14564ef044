import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { poolConfig } from './postgres';

const folder = mkdtempSync(join(tmpdir(), 'chapterhouse-tls-'));
const authority = join(folder, 'authority.crt');
writeFileSync(authority, 'the authority');
afterAll(() => rmSync(folder, { recursive: true }));

const address = 'postgres://user:secret@db.example/members';
const read = (query: string) => poolConfig(`${address}${query}`);

describe('the address of PostgreSQL', () => {
  it('without parameters means 20 unencrypted connections, and no startup parameter that a proxy refuses', () => {
    expect(read('')).toMatchObject({ connectionString: address, ssl: false, max: 20 });
    expect(read('')).not.toHaveProperty('statement_timeout');
    expect(read('')).not.toHaveProperty('idle_in_transaction_session_timeout');
  });

  it('sets the size of the pool, and passes pg’s own parameters on to pg', () => {
    expect(read('?pool_size=5&options=-c%20jit=off')).toMatchObject({
      connectionString: `${address}?options=-c+jit%3Doff`,
      max: 5,
    });
    expect(read('?pool_size=1').max).toBe(1);
    expect(read('?pool_size=500').max).toBe(500);
  });

  it.each(['0', '501', '2.5', 'many', ''])('refuses a pool of %j', (size) => {
    expect(() => read(`?pool_size=${size}`)).toThrow('pool_size must be a whole number from 1 to 500');
  });

  it('requires a certificate according to sslmode', () => {
    expect(read('?sslmode=disable').ssl).toBe(false);
    expect(read('?sslmode=require').ssl).toEqual({ rejectUnauthorized: false });
    expect(read(`?sslmode=verify-ca&sslrootcert=${authority}`).ssl).toMatchObject({ ca: 'the authority' });
    expect(read(`?sslmode=require&sslrootcert=${authority}`).ssl).toMatchObject({ ca: 'the authority' });
    expect(read(`?sslmode=verify-full&sslrootcert=${authority}`).ssl).toMatchObject({ ca: 'the authority' });
    expect(read('?sslmode=verify-full').ssl).not.toHaveProperty('rejectUnauthorized');
  });

  it.each([
    ['?sslmode=prefer', 'sslmode must be'],
    ['?sslmode=allow', 'sslmode must be'],
    ['?sslmode=on', 'sslmode must be'],
    ['?sslmode=verify-ca', 'needs sslrootcert'],
    ['?sslmode=verify-full&sslrootcert=/no/such/file', 'sslrootcert must name a readable file'],
  ])('refuses %s with a message that does not contain the password', (query, message) => {
    expect(() => read(query)).toThrow(message);
    expect(() => read(query)).not.toThrow('secret');
  });
});
