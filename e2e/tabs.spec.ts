import { spawnSync } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { expect, test } from './fixtures';
import { freePort } from './installation';
import { enterPassword, expireToken, memberWho, readSession, signIn } from './sign-in';

let site: Server;
let authorize = '';
const received: URLSearchParams[] = [];

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ baseURL }) => {
  const port = await freePort();
  const redirectUri = `http://127.0.0.1:${port}/callback`;
  const made = spawnSync(
    join(import.meta.dirname, '../chapterhouse'),
    [
      ...['client', 'create', '--organisation', '100', '--name', 'Conference', '--scope', 'user', '--json'],
      ...['--redirect-uri', redirectUri],
    ],
    { encoding: 'utf8', env: { ...process.env, DATA_DIR: process.env.E2E_DATA_DIR } },
  );
  expect(made.status, made.stderr).toBe(0);
  const { id } = JSON.parse(made.stdout) as { id: string };
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: id,
    redirect_uri: redirectUri,
    state: 's',
  });
  authorize = `${baseURL}/api/v2/organisation/100/authorize?${query}`;
  site = createServer((request, response) => {
    received.push(new URL(request.url ?? '/', redirectUri).searchParams);
    response.setHeader('Content-Type', 'text/html').end('<link rel="icon" href="data:,"><h1>Conference</h1>');
  });
  await new Promise<void>((resolve) => site.listen(port, '127.0.0.1', resolve));
});

test.afterAll(() => {
  site.closeAllConnections();
  site.close();
});

test.describe('a consent for the wrong person', () => {
  test.use({ expectedConsoleErrors: [/status of 409/] });

  test('“Allow” in one tab, after another person signed in with a second tab, shares nothing and says so', async ({
    page,
    context,
    demonstration,
  }) => {
    await page.goto(authorize);
    await enterPassword(page, memberWho(demonstration, /is financial/));
    const first = await page.getByText(/^You are signed in as/).innerText();
    const tab = await context.newPage();
    await tab.goto('/auth/sign-out');
    await tab.getByRole('button', { name: 'Sign out' }).click();
    await expect(tab.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
    await signIn(tab, memberWho(demonstration, /owes money/));

    await page.getByRole('button', { name: 'Allow and continue' }).click();
    await expect(page.getByRole('heading', { name: 'Your sign-in has changed' })).toBeVisible();
    expect(received).toEqual([]);
    await page.getByRole('link', { name: /^Continue as/ }).click();
    await expect(page.getByText(/^You are signed in as/)).not.toHaveText(first);
    await page.getByRole('button', { name: 'Allow and continue' }).click();
    await expect(page.getByRole('heading', { name: 'Conference' })).toBeVisible();
    expect(received.map((query) => query.has('code'))).toEqual([true]);
  });
});

test('four tabs with an expired token are all renewed, each on its own page', async ({
  page,
  context,
  demonstration,
}) => {
  await signIn(page, memberWho(demonstration, /is financial/));
  const before = await expireToken(context);
  const pages = ['/account', '/account/card', '/account/public-entry', '/members-only'];
  const tabs = await Promise.all(pages.map(async () => await context.newPage()));
  await Promise.all(tabs.map(async (tab, index) => await tab.goto(pages[index] ?? '')));
  for (const [index, tab] of tabs.entries()) {
    expect(new URL(tab.url()).pathname).toBe(pages[index]);
    await expect(tab.getByRole('heading', { level: 1 }).first()).not.toHaveText('Sign in');
  }
  expect((await readSession(context)).accessToken).not.toBe(before.accessToken);
});

test('after Back, and when the callback is loaded again, the member reaches the page that they wanted', async ({
  page,
  demonstration,
}) => {
  const callbacks: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/auth/callback/')) callbacks.push(request.url());
  });
  await page.goto('/account/card');
  await enterPassword(page, memberWho(demonstration, /is financial/));
  await page.waitForURL('**/account/card');
  await page.goBack();
  await expect(page).toHaveURL(/\/account\/card$/);
  await expect(page.getByRole('heading', { name: 'Membership card' })).toBeVisible();
  await page.goto(callbacks[0] ?? '');
  await expect(page).toHaveURL(/\/account\/card$/);
});

test.describe('Back at another site’s sign-in', () => {
  test.use({ expectedConsoleErrors: [/status of 400/] });

  test('leads to a page that says the sign-in is finished and has a link to that site', async ({
    page,
    demonstration,
  }) => {
    await page.goto(authorize);
    await enterPassword(page, memberWho(demonstration, /owes money/));
    await expect(page.getByRole('heading', { name: 'Conference' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'This sign-in is finished' })).toBeVisible();
    await page.getByRole('link', { name: 'Go to Conference' }).click();
    await expect(page.getByRole('heading', { name: 'Conference' })).toBeVisible();
  });
});

test('without scripts, a member sees what they allowed, withdraws it, and signs out another browser and then all', async ({
  browser,
  baseURL,
  demonstration,
}) => {
  const member = memberWho(demonstration, /owes money/);
  const open = async () => (await browser.newContext({ javaScriptEnabled: false })).newPage();
  const [page, other] = [await open(), await open()];
  await signIn(page, member);
  await signIn(other, member);
  await page.goto(`${authorize}&prompt=consent`);
  await page.getByRole('button', { name: 'Allow and continue' }).click();
  await expect(page.getByRole('heading', { name: 'Conference' })).toBeVisible();
  await page.goto(`${authorize}&prompt=select_account`);
  await expect(
    page.getByRole('heading', { name: /^Continue as .*, or use another account\?$/ }),
  ).toBeVisible();

  await page.goto(`${baseURL}/account/sites`);
  const site = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Conference' }) });
  await expect(site).toContainText('your name, email address, postal addresses and phone numbers');
  await site.getByRole('button', { name: 'Withdraw access for Conference' }).click();
  await expect(page.getByText('The site can no longer see your data.')).toBeVisible();
  await expect(site).toHaveCount(0);

  await page.goto(`${baseURL}/account/devices`);
  const here = page.getByRole('listitem').filter({ hasText: 'This device' });
  await expect(here).toHaveCount(1);
  await expect(here).toContainText(/Chrome on (Linux|Mac|Windows)/);
  const others = page.getByRole('listitem').filter({ hasText: 'Signed in', hasNotText: 'This device' });
  const count = await others.count();
  await others
    .first()
    .getByRole('button', { name: /^Sign out/ })
    .click();
  await expect(page.getByText('The browser is signed out.')).toBeVisible();
  await expect(others).toHaveCount(count - 1);
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page.getByText('You are signed out.')).toBeVisible();
  await page.goto(`${baseURL}/account`);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await Promise.all([page, other].map((one) => one.context().close()));
});
