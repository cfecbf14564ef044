import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aptInstall, canUseApt, onPath } from './find-chromium.mjs';
import { freePort } from './start-postgres.mjs';

/** The path of PgBouncer, installed if possible. null: it is not available here. */
export function findPgBouncer() {
  const find = () =>
    onPath(['pgbouncer']) ?? ['/usr/sbin/pgbouncer'].find((path) => existsSync(path)) ?? null;
  if (find() === null && canUseApt()) {
    console.log('Installing PgBouncer …');
    aptInstall(['pgbouncer']);
  }
  return find();
}

/**
 * PgBouncer in front of the server of a PostgreSQL address, in a temporary folder. In the mode `transaction`, prepared
 * statements fail.
 * @param {string} program from `findPgBouncer`
 * @param {{ serverUrl: string, mode: 'session' | 'transaction' }} options
 * @returns {Promise<{ through: (url: string) => string, stop: () => Promise<void> }>} `through`: the address of a
 * database of that server through PgBouncer
 */
export async function startPgBouncer(program, { serverUrl, mode }) {
  const server = new URL(serverUrl);
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'chapterhouse-pgbouncer-'));
  const password = server.password === '' ? '' : ` password=${decodeURIComponent(server.password)}`;
  const lines = [
    '[databases]',
    `* = host=${server.hostname} port=${server.port || 5432} user=${decodeURIComponent(server.username)}${password}`,
    '[pgbouncer]',
    `listen_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =\nauth_type = any\npool_mode = ${mode}`,
    // In the mode `transaction` there are fewer connections than one process opens, so that they are shared.
    mode === 'session' ? 'default_pool_size = 25' : 'default_pool_size = 3',
    // Before 1.21, PgBouncer never supports prepared statements in the mode `transaction`, and refuses this setting.
    ...(supportsPreparedStatements(program) ? ['max_prepared_statements = 0'] : []),
  ];
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 });
  const child = run([program, file], [folder, file]);
  const ended = once(child, 'exit');
  await accepts(port, child);
  return {
    through(url) {
      const address = new URL(url);
      address.host = `127.0.0.1:${port}`;
      return address.href;
    },
    async stop() {
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function supportsPreparedStatements(program) {
  const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(
    spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout,
  );
  return Number(major) > 1 || Number(minor) >= 21;
}

// PgBouncer refuses to run as root. If this process runs as root, PgBouncer runs as the user `nobody`. The files are
// given to that user.
function run([program, ...args], files) {
  const options = { stdio: 'ignore', cwd: tmpdir() };
  if (process.getuid?.() !== 0) return spawn(program, args, options);
  const id = (flag) => Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout);
  const [uid, gid] = [id('-u'), id('-g')];
  for (const file of files) chownSync(file, uid, gid);
  return spawn(program, args, { ...options, uid, gid });
}

async function accepts(port, child) {
  for (;;) {
    if (child.exitCode !== null) throw new Error('PgBouncer exited before it accepted connections');
    const socket = connect(port, '127.0.0.1');
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(
        () => false,
        () => false,
      ),
    ]).catch(() => false);
    socket.destroy();
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
