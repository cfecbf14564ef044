/**
 * Presses the mouse on labels, headings and empty space of everything that opens. Such a press moves the focus to
 * `main`. It must neither close what is open, nor crash the tab.
 */
import type { Page } from '@playwright/test';
import { isLong, sampleSize } from '@/lib/base/test-strength';
import { expect, test } from './fixtures';
import { memberWho, signIn } from './sign-in';
import { openFilters } from './open-filters';

const search = '?q=physio&near=Geelong&radius=25';
/** More presses would only take longer: the elements of a panel repeat. */
const maxPresses = sampleSize({ usual: 3, long: 12 });

/** @param panel a CSS selector of one element, which must stay visible */
async function pressAround(page: Page, panel: string): Promise<void> {
  const open = page.locator(panel);
  // Also waits until it has stopped moving, so that a press meets what was at its place.
  await open.scrollIntoViewIfNeeded();
  let last = -1;
  for (let presses = 0; presses < maxPresses; presses += 1) {
    const point = await page.evaluate(findPressable, { panel, after: last });
    if (point === null) break;
    last = point.index;
    await page.mouse.click(point.x, point.y);
    // Unticks the box that the press on its label has ticked.
    if (point.isLabel) await page.locator('[data-last-label]').click();
    await expect(open, `after a press at ${point.x}, ${point.y}`).toBeVisible();
  }
  expect(last, `${panel} has places to press`).toBeGreaterThan(-1);
}

/** The next point of a grid in the panel at which there is no control. Each element is pressed once. */
function findPressable({ panel, after }: { panel: string; after: number }) {
  const step = 12;
  const box = document.querySelector(panel)?.getBoundingClientRect() ?? new DOMRect();
  const [right, bottom] = [Math.min(box.right, innerWidth), Math.min(box.bottom, innerHeight)];
  let index = -1;
  for (let y = Math.max(box.top, 0) + 3; y < bottom - 1; y += step) {
    for (let x = Math.max(box.left, 0) + 3; x < right - 1; x += step) {
      index += 1;
      // Finding what is at a point takes the browser long on a page with many elements.
      if (index <= after) continue;
      const element = document.elementFromPoint(x, y);
      if (element === null || element.closest(panel) === null) continue;
      const control = element.closest('a, button, input, select, textarea, summary, canvas, [role=button]');
      if (control !== null || element.hasAttribute('data-pressed')) continue;
      element.setAttribute('data-pressed', '');
      document.querySelector('[data-last-label]')?.removeAttribute('data-last-label');
      const label = element.closest('label');
      const isBox = label?.control instanceof HTMLInputElement && label.control.type === 'checkbox';
      const isLabel = isBox && !(label.control as HTMLInputElement).disabled;
      if (isLabel) label.setAttribute('data-last-label', '');
      return { index, x, y, isLabel };
    }
  }
  return null;
}

/** Opens each `details` of the page and presses around in it. In the usual run, only if its text is not in `known`. */
async function pressInDetails(page: Page, known = new Set<string>()): Promise<number> {
  const summaries = page.locator('main details > summary');
  let opened = 0;
  for (const [index, summary] of (await summaries.all()).entries()) {
    if (!(await summary.isVisible())) continue;
    const text = (await summary.innerText()).replace(/\d+/g, '');
    if (!isLong && known.has(text)) continue;
    known.add(text);
    const own = summary.locator('..');
    if (!(await own.evaluate((details) => (details as HTMLDetailsElement).open))) await summary.click();
    const isOverPage = await own.evaluate((details, name) => {
      const last = details.lastElementChild ?? details;
      const isOver = getComputedStyle(last).position === 'absolute';
      const panel = isOver ? last : details;
      panel.setAttribute('data-open', name);
      panel.scrollIntoView({ block: 'center' });
      return isOver;
    }, String(index));
    await pressAround(page, `[data-open="${index}"]`);
    await expect(own).toHaveAttribute('open', '');
    // It may cover the next one.
    if (isOverPage) await summary.click();
    opened += 1;
  }
  return opened;
}

for (const [width, path] of [
  [320, '/'],
  [800, '/map'],
  [1023, '/'],
] as const) {
  test.describe(`in a window of ${width} pixels`, () => {
    test.use({ viewport: { width, height: 844 } });

    test('the sheet of filters stays open, and its boxes can be ticked by their labels', async ({ page }) => {
      await page.goto(path + search);
      await page.getByText('Filters', { exact: true }).click();
      await pressAround(page, '.facets-sheet');
      const before = page.url();
      await page.locator('.facets-sheet label:has(:enabled)').first().click();
      await expect(page.locator('.facets-sheet').getByRole('checkbox', { checked: true })).toHaveCount(1);
      await expect(page).not.toHaveURL(before);
      await page.getByRole('link', { name: /^Show \d+ member/ }).click();
      await expect(page.locator('.facets-sheet')).toBeHidden();
      await expect(page.locator('#results')).toBeFocused();
    });
  });
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 800, height: 844 } });

  test('the sheet of filters stays open', async ({ page }) => {
    await page.goto(`/${search}`);
    await page.getByText('Filters', { exact: true }).click();
    const sheet = page.locator('.facets-sheet');
    for (const place of [sheet.locator('legend').first(), sheet.locator('label:has(:enabled)').first()]) {
      await place.click();
      await expect(sheet).toBeVisible();
    }
    await expect(sheet.getByRole('checkbox', { checked: true })).toHaveCount(1);
  });
});

test('the search form and the suggestions on a phone, with a mouse', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/${search}`);
  await page.getByText('Change', { exact: true }).click();
  await pressAround(page, '.search-fold');
  const near = page.getByLabel('Near', { exact: true });
  await near.fill('gee');
  const places = page.getByRole('listbox', { name: 'Suggested places' });
  await places.getByRole('option').first().click();
  await expect(near).not.toHaveValue('gee');
});

test('the filters in a wide window, a pin’s window and the map', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/${search}`);
  await openFilters(page);
  await pressAround(page, '.facets-sheet');
  await page.goto(`/map${search}`);
  await page.locator('.mark[role=button]').first().press('Enter');
  await pressAround(page, ':is(.leaflet-popup, .map-cards)');
});

test('what opens in the office', async ({ page, demonstration }) => {
  test.setTimeout(400_000);
  await page.setViewportSize({ width: 800, height: 900 });
  await signIn(page, memberWho(demonstration, /owner in the office/), '/office');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await page.getByRole('button', { name: 'Shortcuts' }).click();
  await expect(dialog).toBeVisible();
  await pressAround(page, 'dialog[open]');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.locator('summary', { hasText: 'Menu' }).click();
  const menu = page.getByRole('navigation', { name: 'Office' }).getByRole('link');
  const paths = await menu.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  let opened = 0;
  const known = new Set<string>();
  for (const path of paths) {
    await page.goto(path);
    opened += await pressInDetails(page, known);
  }
  await page.goto('/office/members');
  await page.getByRole('rowheader').first().getByRole('link').click();
  await page.waitForURL(/members\/\d+/);
  opened += await pressInDetails(page, known);
  expect(opened).toBeGreaterThan(10);
  await page.goto('/account/card');
  await pressInDetails(page);
});
