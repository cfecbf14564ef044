import { expectClean } from './axe';
import { expect, test } from './fixtures';

test('three presses print every member in Tasmania: the whole list on one page, by suburb', async ({
  page,
}) => {
  await page.goto('/');
  const browse = page.getByRole('navigation', { name: 'Browse the directory' });
  const href = await browse
    .getByRole('link', { name: /Tasmania|TAS\b/ })
    .first()
    .getAttribute('href');
  await page.goto(href ?? '');
  await page.getByRole('link', { name: /with filters and map$/ }).click();
  await expect(page).toHaveURL(/\/\?/);
  const count = await page.getByRole('heading', { level: 2, name: /^\d+ members?/ }).innerText();
  await page.getByRole('link', { name: /^Print / }).click();
  await expect(page).toHaveURL(/\/print\?/);
  await expect(page.getByText(count, { exact: true })).toBeVisible();
  expect(await page.getByRole('article').count()).toBe(parseInt(count, 10));
  const suburbs = await page.getByRole('heading', { level: 3 }).allInnerTexts();
  expect(suburbs).toEqual([...suburbs].sort(new Intl.Collator('en').compare));
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Back to the search' })).toBeHidden();
});

test('the text is black on white paper, also if the browser is dark', async ({ page }) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.goto('/print?q=clinic');
  const colours = await page.evaluate(() => [
    getComputedStyle(document.body).color,
    getComputedStyle(document.documentElement).backgroundColor,
  ]);
  expect(colours).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
});

test('the print button opens the browser’s dialog', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await page.goto('/print?q=clinic');
  await page.getByRole('button', { name: 'Print' }).click();
  await expect(page.locator('body[data-printed]')).toBeVisible();
});

test('more than one page of members is printed whole, and a search that finds nobody says so', async ({
  page,
}) => {
  await page.goto('/print');
  expect(await page.getByRole('article').count()).toBeGreaterThan(24);
  await page.goto('/print?q=zzzzqqqq');
  await expect(page.getByText('No members match this search.')).toBeVisible();
});

test('the page fits every screen, and axe finds no problem in it', async ({ page }) => {
  await page.goto('/print?near=Geelong&radius=50');
  for (const width of [320, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), String(width)).toBe(width);
  }
  await expectClean(page, 'the list for paper');
});
