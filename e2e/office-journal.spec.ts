import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectClean } from './axe';
import { expect, test } from './fixtures';
import { sentMails } from './outbox';
import { enterPassword, memberWho, signIn } from './sign-in';
import { addMember, changeMember, readMember, type Fields } from './stored-members';

/** Adds to the demonstration a member who is not in the directory. */
const addApplicant = (name: string, fields: Fields = {}) =>
  addMember(
    { FirstName: name, LastName: 'Applicant', Email: `${name}@example.org` },
    { Checked: false, ...fields },
  );

async function expectUsable(page: Page, what: string): Promise<void> {
  await expectClean(page, what);
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width, `${what} at 320 px`).toBeLessThanOrEqual(320);
  if (size !== null) await page.setViewportSize(size);
}

test('3 interactions: undo yesterday’s mistake from the history', async ({ page, demonstration }) => {
  const id = await addApplicant('Mistaken', { Checked: true });
  await changeMember(id, { ExpiryDate: '2020-01-31' }, 'wrong row');
  await signIn(page, memberWho(demonstration, /secretary in the office/), '/office');
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible();
  await expectUsable(page, 'today');

  await page.getByRole('link', { name: 'Changes', exact: true }).click();
  const change = page.getByRole('article').filter({ hasText: 'wrong row' });
  await expect(change).toContainText('30 June 2099');
  await expect(change).toContainText('31 January 2020');
  await expectUsable(page, 'the changes');
  await change.getByRole('link', { name: /^Undo/ }).click();
  await expect(page.getByText('1 record will be restored to the earlier values')).toBeVisible();
  await expect(change).toContainText('31 January 2020');
  await expectUsable(page, 'the undo');
  await page.getByRole('button', { name: 'Undo' }).click();

  await expect(page.getByRole('status')).toContainText('1 record was restored to the earlier values');
  expect(await readMember(id)).toContain('2099-06-30');
  await expect(page.getByRole('article').first()).toContainText('by');
  // The page says why this change can no longer be undone, before anyone tries to undo it.
  await change.getByRole('link', { name: /^Undo/ }).click();
  await expect(page.getByText('it has changed since')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /Restore the older values anyway/ })).toBeVisible();
});

test('4 interactions: find a member, correct their email address, and it is in the directory at once', async ({
  page,
  demonstration,
}) => {
  const Directory = { Listed: true, Show: ['FirstName', 'LastName', 'Email'] };
  await addApplicant('Mistyped', { Checked: true, Directory });
  await signIn(page, memberWho(demonstration, /secretary in the office/), '/office/members');
  await page.getByRole('searchbox', { name: 'Search' }).fill('mistyped');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Mistyped Applicant' }).click();
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('correct@example.org');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'this entry' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Mistyped Applicant' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Email Mistyped Applicant' }).first()).toHaveAttribute(
    'href',
    'mailto:correct@example.org',
  );
});

test('3 interactions: find the changes of a member, or those that a person made, by a name', async ({
  page,
  demonstration,
}) => {
  const id = await addApplicant('Findable');
  await signIn(page, memberWho(demonstration, /secretary in the office/), '/office/journal');
  await page.getByRole('searchbox', { name: 'Name or membership number of a person' }).fill('findab appl');
  await page.getByRole('button', { name: 'Show' }).click();
  await expectUsable(page, 'the members that match a name');
  await page.getByRole('link', { name: /^Changes to Findable Applicant/ }).click();
  await expect(page).toHaveURL(new RegExp(`Member=${id}$`));
  await expect(page.getByRole('article').first()).toContainText('Findable Applicant');
  await page.getByRole('searchbox', { name: 'Name or membership number of a person' }).fill('nobody at all');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page.getByText('Nobody matches “nobody at all”.')).toBeVisible();
  // A short word finds people by their names, and not by their streets and suburbs.
  await page.goto('/office/journal?Name=li');
  await expect(page.getByRole('link', { name: /^Changes to Jo Li / })).toBeVisible();
  await expect(page.getByRole('link', { name: /Talia Carmody/ })).toHaveCount(0);
  // The links keep the other filters, and a refused search says what is wrong.
  await page.goto(`/office/journal?Person=1&From=2020-01-31&Name=findab&Before=x`);
  await expect(page.getByRole('link', { name: /^Changes to Findable Applicant/ })).toHaveAttribute(
    'href',
    `/office/journal?Member=${id}&Person=1&From=2020-01-31`,
  );
  await page.goto(`/office/journal?Name=${'a'.repeat(201)}`);
  await expect(page.getByText('“Search” must be at most 200 characters long')).toBeVisible();
  await expect(page.getByText('Nobody matches')).toHaveCount(0);
});

