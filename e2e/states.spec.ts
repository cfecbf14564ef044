import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectClean } from './axe';
import { expect, test } from './fixtures';
import { Installation } from './installation';

test.describe.configure({ mode: 'default' });
test.use({ expectedConsoleErrors: [/status of (404|410|429|500)|React error #441/] });

/**
 * This installation has a former member and a damaged key for cards. It is behind a proxy that forwards client
 * addresses.
 */
const installation = new Installation();
let base = '';
let formerProfile = '';

test.beforeAll(async () => {
  const { dataDir } = installation;
  const people = (listed: string) =>
    `Number,First name,Last name,Type,Listed\nA-1,Ada,Byron,Full,${listed}\nA-2,Ben,Okri,Full,yes\n`;
  const file = join(dataDir, 'members.csv');
  const importing = [
    'import',
    file,
    '--organisation',
    '300',
    '--create',
    'Guild of States',
    '--open-directory',
    '--without-end',
  ];
  writeFileSync(file, people('yes'));
  installation.chapterhouse(importing);
  writeFileSync(join(dataDir, 'card-key.json'), 'not a key');
  base = await installation.start({ TRUST_PROXY: '1' });
  const { hits } = (await (await fetch(`${base}/directory/search.json?q=ada`)).json()) as {
    hits: { entry: { slug: string } }[];
  };
  formerProfile = `/members/${hits[0]?.entry.slug}`;
  writeFileSync(file, people('no'));
  installation.chapterhouse(importing);
  await expect.poll(async () => (await fetch(base + formerProfile)).status, { timeout: 60_000 }).toBe(410);
});
test.afterAll(() => installation.stop());

const states: [what: string, open: (page: Page) => Promise<unknown>, heading: string][] = [
  ['a page that failed', (page) => page.goto(`${base}/verify/code`), 'Something went wrong'],
  ['the address of nobody', (page) => page.goto(`${base}/members/999999-nobody`), 'Page not found'],
  ['a member who is gone', (page) => page.goto(base + formerProfile), 'This member is no longer listed'],
  ['a page too many', requestTooOften, 'Too many requests'],
];

for (const [what, open, heading] of states) {
  test(`axe finds no problem in the page for ${what}: light, dark and in forced colours`, async ({
    page,
  }) => {
    await open(page);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expectClean(page, what, { colours: ['forced', 'dark', 'light'] });
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('each address that does not exist shows a page that says so', async ({ page }) => {
    for (const path of [
      '/nothing',
      '/members/999999-nobody',
      '/states/nowhere',
      '/types/0-none',
      '/demo/pay/1',
    ]) {
      expect((await page.goto(base + path))?.status(), path).toBe(404);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
    }
  });

  test('a failed page says so and links back', async ({ page }) => {
    expect((await page.goto(`${base}/verify/code`))?.status()).toBe(500);
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
    await page.getByRole('link', { name: 'Go to the directory' }).click();
    await expect(page.getByRole('heading', { name: '1 member', exact: true })).toBeVisible();
  });
});

/**
 * Shows the response to a network that has exceeded its limit. The page shows a stored response, because a second later
 * the limit may allow more requests.
 */
async function requestTooOften(page: Page): Promise<void> {
  let response = await fetch(base);
  while (response.status !== 429)
    response = await fetch(base, { headers: { 'X-Forwarded-For': '203.0.113.9' } });
  const { status, headers } = response;
  const body = await response.text();
  await page.route(`${base}/`, (route) =>
    route.fulfill({ status, headers: Object.fromEntries(headers), body }),
  );
  await page.goto(`${base}/`);
}
