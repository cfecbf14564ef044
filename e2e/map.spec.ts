import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';

test.use({ viewport: { width: 1440, height: 900 } });

const map = (page: Page) => page.getByRole('region', { name: 'Map of the members found' });
const marks = (page: Page) => map(page).locator('.leaflet-marker-icon');

test('a cluster opens by the keyboard, as do the members at one point; Escape gives the focus back', async ({
  page,
}) => {
  await page.goto('/map');
  const clusters = marks(page).filter({ hasText: /zoom in$/ });
  const before = (await clusters.first().innerText()).split('\n')[1] ?? '';
  await clusters.first().focus();
  await page.keyboard.press('Enter');
  await expect(clusters.filter({ hasText: before })).toHaveCount(0);
  await expect(marks(page).first()).toBeVisible();

  await page.goto('/map?near=Geelong&radius=5');
  const point = marks(page)
    .filter({ hasText: /show them$|somewhere in/ })
    .first();
  await point.focus();
  await page.keyboard.press('Enter');
  const list = map(page).getByRole('group', { name: /members? here$/ });
  await expect(list).toBeFocused();
  const name = await list.getByRole('link').first().innerText();
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  await expect(point).toBeFocused();

  await page.keyboard.press('Enter');
  await list.getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
});

test('pointing at a card raises its pin', async ({ page }) => {
  await page.goto('/?near=Geelong&radius=5');
  await expect(marks(page).first()).toBeVisible();
  await page.getByRole('article').first().hover();
  await expect(map(page).locator('.mark-raised')).not.toHaveCount(0);
  await page.getByRole('heading', { level: 1 }).hover();
  await expect(map(page).locator('.mark-raised')).toHaveCount(0);
});

test('"Search this area" puts the view into the address, and reload keeps it', async ({ page }) => {
  await page.goto('/?near=Geelong&radius=25');
  await expect(marks(page).first()).toBeVisible();
  await map(page).getByRole('button', { name: 'Search this area' }).click();
  await expect(page).toHaveURL(/\?box=/);
  const heading = page.locator('#results');
  await expect(heading).toHaveText(/in the area of the map$/);
  const text = await heading.innerText();
  await page.reload();
  await expect(heading).toHaveText(text);
});

test('the wheel scrolls the page while the map has no focus, and zooms once it has', async ({ page }) => {
  await page.goto('/map');
  await expect(marks(page).first()).toBeVisible();
  const before = await marks(page).allInnerTexts();
  await map(page).hover();
  await page.mouse.wheel(0, 300);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  expect(await marks(page).allInnerTexts()).toEqual(before);
});

test('buttons move and zoom the map', async ({ page }) => {
  await page.goto('/map?near=Geelong');
  const tiles = map(page).locator('.leaflet-tile-loaded');
  await expect(tiles.first()).toBeVisible();
  const zoomOf = async () =>
    /\/tiles\/\w+\/(\d+)\//.exec((await tiles.last().getAttribute('src')) ?? '')?.[1];
  const zoom = Number(await zoomOf());
  await map(page).getByRole('button', { name: 'Zoom out' }).click();
  await expect.poll(async () => Number(await zoomOf())).toBe(zoom - 1);
  const circle = map(page).locator('.map-circle');
  const left = (await circle.boundingBox())?.x ?? 0;
  await map(page).getByRole('button', { name: 'Move the map east' }).click();
  await expect.poll(async () => (await circle.boundingBox())?.x ?? left).toBeLessThan(left - 50);
});

test('on a phone no map is loaded with the list, and the list leads to it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/', { waitUntil: 'networkidle' });
  expect(asked.filter((path) => /tiles|pins|clusters/.test(path))).toEqual([]);
  await page.getByRole('link', { name: 'Show on a map' }).click();
  await expect(page).toHaveURL(/\/map$/);
  await expect(marks(page).first()).toBeVisible();
});

test.describe('when tiles fail', () => {
  test.use({ expectedConsoleErrors: [/Failed to load resource/] });

  test('the map says so, and pins and list are untouched', async ({ page }) => {
    await page.route('**/tiles/**', (route) => route.fulfill({ status: 404, body: '' }));
    await page.goto('/?near=Geelong');
    await expect(map(page).getByText('The background of the map could not be loaded')).toBeVisible();
    await expect(marks(page).first()).toBeVisible();
    await expect(page.getByRole('article').first()).toBeVisible();
  });
});
