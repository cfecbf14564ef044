/**
 * Debian's packages as sites, with the settings of docs/connect.md. `npm test` installs the packages if it may
 * (scripts/debian-software.mjs). Without them, these tests are skipped and say why.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findApache, findPythonWith } from '@/scripts/debian-software.mjs';
import { noRules, type ClientRules } from '@/lib/sign-in/oauth/client-rules';
import { EndedSiteSessions } from '@/lib/sign-in/oauth/ended-site-sessions';
import { sampleMember } from '@/lib/store/sample-members.fixture';
import { withMembersWriter } from '@/lib/store/write';
import { writerContext } from '@/lib/service/sign-in-service.fixture';
import { runIssuer, SiteVisitor } from '@/lib/service/issuer-over-http.fixture';
import { inBrowser, signInOnPage } from './browser-page.fixture';

const page = readFileSync('docs/connect.md', 'utf8');
const blockOf = (language: string) =>
  new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\`$`, 'm').exec(page)?.[1] ?? '';

const folder = mkdtempSync(join(tmpdir(), 'chapterhouse-clients-'));
let running: ChildProcess | null = null;
let address = '';
let port = 0;

beforeEach(async () => {
  port = await freePort();
  address = `http://localhost:${port}`;
});
afterEach(async () => {
  if (running === null || running.exitCode !== null) return;
  const ended = new Promise((resolve) => running?.once('exit', resolve));
  running.kill();
  await ended;
  running = null;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  // A server that listens on TCP has an AddressInfo.
  const { port: free } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return free;
}

async function run(program: string, args: string[], env: Record<string, string> = {}): Promise<void> {
  let printed = '';
  const child = spawn(program, args, { cwd: folder, env: { NODE_ENV: 'test', ...env } });
  running = child;
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The site ended: ${printed}`);
    try {
      await fetch(`${address}/`, { redirect: 'manual' });
      return;
    } catch {
      await new Promise(setImmediate);
    }
  }
}

interface StartOptions {
  isForAll?: boolean;
  chapter?: string;
  rules?: ClientRules;
  homeUrl?: string;
}

describe('clients from Debian', () => {
  const site = runIssuer();
  const apache = findApache();
  const python = findPythonWith(['authlib', 'flask', 'requests']);

  /** @param chapter only its members may enter the folder */
  async function startApache({ isForAll = true, chapter = 'Victoria', ...change }: StartOptions = {}) {
    const callback = `${address}/protected/callback`;
    const client = await site.register(callback, {
      isForAll,
      ...change,
      backchannelLogoutUri: `${callback}?logout=backchannel`,
      allowsPrivateLogout: true,
      postLogoutUris: [`${address}/`],
    });
    const root = join(folder, `apache-${port}`);
    mkdirSync(join(root, 'htdocs/protected'), { recursive: true });
    writeFileSync(join(root, 'htdocs/index.html'), 'for everybody');
    writeFileSync(join(root, 'htdocs/protected/index.html'), 'for members');
    const settings = blockOf('apache')
      .replace('https://members.example/api/v2/organisation/100', site.issuer())
      .replace('https://site.example', address)
      .replace('CLIENT_ID', client.id)
      .replace('CLIENT_SECRET', client.secret)
      .replace('chapters:Victoria', `chapters:${chapter}`);
    const modules = ['mpm_event', 'authn_core', 'authz_core', 'authz_user', 'dir', 'headers', 'auth_openidc'];
    const server = [
      `ServerRoot ${root}`,
      `ServerName localhost`,
      `Listen 127.0.0.1:${port}`,
      `PidFile ${root}/pid`,
      `ErrorLog ${root}/error.log`,
      `DefaultRuntimeDir ${root}`,
      `DocumentRoot ${root}/htdocs`,
      ...modules.map((name) => `LoadModule ${name}_module ${apache?.modules}/mod_${name}.so`),
      'DirectoryIndex index.html',
      'Header set X-Person "expr=%{reqenv:OIDC_CLAIM_name} %{reqenv:OIDC_CLAIM_email}"',
      settings,
    ];
    writeFileSync(join(root, 'httpd.conf'), server.join('\n'));
    await run(apache?.program ?? '', ['-f', join(root, 'httpd.conf'), '-DFOREGROUND']);
  }

  const apacheIsMissing = 'Apache with mod_auth_openidc is not here';

  describe('Apache with mod_auth_openidc', () => {
    beforeEach(({ skip }) => skip(apache === null, apacheIsMissing));

    async function visit(visitor = new SiteVisitor(), browser = site.browser()) {
      const first = await visitor.visit(`${address}/protected/`);
      const back = await site.signIn(first.headers.get('Location') ?? '', browser);
      const callback = await visitor.visit(back);
      const shown = await visitor.visit(`${address}/protected/`);
      const text = (await callback.text()) + (await shown.text());
      return {
        error: back.searchParams.get('error'),
        status: shown.status,
        text,
        person: shown.headers.get('X-Person'),
      };
    }

    test('a member of the chapter enters, and loses access within a minute of the sign-out', async () => {
      await startApache();
      const [visitor, browser] = [new SiteVisitor(), site.browser()];
      expect(await visit(visitor, browser)).toEqual({
        error: null,
        status: 200,
        text: expect.stringMatching(/for members$/),
        person: 'Ada Byron Ada@Example.org',
      });
      await site.signOut(browser);
      expect(await site.deliverLogouts()).toBe(1);
      const after = await visitor.visit(`${address}/protected/`);
      expect([after.status, after.headers.get('Location')]).toEqual([
        302,
        expect.stringContaining(`${site.issuer()}/authorize?`),
      ]);
    });

    test('a member whose membership lapses loses access, too', async () => {
      await startApache({ rules: { ...noRules, validOnly: true } });
      const visitor = new SiteVisitor();
      expect((await visit(visitor)).status).toBe(200);
      const put = (change: { expiryDate?: string }) =>
        withMembersWriter(site.store(), writerContext(100), async (writer) => {
          const ada = { firstName: 'Ada', lastName: 'Byron', email: 'Ada@Example.org' };
          await writer.memberships.put(sampleMember(1, change, ada));
        });
      const ended = new EndedSiteSessions(site.store());
      try {
        await ended.queue(new Date());
        expect(await site.deliverLogouts()).toBe(0);
        expect((await visitor.visit(`${address}/protected/`)).status).toBe(200);
        await put({ expiryDate: '2020-02-28' });
        await ended.queue(new Date());
        expect(await site.deliverLogouts()).toBe(1);
        expect((await visitor.visit(`${address}/protected/`)).status).toBe(302);
      } finally {
        await put({});
      }
    });

    test('a member of another chapter does not enter', async () => {
      await startApache({ chapter: 'Tasmania' });
      expect((await visit()).status).toBe(401);
    });

    test('a person whom the rules here refuse has no session there', async () => {
      await startApache({ isForAll: false });
      const { error, status, text } = await visit();
      expect([error, status], 'it asks for a sign-in again').toEqual(['access_denied', 302]);
      expect(text).not.toContain('for members');
    });
  });

  describe('Apache in a browser', () => {
    beforeEach(({ skip }) => skip(apache === null, apacheIsMissing));

    test('a member signs out at the site and here, and comes back to the site', async () => {
      await startApache();
      await inBrowser(async (page) => {
        await page.goto(`${address}/protected/`);
        await signInOnPage(page);
        expect(await page.locator('body').innerText()).toBe('for members');
        await page.goto(`${address}/protected/callback?logout=${encodeURIComponent(`${address}/`)}`);
        expect([page.url(), await page.locator('body').innerText()]).toEqual([
          `${address}/`,
          'for everybody',
        ]);
        await page.goto(`${address}/protected/`);
        await page.locator('input[name=password]').waitFor();
      });
    });

    test('a refused member sees why, and a link back to the site', async () => {
      await startApache({ isForAll: false, homeUrl: `${address}/` });
      await inBrowser(async (page) => {
        await page.goto(`${address}/protected/`);
        await signInOnPage(page);
        await page.waitForURL(/\/members-only\?/);
        await page.getByRole('link', { name: 'Back to Site' }).click();
        expect([page.url(), await page.locator('body').innerText()]).toEqual([
          `${address}/`,
          'for everybody',
        ]);
      });
    });
  });

  describe('authlib in a Flask site', () => {
    beforeEach(({ skip }) => skip(python === null, 'Python with authlib and Flask is not here'));

    async function visit(isForAll: boolean) {
      const client = await site.register(`${address}/callback`, { isForAll });
      writeFileSync(join(folder, 'members_site.py'), blockOf('python'));
      await run(python ?? '', ['-m', 'flask', '--app', 'members_site.py', 'run', '--port', String(port)], {
        ISSUER: site.issuer(),
        CLIENT_ID: client.id,
        CLIENT_SECRET: client.secret,
      });
      const visitor = new SiteVisitor();
      const started = await visitor.visit(`${address}/sign-in`);
      const back = await site.signIn(started.headers.get('Location') ?? '');
      const callback = await visitor.visit(back);
      const page = await visitor.visit(`${address}/`);
      return { callback: callback.status, page: page.status, text: await page.text() };
    }

    test('signs a member in', async () => {
      expect(await visit(true)).toEqual({
        callback: 302,
        page: 200,
        text: 'Hello, Ada Byron (1, Ada@Example.org)',
      });
    });
    test('has no session for a person whom the rules refuse', async () => {
      expect(await visit(false)).toMatchObject({ callback: 403, page: 401 });
    });
  });
});
