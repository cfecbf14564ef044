import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aptInstall, canUseApt, onPath } from './find-chromium.mjs';

/**
 * A PostgreSQL for the tests: TEST_POSTGRES_URL when it is set, else a server of our own in a temporary folder.
 * @returns {Promise<{ url: string, stop: () => void }>}
 */
export async function startPostgres() {
  if (process.env.TEST_POSTGRES_URL) return { url: process.env.TEST_POSTGRES_URL, stop: () => {} };
  const bin = findPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'chapterhouse-postgres-'));
  const port = await freePort();
  const asPostgres = ownerOf(folder);
  const command = (name, args) => {
    const [program, ...rest] = [...asPostgres, join(bin, name), ...args];
    const result = spawnSync(program, rest, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      cwd: folder,
    });
    if (result.status !== 0) throw new Error(`${name} failed: ${result.stderr || result.error?.message}`);
  };
  const data = join(folder, 'data');
  command('initdb', ['-D', data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--locale=C']);
  // The data is thrown away: nothing need reach the disk.
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off -c full_page_writes=off -c synchronous_commit=off -c max_connections=200`;
  const log = join(folder, 'log');
  // Output to a file: a pipe of ours would be held open by the server.
  command('pg_ctl', ['start', '-w', '-D', data, '-l', log, '-o', options]);
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop() {
      command('pg_ctl', ['stop', '-m', 'immediate', '-D', data]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A port on which nothing listened a moment ago. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

function findPostgres() {
  let found = binFolder();
  if (found === null && canUseApt()) {
    console.log('Installing PostgreSQL …');
    aptInstall(['postgresql']);
    found = binFolder();
  }
  if (found === null) {
    throw new Error(
      'No PostgreSQL could be found or installed: set TEST_POSTGRES_URL to one that tests may write to.',
    );
  }
  return found;
}

function binFolder() {
  const onThePath = onPath(['initdb']);
  if (onThePath !== null) return onThePath.replace(/\/initdb$/, '');
  const root = '/usr/lib/postgresql';
  if (!existsSync(root)) return null;
  const versions = readdirSync(root).filter((version) => existsSync(`${root}/${version}/bin/initdb`));
  const newest = versions.sort((a, b) => Number(b) - Number(a))[0];
  return newest === undefined ? null : `${root}/${newest}/bin`;
}

// PostgreSQL refuses to run as root: root lends the folder to the package's own user.
function ownerOf(folder) {
  if (process.getuid?.() !== 0) return [];
  const id = (flag) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  chownSync(folder, id('-u'), id('-g'));
  return ['runuser', '-u', 'postgres', '--'];
}
