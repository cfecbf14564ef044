import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectClean } from './axe';
import { expect, test, type DemonstrationCredentials } from './fixtures';
import sharp from 'sharp';
import { publicRoutes } from '@/lib/server/route-table';
import { Installation } from './installation';
import { enterPassword, memberWho } from './sign-in';

const installation = new Installation();
let base = '';
let demonstration: DemonstrationCredentials;

test.describe.configure({ mode: 'serial' });
test.use({ expectedConsoleErrors: [/status of (401|403|404|410|429)/] });
test.beforeAll(async () => {
  test.setTimeout(300_000);
  base = await installation.startDemonstration();
  const credentials = readFileSync(join(installation.dataDir, 'demo-credentials.json'), 'utf8');
  demonstration = JSON.parse(credentials) as DemonstrationCredentials;
  installation.chapterhouse([
    ...['organisation', 'set', '--organisation', '100'],
    ...['hasMembersDirectory=true', 'ownEntry=Picture: free\nLocations: locked'],
  ]);
  // The server loads the directory for members a moment after the change. Until then it answers 404.
  const search = `${base}/members-only/directory/search.json`;
  await expect.poll(async () => (await fetch(search)).status, { timeout: 60_000 }).toBe(401);
});
test.afterAll(() => installation.stop());

/** An address of a public route, with what this test shows only to members. */
function addressOf(route: string, profile: string): string {
  const id = profile.split('/')[2]?.split('-')[0] ?? '';
  const values: Record<string, string> = {
    '/': '/?q=nowak',
    '/map': '/map?q=nowak',
    '/print': '/print?q=nowak',
    '/shortlist': `/shortlist?ids=${id}`,
    '/sitemaps/:file': '/sitemaps/1.xml',
    '/states/:slug': '/states/victoria',
    '/types/:slug': '/types/1-full-member',
    '/categories/:slug': '/categories/1-musculoskeletal',
    '/directory/search.json': '/directory/search.json?q=nowak',
    '/directory/clusters.json': '/directory/clusters.json?view=-90,-180,90,180&zoom=18',
    '/directory/places.json': '/directory/places.json?q=nowak',
    '/directory/resolve.json': '/directory/resolve.json?q=nowak',
    '/directory/member.json': `/directory/member.json?id=${id}`,
  };
  return values[route] ?? route.replace('/members/:slug', profile).replace(':outcome', 'sent');
}

async function signIn(page: Page, description: RegExp, path: string): Promise<void> {
  await page.goto(`${base}${path}`);
  await enterPassword(page, memberWho(demonstration, description));
  await page.waitForURL((url) => url.pathname === path);
}

test('a member shows their entry only to members: they find it within a minute, and the public does not', async ({
  page,
  browser,
}) => {
  const shown = memberWho(demonstration, /expires soon/);
  await signIn(page, /expires soon/, '/account/public-entry');
  const profile = (await page.getByRole('link', { name: 'your public page' }).getAttribute('href')) ?? '';
  const name = (await page.locator('[inert] h1').first().textContent()) ?? '';
  await page.goto(`${base}/account/public-entry?edit=picture-${profile.split('/')[2]?.split('-')[0]}`);
  const photo = sharp({ create: { width: 300, height: 300, channels: 3, background: '#386' } });
  await page
    .getByLabel('File')
    .setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await photo.jpeg().toBuffer() });
  await page.getByLabel('What the picture shows').fill('At work');
  await page.getByRole('region', { name: 'Picture' }).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('status')).toContainText('Saved');
  await page.getByRole('link', { name: 'Change what is shown' }).click();
  await expectClean(page, 'the choice of who sees what');
  await page.getByLabel('Who sees my entry').selectOption('Members only');
  await page.getByLabel('Email', { exact: true }).selectOption('Members only');
  await page.getByLabel('Picture').selectOption('Members only');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Your choices are saved')).toBeVisible();

  const other = await (await browser.newContext()).newPage();
  await signIn(other, /is financial/, '/members-only');
  await other.getByRole('link', { name: 'Open the directory for members' }).click();
  await expect(other.getByRole('heading', { name: 'Directory for members' })).toBeVisible();
  const listed = other.getByRole('link', { name, exact: true });
  await expect(async () => {
    await other.goto(`${base}/members-only/directory?q=${encodeURIComponent(name)}`);
    await expect(listed).toBeVisible({ timeout: 1_000 });
    expect((await other.request.get(`${base}${profile}`)).status()).toBe(410);
  }).toPass({ timeout: 60_000 });
  await expectClean(other, 'the directory for members');
  await listed.click();
  await expect(other.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(other.getByText(shown.email).first()).toBeVisible();
  const picture = other.getByRole('img', { name: 'At work' });
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  const file = await picture.evaluate((image: HTMLImageElement) => image.currentSrc);
  expect((await other.request.get(file)).headers()['cache-control']).toBe('private, no-store');
  await expectClean(other, 'a profile for members');
  const reply = await other.request.get(other.url());
  expect(reply.headers()['cache-control']).toContain('private');
  expect(reply.headers()['cache-control']).toContain('no-store');
  await other.goBack();
  await expect(listed).toBeVisible();

  const stranger = await browser.newContext();
  expect((await stranger.request.get(file)).status()).toBe(404);
  const pictureId = new URL(file).pathname.split('/')[4] ?? '';
  for (const path of publicRoutes.map((route) => addressOf(route, profile))) {
    const text = await (await stranger.request.get(`${base}${path}`)).text();
    for (const secret of [shown.email, pictureId, 'At work']) expect(text, path).not.toContain(secret);
  }
  for (const file of ['search', 'clusters', 'places', 'resolve', 'member']) {
    const refused = await stranger.request.get(`${base}/members-only/directory/${file}.json?q=${name}`);
    expect([refused.status(), refused.headers()['cache-control']], file).toEqual([401, 'private, no-store']);
  }
  const start = await stranger.request.get(`${base}/members-only/directory?q=greek`, { maxRedirects: 0 });
  expect(start.headers()['location'] ?? '').toMatch(/sign-in|auth/);
  await other.goto(`${base}/members-only/directory/map`);
  await expect(other.locator('.leaflet-container')).toBeVisible();
  await expect(other.getByText('Directory for members').first()).toBeVisible();
  await stranger.close();
});

