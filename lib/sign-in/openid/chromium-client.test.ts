/** oidc-client-ts in Chromium. The page has another origin and no server, and its client has no secret. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { chromium, type Browser, type Page } from '@playwright/test';
import type { User } from 'oidc-client-ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findHeadlessShell } from '@/scripts/find-chromium.mjs';
import { runIssuer } from '@/lib/service/issuer-over-http.fixture';
import { password } from '@/lib/service/sign-in-service.fixture';

const documented =
  /^```js\n(new UserManager[^]*?)^```$/m.exec(readFileSync('docs/connect.md', 'utf8'))?.[1] ?? '';
const library = readFileSync('node_modules/oidc-client-ts/dist/browser/oidc-client-ts.min.js', 'utf8');

describe('oidc-client-ts in Chromium', () => {
  const site = runIssuer();
  let chrome: Browser;
  beforeAll(async () => {
    chrome = await chromium.launch({
      executablePath: await findHeadlessShell(),
      args: ['--no-sandbox', '--disable-gpu'],
    });
  });
  afterAll(() => chrome.close());

  async function start({ isForAll = true } = {}) {
    let manager = '';
    const server = createServer((request, response) => {
      const isLibrary = request.url === '/oidc-client-ts.js';
      response.setHeader('Content-Type', isLibrary ? 'text/javascript' : 'text/html');
      response.end(
        isLibrary
          ? library
          : `<!doctype html><title>Site</title><link rel="icon" href="data:,"><script src="/oidc-client-ts.js"></script>
             <script>const manager = ${manager}</script>`,
      );
    });
    // With another host than the service, the page has another origin and belongs to another site.
    const address = (await site.listen(server)).replace('localhost', '127.0.0.1');
    const { id, secret } = await site.register(`${address}/callback`, {
      isForAll,
      isPublic: true,
      scopes: ['openid', 'profile', 'email', 'membership', 'offline_access'],
      postLogoutUris: [`${address}/signed-out`],
    });
    expect(secret).toBe('');
    manager = documented
      .replace('new UserManager', 'new oidc.UserManager')
      .replace('https://members.example/api/v2/organisation/100', site.issuer())
      .replace('CLIENT_ID', id)
      .replaceAll('https://site.example', address);
    const page = await (await chrome.newContext()).newPage();
    await page.goto(address);
    await signIn(page);
    return { address, page };
  }
  async function signIn(page: Page) {
    await Promise.all([page.waitForURL(/\/sign-in/), leave(page, 'signinRedirect')]);
    await page.locator('input[name=email]:visible').first().fill('ada@example.org');
    await page.locator('input[name=password]').fill(password);
    await page.locator('input[name=password]').press('Enter');
  }
  const leave = (page: Page, method: string) => page.evaluate(`void manager.${method}()`);
  /** @returns the result of the method, or the error's code or message */
  const run = (page: Page, method: string): Promise<unknown> =>
    page.evaluate(
      `manager.${method}().then((result) => JSON.parse(JSON.stringify(result ?? null)), (error) => ({ error: error.error ?? error.message }))`,
    );

  test('a member signs in, gets new tokens without a page, and signs out at the site and here', async () => {
    const { address, page } = await start();
    await page.waitForURL(`${address}/callback?*`);
    const user = (await run(page, 'signinCallback')) as User;
    expect(user.profile).toMatchObject({
      sub: '1',
      name: 'Ada Byron',
      email: 'Ada@Example.org',
      membership_status: 'valid',
      chapters: ['Victoria'],
    });
    const refreshed = (await run(page, 'signinSilent')) as User;
    expect(refreshed.profile.sub).toBe('1');
    expect(refreshed.access_token).not.toBe(user.access_token);
    expect(refreshed.refresh_token).not.toBe(user.refresh_token);

    await Promise.all([page.waitForURL(`${address}/signed-out*`), leave(page, 'signoutRedirect')]);
    await run(page, 'signoutCallback');
    expect(await run(page, 'getUser')).toBeNull();
    // The service asks for the password again.
    await signIn(page);
    await page.waitForURL(`${address}/callback?*`);
    expect(await run(page, 'signinCallback')).toMatchObject({ profile: { sub: '1' } });
  });

  test('a person whom the rules refuse has no session there', async () => {
    const { address, page } = await start({ isForAll: false });
    await page.waitForURL(/\/members-only\?/);
    await page.locator('form[action*="members-only"] button').click();
    await page.waitForURL(`${address}/callback?*`);
    expect(await run(page, 'signinCallback')).toEqual({ error: 'access_denied' });
    expect(await run(page, 'getUser')).toBeNull();
  });
});
