import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { onPath } from '../scripts/find-chromium.mjs';
import { expect, test } from './fixtures';
import { freePort } from './installation';
import { enterPassword, memberWho } from './sign-in';

// The tests run every block of docs/integrators.md and the curl call of docs/oauth.md unchanged.
const guide = readFileSync('docs/integrators.md', 'utf8');
// Every Playwright process runs this file, so only `beforeAll` creates the folder.
const folder = join(tmpdir(), `chapterhouse-integrators-${randomBytes(6).toString('hex')}`);
const hasPhp = onPath(['php']) !== null;
const shellBlocks = [...guide.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, text = '']) => text);
const programs = [...guide.matchAll(/^`([\w.-]+)`:\n\n```\w+\n([^]*?)^```$/gm)].map(
  ([, name = '', text = '']) => ({ name, text }),
);
// All tests use one client and one folder, so they run in one worker.
test.describe.configure({ mode: 'default' });

// The example sites respond with these statuses to a wrong callback and to a browser's request for an icon.
test.use({ expectedConsoleErrors: [/status of 40[04]/] });

/**
 * Whether the text is a command that creates a client for the guide's examples. The first client may only read. The
 * second client may also write.
 */
const isCommand = (text: string) => text.startsWith('./chapterhouse ');

let settings = { ...process.env };

test.beforeAll(({ baseURL }) => {
  mkdirSync(folder);
  for (const { name, text } of programs) writeFileSync(join(folder, name), text);
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  const [client, writer] = shellBlocks.filter(isCommand).map((command) => {
    const made = spawnSync('sh', ['-c', `${command.trim()} --json`], {
      encoding: 'utf8',
      env: { ...process.env, DATA_DIR: process.env.E2E_DATA_DIR },
    });
    expect(made.status, made.stderr).toBe(0);
    return JSON.parse(made.stdout) as { id: string; secret: string };
  });
  settings = {
    ...process.env,
    BASE: baseURL,
    ORGANISATION: '100',
    CLIENT_ID: client?.id,
    CLIENT_SECRET: client?.secret,
    WRITER_ID: writer?.id,
    WRITER_SECRET: writer?.secret,
  };
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(program: string, args: string[]) {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: folder,
    encoding: 'utf8',
    env: settings,
  });
  expect(status, stderr).toBe(0);
  return stdout;
}

test('the curl calls give the responses that the guide shows', () => {
  test.skip(onPath(['curl']) === null, 'curl is not here');
  const calls = shellBlocks.filter((text) => !isCommand(text));
  const out = run('sh', ['-eu', '-c', calls.join("\nprintf '\\n@@\\n'\n")]).split('\n@@\n');
  const [, members = '', paged = '', near = '', unchanged = '', mistake = '', single = '', ...later] = out;
  const listed = JSON.parse(members) as { Status: string; User: { Address: { State: string } } }[];
  expect(listed.length).toBeGreaterThan(3);
  expect(new Set(listed.map(({ User }) => User.Address.State))).toEqual(new Set(['VIC']));
  expect(paged).toMatch(/^link: <.*>; rel="next"/im);
  expect(Number(/^x-total-count: (\d+)/im.exec(paged)?.[1])).toBeGreaterThan(20);
  expect(JSON.parse(readFileSync(join(folder, 'page.json'), 'utf8'))).toHaveLength(20);
  const distances = (JSON.parse(near) as { Distance: string }[]).map(({ Distance }) => Number(Distance));
  expect(distances.length).toBeGreaterThan(3);
  expect(distances).toEqual(distances.toSorted((a, b) => a - b));
  expect(distances.at(-1)).toBeLessThanOrEqual(25);
  expect(unchanged.trim()).toBe('304');
  expect(mistake).toContain('User[State]');
  expect(mistake.trim()).toMatch(/\}\s*400$/);
  expect(JSON.parse(single)).toMatchObject({ ID: '1001', Kind: 'individual' });
  const [changes = '', , added = '', statuses = '', removal = '', firm = ''] = later;
  expect(JSON.parse(changes)).toMatchObject({ Changes: expect.any(Array), HasMore: false });
  expect(JSON.parse(added)).toMatchObject({ Member: { User: { LastName: 'Byron' }, Checked: false } });
  expect(statuses.trim()).toBe('200\n412');
  const twice = removal
    .replace('}{', '}\n{')
    .split('\n')
    .map((text) => JSON.parse(text));
  expect(twice).toMatchObject([{ Member: null }, { Member: null }]);
  const [parts, removed] = firm.replace(/^(\{"Results".*?\})(\{"Member":null)/s, '$1\n$2').split('\n');
  expect(JSON.parse(parts ?? '').Results).toHaveLength(2);
  expect(JSON.parse(removed ?? '')).toMatchObject({
    Member: null,
    AlsoChanged: [expect.any(String), expect.any(String)],
  });
});

