import type { Page } from '@playwright/test';
import { expectClean } from './axe';
import { expect, test } from './fixtures';
import { enterMailedCode } from './sign-in';
import { addMember, removeMember } from './stored-members';

const widths = [320, 390, 768, 1440];

/** Adds a person to the demonstration and removes their only membership. Returns their email address. */
async function addRemovedPerson(name: string): Promise<string> {
  const email = `${name.toLowerCase()}@example.org`;
  await removeMember(await addMember({ FirstName: name, LastName: 'Former', Email: email }));
  return email;
}

async function signInByCode(page: Page, email: string): Promise<void> {
  await page.goto('/account');
  await enterMailedCode(page, email);
  await page.waitForURL('/account');
}

test('the pages of a removed person fit every screen, and axe finds no problem in them', async ({ page }) => {
  await signInByCode(page, await addRemovedPerson('Lux'));
  const ownData = await page.getByRole('link', { name: 'What is held about you' }).getAttribute('href');
  for (const path of ['/account', ownData ?? '']) {
    await page.goto(path);
    await expectClean(page, path, { also: ['best-practice'] });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      const widest = () => page.evaluate(() => document.documentElement.scrollWidth);
      expect(await widest(), `${path} at ${width} px`).toBeLessThanOrEqual(width);
    }
  }
  await page.getByRole('button', { name: 'Send the request' }).click();
  await expect(page.getByText('Tick the box to confirm')).toBeVisible();
  await expectClean(page, 'the form with an error', { also: ['best-practice'] });
});

test('without JavaScript, a removed person reads, downloads, and asks for erasure', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  await signInByCode(page, await addRemovedPerson('Quin'));
  const storageState = await context.storageState();
  const plain = await browser.newContext({ javaScriptEnabled: false, storageState, baseURL: baseURL ?? '' });
  const own = await plain.newPage();
  await own.goto('/account');
  await own.getByRole('link', { name: 'What is held about you' }).click();
  await expect(own.getByText(/Membership \d+ was removed/)).toBeVisible();
  const downloads = own.waitForEvent('download');
  await own.getByRole('button', { name: 'Download to read' }).click();
  expect((await downloads).suggestedFilename()).toMatch(/^person-\d+\.html$/);
  await own.getByRole('checkbox').check();
  await own.getByRole('button', { name: 'Send the request' }).click();
  await expect(own.getByRole('status')).toContainText('Your request is recorded');
  await own.getByRole('button', { name: /withdraw/i }).click();
  await expect(own.getByRole('status')).toContainText('Your request was withdrawn');
  await plain.close();
});
