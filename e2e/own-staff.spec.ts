/** The contact of a company manages its staff. The test ends with the staff that it found. */
import { expectClean } from './axe';
import { expect, test } from './fixtures';
import { memberWho, sendWithoutSession, signIn } from './sign-in';

test('a contact asks for a colleague, the office approves, and the contact ends the membership', async ({
  page,
  demonstration,
  browser,
}) => {
  const office = await (await browser.newContext()).newPage();
  await signIn(office, memberWho(demonstration, /owner in the office/), '/office');
  await signIn(page, memberWho(demonstration, /contact of a practice/), '/account');
  await page.getByRole('link', { name: /^Manage the staff of/ }).click();
  const path = new URL(page.url()).pathname;
  await expect(page.getByText('The association looks at each change')).toBeVisible();
  // What the company owes or has paid is here too.
  await expect(page.getByRole('link', { name: 'Invoice' })).toBeVisible();
  await expectClean(page, path);
  const add = async (first: string) => {
    await page.getByLabel('First name').fill(first);
    await page.getByLabel('Last name').fill('Quill');
    await page.getByRole('textbox', { name: 'Email' }).fill('imogen.quill@example.org');
    await page.getByRole('button', { name: 'Add the person' }).click();
  };
  await add('Imogen');
  await expect(page.getByRole('status')).toContainText('The association has your request');
  await page.getByRole('button', { name: 'Take back the request for Imogen Quill' }).click();
  await expect(page.getByRole('status')).toContainText('The request is taken back');
  await expect(page.getByRole('listitem').filter({ hasText: 'Imogen Quill' })).toHaveCount(0);
  await add('Imogen');
  const imogen = page.getByRole('listitem').filter({ hasText: 'Imogen Quill' });
  await expect(imogen).toContainText('Waits for the approval of the association');
  await add('Somebody else');
  await expect(page.getByText('Imogen Quill has the same name or email address')).toBeVisible();
  await expect(page.getByLabel('First name')).toHaveValue('Somebody else');

  await office.goto('/office/applications');
  await office.getByRole('link', { name: /Imogen Quill/ }).click();
  await office.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(office.getByRole('status')).toBeVisible();

  await page.goto(path);
  await imogen.getByRole('button', { name: 'Invite Imogen Quill to sign in' }).click();
  await expect(page.getByRole('status')).toContainText('invitation');
  await imogen.getByText('Imogen Quill has left').click();
  await imogen.getByRole('button', { name: 'End the membership of Imogen Quill' }).click();
  await expect(page.getByRole('status')).toContainText('The association has your request');
  await expect(imogen).toContainText('You have asked the association to end the membership');

  await office.goto('/office/applications/changes');
  // Other journeys may have left proposals on this page.
  const proposal = office.getByRole('listitem').filter({ hasText: /Imogen Quill: ends on/ });
  await proposal.getByRole('button', { name: 'Accept' }).click();
  await expect(office.getByRole('status')).toContainText('Accepted');
  await page.goto(path);
  await expect(imogen).toHaveCount(0);
  await office.context().close();
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled });

    test('a contact whose session ends signs in again in another tab, and sends the same form', async ({
      page,
      demonstration,
    }) => {
      const who = memberWho(demonstration, /contact of a practice/);
      await signIn(page, who, '/account');
      await page.getByRole('link', { name: /^Manage the staff of/ }).click();
      // Refused: nobody is added.
      await page.getByLabel('First name').fill('Otto');
      await page.getByLabel('Last name').fill('Vogel');
      await page.getByRole('textbox', { name: 'Email' }).fill('no address');
      await sendWithoutSession(page, 'Add the person', { who, hasScripts: javaScriptEnabled, byLink: true });
      await expect(page.getByText('Email must be one email address')).toBeVisible();
      await expect(page.getByLabel('First name')).toHaveValue('Otto');
    });
  });
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a mistake is named, and what was typed stays', async ({ page, demonstration }) => {
    await signIn(page, memberWho(demonstration, /contact of a practice/), '/account');
    await page.getByRole('link', { name: /^Manage the staff of/ }).click();
    await page.getByLabel('First name').fill('Imogen');
    await page.getByRole('button', { name: 'Add the person' }).click();
    await expect(page.getByRole('alert')).toContainText('Last name must not be empty');
    await expect(page.getByLabel('First name')).toHaveValue('Imogen');
  });
});
