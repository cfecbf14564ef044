import type { Page } from '@playwright/test';
import { expectClean } from './axe';
import { expect, test } from './fixtures';

const card = (page: Page, at: number) => page.getByRole('article').nth(at);
const star = (page: Page, at: number) => card(page, at).locator('[data-shortlist]');

async function pressStar(page: Page, at: number): Promise<void> {
  await card(page, at).locator('summary').click();
  await card(page, at)
    .getByRole('button', { name: /^Shortlist / })
    .click();
  await page.keyboard.press('Escape');
}
const link = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Shortlist' });

test('a visitor stars two members, compares them, and opens the shared address in another browser', async ({
  page,
  browser,
  baseURL,
}) => {
  await page.goto('/?sort=name');
  await expect(link(page)).toBeHidden();
  const names: string[] = [];
  for (const at of [0, 1]) {
    names.push(await page.getByRole('article').nth(at).getByRole('heading').innerText());
    await pressStar(page, at);
    await expect(star(page, at)).toHaveAttribute('aria-pressed', 'true');
  }
  await page.getByRole('link', { name: 'Page 2' }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(star(page, 0)).toHaveAttribute('aria-pressed', 'false');
  await page.goBack();
  await expect(star(page, 0)).toHaveAttribute('aria-pressed', 'true');

  await expect(link(page)).toHaveAttribute('data-count', '2');
  await link(page).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Shortlist' })).toBeVisible();
  await expect(page.getByRole('article').getByRole('heading')).toHaveText(names);
  await expect(page.getByRole('table').getByRole('columnheader')).toHaveText(['Member', ...names]);

  const other = await browser.newContext(baseURL === undefined ? {} : { baseURL, javaScriptEnabled: false });
  const shared = await other.newPage();
  await shared.goto(page.url());
  await expect(shared.getByRole('article').getByRole('heading')).toHaveText(names);
  await expect(shared.getByRole('button')).toHaveCount(0);
  await other.close();

  const receiver = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const received = await receiver.newPage();
  await received.goto(page.url());
  await expect(link(received)).toBeHidden();
  const removeAll = received.getByRole('button', { name: 'Remove all' });
  await expect(removeAll).toBeHidden();
  const takeOver = received.getByRole('button', { name: 'Add all to my shortlist' });
  await takeOver.click();
  await expect(takeOver).toBeHidden();
  await expect(link(received)).toHaveAttribute('data-count', '2');
  await expect(star(received, 1)).toHaveAttribute('aria-pressed', 'true');
  await expect(removeAll).toBeVisible();
  // The receiver's list now has a member who is not on the page. So the page does not show "Remove all".
  await received.evaluate(() => {
    const ids: unknown = JSON.parse(localStorage.getItem('shortlist') ?? '');
    localStorage.setItem('shortlist', JSON.stringify([ids, '900000'].flat()));
  });
  await received.reload();
  await expect(takeOver).toBeHidden();
  await expect(removeAll).toBeHidden();
  await receiver.close();
  await expect(page.getByRole('button', { name: 'Add all to my shortlist' })).toBeHidden();

  await page.getByRole('button', { name: 'Remove all' }).click();
  await expect(page.getByText(/^There are no members in this list/)).toBeVisible();
  await expect(link(page)).toBeHidden();
});

test('the shortlist has at most 50 members, and says so', async ({ page }) => {
  await page.addInitScript(() => {
    const ids = Array.from({ length: 50 }, (_, at) => String(900_000 + at));
    localStorage.setItem('shortlist', JSON.stringify(ids));
  });
  await page.goto('/');
  let message = '';
  page.on('dialog', (dialog) => {
    message = dialog.message();
    void dialog.accept();
  });
  await pressStar(page, 0);
  expect(message).toMatch(/^Your shortlist is full/);
  await expect(star(page, 0)).toHaveAttribute('aria-pressed', 'false');
});

test('members that are not in the directory are only counted', async ({ page }) => {
  await page.goto('/shortlist?members=999999991.999999992');
  await expect(page.getByText('2 members of this list are no longer in the directory.')).toBeVisible();
});

test('the shortlist fits every screen, and axe finds no problem in it', async ({ page }) => {
  await page.goto('/?sort=name');
  for (const at of [0, 1, 2]) await pressStar(page, at);
  await link(page).click();
  await expect(page.getByRole('table')).toBeVisible();
  for (const width of [320, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), String(width)).toBe(width);
  }
  await expectClean(page, 'the shortlist');
});
