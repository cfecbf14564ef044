import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectClean } from './axe';
import { expect, test } from './fixtures';

test('a profile links to a category page, which shows the association’s description with its markup', async ({
  page,
}) => {
  await page.goto('/?category=1');
  await page.getByRole('article').getByRole('link').first().click();
  await page.getByRole('link', { name: 'Musculoskeletal' }).click();
  await expect(page).toHaveURL(/\/categories\/1-musculoskeletal$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Musculoskeletal: members' })).toBeVisible();
  const bold = page.getByText('pain and movement');
  expect(await bold.evaluate((element) => Number(getComputedStyle(element).fontWeight))).toBeGreaterThan(600);
  await expect(page.locator('main').getByText('<')).toHaveCount(0);
  const total = /\d+/.exec(
    await page.getByText(/members of .* in the category Musculoskeletal/).innerText(),
  )?.[0];
  await page.getByRole('link', { name: `See all ${total} with filters and map` }).click();
  await expect(page.getByRole('heading', { name: `${total} members` })).toBeVisible();
});

test('axe finds nothing in the pages of categories with a list, a link or no description', async ({
  page,
}) => {
  for (const path of ['4-neurological', '10-aquatic', '9-hand-and-upper-limb']) {
    await page.goto(`/categories/${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectClean(page, path);
  }
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/categories/4-neurological');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});

test('a script that an office stored in a description does not run and is not in the page', async ({
  changeable: { address, installation },
  page,
}) => {
  const description =
    '<p>Hands, <b>wrists</b> and elbows<script>document.title="Attacked"</script><img src=x onerror="document.title=\'Attacked\'">' +
    '<a href="java&#x0A;script:document.title=1">and more</a><svg onload="document.title=1"></svg></p>';
  const file = join(installation.dataDir, 'categories.json');
  writeFileSync(file, JSON.stringify({ categories: [{ name: 'Hand and Upper Limb', description }] }));
  installation.chapterhouse(['organisation', 'apply', file, '--organisation', '100']);
  await expect(async () => {
    await page.goto(`${address}/categories/9-hand-and-upper-limb`);
    await expect(page.locator('b', { hasText: 'wrists' })).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 60_000 });
  await expect(page.getByText('Hands, wrists and elbowsand more')).toBeVisible();
  await expect(page).toHaveTitle(/^Hand and Upper Limb/);
  const html = await (await page.request.get(page.url())).text();
  expect(html).toContain('wrists');
  expect(html).not.toMatch(/Attacked|onerror|onload|document\.title|script:/);
});