test('the curl call of docs/oauth.md gets a token', ({ baseURL }) => {
  test.skip(onPath(['curl']) === null, 'curl is not here');
  const [, block = ''] = /^```sh\n([^]*?)^```$/m.exec(readFileSync('docs/oauth.md', 'utf8')) ?? [];
  const call = block.replace('https://members.example', baseURL ?? '');
  const response = run('sh', ['-eu', '-c', `ID=$CLIENT_ID SECRET=$CLIENT_SECRET; ${call}`]);
  const token = JSON.parse(response) as object;
  expect(Object.keys(token)).toEqual(['access_token', 'expires_in', 'token_type', 'scope']);
});

test('the TypeScript programs pass a strict compiler', () => {
  const files = programs.map(({ name }) => name).filter((name) => name.endsWith('.mts'));
  expect(files).toHaveLength(2);
  const options = ['--strict', '--noEmit', '--skipLibCheck', '--target', 'es2023', '--module', 'nodenext'];
  run(resolve('node_modules/.bin/tsc'), [...options, '--types', 'node', ...files]);
});

test('the programs list the same members, in TypeScript and PHP, and members nearby', () => {
  const printed = run(resolve('node_modules/.bin/tsx'), ['members.mts']);
  expect(printed).toMatch(/^\d+ expiring \S/m);
  const near = printed.split('\n').filter((line) => / km /.test(line));
  expect(near.length).toBeGreaterThan(3);
  if (!hasPhp) return;
  const php = run('php', ['members.php']).split('\n');
  expect(php.filter((line) => / km /.test(line))).toEqual(near);
  expect(php).toHaveLength(printed.split('\n').length);
});

// The service asks each member only once for consent, so each site uses a different member.
const sites = [
  {
    name: 'sign-in.mts',
    start: (port: number) => ['tsx', 'sign-in.mts', port] as const,
    who: /is financial/,
    status: 'financial',
  },
  {
    name: 'sign-in.php',
    start: (port: number) => ['php', '-S', `127.0.0.1:${port}`, 'sign-in.php'] as const,
    who: /owes money/,
    status: 'outstanding',
  },
];
for (const { name, start, who, status } of sites) {
  test(`a member signs in to the site of ${name}, which refuses a response that it did not request`, async ({
    page,
    demonstration,
  }) => {
    test.skip(name.endsWith('.php') && !hasPhp, 'php is not here');
    const port = await freePort();
    const [program, ...args] = start(port);
    const path = program === 'tsx' ? resolve('node_modules/.bin/tsx') : program;
    const site = spawn(path, args.map(String), {
      cwd: folder,
      env: { ...settings, PORT: String(port) },
      stdio: 'ignore',
      detached: true,
    });
    try {
      const base = `http://127.0.0.1:${port}`;
      await expect.poll(() => responses(`${base}/callback`), { timeout: 20_000 }).toBe(true);
      await page.goto(base);
      await enterPassword(page, memberWho(demonstration, who));
      await page.getByRole('button', { name: 'Allow and continue' }).click();
      await expect(page.locator('body')).toHaveText(
        new RegExp(`^Hello \\S+ .*\\(\\d+\\)\\. Your membership: ${status}\\.\\s*$`),
      );
      await page.goto(`${base}/callback?code=stolen&state=guessed`);
      await expect(page.locator('body')).toHaveText('This sign-in was not begun here: begin again');
    } finally {
      // The signal goes to the process group, because tsx has a child process.
      if (site.pid !== undefined) process.kill(-site.pid, 'SIGTERM');
    }
  });
}

async function responses(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).status === 400;
  } catch {
    // The program does not listen yet.
    return false;
  }
}
