import type { Locator, Page } from '@playwright/test';
import { expectClean } from './axe';
import { expect, test } from './fixtures';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const search = '/?q=physio&near=Geelong&radius=25';
const heading = (page: Page) => page.locator('#results');
const change = (page: Page) => page.getByText('Change', { exact: true });
const nearField = (page: Page) => page.getByLabel('Near', { exact: true });
const top = (found: Locator) => found.evaluate((element) => element.getBoundingClientRect().top + scrollY);

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('question, chips, count and first member are within the first 700 pixels, and the form opens', async ({
    page,
  }) => {
    await page.goto('/');
    await expect(change(page)).toBeHidden();
    await nearField(page).fill('Geelong');
    await page.getByLabel('Name, organisation or field').fill('physio');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(page.getByText(/^physio, near Geelong VIC/)).toBeVisible();
    await expect(nearField(page)).toBeHidden();
    const order = [change(page), page.locator('#chips'), heading(page), page.getByRole('article').first()];
    const tops = await Promise.all(order.map(top));
    expect(tops).toEqual([...tops].sort((a, b) => a - b));
    expect(tops.at(-1)).toBeLessThan(620);
    expect(
      await top(
        page
          .getByRole('article')
          .first()
          .getByText(/ km | m /),
      ),
    ).toBeLessThan(700);
    await change(page).click();
    await expect(nearField(page)).toHaveValue(/^Geelong VIC/);
    await nearField(page).fill('Qqqzzz');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(nearField(page)).toBeVisible();
    await expect(page.getByRole('alert').filter({ hasText: 'Qqqzzz' })).toBeVisible();
  });

  test('filters open as a sheet, whose first line closes it and whose last line applies the filters', async ({
    page,
  }) => {
    await page.goto(search);
    const filters = page.getByText('Filters', { exact: true });
    const box = page.getByRole('group', { name: 'Membership type' }).getByRole('checkbox').first();
    await filters.click();
    await expect(box).toBeInViewport();
    await filters.click();
    await expect(box).toBeHidden();
    await filters.click();
    await box.check();
    await expect(page.getByRole('button', { name: 'Apply filters' })).toBeInViewport();
    await page.getByRole('button', { name: 'Apply filters' }).click();
    await expect(page).toHaveURL(/type=/);
    await expect(page.getByText('Filters (1 selected)')).toBeVisible();
  });
});

test('the map button covers nothing of the list that a card opens', async ({ page }) => {
  await page.goto(search);
  const card = page.getByRole('article').first();
  await card.locator('summary').click();
  const items = card.locator('details li > *');
  await expect(items.last()).toBeVisible();
  const isOnTop = await items.evaluateAll((all) =>
    all.map((item) => {
      const { left, top, width, height } = item.getBoundingClientRect();
      const x = left + width / 4;
      const y = top + height / 2;
      return y > innerHeight || item.contains(document.elementFromPoint(x, y));
    }),
  );
  expect(isOnTop.length).toBeGreaterThan(2);
  expect(isOnTop).not.toContain(false);
});

test('filters open as a sheet that always shows the number of members', async ({ page }) => {
  await page.goto(search);
  const filters = page.getByText('Filters', { exact: true });
  await filters.click();
  const show = page.getByRole('link', { name: /^Show \d+ members?$/ });
  await expect(show).toBeInViewport({ ratio: 1 });
  const before = await show.innerText();
  await page.getByRole('group', { name: 'Membership type' }).getByRole('checkbox').first().check();
  await expect(show).not.toHaveText(before);
  await page.locator('fieldset').last().scrollIntoViewIfNeeded();
  await expect(show).toBeInViewport({ ratio: 1 });
  await expectClean(page, 'the sheet of filters');
  const count = /\d+/.exec(await show.innerText())?.[0] ?? '';
  await show.tap();
  await expect(show).toBeHidden();
  await expect(heading(page)).toBeFocused();
  await expect(heading(page)).toHaveText(new RegExp(`^${count} member`));

  const chosen = page.getByText('Filters (1 selected)');
  await chosen.tap();
  await page.keyboard.press('Escape');
  await expect(show).toBeHidden();
  // When the focus leaves the sheet, the sheet closes. An open sheet would hide the element with the focus.
  await chosen.tap();
  await page.locator('summary', { has: chosen }).focus();
  await page.keyboard.press('Shift+Tab');
  await expect(show).toBeHidden();
});

test('the search survives the map, a profile, the header and "Back to the results"', async ({ page }) => {
  const kept = /[?&]q=physio&.*near=Geelong/;
  const header = page.getByRole('navigation', { name: 'Main' });
  await page.goto(search);
  const count = await heading(page).innerText();
  await page.getByRole('link', { name: 'Show on a map' }).tap();
  await expect(page).toHaveURL(kept);
  expect(new URL(page.url()).pathname).toBe('/map');
  await page.goBack();
  await page.getByRole('article').first().getByRole('link').first().click();
  await expect(page).toHaveURL(/\/members\//);
  await header.getByRole('link', { name: 'Map' }).click();
  await expect(page).toHaveURL(kept);
  expect(new URL(page.url()).pathname).toBe('/map');
  await page.goBack();
  await page.getByRole('link', { name: 'Back to the results' }).click();
  await expect(heading(page)).toHaveText(count);
  await expect(page).toHaveURL(kept);

  // A profile in a new tab gets the search from the page that opened the tab.
  const opened = page.waitForEvent('popup');
  await page
    .getByRole('article')
    .first()
    .getByRole('link')
    .first()
    .evaluate((link) => window.open((link as HTMLAnchorElement).href));
  const tab = await opened;
  await tab.getByRole('link', { name: 'Back to the results' }).click();
  await expect(tab.locator('#results')).toHaveText(count);

  // The link on the association's name leads to all members. After that, "all members" is the last search.
  await page.getByRole('banner').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/$/);
  await page.getByRole('article').first().getByRole('link').first().click();
  await expect(page.getByRole('link', { name: 'All members' })).toBeVisible();
  await header.getByRole('link', { name: 'Directory' }).click();
  await expect(page).toHaveURL(/\/$/);
});
