import { expectClean } from './axe';
import { expect, test } from './fixtures';
import { memberWho, signIn } from './sign-in';

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled });

    test('2 interactions: check the installation and back it up', async ({ page, demonstration }) => {
      await signIn(page, memberWho(demonstration, /owner in the office/), '/office/health');
      await page.getByRole('button', { name: 'Check now' }).click();
      // The checks may take longer than the request waits for them.
      await expect(async () => {
        await page.goto('/office/health');
        await expect(page.getByText(/^Checked \d/)).toBeVisible({ timeout: 1000 });
      }).toPass();
      await expect(page.getByText('database: SQLite, with all')).toBeVisible();
      await expect(page.getByText('Set BASE_URL to the public https address')).toBeVisible();
      await page.getByRole('button', { name: 'Back up now' }).click();
      await expect(async () => {
        await page.goto('/office/health');
        await expect(page.getByText(/^Last backup: \d/)).toBeVisible({ timeout: 1000 });
      }).toPass();
      await page.locator('summary', { hasText: 'How this works' }).click();
      await expect(page.getByText('Owners check the installation')).toBeVisible();
      await page.getByText('What is new in this version').click();
      if (javaScriptEnabled) await expectClean(page, 'the page of the installation');
    });
  });
}

test('a secretary has no page of the installation', async ({ page, demonstration }) => {
  await signIn(page, memberWho(demonstration, /secretary in the office/), '/office');
  await expect(page.getByRole('link', { name: 'Health' })).toBeHidden();
  expect((await page.request.get('/office/health')).status()).toBe(404);
});