test('somebody without a valid membership reads nothing', async ({ page }) => {
  await signIn(page, /not approved/, '/members-only/directory');
  await expect(page.getByText('This page is for members')).toBeVisible();
  const refused = await page.request.get(`${base}/members-only/directory/search.json`);
  expect(refused.status()).toBe(403);
});

test('a member who opens very many profiles has to wait, and an owner sees it on Today', async ({
  page,
  browser,
}) => {
  await signIn(page, /several memberships/, '/members-only/directory');
  let status = 200;
  for (let count = 0; count < 120 && status !== 429; count += 1)
    status = (await page.request.get(`${base}/members-only/directory/member.json?id=1001`)).status();
  expect(status).toBe(429);
  const profile = await page.goto(`${base}/members-only/members/1001`);
  expect(profile?.status()).toBe(429);
  await expect(page.getByRole('heading', { name: 'You have opened very many profiles' })).toBeVisible();
  const owner = await (await browser.newContext()).newPage();
  await signIn(owner, /owner in the office/, '/office');
  await expect(owner.getByText(/opened more profiles or pages of the directory for members/)).toBeVisible();
});

test('a free change is public within 5 seconds, one for the office is not, and a locked field has no form', async ({
  page,
  browser,
}) => {
  await signIn(page, /is financial/, '/account/public-entry');
  const profile = (await page.getByRole('link', { name: 'your public page' }).getAttribute('href')) ?? '';
  const places = page.getByRole('region', { name: 'Places' });
  await expect(places).toContainText('Only the association changes this.');
  await expect(places.getByRole('link')).toHaveCount(0);
  expect((await page.request.get(`${base}/account/places/1001/new`)).status()).toBe(404);
  const save = async (part: string, label: string, value: string) => {
    await page.getByRole('link', { name: `Edit: ${part}` }).click();
    await page.getByLabel(label).fill(value);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('status').first()).toBeVisible();
  };
  await save('Name', 'First name', 'Zoraida');
  await expect(page.getByText('First name: Zoraida')).toBeVisible();
  await save('What I do', 'Introduction', 'I help runners.');
  await expect(page.getByRole('region', { name: 'What I do' })).toContainText('I help runners.');
  const visitor = await browser.newContext();
  const publicPage = async () => (await visitor.request.get(`${base}${profile}`)).text();
  await expect.poll(publicPage, { timeout: 5_000 }).toContain('I help runners.');
  expect(await publicPage()).not.toContain('Zoraida');
  await visitor.close();
});

test('visitors of a closed directory read that it is closed, and get no search', async ({ page }) => {
  installation.chapterhouse(['organisation', 'set', '--organisation', '100', 'isDirectoryClosed=true']);
  await expect(async () => {
    await page.goto(base);
    await expect(page.getByText('The directory is closed for now.')).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 20_000 });
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toHaveCount(0);
  await expectClean(page, 'a closed directory');
});
