import { expectClean } from './axe';
import { expect, test } from './fixtures';
import { memberWho, signIn } from './sign-in';

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled });

    test('5 interactions: notify a system of changes, test it, replace its secret and remove it', async ({
      page,
      demonstration,
    }) => {
      const name = `Newsletter ${javaScriptEnabled ? 'one' : 'two'}`;
      await signIn(page, memberWho(demonstration, /owner in the office/), '/office/sites');
      await page.getByRole('link', { name: 'Systems that are notified of changes' }).click();
      await page.getByLabel('Name', { exact: true }).fill(name);
      await page.getByLabel('Address that receives the messages').fill('http://localhost/hook');
      await page.getByRole('button', { name: 'Notify this system from now on' }).click();
      await expect(page.getByText('This was not saved')).toBeVisible();
      await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name);
      if (javaScriptEnabled) await expectClean(page, 'a refused webhook');
      await page.getByLabel('Address that receives the messages').fill('https://site.example/hook');
      await page.getByRole('button', { name: 'Notify this system from now on' }).click();
      await expect(page.getByText('The secret is shown only now')).toBeVisible();

      await page.goto('/office/webhooks');
      await page.getByRole('link', { name }).click();
      if (javaScriptEnabled) await expectClean(page, 'the page of a webhook');
      await page.getByRole('button', { name: 'Send a test now' }).click();
      await expect(page.getByText('The system did not accept the test')).toBeVisible();
      await page.getByRole('button', { name: 'Make a new secret' }).click();
      await expect(page.getByRole('status').locator('code')).toContainText('whsec_');
      await page.getByRole('button', { name: 'Tell this system to load everything' }).click();
      await expect(page.getByText('The messages will be sent again.')).toBeVisible();
      await page.getByRole('checkbox', { name: 'I want to remove this system' }).check();
      await page.getByRole('button', { name: `Remove ${name}` }).click();
      await expect(page.getByText(`${name} is removed.`)).toBeVisible();
    });
  });
}
