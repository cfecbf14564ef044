import { expectClean } from './axe';
import { expect, test } from './fixtures';
import { sentMails } from './outbox';
import { openSection } from './public-member';
import { enterPassword, memberWho, signIn } from './sign-in';

const email = 'lena.linked@example.org';
const password = 'seven green umbrellas';

function mailedLink(): string | undefined {
  const mails = sentMails().map((mail) => mail.replace(/=\r?\n/g, '').replaceAll('=3D', '='));
  const links = mails
    .filter((mail) => mail.includes(email))
    .map((mail) => /http\S+set-password\?token=[\w-]+/.exec(mail)?.[0]);
  return links.find((link) => link !== undefined);
}

test('2 interactions: email a member a link to set a password, and later sign them out everywhere', async ({
  page,
  browser,
  demonstration,
}) => {
  await signIn(page, memberWho(demonstration, /secretary in the office/), '/office/members/new');
  await page.getByLabel('First name').fill('Lena');
  await page.getByLabel('Last name').fill('Linked');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Membership type').selectOption({ index: 1 });
  await page.getByLabel('Last day').fill('2099-06-30');
  await page.getByRole('button', { name: 'Add the member' }).click();
  await expect(page.getByText('The member is added.')).toBeVisible();
  await openSection(page, 'Sign-in');
  const panel = page.getByRole('region', { name: 'Sign-in' });
  await expect(panel.getByText('The member has no password.')).toBeVisible();
  await panel
    .getByRole('button', { name: /^(Send an invitation|Email a link to set a new password)$/ })
    .click();
  await expect(panel.getByText('The invitation is waiting: this site cannot send email yet.')).toBeVisible();
  await expectClean(page, 'the sign-in of a member');

  const theirs = await (await browser.newContext()).newPage();
  await theirs.goto(mailedLink() ?? 'about:blank');
  await theirs.getByLabel('New password').fill(password);
  await theirs.getByRole('button', { name: 'Save the password' }).click();
  await theirs.goto('/account');
  await enterPassword(theirs, { email, password });
  await theirs.waitForURL('**/account');

  await page.reload();
  await expect(panel.getByText('The member has had this password since')).toBeVisible();
  await expect(panel.getByText('Signed in on one device:')).toBeVisible();
  await panel.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(panel.getByText('The member is signed out everywhere.')).toBeVisible();
  await expect(async () => {
    await theirs.goto('/account');
    await expect(theirs.getByRole('button', { name: 'Sign in' })).toBeVisible({ timeout: 1000 });
  }).toPass();
  await theirs.context().close();
});
