import { spawnSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aptInstall, canUseApt, onPath } from './find-chromium.mjs';

/**
 * A PostgreSQL for the tests: that of TEST_POSTGRES_URL if it is set, otherwise our own server in a temporary folder.
 * @returns {Promise<{ url: string, stop: () => void }>}
 */
export async function startPostgres() {
  if (process.env.TEST_POSTGRES_URL) return { url: process.env.TEST_POSTGRES_URL, stop: () => {} };
  return await startOwnPostgres();
}

/** Whether our own server can be started without installing one. */
export function hasPostgres() {
  return binFolder() !== null;
}

/**
 * Our own server in a temporary folder. `down` stops it as an operator would, and `up` starts it again.
 * `freeze` suspends all its processes with their connections open, and `thaw` resumes them. `stop` ends the server and
 * deletes the folder. With `tls`, a certificate and a key in PEM, the server also accepts encrypted connections.
 * @param {{ tls?: { certificate: string, key: string } }} [options]
 * @returns {Promise<{ url: string, port: number, down: () => void, up: () => void, freeze: () => void, thaw: () =>
 * void, stop: () => void }>}
 */
export async function startOwnPostgres({ tls } = {}) {
  const bin = findPostgres();
  const folder = mkdtempSync(join(dataRoot(), 'chapterhouse-postgres-'));
  const port = await freePort();
  const owner = ownerOf(folder);
  const command = (name, args) => {
    const [program, ...rest] = [...owner.prefix, join(bin, name), ...args];
    const result = spawnSync(program, rest, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      cwd: folder,
    });
    if (result.status !== 0) throw new Error(`${name} failed: ${result.stderr || result.error?.message}`);
  };
  const data = join(folder, 'data');
  command('initdb', ['-D', data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--locale=C']);
  const secure = tls === undefined ? '' : enableTls(data, tls, owner);
  // The data is temporary, so it need not survive a crash.
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off -c full_page_writes=off -c synchronous_commit=off -c max_connections=200${secure}`;
  const log = join(folder, 'log');
  // The output goes to a file, because the server would keep a pipe of ours open.
  const up = () => command('pg_ctl', ['start', '-w', '-D', data, '-l', log, '-o', options]);
  const down = (mode = 'fast') => command('pg_ctl', ['stop', '-m', mode, '-D', data]);
  up();
  const signal = (name) =>
    processesOf(join(data, 'postmaster.pid')).forEach((pid) => process.kill(pid, name));
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    port,
    up,
    down: () => down(),
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    stop() {
      if (existsSync(join(data, 'postmaster.pid'))) down('immediate');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const minMemoryBytes = 4 * 1024 ** 3;

/** A file system in memory if there is a large one: a test's database then needs 40 % less processor time. */
function dataRoot() {
  const memory = '/dev/shm';
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize < minMemoryBytes ? tmpdir() : memory;
}

/** The IDs of the server and its children. The server is first, because a suspended server starts no children. */
function processesOf(pidFile) {
  const server = Number(readFileSync(pidFile, 'utf8').split('\n', 1)[0]);
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const rows = stdout
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/).map(Number));
  return [server, ...rows.filter(([, parent]) => parent === server).map(([pid]) => pid)];
}

/** @returns the server's options for TLS */
function enableTls(data, { certificate, key }, { uid, gid }) {
  const files = { 'server.crt': certificate, 'server.key': key };
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(data, name), text, { mode: 0o600 });
    chownSync(join(data, name), uid, gid);
  }
  return ' -c ssl=on';
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

// PostgreSQL refuses to run as root. If this process runs as root, PostgreSQL runs as `postgres`, the user of its
// package. The folder is given to that user.
function ownerOf(folder) {
  if (process.getuid?.() !== 0)
    return { prefix: [], uid: process.getuid?.() ?? -1, gid: process.getgid?.() ?? -1 };
  const id = (flag) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  const [uid, gid] = [id('-u'), id('-g')];
  chownSync(folder, uid, gid);
  return { prefix: ['runuser', '-u', 'postgres', '--'], uid, gid };
}
