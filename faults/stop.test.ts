import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { freePort } from '@/scripts/start-postgres.mjs';
import { newDataDir } from './service-process';

const project = join(import.meta.dirname, '..');
const { scripts } = z
  .object({ scripts: z.object({ start: z.string() }) })
  .parse(JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')));

/** Runs a command as process 1 of a process namespace of its own. Only root may do this, and not in every sandbox. */
const container = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child'];
const canUnshare = spawnSync(container[0] ?? '', [...container.slice(1), 'true']).status === 0;

const removals: (() => unknown)[] = [];
afterEach(async () => {
  for (const remove of removals.splice(0).reverse()) await remove();
});

/**
 * Runs our `npm start` in a new project, where it starts the service without the pages.
 * @param runner a program that runs the command and, when it is killed, must also end the command
 */
async function npmStart(
  shell: string,
  runner: readonly string[] = [],
): Promise<{ npm: ChildProcess; port: number }> {
  const { dataDir: folder, remove } = newDataDir();
  removals.push(remove);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'stop', scripts }));
  mkdirSync(join(folder, 'scripts'));
  writeFileSync(
    join(folder, 'scripts/start.mjs'),
    `process.chdir(${JSON.stringify(project)});
     await import(${JSON.stringify(join(project, 'faults/run-service.mjs'))});
     console.log('service', process.pid);`,
  );
  const port = await freePort();
  const [program = '', ...args] = [...runner, 'npm', 'start', `--script-shell=${shell}`];
  const npm = spawn(program, args, {
    cwd: folder,
    // npm gets its own process group, like a service of systemd.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: '',
    },
  });
  let printed = '';
  const isReady = new Promise<boolean>((resolve) => {
    npm.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const [, pid] = /service (\d+)/.exec(printed) ?? [];
      if (pid === undefined) return;
      // In another process namespace, `pid` would be the ID of another process.
      removals.push(() => endIfThere(runner.length > 0 ? (npm.pid ?? 0) : Number(pid)));
      resolve(true);
    });
    npm.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    npm.once('exit', () => resolve(false));
  });
  expect(await isReady, printed).toBe(true);
  await expect.poll(() => isResponding(port)).toBe(true);
  return { npm, port };
}

function endIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has ended, as expected.
  }
}

async function isResponding(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const isOpen = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
  });
  socket.destroy();
  return isOpen;
}

describe.skipIf(process.platform === 'win32')('npm start', () => {
  it.each(['sh', 'bash'])(
    'stops the server and waits for it if SIGTERM is sent to npm alone (%s)',
    async (shell) => {
      const { npm, port } = await npmStart(shell);
      npm.kill('SIGTERM');
      const [code] = await once(npm, 'exit');
      expect(code).toBe(0);
      expect(await isResponding(port)).toBe(false);
    },
    60_000,
  );

  it('stops the server and waits for it if SIGTERM is sent to all its processes, as systemd does', async () => {
    const { npm, port } = await npmStart('sh');
    const ended = once(npm, 'close');
    process.kill(-(npm.pid ?? 0), 'SIGTERM');
    await ended;
    expect(await isResponding(port)).toBe(false);
  }, 60_000);

  it.skipIf(!canUnshare)(
    'stops the server and waits for it if it is the first process of a container and SIGTERM is sent to it alone',
    async () => {
      const { npm, port } = await npmStart('sh', container);
      const first = readFileSync(`/proc/${npm.pid}/task/${npm.pid}/children`, 'utf8').trim();
      expect(first).toMatch(/^\d+$/);
      const ended = once(npm, 'close');
      process.kill(Number(first), 'SIGTERM');
      const [code] = await ended;
      expect(code).toBe(0);
      expect(await isResponding(port)).toBe(false);
    },
    60_000,
  );
});
