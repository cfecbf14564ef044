import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@/lib/store/database.fixture';
import { copyContext, readStages, valuesOf } from './dockerfile';
import { onPath } from '../scripts/find-chromium.mjs';
import { expect, test } from './fixtures';
import { freePort } from './installation';

// These tests need no container engine. They run the commands of the Dockerfile on a copy of its files. The user that
// runs the server may write only to the data folder.
const [build = [], image = []] = readStages('Dockerfile');
const isRoot = process.getuid?.() === 0;
// On Debian and most other systems, this user owns no files.
const nobody = 65534;
const databaseUrl = process.env.TEST_POSTGRES_URL;

// Every Playwright process runs this file, so only `beforeAll` creates the folder.
const folder = join(tmpdir(), `chapterhouse Größe ${randomBytes(6).toString('hex')}`);
const app = join(folder, 'app');
const data = join(folder, 'data');
let database: TestDatabase | null = null;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  mkdirSync(app, { recursive: true });
  chmodSync(folder, 0o755);
  mkdirSync(data, { mode: 0o700 });
  if (isRoot) chownSync(data, nobody, nobody);
  if (databaseUrl) database = await createTestDatabase(databaseUrl);
});

test.afterAll(async () => {
  if (!isRoot) spawnSync('chmod', ['-R', 'u+w', folder]);
  rmSync(folder, { recursive: true, force: true });
  await database?.remove();
});

test('the image, in a folder with a space and an umlaut, runs as a user who may write only to its data', async () => {
  test.setTimeout(300_000);
  buildImage();
  const { env, health, main } = container(await freePort());
  expect(run(health, env).status, 'not healthy before it runs').toBe(1);

  const server = start(main, env);
  try {
    await server.isReady;
    expect(run(health, env).status).toBe(0);
    for (const path of [
      '/',
      '/map',
      '/sign-in',
      '/theme.css',
      '/icon.svg',
      '/favicon.ico',
      '/picture.png',
      '/tiles/light/3/7/4.svg',
    ])
      expect((await fetch(`http://127.0.0.1:${env.PORT}${path}`)).status, path).toBe(200);
    if (onPath(['curl']) !== null)
      expect(watch(env)).toMatch(/"alive".*"ready".*chapterhouse_snapshot_members/s);
    const listed = spawnSync(join(app, 'chapterhouse'), ['organisation', 'list', '--json'], {
      ...asUser(env),
      encoding: 'utf8',
    });
    expect(JSON.parse(listed.stdout)).toHaveLength(1);
    // The image must contain the bundles, because the server's user cannot write them. Without bundles, tsx would
    // compile the sources at each start.
    for (const program of ['server.ts', 'lib/cli/main.ts'])
      expect(findBundle(program, env)).toContain('.build/');
  } finally {
    server.process.kill('SIGTERM');
  }
  expect(await server.ended).toBe(0);
  expect(server.printed()).not.toMatch(/EACCES|EROFS|EPERM|unhandled/i);
});

/**
 * Builds the first stage from a copy that includes the test suite's build. `npm run build` accepts that build or makes
 * a new build.
 */
function buildImage(): void {
  expect(valuesOf(build, 'COPY')).toEqual(['package.json package-lock.json ./', '. .']);
  expect(valuesOf(image, 'COPY')).toEqual(['--from=build /app /app']);
  copyContext(app);
  cpSync(process.env.NEXT_DIST_DIR || '.next', join(app, '.next'), { recursive: true });
  for (const command of valuesOf(build, 'RUN')) {
    const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
      cwd: app,
      encoding: 'utf8',
      // The suite has already downloaded the packages.
      env: { ...process.env, npm_config_prefer_offline: 'true' },
    });
    expect(status, `${command}\n${stdout}${stderr}`).toBe(0);
  }
  // If root runs the tests, root owns the files and the user `nobody` runs the server. Any other user removes its own
  // permission to write.
  if (!isRoot) spawnSync('chmod', ['-R', 'a-w', app]);
}

/**
 * Returns the settings of the container from the second stage of the Dockerfile and from compose.yaml, but with the
 * port, folder and database of this test.
 */
function container(port: number): { env: Record<string, string>; health: string[]; main: string[] } {
  const compose = readFileSync('compose.yaml', 'utf8').split(/^ {2}database:$/m)[0] ?? '';
  const block = /^ {4}environment:\n((?: {6}.*\n)+)/m.exec(compose)?.[1] ?? '';
  const set = [...block.matchAll(/^ {6}(\w+): (.*)$/gm)].map(([, name = '', value = '']) => [name, value]);
  const fixed = valuesOf(image, 'ENV').map((line) => line.split('='));
  const env: Record<string, string> = {
    PATH: process.env.PATH ?? '',
    ...Object.fromEntries([...fixed, ...set]),
  };
  expect(Object.keys(env).sort()).toEqual(['DATABASE_URL', 'DATA_DIR', 'HOST', 'NODE_ENV', 'PATH', 'PORT']);
  const ours = {
    ...env,
    PORT: String(port),
    DATA_DIR: data,
    METRICS_TOKEN: 'a-token-of-the-tests',
    DATABASE_URL: database?.url ?? '',
  };
  const [, check = ''] = /CMD (\[.*\])$/.exec(valuesOf(image, 'HEALTHCHECK')[0] ?? '') ?? [];
  const words = [check, valuesOf(image, 'CMD')[0] ?? ''].map((json) => JSON.parse(json) as string[]);
  expect(words.map(([program]) => program)).toEqual(['node', 'node']);
  const [health = [], main = []] = words.map(([, ...rest]) => rest);
  return { env: ours, health, main };
}

/** Makes the calls that docs/operators.md gives for monitoring. */
function watch(env: Record<string, string>): string {
  const guide = readFileSync('docs/operators.md', 'utf8');
  const [, calls = ''] = /^```sh\n((?:curl .*\n)+)```$/m.exec(guide) ?? [];
  const own = calls.replaceAll('127.0.0.1:3000', `127.0.0.1:${env.PORT}`);
  return spawnSync('sh', ['-eu', '-c', own], { ...asUser(env), encoding: 'utf8' }).stdout;
}

/** Returns the path of the bundle that the container runs instead of compiling the program. */
function findBundle(program: string, env: Record<string, string>): string {
  const source = `console.log(await (await import('./scripts/program.mjs')).ensureBundle('${program}'))`;
  return run(['--input-type=module', '-e', source], env).stdout;
}

function run(args: string[], env: Record<string, string>) {
  return spawnSync(process.execPath, args, { ...asUser(env), encoding: 'utf8' });
}

/** `isReady` resolves when the server reports that it is ready. `ended` resolves with the exit code. */
function start(args: string[], env: Record<string, string>) {
  const server: ChildProcess = spawn(process.execPath, args, {
    ...asUser(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  const ended = new Promise<number | null>((resolve) => server.on('exit', resolve));
  const isReady = new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.includes('Chapterhouse is ready')) resolve();
    };
    server.stdout?.on('data', read);
    server.stderr?.on('data', read);
    void ended.then((code) => reject(new Error(`the server ended with ${code}: ${printed}`)));
  });
  return { process: server, isReady, ended, printed: () => printed };
}

function asUser(env: Record<string, string>) {
  const owner = isRoot ? { uid: nobody, gid: nobody } : {};
  return { cwd: app, env: { ...env, NODE_ENV: 'production' as const }, ...owner };
}
