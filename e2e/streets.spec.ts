import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { streetTheme } from '../components/map/street-theme';
import { mapText } from '../lib/messages/map';
import { expect, test } from './fixtures';
import { Installation } from './installation';
import { expectReadableMap, expectReadableNames } from './map-contrast';
import { moveEast } from './move-map';

// Twenty fictional breweries in Subiaco (Perth), and the streets of its centre.
const installation = new Installation();
const streets = join(import.meta.dirname, 'streets/subiaco.pmtiles');
let base = '';

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  test.setTimeout(240_000);
  const places = join(import.meta.dirname, 'streets/fictional-breweries.csv');
  installation.chapterhouse([
    'import',
    places,
    '--organisation',
    '300',
    '--create',
    'Perth Brewers',
    '--open-directory',
  ]);
  base = await installation.start({ MAP_STREETS: streets });
});
test.afterAll(() => installation.stop());

const map = (page: Page) => page.getByRole('region', { name: 'Map of the members found' });
const canvases = (page: Page) => map(page).locator('canvas.leaflet-tile-loaded');
const near = '/map?near=Subiaco&radius=1';

/** Returns each colour's share of the pixels that streets cover, in thousandths. */
async function coloursOf(page: Page, colours: string[]): Promise<number[]> {
  return canvases(page).evaluateAll((all, colours) => {
    const counts = colours.map(() => 0);
    let total = 0;
    for (const canvas of all) {
      if (!(canvas instanceof HTMLCanvasElement) || canvas.width === 0) continue;
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
      for (let at = 0; at < data.length; at += 4) {
        if (data[at + 3] === 0) continue;
        total += 1;
        const hex = [0, 1, 2].map((part) => (data[at + part] ?? 0).toString(16).padStart(2, '0')).join('');
        const index = colours.indexOf(`#${hex}`);
        if (index >= 0) counts[index] = (counts[index] ?? 0) + 1;
      }
    }
    return counts.map((count) => (1000 * count) / Math.max(1, total));
  }, colours);
}

async function zoomTo16(page: Page) {
  await expect(canvases(page).first()).toBeVisible();
  const widthOf = async () => (await map(page).locator('.map-circle').boundingBox())?.width ?? 0;
  // At zoom 16 and this latitude, a kilometre has 494 pixels.
  while ((await widthOf()) < 900) {
    const before = await widthOf();
    await map(page).getByRole('button', { name: 'Zoom in', exact: true }).click();
    await expect.poll(widthOf).toBeGreaterThan(before * 1.9);
  }
}

for (const [scheme, street, land] of [
  ['light', '#ffffff', '#f7f5f0'],
  ['dark', '#434d57', '#262d34'],
] as const) {
  test(`streets are drawn in our ${scheme} colours, everything on them is readable, and nothing comes from another site`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1440, height: 1300 });
    await page.emulateMedia({ colorScheme: scheme });
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== base && !request.url().startsWith('data:'))
        elsewhere.push(request.url());
    });
    await page.goto(`${base}${near}`);
    await zoomTo16(page);
    await expect
      .poll(async () => Math.min(...(await coloursOf(page, [street, land]))), { timeout: 20_000 })
      .toBeGreaterThan(30);
    const sources = map(page).locator('.leaflet-control-attribution');
    await expect(sources).toContainText('© OpenStreetMap contributors; Protomaps');
    await expect(sources.getByRole('link', { name: '© OpenStreetMap contributors' })).toHaveAttribute(
      'href',
      'https://www.openstreetmap.org/copyright',
    );
    await expect(sources).toContainText('Natural Earth');
    const { townText, areaText, parkText, waterText } = streetTheme(scheme);
    await expectReadableNames(page, [townText, areaText, parkText, waterText], 'names on streets');
    await expectReadableMap(page, 'on streets');
    await page.emulateMedia({ forcedColors: 'active' });
    await expectReadableMap(page, 'on streets, in forced colours');
    expect(elsewhere).toEqual([]);
  });
}

