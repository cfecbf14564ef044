import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DemonstrationCredentials } from './fixtures';
import { expectClean } from './axe';
import { expect, test } from './fixtures';
import { freePort, Installation } from './installation';
import { enterPassword, memberWho, readSecrets, readSession } from './sign-in';

test.describe.configure({ mode: 'serial' });

// One installation is the association's membership service. The other is a site that knows only the service's address.
const service = new Installation();
const site = new Installation();
let base = '';
let clientSecret = '';

test.beforeAll(async () => {
  test.setTimeout(240_000);
  const serviceUrl = await service.startDemonstration();
  const port = await freePort();
  base = `http://localhost:${port}`;
  const created = service.chapterhouse([
    'client',
    'create',
    '--organisation',
    '100',
    '--name',
    'Conference site',
    '--json',
    '--scope',
    'basic,members,user',
    '--redirect-uri',
    `${base}/api/auth/callback/membership`,
    '--post-logout-uri',
    `${base}/sign-in?signed-out=everywhere`,
  ]);
  const client = JSON.parse(created) as { id: string; secret: string };
  clientSecret = client.secret;
  await site.start({
    PORT: String(port),
    MEMBERSHIP_API_URL: serviceUrl,
    MEMBERSHIP_ORGANISATION_ID: '100',
    MEMBERSHIP_CLIENT_ID: client.id,
    MEMBERSHIP_CLIENT_SECRET: client.secret,
  });
});

test.afterAll(async () => {
  await site.stop();
  await service.stop();
});

test('at another site a member is asked for consent, may refuse it, and signs out there and at the service', async ({
  page,
}) => {
  const credentials = readFileSync(join(service.dataDir, 'demo-credentials.json'), 'utf8');
  const member = memberWho(JSON.parse(credentials) as DemonstrationCredentials, /owes money/);
  await page.goto(`${base}/members-only`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await enterPassword(page, member);
  await expect(page.getByText('Conference site').first()).toBeVisible();
  await page.getByRole('button', { name: 'Do not allow' }).click();
  await expect(page.getByText(/You chose not to share your membership with this site/)).toBeVisible();
  expect(new URL(page.url()).origin).toBe(base);

  // The member is still signed in at the service, so the service asks only for consent. It then returns to the page
  // that was requested.
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Allow and continue' }).click();
  await expect(page).toHaveURL(`${base}/members-only`);
  await page.goto(`${base}/account`);
  await expect(page.getByRole('article').first()).toContainText('$545.00');

  const { accessToken } = await readSession(page.context(), site.dataDir);
  await page.getByRole('button', { name: 'Sign out' }).click();
  // The site has no ID token, so the service asks whether to sign out.
  await expect(page.getByRole('heading', { name: 'Sign out?' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('You are signed out.', { exact: true })).toBeVisible();
  expect(new URL(page.url()).origin).toBe(base);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByLabel('Password')).toBeVisible();

  const logs = service.printed + site.printed;
  expect(logs).toContain('Chapterhouse is ready');
  const secrets = [accessToken, clientSecret, member.password, readSecrets(site.dataDir).authSecret];
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(7);
    expect(logs).not.toContain(secret);
  }
});

test('while the service is down, the account says so, axe finds nothing, and signing out works', async ({
  page,
}) => {
  const credentials = readFileSync(join(service.dataDir, 'demo-credentials.json'), 'utf8');
  const member = memberWho(JSON.parse(credentials) as DemonstrationCredentials, /is financial/);
  await page.goto(`${base}/account`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await enterPassword(page, member);
  await page.getByRole('button', { name: 'Allow and continue' }).click();
  await expect(page.getByRole('article').first()).toBeVisible();
  expect((await page.request.get(`${base}/verify`)).status(), 'codes are too long to type').toBe(404);

  await service.stop();
  for (const path of ['/account', '/account/card', '/members-only']) {
    await page.goto(`${base}${path}`);
    await expect(page.getByText('We cannot show your membership at the moment.')).toBeVisible();
    await expectClean(page, path, { also: ['best-practice'] });
  }
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText(/You are signed out\..*You may still be signed in at localhost/)).toBeVisible();
});
