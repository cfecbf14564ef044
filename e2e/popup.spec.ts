import { createServer, type Server } from 'node:http';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { freePort } from './installation';
import { enterMailedCode, enterPassword, memberWho } from './sign-in';

// A site that opens the sign-in in a pop-up, like published WordPress plugins. The site's callback stores the session,
// reloads the page that opened the pop-up, and closes the pop-up.
const api = '/api/v2/organisation/100';
let site: Server;
let siteUrl = '';
let client = { id: '', secret: '' };

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ baseURL }) => {
  const port = await freePort();
  // This host differs from the service's host, so the browser treats the two as different sites.
  siteUrl = `http://127.0.0.1:${port}`;
  const made = spawnSync(
    join(import.meta.dirname, '../chapterhouse'),
    [
      ...['client', 'create', '--organisation', '100', '--name', 'Pop-up site', '--scope', 'user', '--json'],
      ...['--redirect-uri', `${siteUrl}/callback`],
    ],
    { encoding: 'utf8', env: { ...process.env, DATA_DIR: process.env.E2E_DATA_DIR } },
  );
  expect(made.status, made.stderr).toBe(0);
  client = JSON.parse(made.stdout) as { id: string; secret: string };
  site = createServer((request, response) => {
    void respond(baseURL ?? '', new URL(request.url ?? '/', siteUrl), request.headers.cookie ?? '').then(
      ({ html, cookie }) => {
        if (cookie !== undefined) response.setHeader('Set-Cookie', cookie);
        response.setHeader('Content-Type', 'text/html').end(html);
      },
    );
  });
  await new Promise<void>((resolve) => site.listen(port, '127.0.0.1', resolve));
});

test.afterAll(() => {
  site.closeAllConnections();
  site.close();
});

async function respond(base: string, url: URL, cookie: string): Promise<{ html: string; cookie?: string }> {
  const redirect_uri = `${siteUrl}/callback`;
  if (url.pathname !== '/callback') {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: client.id,
      redirect_uri,
      state: 's',
    });
    const address = `${base}${api}/authorize?${query}`;
    const name = /name=([^;]*)/.exec(cookie)?.[1];
    const text = name === undefined ? 'Nobody is signed in' : `Signed in as ${decodeURIComponent(name)}`;
    return {
      html: `<!doctype html><link rel="icon" href="data:,"><h1>${text}</h1>
        <button onclick="window.open('${address}', 'sign-in', 'width=500,height=600')">Log in</button>`,
    };
  }
  const token = await fetch(`${base}${api}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: client.id,
      client_secret: client.secret,
      code: url.searchParams.get('code') ?? '',
      redirect_uri,
    }),
  });
  const { access_token } = (await token.json()) as { access_token: string };
  const user = await fetch(`${base}${api}/user?access_token=${access_token}`);
  const { FirstName } = (await user.json()) as { FirstName: string };
  return {
    html: `<!doctype html><script>window.opener.location.reload(); window.close();</script>`,
    cookie: `name=${encodeURIComponent(FirstName)}; Path=/`,
  };
}

async function openPopup(page: Page): Promise<Page> {
  await page.goto(siteUrl);
  await expect(page.getByText('Nobody is signed in')).toBeVisible();
  const popup = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Log in' }).click();
  return popup;
}

async function expectSignedIn(page: Page, popup: Page): Promise<void> {
  // The last click may already have closed the pop-up.
  if (!popup.isClosed()) await popup.waitForEvent('close', { timeout: 30_000 });
  await expect(page.getByRole('heading', { name: /^Signed in as \w+/ })).toBeVisible();
}

test('a pop-up signs in by password and consent, reloads the page behind it and closes', async ({
  page,
  demonstration,
}) => {
  const popup = await openPopup(page);
  await enterPassword(popup, memberWho(demonstration, /is financial/));
  await popup.getByRole('button', { name: 'Allow and continue' }).click();
  await expectSignedIn(page, popup);
});

test('a pop-up signs in by an emailed code and the choice between two people', async ({
  page,
  demonstration,
}) => {
  const popup = await openPopup(page);
  await enterMailedCode(popup, memberWho(demonstration, /shares the email/).email);
  await popup.getByRole('button', { name: /George Papadopoulos/ }).click();
  await popup.getByRole('button', { name: 'Allow and continue' }).click();
  await expectSignedIn(page, popup);
});

test.describe('after an error', () => {
  test.use({ expectedConsoleErrors: [/status of 4\d\d/] });

  test('a pop-up that showed a problem and a wrong password still signs in', async ({
    page,
    demonstration,
  }) => {
    const popup = await openPopup(page);
    const address = popup.url();
    await popup.goto(address.replace(/request=\w+/, 'request=none'));
    await expect(popup.getByRole('heading', { name: 'Sign-in has ended' })).toBeVisible();
    await popup.goto(address);
    const member = memberWho(demonstration, /owes money/);
    await enterPassword(popup, { ...member, password: 'wrong' });
    await enterPassword(popup, member);
    await popup.getByRole('button', { name: 'Allow and continue' }).click();
    await expectSignedIn(page, popup);
  });
});