test.describe('approvals', () => {
  test('approve three: 5 interactions; refuse one with an emailed reason: 4 interactions', async ({
    page,
    demonstration,
  }) => {
    const [ann, bo] = [await addApplicant('Ann'), await addApplicant('Bo')];
    const [cy, di] = [await addApplicant('Cy'), await addApplicant('Di')];
    await signIn(page, memberWho(demonstration, /owner in the office/), '/office');
    await page.getByRole('link', { name: /wait.* for approval$/ }).click();
    // These members were added last.
    await page.goto(`/office/applications?After=${ann - 1}`);
    for (const name of ['Ann', 'Bo', 'Cy'])
      await page.getByRole('checkbox', { name: `Select ${name} Applicant` }).check();
    await expectUsable(page, 'the approvals');
    await page.getByRole('button', { name: 'Approve the selected members' }).click();
    await expect(page.getByRole('status')).toContainText('3 members were approved.');
    for (const id of [ann, bo, cy]) expect(await readMember(id)).toContain('"Checked":true');

    await page.goto(`/office/applications?After=${di - 1}`);
    await page.getByRole('link', { name: 'View, change or refuse Di Applicant' }).click();
    await expectUsable(page, 'one member who is waiting');
    await page.getByLabel('Reason').fill('Your qualification is from another field.');
    await page.getByRole('button', { name: 'Refuse and send the reason' }).click();
    await expect(page.getByRole('status')).toContainText('The email with the reason is waiting');
    await expect(readMember(di)).rejects.toThrow('404');
    const mail = sentMails().find((text) => text.includes('Di@example.org'));
    expect(mail).toContain('Your qualification is from another field.');
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a member is changed and approved, and a wrong address keeps what was typed', async ({
    page,
    demonstration,
  }) => {
    const id = await addApplicant('Eve');
    await signIn(page, memberWho(demonstration, /owner in the office/), '/office');
    await page.goto(`/office/applications/${id}`);
    await page.getByLabel('Email').fill('evelyn at example.org');
    await page.getByLabel('First name').fill('Evelyn');
    await page.getByLabel('Last day of the membership').fill('2098-12-31');
    await page.getByLabel('Chapter').selectOption({ index: 2 });
    const chapter = await page.getByLabel('Chapter').inputValue();
    await page.getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByRole('alert')).toContainText('Email');
    await expect(page.getByLabel('First name')).toHaveValue('Evelyn');
    await expect(page.getByLabel('Chapter')).toHaveValue(chapter);
    await page.getByLabel('Email').fill('evelyn@example.org');
    await page.getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByRole('status')).toContainText('1 member was approved.');
    expect(await readMember(id)).toMatch(/evelyn@example\.org/);
    expect(await readMember(id)).toContain('2098-12-31');
    expect(await readMember(id)).toContain(`"Chapter":{"ID":"${chapter}"`);
  });
});

test.describe('a new installation', () => {
  // The new association ends the demonstration's sign-in while the page is open. The page then gets these statuses.
  test.use({ expectedConsoleErrors: [/status of 40[01]/] });

  test('set up a new association from the owner’s link, and approve its first member: 16 interactions', async ({
    page,
    installation,
  }) => {
    const address = await installation.start({});
    const file = join(installation.dataDir, 'owner-link.txt');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const link = readFileSync(file, 'utf8').trim();
    expect(installation.printed).toContain('owner-link.txt');
    expect(installation.printed).not.toContain('token=');
    await page.goto(link);
    await expectUsable(page, 'the page to set up an association');
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Last name').fill('Brandt');
    await page.getByLabel('Email').fill('ada@example.org');
    await page.getByLabel('Password').fill('owl-lake-91-harbour');
    await page.getByLabel('Name of the association').fill('Guild of Ålesund');
    await page.getByLabel('Country').fill('Norway');
    await page.getByRole('button', { name: 'Create the association' }).click();
    await expect(page.getByRole('heading', { name: 'Guild of Ålesund is ready' })).toBeVisible();
    await page.getByRole('link', { name: 'Open the office' }).click();
    await enterPassword(page, { email: 'ada@example.org', password: 'owl-lake-91-harbour' });
    await expect(page.getByText('Ada Brandt, owner')).toBeVisible();
    await expect(page.getByText('Nothing needs your attention')).toBeVisible();

    const person = ['User.FirstName=Ole', 'User.LastName=Berg', 'User.Email=ole@example.org'];
    const fields = ['Kind=individual', 'MembershipType.ID=1', 'ExpiryDate=null', 'Directory.Listed=true'];
    installation.chapterhouse(['member', 'add', ...fields, ...person]);
    await page.getByRole('link', { name: 'Applications' }).click();
    await page.getByRole('checkbox', { name: 'Select Ole Berg' }).check();
    await page.getByRole('button', { name: 'Approve the selected members' }).click();
    await expect(page.getByRole('status')).toContainText('1 member was approved.');
    await page.getByRole('link', { name: 'Today', exact: true }).click();
    await page.getByRole('button', { name: 'Open the directory' }).click();
    await expect(page.getByRole('button', { name: 'Open the directory' })).toBeHidden();
    await expect(async () => {
      await page.goto(`${address}/`);
      await expect(page.getByRole('link', { name: 'Ole Berg', exact: true })).toBeVisible({ timeout: 1000 });
    }).toPass({ timeout: 20_000 });
    await expect(page.getByText('Guild of Ålesund').first()).toBeVisible();

    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'This link cannot be used' })).toBeVisible();
    await installation.end('SIGTERM');
    await installation.start({});
    expect(existsSync(file)).toBe(false);
    expect(installation.printed).not.toContain('owner-link');
  });
});
