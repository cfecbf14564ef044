import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';

/**
 * What a screen reader reads on the four main pages. Review each difference, as a change to what people hear. To accept
 * it, delete the file and run this test.
 */
const file = join(import.meta.dirname, 'reading.txt');

const pages = {
  'The directory': '/?sort=name&layout=rows',
  'A search': '/?q=Kookaburra&near=Geelong+VIC+3220&radius=5&sort=name',
  'The map': '/map?q=Kookaburra&near=Geelong+VIC+3220&radius=5&sort=name',
};

// An installation of its own, because other tests change the members of the shared one.
test('a screen reader reads the main pages as reviewed', async ({ page, installation }) => {
  const base = await installation.startDemonstration();
  // The list has no map beside it, because its marks depend on the time of loading.
  await page.setViewportSize({ width: 1024, height: 800 });
  const read: string[] = [];
  for (const [title, path] of Object.entries(pages)) {
    await page.goto(base + path);
    // From now on, the scripts of the page work.
    await expect(page.getByRole('combobox', { name: 'Near' })).toHaveCount(1, { timeout: 20_000 });
    if (title === 'The map') await expect(page.locator('.mark').first()).toBeVisible();
    read.push(await readingOf(page, title));
  }
  await page.goto(base + pages['A search']);
  await page.getByRole('article').getByRole('heading').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/members\//);
  read.push(await readingOf(page, 'A profile'));
  const text = read.join('\n');
  if (!existsSync(file)) writeFileSync(file, text);
  expect(text).toBe(readFileSync(file, 'utf8'));
});

/** Addresses and the empty message of the router are not read. Years are those of the day of the test. */
async function readingOf(page: Page, title: string): Promise<string> {
  const tree = await page.locator('body').ariaSnapshot();
  const lines = tree.split('\n').filter((line) => !/^\s*- (\/(url|placeholder):|alert$)/.test(line));
  return `# ${title}\n\n${lines.join('\n').replace(/\b(?:19|20)\d\d\b/g, 'YEAR')}\n`;
}
