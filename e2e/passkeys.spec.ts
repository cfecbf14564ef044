import { createServer, type Server } from 'node:http';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { CDPSession, Page } from '@playwright/test';
import { decodeJwt } from 'jose';
import { expectClean } from './axe';
import { expect, test } from './fixtures';
import { freePort } from './installation';
import { ageSignIn, enterMailedCode, enterPassword, memberWho } from './sign-in';

// Chromium's virtual authenticator: a device whose owner is always present and always verified.

interface Device {
  session: CDPSession;
  id: string;
  passkeys(): Promise<string[]>;
}

async function addDevice(page: Page): Promise<Device> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId: id } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const passkeys = async () => {
    const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId: id });
    return credentials.map(({ credentialId }) => credentialId);
  };
  return { session, id, passkeys };
}

/** If `enabled` is false, the device waits, like a device that nobody touches. */
async function answer({ session, id }: Device, enabled: boolean): Promise<void> {
  const settings = { authenticatorId: id, enabled };
  await session.send('WebAuthn.setAutomaticPresenceSimulation', settings);
}

async function signOut(page: Page): Promise<void> {
  await page.goto('/account');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL((url) => url.pathname === '/sign-in');
}

// If a passkey is not accepted, the response has status 422, which Chromium logs.
test.use({ expectedConsoleErrors: [/status of 422/] });

const offer = 'Sign in faster next time?';

test('a passkey is offered after sign-in, signs in by itself and by its button, is renamed and removed', async ({
  page,
  context,
  demonstration,
}) => {
  const device = await addDevice(page);
  const member = memberWho(demonstration, /has lapsed/);
  await answer(device, false);
  await page.goto('/account');
  await enterPassword(page, member);
  await expect(page.getByRole('heading', { name: offer })).toBeVisible();
  await expectClean(page, 'the offer');
  await answer(device, true);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.waitForURL('**/account');
  expect(await device.passkeys()).toHaveLength(1);

  // While the page loads, it asks for a passkey, and the device answers.
  await signOut(page);
  await page.goto('/account');
  await page.waitForURL('**/account');

  await answer(device, false);
  await signOut(page);
  await page.goto('/account/devices');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expectClean(page, 'the sign-in page');
  await answer(device, true);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.waitForURL('**/account/devices');
  await expect(page.getByText('Last used')).toBeVisible();
  await expect(page.getByText(/^Chrome on /).first()).toBeVisible();

  await page.getByRole('link', { name: 'Add, rename or remove passkeys' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Passkeys' })).toBeVisible();
  await expectClean(page, 'the passkeys');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText('This device already has a passkey for this account.')).toBeVisible();
  await page.getByLabel('Name').fill('Work laptop');
  await page.getByRole('button', { name: 'Save the name' }).click();
  await expect(page.getByText('The name is saved.')).toBeVisible();
  // Eleven minutes after the sign-in, the person must sign in again before a passkey is removed.
  await ageSignIn(context);
  await answer(device, false);
  await page.getByRole('button', { name: 'Remove Work laptop' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await enterPassword(page, member);
  await page.getByRole('button', { name: 'Remove Work laptop' }).click();
  await expect(page.getByText('You have no passkey.')).toBeVisible();

  // The device still has the passkey, but it no longer works. The person signs in with a code.
  await signOut(page);
  await answer(device, false);
  await page.goto('/account');
  await answer(device, true);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText('This passkey was not accepted.')).toBeVisible();
  await answer(device, false);
  await enterMailedCode(page, member.email);
  await page.waitForURL('**/account');
});

test('“Not now” is remembered, and without JavaScript nothing is offered', async ({
  page,
  browser,
  demonstration,
}) => {
  const device = await addDevice(page);
  await answer(device, false);
  const member = memberWho(demonstration, /expires soon/);
  await page.goto('/account');
  await enterPassword(page, member);
  await page.getByRole('button', { name: 'Not now' }).click();
  await page.waitForURL('**/account');
  await signOut(page);
  await page.goto('/account');
  await enterPassword(page, member);
  await page.waitForURL('**/account');

  const plain = await browser.newPage({ javaScriptEnabled: false });
  await plain.goto('/account/devices');
  await expect(plain.getByRole('button', { name: 'Use a passkey' })).toBeHidden();
  await enterPassword(plain, member);
  await plain.waitForURL('**/account/devices');
  await plain.getByRole('link', { name: 'Add, rename or remove passkeys' }).click();
  await expect(plain.getByText('with JavaScript switched on')).toBeVisible();
  await expect(plain.getByRole('button', { name: 'Add a passkey' })).toBeHidden();
  await plain.close();
});

test('two people with one email address have their own passkeys, which sign them in at another site', async ({
  browser,
  baseURL,
  demonstration,
}) => {
  const base = baseURL ?? '';
  const site: Server = createServer((request, response) => {
    response
      .setHeader('Content-Type', 'text/html')
      .end(`<link rel="icon" href="data:,"><p>${request.method}</p>`);
  });
  const port = await freePort();
  await new Promise<void>((resolve) => site.listen(port, '127.0.0.1', resolve));
  const callback = `http://127.0.0.1:${port}/callback`;
  const options = ['--scope', 'user', '--json', '--redirect-uri', callback];
  const made = spawnSync(
    join(import.meta.dirname, '../chapterhouse'),
    ['client', 'create', '--organisation', '100', '--name', 'Another site', ...options],
    { encoding: 'utf8', env: { ...process.env, DATA_DIR: process.env.E2E_DATA_DIR } },
  );
  expect(made.status, made.stderr).toBe(0);
  const client = JSON.parse(made.stdout) as { id: string; secret: string };
  const api = `${base}/api/v2/organisation/100`;
  const request = {
    response_type: 'code',
    client_id: client.id,
    redirect_uri: callback,
    scope: 'openid profile',
  };
  const couple = demonstration.members.filter(({ description }) => /shares the email/.test(description));
  expect(couple).toHaveLength(2);

  for (const member of couple) {
    const [name] = member.description.split(':');
    const page = await browser.newPage();
    const device = await addDevice(page);
    await answer(device, false);
    await page.goto('/account');
    await enterPassword(page, member);
    await expect(page.getByRole('heading', { name: offer })).toBeVisible();
    await answer(device, true);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.waitForURL('**/account');
    await signOut(page);

    // No account chooser appears, because the passkey already identifies the person.
    await page.goto(`${api}/authorize?${new URLSearchParams({ ...request, state: 's' })}`);
    await page.getByRole('button', { name: 'Allow and continue' }).click();
    await page.waitForURL(`${callback}**`);
    const code = new URL(page.url()).searchParams.get('code') ?? '';
    const fields = { grant_type: 'authorization_code', code, redirect_uri: callback };
    const credentials = { client_id: client.id, client_secret: client.secret };
    const body = new URLSearchParams({ ...fields, ...credentials });
    const tokens = (await (await fetch(`${api}/token`, { method: 'POST', body })).json()) as Record<
      string,
      string
    >;
    const headers = { Authorization: `Bearer ${tokens['access_token']}` };
    expect(await (await fetch(`${api}/userinfo`, { headers })).json()).toMatchObject({ name });
    expect(decodeJwt(tokens['id_token'] ?? '')).toMatchObject({ amr: ['pop', 'mfa'], acr: 'phr' });
    await page.context().close();
  }
  site.closeAllConnections();
  site.close();
});