test('outside the streets the map stops zooming where it has no more detail, tells visitors nothing about streets, and lists a cluster', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const zooms: number[] = [];
  page.on('request', (request) => {
    const zoom = new URL(request.url()).searchParams.get('zoom');
    if (zoom !== null) zooms.push(Number(zoom));
  });
  await page.goto(`${base}${near}`);
  await zoomTo16(page);
  // Each step moves a third of the view's width. After three steps, the view is outside the two kilometres of streets.
  for (let step = 0; step < 3; step += 1) {
    const x = async () => (await map(page).locator('.map-circle').boundingBox())?.x ?? 0;
    const before = await x();
    let last = before;
    // If the next step began before the end of this step, the next step would be shorter.
    const hasArrived = async () => {
      const now = await x();
      const isStill = now === last;
      last = now;
      return isStill && now < before - 100;
    };
    await moveEast(map(page));
    await expect.poll(async () => zooms.at(-1) === 13 || (await hasArrived())).toBe(true);
  }
  await expect.poll(() => zooms.at(-1)).toBe(13);
  await expect(map(page)).not.toContainText(/streets/i);
  const cluster = map(page)
    .getByRole('button', { name: /show them$/ })
    .first();
  const cards = map(page).getByRole('group', { name: /members here$/ });
  // The map may still replace its marks after the last movement.
  await expect(async () => {
    if (!(await cards.isVisible())) await cluster.press('Enter', { timeout: 2000 });
    await expect(cards).toBeFocused({ timeout: 5000 });
  }).toPass();
});

test('keys move a map with streets for a visitor who prefers less motion', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${base}${near}`);
  await expect(canvases(page).first()).toBeVisible();
  const circle = map(page).locator('.map-circle');
  const box = async () => (await circle.boundingBox()) ?? { x: 0, width: 0 };
  const before = await box();
  await page.getByRole('group', { name: /^Map of the members found/ }).focus();
  await page.keyboard.press('+');
  await expect.poll(async () => (await box()).width).toBeGreaterThan(before.width * 1.9);
  const zoomed = await box();
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await box()).x).toBeLessThan(zoomed.x - 20);
  await expect(canvases(page).first()).toBeVisible();
});

test.describe('when the archive cannot be read', () => {
  test.use({ expectedConsoleErrors: [/Failed to load resource|returned 503/] });

  test('the map says so and continues without streets', async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.route('**/streets/**', (route) => route.fulfill({ status: 503, body: '' }));
    await page.goto(`${base}${near}`);
    await expect(map(page).getByText(mapText.tilesFailed)).toBeVisible();
    await expect(map(page).locator('.mark').first()).toBeVisible();
    await expect(map(page).locator('canvas')).toHaveCount(0);
  });
});

for (const width of [390, 1440]) {
  test(`at ${width} pixels, two presses lead from the search for a brewery within walking distance of Subiaco to directions or a call`, async ({
    browser,
  }) => {
    const page = await browser.newPage({
      viewport: { width, height: 844 },
      ...(width < 700 && { hasTouch: true, isMobile: true }),
    });
    await page.goto(`${base}/`);
    await page.getByLabel('Name, organisation or field').fill('a brewery within walking distance of Subiaco');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(page.locator('#results')).toHaveText(/within 2 km of Subiaco WA 6008$/);
    const card = page.getByRole('article').first();
    await expect(card).toBeInViewport();
    await expect(card.getByRole('link', { name: /^Call / })).toHaveAttribute('href', /^tel:/);
    await expect(card.getByRole('link', { name: /^Directions to / })).toHaveAttribute(
      'href',
      /openstreetmap\.org/,
    );
    // On the map, each action needs two presses: the pin, then the action.
    await page.goto(`${base}/map?q=brewery&near=Subiaco&radius=1`);
    await expect(canvases(page).first()).toBeVisible();
    await map(page).locator('.mark-pin[role=button]').first().click();
    const opened = map(page).getByRole('group', {
      name: width < 700 ? 'Members on the map, nearest first' : /here$/,
    });
    await expect(opened.getByRole('link', { name: /^Call / }).first()).toBeInViewport();
    await expect(opened.getByRole('link', { name: /^Directions to / }).first()).toBeInViewport();
    await expect(opened.getByText(/\d (m|km)\b/).first()).toBeVisible();
    await page.close();
  });
}

test('pages without a map, and a map without streets, do not load the code that draws streets', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const scripts: string[] = [];
  page.on('response', async (response) => {
    if (response.url().endsWith('.js')) scripts.push(await response.text().catch(() => ''));
  });
  await page.goto(`${base}/`, { waitUntil: 'networkidle' });
  expect(scripts.some((text) => text.includes('Wrong magic number for PMTiles'))).toBe(false);
  // The installation that the tests share has no streets.
  await page.goto('/map', { waitUntil: 'networkidle' });
  await expect(map(page).locator('.mark').first()).toBeVisible();
  expect(scripts.some((text) => text.includes('Wrong magic number for PMTiles'))).toBe(false);
  await page.goto(`${base}${near}`);
  await expect(canvases(page).first()).toBeVisible();
  await expect.poll(() => scripts.some((text) => text.includes('Wrong magic number for PMTiles'))).toBe(true);
});
