import type { Page } from '@playwright/test';
import { expectClean } from './axe';
import { expect, test } from './fixtures';
import { ageSignIn, enterPassword, memberWho, signIn } from './sign-in';

async function selectFirst(page: Page, count: number): Promise<string[]> {
  const boxes = page.getByRole('table').locator('tbody').getByRole('checkbox');
  const names: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const label = await boxes.nth(at).locator('..').innerText();
    names.push(label.replace(/^Select /, ''));
    await boxes.nth(at).check();
  }
  return names;
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled });
    const day = javaScriptEnabled ? '2011-03-31' : '2012-03-31';
    const shown = javaScriptEnabled ? '31 March 2011' : '31 March 2012';

    test('7 interactions: select two members, preview a new day of joining and set it; one undo restores both', async ({
      page,
      demonstration,
    }) => {
      const start = '/office/members?kind=individual';
      await signIn(page, memberWho(demonstration, /secretary in the office/), '/office');
      await page.goto(start);
      const names = await selectFirst(page, 2);
      await page.getByLabel('What to do').selectOption('Set the day of joining');
      if (javaScriptEnabled) await expectClean(page, 'a list with selected members');
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page.getByText('2 members are selected.')).toBeVisible();
      await page.getByLabel('Day of joining').fill(day);
      if (javaScriptEnabled) await expectClean(page, 'the new value of several members');
      await page.getByRole('button', { name: 'Show what would change' }).click();
      await expect(page.getByText('2 members change.')).toBeVisible();
      for (const name of names)
        await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText(shown);
      if (javaScriptEnabled) await expectClean(page, 'the preview of a change of several members');
      await page.getByRole('button', { name: 'Change 2 members' }).click();
      await expect(page.getByText('2 members were changed.')).toBeVisible();
      if (javaScriptEnabled) await expectClean(page, 'the result of a change of several members');
      await page.goto(`${start}&joinedFrom=${day}&joinedTo=${day}`);
      await expect(page.getByText('2 members', { exact: true })).toBeVisible();

      await page.goto('/office/journal');
      await page.getByRole('link', { name: 'Undo for all members' }).first().click();
      await page.getByRole('button', { name: 'Undo', exact: true }).click();
      await expect(page.getByText('2 records were restored to the earlier values')).toBeVisible();
      await page.goto(`${start}&joinedFrom=${day}&joinedTo=${day}`);
      await expect(page.getByText('No member matches.')).toBeVisible();
    });
  });
}

test('6 interactions: send an invitation to everybody on a list, after another sign-in', async ({
  page,
  context,
  demonstration,
}) => {
  await signIn(page, memberWho(demonstration, /secretary in the office/), '/office');
  await page.goto('/office/members?approved=false');
  await page.getByLabel('What to do').selectOption('Send an invitation');
  await page.getByLabel('Everybody on this list').check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Show what would change' }).click();
  const send = page.getByRole('button', { name: /^Send \d+ invitation/ });
  await expect(send).toBeVisible();
  const preview = page.url();
  await ageSignIn(context);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'What would change' })).toBeVisible();
  await expect(page.getByText('Sign in again to make changes here')).toBeVisible();
  await expect(send).toHaveCount(0);
  await page.getByRole('button', { name: 'Sign in again' }).click();
  await enterPassword(page, memberWho(demonstration, /secretary in the office/));
  await page.waitForURL(preview);
  await send.click();
  await expect(page.getByText(/invitations? (is|are) waiting/)).toBeVisible();
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'a view, with scripts' : 'a view, without scripts', () => {
    test.use({ javaScriptEnabled });
    const name = javaScriptEnabled ? 'Ended in Victoria' : 'Ended elsewhere';

    test('4 interactions: save a list for everybody in the office, and open it; then delete it', async ({
      page,
      browser,
      demonstration,
    }) => {
      await signIn(page, memberWho(demonstration, /secretary in the office/), '/office');
      await page.goto('/office/members?status=expired&sort=-expiry&column=email');
      await page.getByText('Save this list', { exact: true }).click();
      await page.getByLabel('Name', { exact: true }).first().fill(name);
      await page.getByLabel('Show this view to everybody in the office').first().check();
      if (javaScriptEnabled) await expectClean(page, 'the form of a saved view');
      await page.getByRole('button', { name: 'Save the view' }).click();
      await expect(page.getByText('The view is saved.')).toBeVisible();
      const theirs = await (await browser.newContext()).newPage();
      await signIn(theirs, memberWho(demonstration, /officer of the Victorian/), '/office/members');
      await theirs.getByRole('link', { name }).click();
      await expect(theirs).toHaveURL(/\?status=expired&sort=-expiry&column=email$/);
      await expect(theirs.getByText('Change saved views')).toHaveCount(0);
      await theirs.context().close();
      await page.getByText('Change saved views', { exact: true }).click();
      await page.getByRole('button', { name: `Delete ${name}` }).click();
      await expect(page.getByText('The view is deleted.')).toBeVisible();
      await expect(page.getByRole('link', { name })).toHaveCount(0);
    });
  });
}

test('a chapter officer is offered what an officer may change, and a wrong selection is explained', async ({
  page,
  demonstration,
}) => {
  await signIn(page, memberWho(demonstration, /officer of the Victorian/), '/office/members');
  const choices = await page.getByLabel('What to do').getByRole('option').allInnerTexts();
  expect(choices).toContain('Set the state');
  expect(choices).not.toContain('End the memberships');
  await page.goto('/office/members/bulk?do=end&ID=1');
  await expect(page.getByText('Choose what to do with the members.')).toBeVisible();
  await page.goto('/office/members/bulk?do=approve');
  await expect(page.getByText('Select at least one member')).toBeVisible();
});
