import { expectClean } from './axe';
import { expect, test } from './fixtures';
import { memberTabs } from './public-member';
import { ageSignIn, enterPassword, memberWho, signIn } from './sign-in';

test('6 interactions: give a chapter officer their role, and see what they cannot see', async ({
  page,
  browser,
  demonstration,
}) => {
  const member = memberWho(demonstration, /sub-member/);
  await signIn(page, memberWho(demonstration, /owner in the office/), '/office');
  await page.getByRole('link', { name: 'Roles' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'owner' })).toContainText(
    'Zoë van der Berg (you)',
  );
  await expectClean(page, 'the roles');
  await page.getByRole('searchbox', { name: 'Search for a member' }).fill(member.email);
  await page.getByRole('searchbox', { name: 'Search for a member' }).press('Enter');
  await page.getByRole('list', { name: 'Members found' }).getByRole('link').click();
  await page.getByRole('radio', { name: 'chapter officer' }).check();
  await page.getByRole('checkbox', { name: 'Tasmania' }).check();
  await expectClean(page, 'the form of a role');
  await page.getByRole('button', { name: 'Save the role' }).click();
  await expect(page.getByText('It applies from now on.')).toBeVisible();
  const holder = page.getByRole('listitem').filter({ hasText: member.email });
  await expect(holder).toContainText('chapter officer: Tasmania');

  const theirs = await (await browser.newContext()).newPage();
  await signIn(theirs, member, '/office/members');
  await expect(theirs.getByRole('link', { name: 'Roles' })).toHaveCount(0);
  await theirs.getByRole('searchbox', { name: 'Search' }).fill('zoe.vander');
  await theirs.getByRole('button', { name: 'Search' }).click();
  await expect(theirs.getByText('No member matches.')).toBeVisible();
  await theirs.context().close();

  await holder.getByRole('link', { name: 'Change' }).click();
  await page.getByRole('button', { name: 'Remove the role' }).click();
  await expect(page.getByText('no longer has a role')).toBeVisible();
  await expect(holder).toHaveCount(0);
});

test('3 interactions: hide the office’s notes from chapter officers, who then see neither notes nor their form', async ({
  page,
  browser,
  demonstration,
}) => {
  await signIn(page, memberWho(demonstration, /owner in the office/), '/office/settings');
  const theirs = await (await browser.newContext()).newPage();
  await signIn(theirs, memberWho(demonstration, /officer of the Victorian chapter/), '/office/members');
  await theirs.getByRole('rowheader').first().getByRole('link').click();
  const notes = memberTabs(theirs).getByRole('link', { name: 'Notes' });
  await expect(notes).toBeVisible();

  const choice = page.getByRole('combobox', { name: 'Office notes' });
  await choice.selectOption('Hidden');
  await page.getByRole('button', { name: 'Save what officers see' }).click();
  await expect(page.getByRole('status')).toBeVisible();
  await expectClean(page, 'what chapter officers see');
  await theirs.reload();
  await expect(memberTabs(theirs)).toBeVisible();
  await expect(notes).toHaveCount(0);
  await theirs.goto('/office');
  await expect(theirs.getByText('As a chapter officer, you do not see: notes of the office.')).toBeVisible();
  await theirs.context().close();

  await choice.selectOption('See and change');
  await page.getByRole('button', { name: 'Save what officers see' }).click();
  await expect(page.getByRole('status')).toBeVisible();
});

test('6 interactions: invite somebody who is not a member by email, then by the same address again', async ({
  page,
  demonstration,
}) => {
  await signIn(page, memberWho(demonstration, /owner in the office/), '/office/roles');
  await page.getByText('Invite somebody by email').click();
  const invitation = page.locator('details').filter({ hasText: 'Invite somebody by email' });
  await expectClean(page, 'an invitation to the office');
  await invitation.getByLabel('Email').fill('nell.newcomer@example.org');
  await invitation.getByRole('radio', { name: 'reader' }).check();
  await invitation.getByRole('button', { name: 'Give the role and send the email' }).click();
  await expect(page.getByText(/nobody has this email address yet/)).toBeVisible();
  await invitation.getByLabel('Last name').fill('Newcomer');
  await invitation.getByRole('button', { name: 'Give the role and send the email' }).click();
  await expect(
    page.getByText('nell.newcomer@example.org has the role now. The email is waiting'),
  ).toBeVisible();
  const holder = page.getByRole('listitem').filter({ hasText: 'nell.newcomer@example.org' });
  await expect(holder).toContainText('reader');
  await expect(holder).toContainText('No sign-in is recorded.');

  await page.getByText('Invite somebody by email').click();
  await invitation.getByLabel('Email').fill('NELL.newcomer@example.org');
  await invitation.getByRole('radio', { name: 'secretary' }).check();
  await invitation.getByRole('button', { name: 'Give the role and send the email' }).click();
  const check = page.getByRole('region', { name: 'Is this the right person?' });
  await expect(check).toContainText('Newcomer has the address NELL.newcomer@example.org.');
  await expectClean(page, 'the question before a role is given');
  await expect(holder).toContainText('reader');
  await check.getByRole('button', { name: 'Yes, give the role to Newcomer' }).click();
  await expect(page.getByText('has the role now. The email is waiting')).toBeVisible();
  await expect(holder).toContainText('secretary');
  await holder.getByRole('link', { name: 'Change' }).click();
  await page.getByRole('button', { name: 'Remove the role' }).click();
  await expect(page.getByText('no longer has a role')).toBeVisible();
});

test.describe('an old sign-in', () => {
  for (const javaScriptEnabled of [true, false]) {
    test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
      test.use({ javaScriptEnabled });

      test('needs another one to change a role, and what was typed is still there afterwards', async ({
        page,
        context,
        demonstration,
      }) => {
        const owner = memberWho(demonstration, /owner in the office/);
        await signIn(page, owner, '/office/roles');
        await page.getByRole('link', { name: 'Change the role of Liam' }).click();
        await page.getByLabel('Reason').fill('Elected in May');
        await ageSignIn(context);
        await page.getByRole('button', { name: 'Save the role' }).click();
        await expect(page.getByText('This was not saved')).toBeVisible();
        await expect(page.getByLabel('Reason')).toHaveValue('Elected in May');
        const opened = context.waitForEvent('page');
        await page.getByRole('button', { name: 'Sign in again' }).click();
        const tab = await opened;
        await enterPassword(tab, owner);
        await expect(tab.getByRole('heading', { name: 'You are signed in' })).toBeVisible();
        await tab.close();
        await page.getByRole('button', { name: 'Save the role' }).click();
        await expect(page.getByText('It applies from now on.')).toBeVisible();
      });
    });
  }
});
