import type { Page } from '@playwright/test';
import config from '../playwright.config';
import { expect, test } from './fixtures';
import { openFilters } from './open-filters';

/** Returns the addresses of a profile and of one landing page of each kind, from the demonstration. */
async function addresses(page: Page): Promise<string[]> {
  await page.goto('/');
  const browse = page.getByRole('navigation', { name: 'Browse the directory' }).getByRole('link');
  const hrefs = await browse.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  const landing = ['/states/', '/types/', '/categories/'].map(
    (start) => hrefs.find((href) => href.startsWith(start)) ?? '',
  );
  const profile = await page.getByRole('article').getByRole('link').first().getAttribute('href');
  return ['/', '/?q=zzzzqqqq', '/map', profile ?? '', ...landing];
}

test('every page leads to how fresh its data is, and is dark or without motion only for visitors who prefer that', async ({
  page,
}) => {
  for (const path of await addresses(page)) {
    await page.goto(path);
    await expect(page.getByRole('link', { name: 'About this directory' }), path).toBeVisible();
    expect(await page.evaluate(isDark), path).toBe(false);
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await expect.poll(() => page.evaluate(isDark), path).toBe(true);
    expect(await page.evaluate(findMoving), path).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' });
  }
  await page.getByRole('link', { name: 'About this directory' }).click();
  await expect(page.getByText(/^Data as of /)).toBeVisible();
});

/** This function runs in the page. It returns whether the background is darker than the text. */
function isDark(): boolean {
  const { backgroundColor, color } = getComputedStyle(document.documentElement);
  const sum = (text: string) =>
    (text.match(/[\d.]+/g) ?? []).slice(0, 3).reduce((all, one) => all + Number(one), 0);
  return sum(backgroundColor) < sum(color);
}

/** This function runs in the page. It returns elements with transitions of more than 0.01 s. */
function findMoving(): string[] {
  return [...document.querySelectorAll('*')]
    .filter((element) => {
      const { animationDuration, transitionDuration } = getComputedStyle(element);
      return `${animationDuration},${transitionDuration}`.split(',').some((one) => parseFloat(one) > 0.01);
    })
    .map((element) => element.outerHTML.slice(0, 100));
}

test.describe('a page without interaction', () => {
  test.use({ expectedConsoleErrors: [/status of 404/] });

  test('loads only our own small scripts (a profile, a landing page, the report form, a missing page)', async ({
    page,
  }) => {
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
    });
    const [search, , , profile = '', ...landing] = await addresses(page);
    expect(search, 'the search has scripts').toBe('/');
    expect(scripts.length).toBeGreaterThan(0);
    // The search page loads its map late. An empty page ends all requests of the search page.
    await page.goto('about:blank');
    scripts.length = 0;
    for (const path of [
      profile,
      `${profile}/report`,
      ...landing,
      '/states/nowhere',
      '/members/999999999-nobody',
    ]) {
      const response = await page.goto(path, { waitUntil: 'networkidle' });
      await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
      expect(
        scripts
          .splice(0)
          .filter((script) => !['/kept-search.js', '/actions.js', '/shortlist.js'].includes(script)),
        path,
      ).toEqual([]);
      expect(response?.headers()['content-security-policy'], path).toContain("script-src 'self';");
    }
  });
});

test('the former address of a renamed type or category redirects permanently to the current one', async ({
  page,
  request,
}) => {
  const [, , , , , ...named] = await addresses(page);
  for (const path of named) {
    const former = path.replace(/-.*/, '-former-name');
    const response = await request.get(former, { maxRedirects: 0 });
    expect([response.status(), response.headers()['location']], former).toEqual([308, path]);
    await page.goto(former);
    expect(new URL(page.url()).pathname).toBe(path);
  }
});

test('a search announces its count in its own polite message, without reading out the list', async ({
  page,
}) => {
  await page.goto('/?near=Geelong&radius=25&unit=km');
  const message = page.locator('[aria-live="polite"]').filter({ hasText: /member/ });
  await expect(message).toHaveText(/^\d+ members within 25 km of Geelong VIC( \d{4})?$/);
  await expect(page.locator('[aria-live]').filter({ has: page.getByRole('article') })).toHaveCount(0);
  await message.evaluate((element) => element.setAttribute('data-same', ''));
  await openFilters(page);
  await page.getByRole('group', { name: 'Membership type' }).getByRole('checkbox').first().check();
  await expect(page).toHaveURL(/type=/);
  // A screen reader reads out changes to the text of a region, but not a newly created region.
  await expect(page.locator('[aria-live="polite"][data-same]')).toHaveText(/^\d+ members? within 25 km/);
});

for (const [device, viewport] of [
  ['a wide window', { width: 1440, height: 900 }],
  ['a phone', { width: 320, height: 640 }],
] as const) {
  test(`the focused element is in view with nothing over it, in a whole list on ${device}`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await page.goto('/?near=Geelong&radius=25');
    const reached = new Set<string>();
    for (let presses = 0; presses < 400; presses += 1) {
      await page.keyboard.press('Tab');
      const at = await page.evaluate(() => {
        const focused = document.activeElement;
        if (focused === null || focused === document.body) return null;
        const { left, right, top, bottom } = focused.getBoundingClientRect();
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        const above = document.elementFromPoint(x, y);
        const isSeen = above !== null && (focused.contains(above) || above.contains(focused));
        return { what: `${focused.outerHTML.slice(0, 160)} ${Math.round(y + scrollY)}`, isSeen };
      });
      if (at === null) break;
      expect(at.isSeen, at.what).toBe(true);
      reached.add(at.what);
    }
    expect(reached.size).toBeGreaterThan(40);
  });
}

test('Back to a list continues where the keyboard focus was', async ({ playwright, baseURL }) => {
  // Real browsers cache the previous page. Chromium's headless shell never caches it, and Playwright's Chromium caches
  // it only with an option.
  const browser = await playwright.chromium.launch({
    ...config.use?.launchOptions,
    ...(process.env.FULL_CHROMIUM_PATH ? { executablePath: process.env.FULL_CHROMIUM_PATH } : {}),
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  const page = await browser.newPage({ baseURL: baseURL ?? '' });
  await page.goto('/?sort=name');
  await page.getByRole('article').nth(5).getByRole('link').first().focus();
  await page.keyboard.press('Tab');
  const next = await page.evaluate(() => document.activeElement?.outerHTML);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/members\//);
  await page.evaluate(() => void setTimeout(() => history.back()));
  await expect(page).toHaveURL(/sort=name$/);
  // Some versions of Chromium restore the focus. Others restore only the position from which Tab continues.
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.outerHTML)).toBe(next);
  await browser.close();
});
