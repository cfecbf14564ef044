import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DemonstrationCredentials } from './fixtures';
import { expect, test } from './fixtures';
import { onPath } from '../scripts/find-chromium.mjs';
import { freePort, Installation } from './installation';
import { enterPassword, memberWho } from './sign-in';

const guide = readFileSync('docs/operators.md', 'utf8');
const snippet = (language: string) =>
  new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'm').exec(guide)?.[1] ?? '';

// The folder is created in `beforeAll` and not here, because every Playwright process runs this file.
const folder = join(tmpdir(), `chapterhouse-proxies-${randomBytes(6).toString('hex')}`);
const configuration = join(folder, 'configuration');
let installation: Installation;
const metricsToken = 'a-token-for-the-figures';
let proxyPort = 0;
let address = '';

// All proxies use the same installation and the same port, so they run one after another.
test.describe.configure({ mode: 'default' });
test.skip(onPath(['nginx', 'caddy', 'haproxy']) === null, 'neither nginx nor Caddy nor HAProxy is here');

test.beforeAll(async () => {
  test.setTimeout(240_000);
  // If root starts nginx, the workers run as another user. That user must be able to read the folder.
  mkdirSync(folder);
  chmodSync(folder, 0o755);
  installation = new Installation();
  proxyPort = await freePort();
  const started = await installation.startDemonstration({
    BASE_URL: `http://localhost:${proxyPort}`,
    TRUST_PROXY: '1',
    HOST: '127.0.0.1',
    METRICS_TOKEN: metricsToken,
  });
  address = new URL(started).host.replace('localhost', '127.0.0.1');
});
test.afterAll(async () => {
  await installation.stop();
  rmSync(folder, { recursive: true, force: true });
});

const proxies = [
  {
    name: 'nginx',
    program: onPath(['nginx']),
    write: () => {
      // The guide's configuration with two changes. It has no https, because https needs a certificate. It uses the
      // test's folder.
      const http = snippet('nginx')
        .replace('127.0.0.1:3000', address)
        .replace('listen 443 ssl;', `listen ${proxyPort};`)
        .replace(/^ +ssl_.*\n/gm, '');
      const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (kind) => `${kind}_temp_path ${folder}/${kind};`,
      );
      return `daemon off; pid ${folder}/pid; error_log stderr warn; events {}
http { access_log off; ${paths.join(' ')}\n${http}}`;
    },
    check: ['-t', '-e', 'stderr', '-c', configuration],
    run: ['-e', 'stderr', '-c', configuration],
  },
  {
    name: 'Caddy',
    program: onPath(['caddy']),
    write: () =>
      `{\n  admin off\n}\n${snippet('caddy')
        .replace('members.example.org', `http://localhost:${proxyPort}`)
        .replace('127.0.0.1:3000', address)}`,
    check: ['validate', '--adapter', 'caddyfile', '--config', configuration],
    run: ['run', '--adapter', 'caddyfile', '--config', configuration],
  },
  {
    name: 'HAProxy',
    program: onPath(['haproxy']),
    write: () =>
      snippet('haproxy')
        .replace('127.0.0.1:3000', address)
        .replace(/bind .*/, `bind 127.0.0.1:${proxyPort}`),
    check: ['-c', '-f', configuration],
    run: ['-db', '-f', configuration],
  },
];

for (const { name, program, write, check, run } of proxies) {
  test(`behind ${name} as docs/operators.md has it, a member finds the directory and signs in`, async ({
    page,
    request,
  }) => {
    test.skip(program === null, `${name} is not here`);
    writeFileSync(configuration, write());
    const home = join(folder, 'home');
    mkdirSync(home, { recursive: true });
    const env = { ...process.env, HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home };
    const checked = spawnSync(program ?? '', check, { encoding: 'utf8', env });
    expect(checked.status, checked.stderr).toBe(0);
    const proxy = spawn(program ?? '', run, { stdio: 'ignore', env });
    try {
      const base = `http://localhost:${proxyPort}`;
      await expect.poll(() => statusOf(base), { timeout: 30_000 }).toBe(200);
      await page.goto(`${base}/account`);
      await enterPassword(page, memberWho(demonstration(), /is financial/));
      await expect(page).toHaveURL(`${base}/account`);
      await expect(page.getByRole('article').first()).toBeVisible();

      const headers = { authorization: `Bearer ${metricsToken}` };
      expect((await fetch(`http://${address}/metrics`, { headers })).status).toBe(200);
      expect((await request.get(`${base}/metrics`, { headers })).status()).toBe(404);

      const home = await request.get(base);
      expect(home.headers()['content-encoding']).toBe('br');
      expect(home.headers()['content-security-policy']).toContain('default-src');
      const tag = home.headers()['etag'] ?? '';
      expect((await request.get(base, { headers: { 'If-None-Match': tag } })).status()).toBe(304);
    } finally {
      // Leaves the page first, because the stopped proxy would refuse the page's further requests.
      await page.goto('about:blank');
      await stop(proxy);
    }
  });
}

function demonstration(): DemonstrationCredentials {
  return JSON.parse(readFileSync(join(installation.dataDir, 'demo-credentials.json'), 'utf8'));
}

async function statusOf(url: string): Promise<number> {
  try {
    return (await fetch(url)).status;
  } catch {
    // The proxy does not listen yet.
    return 0;
  }
}

async function stop(proxy: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => proxy.on('exit', resolve));
  proxy.kill('SIGTERM');
  await ended;
}
