import { expectClean } from './axe';
import { expect, test } from './fixtures';
import { memberWho, signIn } from './sign-in';

test('reminders are switched on, and the waiting ones are cancelled after the page shows whom they are for; the lists show it', async ({
  browser,
  changeable: { address, demonstration },
}) => {
  const page = await (await browser.newContext({ baseURL: address })).newPage();
  const check = async (what: string) => {
    await expectClean(page, what, { colours: ['dark', 'light'] });
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), what).toBeLessThanOrEqual(320);
    await page.setViewportSize({ width: 1280, height: 720 });
  };
  await signIn(page, memberWho(demonstration, /owner in the office/), '/office/notices');
  await expect(page.getByText('Reminders are off. Nothing is sent.')).toBeVisible();
  await check('the reminders, off');
  await page.getByLabel('Emails per minute').fill('1');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Done.', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Switch reminders on' }).click();
  await expect(page.getByText('Reminders are on.')).toBeVisible();

  // Memberships of the demonstration are due today, and the demonstration has no mail server, so their reminders wait.
  const drop = page.getByRole('link', { name: 'Cancel the waiting reminders' });
  await expect
    .poll(async () => {
      await page.goto('/office/notices');
      return drop.count();
    })
    .toBe(1);
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('Sending was stopped')).toBeVisible();
  await check('the reminders, stopped');
  await drop.click();
  const waiting = page.getByRole('main').getByRole('listitem').filter({ hasText: 'last day' });
  await expect(waiting).not.toHaveCount(0);
  const count = await waiting.count();
  await check('the question before reminders are cancelled');
  await page.getByRole('button', { name: /^Cancel th/ }).click();
  await expect(page.getByRole('status')).toContainText(`${count} reminder`);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('status')).toHaveText('Done.');
  await expect(page.getByText('No emails are waiting.')).toBeVisible();
  await expect(drop).toHaveCount(0);

  await page.getByRole('link', { name: 'Who received what' }).click();
  await page.waitForURL('**/office/notices/mails');
  await expect(page.getByRole('cell', { name: 'Cancelled by the office' })).toHaveCount(count);
  await check('who received which reminder');
  await page.goto('/office/mails');
  await expect(page.getByRole('heading', { level: 1, name: 'Emails' })).toBeVisible();
  await check('the emails');
  await page.goto('/office/notices/1');
  await check('one reminder');
  await page.context().close();

  // A secretary may see and cancel reminders, but not switch them on. A member without a role sees nothing.
  const other = await (await browser.newContext({ baseURL: address, javaScriptEnabled: false })).newPage();
  await signIn(other, memberWho(demonstration, /owes money/), '/office/notices');
  await expect(other.getByRole('button', { name: 'Switch reminders' })).toHaveCount(0);
  await other.goto('/office/notices/drop');
  await expect(other.getByText('No reminders are waiting.')).toBeVisible();
  await other.context().close();
});
