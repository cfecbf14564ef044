import type { Page } from '@playwright/test';
import { expectClean } from './axe';
import { expect, test } from './fixtures';
import { openFilters } from './open-filters';

const words = (page: Page) => page.getByLabel('Name, organisation or field');
const near = (page: Page) => page.getByLabel('Near', { exact: true });
const heading = (page: Page) => page.locator('#results');
const searchButton = (page: Page) => page.getByRole('button', { name: 'Search', exact: true });
const chips = (page: Page) => page.locator('#chips').getByRole('link', { name: /^Remove filter/ });

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const) {
  test(`at ${width} pixels, a search for a child physio near Ballarat who takes new patients leads to a call in two presses`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await page.goto('/');
    await words(page).fill('a child physio near Ballarat who takes new patients, by phone now');
    const before = await page.evaluate(() => window.history.length);
    await searchButton(page).click();
    await expect(heading(page)).toHaveText('1 member within 50 km of Ballarat VIC 3350');
    expect(await page.evaluate(() => window.history.length)).toBe(before + 1);
    await expect(chips(page)).toHaveText([
      /^Within 50 km of Ballarat VIC 3350/,
      /^Paediatric/,
      /^Accepting new patients: Yes/,
    ]);
    await expect(page.getByRole('switch', { name: /^Accepting new patients/ })).toBeChecked();
    const card = page.getByRole('article').first();
    // The first press started the search. The second press starts the call.
    const call = card.getByRole('link', { name: /^Call / });
    await expect(call).toHaveAttribute('href', /^tel:/);
    if (width === 390) {
      expect(await card.evaluate((one) => one.getBoundingClientRect().top + scrollY)).toBeLessThan(700);
      await expect(page.locator('summary').getByText('a child physio near Ballarat')).toBeVisible();
    }
    await expectClean(page, 'words that were understood');
    // The next search keeps the recognised filters, even with another distance.
    await expect(words(page)).toHaveValue('');
    await page.getByRole('link', { name: 'Search for these words instead' }).click();
    await expect(page).toHaveURL(/as=typed/);
    await page.goBack();
    await expect(heading(page)).toHaveText('1 member within 50 km of Ballarat VIC 3350');
  });

  test(`at ${width} pixels, every member in Tasmania is printed`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto('/');
    await words(page).fill('every member in Tasmania');
    await searchButton(page).click();
    await expect(heading(page)).toHaveText(/^\d+ members in Tasmania, Australia$/);
    const count = parseInt(await heading(page).innerText(), 10);
    await page.getByRole('link', { name: /^Print all / }).click();
    await expect(page.getByRole('article')).toHaveCount(count);
    await expect(page.getByText('Search: In Tasmania, Australia')).toBeVisible();
  });
}

test('places are suggested while typing, keyboard and pointer can choose them, and Back undoes one search at a time', async ({
  page,
}) => {
  await page.goto('/');
  const list = page.getByRole('listbox', { name: 'Suggested places' });
  const field = page.getByRole('combobox', { name: 'Near' });
  await field.pressSequentially('gelon');
  await expect(list.getByRole('option')).not.toHaveCount(0);
  await field.pressSequentially('g');
  await expect(list.getByRole('option').first()).toHaveText('Geelong VIC 3220');
  await expect(field).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('ArrowDown');
  const chosen = list.getByRole('option', { selected: true });
  await expect(chosen).toHaveText('Geelong VIC 3220');
  await expect(field).toHaveAttribute('aria-activedescendant', (await chosen.getAttribute('id')) ?? '');
  await expectClean(page, 'suggested places');
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await expect(field).toHaveValue('gelong');
  await field.press('Backspace');
  await expect(list).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(heading(page)).toHaveText(/within 5 km of Geelong VIC 3220$/);
  await expect(field).toHaveValue('Geelong VIC 3220');

  await field.fill('tasm');
  await list.getByRole('option', { name: /^Tasmania, Australia/ }).click();
  await expect(heading(page)).toHaveText(/ in Tasmania, Australia$/);
  await page.goBack();
  await expect(heading(page)).toHaveText(/of Geelong VIC 3220$/);
  await expect(field).toHaveValue('Geelong VIC 3220');
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);
});

test('on a phone, the focus is on the results after a suggestion is chosen, because the form folds', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await near(page).pressSequentially('geelo');
  await page.getByRole('option', { name: 'Geelong VIC 3220' }).click();
  await expect(heading(page)).toHaveText(/within 5 km of Geelong VIC 3220$/);
  await expect(heading(page)).toBeFocused();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('words are understood, chips are links, and the place is a plain field', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('combobox', { name: 'Near' })).toHaveCount(0);
    await words(page).fill('paediatric unicorn physio melbourne');
    await searchButton(page).click();
    await expect(
      page.getByText('No member was found for “unicorn”, so these results ignore it.'),
    ).toBeVisible();
    await expect(heading(page)).toHaveText(/within 100 km of Melbourne VIC 3000$/);
    await expect(chips(page)).toHaveText([/^Within 100 km of Melbourne VIC 3000/, /^Paediatric/]);
    await chips(page).nth(1).click();
    await expect(chips(page)).toHaveText([/^Within 100 km of Melbourne VIC 3000/]);
    await expect(near(page)).toHaveValue('Melbourne VIC 3000');
    await page.goto('/?category=1&category=2');
    const any = parseInt(await heading(page).innerText(), 10);
    await openFilters(page);
    await page.getByRole('link', { name: 'All of these' }).click();
    const all = parseInt(await heading(page).innerText(), 10);
    expect(all).toBeGreaterThan(0);
    expect(all).toBeLessThan(any);
    await page.getByRole('switch', { name: /^Accepting new patients/ }).check();
    await page.getByRole('button', { name: 'Show these results' }).click();
    await expect(page).toHaveURL(/^(?=.*category=1)(?=.*category=2)(?=.*extra-3=Yes)(?=.*all=category)/);
    const both = await heading(page).innerText();
    expect(parseInt(both, 10)).toBeLessThanOrEqual(all);
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('joined');
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    await expect(page).toHaveURL(/sort=joined/);
  });
});
