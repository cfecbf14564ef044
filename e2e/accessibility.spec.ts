import type { Page } from '@playwright/test';
import { isLong } from '@/lib/base/test-strength';
import { mapThemes } from '@/lib/map/geo/map-theme';
import { expectClean } from './axe';
import { expect, test } from './fixtures';
import { expectReadableMap, expectReadableNames } from './map-contrast';

// Every state of the search: all members, a place, a facet, no results, a mistake, the last page, and a page after the
// last.
const searches = [
  '/',
  '/?near=Geelong&radius=25',
  '/?q=zzzzqqqq&near=Geelong',
  '/?lat=91&lng=0',
  '/?page=9999&sort=name',
  '/?near=Geelong&radius=25&layout=rows',
];
const missing = ['/no-such-page', '/members/999999999-nobody'];

// The browser logs an error in the console for a missing page.
test.use({ expectedConsoleErrors: [/status of 404/] });

// Within this radius, the map shows single members beside clusters.
for (const [device, viewport, radius] of [
  ['a wide window', { width: 1440, height: 900 }, 25],
  ['a phone', { width: 390, height: 800 }, 5],
] as const) {
  // Most pages are the same on a phone. There, the usual run looks at one list, a profile and the map.
  const isEvery = isLong || device === 'a wide window';

  test(`axe finds no problem in list, map and profile on ${device}, light and dark`, async ({ page }) => {
    await page.setViewportSize(viewport);
    for (const path of isEvery ? [...searches, '/demo/pay/12', ...missing] : searches.slice(1, 2)) {
      await page.goto(path);
      await expectClean(page, path);
    }
    for (const name of isEvery ? [/^VIC/, /^Full Member/, /^Musculoskeletal/] : []) {
      await page.goto('/');
      await page
        .getByRole('navigation', { name: 'Browse the directory' })
        .getByRole('link', { name })
        .click();
      await expect(page).toHaveURL(/\/(states|types|categories)\//);
      await expectClean(page, page.url());
    }
    await page.goto('/?sort=name');
    await page.getByRole('article').getByRole('link').first().click();
    await expect(page).toHaveURL(/\/members\//);
    await expectClean(page, 'a profile');
    await page.goto(`/map?near=Geelong&radius=${radius}`);
    await expectOpenMapClean(page, ['dark', 'light']);
  });
}

test.describe('in forced colours', () => {
  test.use({ contextOptions: { forcedColors: 'active' } });

  test('axe finds no problem in list, map and profile, and map markers keep an edge', async ({ page }) => {
    for (const path of ['/', '/?q=zzzzqqqq&near=Geelong', '/sign-in']) {
      await page.goto(path);
      expect(await page.evaluate(() => matchMedia('(forced-colors: active)').matches)).toBe(true);
      await expectClean(page, path, { colours: ['forced'] });
    }
    await page.goto('/?sort=name');
    await page.getByRole('article').getByRole('link').first().click();
    await expect(page).toHaveURL(/\/members\//);
    await expectClean(page, 'a profile', { colours: ['forced'] });
    await page.goto('/map?near=Geelong&radius=25');
    await expect(page.locator('.mark').first()).toBeVisible();
    const colours = await page.evaluate(() => {
      const mark = document.querySelector('.mark');
      return mark === null
        ? []
        : [getComputedStyle(mark).borderTopColor, getComputedStyle(mark).backgroundColor];
    });
    expect(colours).toHaveLength(2);
    expect(colours[0]).not.toBe(colours[1]);
    await expectOpenMapClean(page, ['forced']);
  });
});

test('the pixels show that everything on the map is readable: light, dark and in forced colours', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 1300 });
  await page.goto('/map?near=Geelong&radius=25');
  await expect(page.locator('.mark').first()).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { townText, areaText } = mapThemes[colorScheme];
    await expectReadableNames(page, [townText, areaText], `names in ${colorScheme} colours`);
    await expectReadableMap(page, `in ${colorScheme} colours`);
  }
  await page.emulateMedia({ forcedColors: 'active' });
  await expectReadableMap(page, 'in forced colours');
});

test('no page is wider than a phone of 320 px, which is the same as 1280 px at 400 % zoom', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of [...searches, '/map', '/demo/pay/12', '/docs/api', ...missing]) {
    await page.goto(path);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320);
  }
});

test('the keyboard goes from the skip link to a profile', async ({ page }) => {
  await page.goto('/');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to main content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Name, organisation or field')).toBeFocused();
  await page.getByRole('article').getByRole('link').first().focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/members\//);
});

async function expectOpenMapClean(page: Page, colours: ('light' | 'dark' | 'forced')[]): Promise<void> {
  // The map moves briefly and then requests the results of its new view, so the check may need several attempts.
  const expectMapClean = (what: string) =>
    expect(async () => expectClean(page, what, { colours })).toPass({ timeout: 15_000 });
  await expect(page.locator('.mark').first()).toBeVisible();
  await expectMapClean('the map');
  await page.locator('.mark[role=button]:not([aria-label$="zoom in"])').first().press('Enter');
  // A phone shows cards instead of a popup.
  await expect(page.locator('.leaflet-popup, .map-cards')).toBeVisible();
  await expectMapClean('the map with members at a point');
  await page.keyboard.press('Escape');
  await page.locator('.mark[role=button][aria-label$="zoom in"]').first().press('Enter');
  await expectMapClean('the map with a cluster opened');
}
