import { closeSync, openSync, writeSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { ConfigError } from './config';
import { StartupError } from './startup-error';
import { explainStartup, findStartupProblem } from './startup-problems';

const place = { dataDir: '/srv/data', port: 3000 };

async function caught(work: () => unknown): Promise<unknown> {
  try {
    await work();
  } catch (error) {
    return error;
  }
  throw new Error('the work was to fail');
}

async function listenTwice(): Promise<void> {
  const first = createServer();
  await new Promise<void>((resolve) => first.listen(0, '127.0.0.1', resolve));
  const { port } = first.address() as AddressInfo;
  const second = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      second.once('error', reject);
      second.listen(port, '127.0.0.1', resolve);
    });
  } finally {
    first.close();
  }
}

function writeToFullDisk(): void {
  const file = openSync('/dev/full', 'w');
  try {
    writeSync(file, 'x');
  } finally {
    closeSync(file);
  }
}

const systemError = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more });
const sqliteError = (errcode: number) => Object.assign(new Error('of SQLite'), { errcode });

describe('a known problem at the start is reported with what to do', () => {
  it.each<[string, () => unknown, RegExp]>([
    ['port in use', () => caught(listenTwice), /port 3000.*PORT/s],
    [
      'no such address',
      () => systemError('EADDRNOTAVAIL', { syscall: 'listen', address: '10.9.9.9' }),
      /10\.9\.9\.9.*HOST/s,
    ],
    ['low port', () => systemError('EACCES', { syscall: 'listen' }), /permission to use port.*proxy/s],
    ['too few file descriptors', () => systemError('EMFILE', { path: '/srv/x' }), /ulimit -n/],
    ['folder of another owner', () => systemError('EACCES', { path: '/srv/data' }), /\/srv\/data.*chown/s],
    ['read-only file system', () => systemError('EROFS', { path: '/srv/data/x' }), /set DATA_DIR/],
    ['SQLite may not write', () => sqliteError(8), /cannot be read or written/],
    ['SQLite may not open', () => sqliteError(14), /cannot be read or written/],
    ['SQLite: disk full', () => sqliteError(13), /full.*Free some space/s],
    ['SQLite: limit on the size of files', () => sqliteError(778), /full.*Free some space/s],
    ['SQLite: cannot read', () => sqliteError(522), /disk is full or broken.*backup/s],
    ['SQLite: damaged', () => sqliteError(11), /damaged.*backup/s],
    ['SQLite: not a database', () => sqliteError(26), /damaged.*backup/s],
    ['PostgreSQL away', () => new AggregateError([systemError('ECONNREFUSED')]), /PostgreSQL runs/],
    ['PostgreSQL: wrong password', () => systemError('28P01'), /password.*DATABASE_URL/s],
    ['PostgreSQL: a standby', () => systemError('25006'), /read-only.*primary server/s],
    ['wrong settings', () => new ConfigError(['PORT: must be a number']), /settings are wrong:\nPORT/],
    ['told already', () => new StartupError('Do this.'), /^Do this\.$/],
  ])('%s', async (_, error, expected) => {
    expect(explainStartup(await error(), place)).toMatch(expected);
  });

  it.skipIf(process.platform !== 'linux')('full disk', async () => {
    expect(explainStartup(await caught(writeToFullDisk), place)).toMatch(/full.*Free some space/s);
  });

  it('an unexpected error is not explained, and keeps its stack trace', () => {
    expect(findStartupProblem(new TypeError('x is not a function'), place)).toBe(null);
    expect(explainStartup('thrown text', place)).toBe(null);
  });
});
