import type { Page } from '@playwright/test';
import { expectClean } from './axe';
import { expect, test } from './fixtures';
import { memberTabs } from './public-member';
import { memberWho, signIn } from './sign-in';

/** Returns the path of the new member's page in the office. */
async function addMember(page: Page, values: Record<string, string>): Promise<string> {
  await page.goto('/office/members/new');
  for (const [label, value] of Object.entries(values)) {
    const field = page.getByLabel(label, { exact: true }).first();
    if (label === 'Membership type') await field.selectOption({ index: Number(value) });
    else await field.fill(value);
  }
  await page.getByRole('button', { name: 'Add the member' }).click();
  await expect(page.getByText('The member is added.')).toBeVisible();
  return new URL(page.url()).pathname;
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled });
    const last = javaScriptEnabled ? 'Twicefield' : 'Twicewood';
    // With the same numbers, the office would warn that the second pair may be the first.
    const [phone, mobile] = javaScriptEnabled
      ? ['03 5555 0101', '0400 555 010']
      : ['03 5555 0102', '0400 555 020'];

    test('5 interactions: merge two duplicates with chosen values, and undo it', async ({
      page,
      demonstration,
    }) => {
      await signIn(page, memberWho(demonstration, /secretary in the office/), '/office');
      const older = await addMember(page, {
        'First name': 'Ottilie',
        'Last name': last,
        Email: `old.${last}@example.org`,
        Phone: phone,
        'Membership type': '1',
        'Last day': '2028-06-30',
      });
      const newer = await addMember(page, {
        'First name': 'Otti',
        'Last name': last,
        Email: `new.${last}@example.org`,
        Mobile: mobile,
        'Membership type': '2',
        'Last day': '2029-06-30',
      });
      await page.goto(older);
      await page.getByRole('link', { name: 'Merge with another member' }).click();
      await page.getByRole('searchbox', { name: 'Find the other member' }).fill(last);
      await page.getByRole('button', { name: 'Search' }).click();
      if (javaScriptEnabled) await expectClean(page, 'the members to merge with');
      await page.getByRole('link', { name: `Compare with Otti ${last}` }).click();
      // If only the other member has a value, the form preselects that value.
      await expect(page.getByRole('group', { name: 'Mobile' }).getByRole('radio').nth(1)).toBeChecked();
      await expect(page.getByRole('group', { name: 'Phone' }).getByRole('radio').first()).toBeChecked();
      await page.getByRole('group', { name: 'Email' }).getByRole('radio').nth(1).check();
      await page.getByRole('group', { name: 'Last day' }).getByRole('radio').nth(1).check();
      if (javaScriptEnabled) await expectClean(page, 'two members side by side');
      await page.getByRole('button', { name: 'Merge the two members' }).click();
      await expect(page.getByText('The two members are merged.')).toBeVisible();
      const valueOf = (label: string) =>
        // Another form of the page has a "Last day" too.
        page.locator('form').filter({ hasText: 'Save changes' }).getByLabel(label, { exact: true }).first();
      const values = () =>
        Promise.all(['Email', 'Phone', 'Mobile', 'Last day'].map((label) => valueOf(label).inputValue()));
      expect(await values()).toEqual([`new.${last}@example.org`, phone, mobile, '2029-06-30']);
      expect((await page.request.get(newer)).status()).toBe(404);
      await page.getByRole('status').getByRole('link', { name: 'Undo the merge' }).click();
      await page.getByRole('button', { name: 'Undo', exact: true }).click();
      await expect(page.getByText(/records were restored to the earlier values/)).toBeVisible();
      await page.goto(older);
      expect(await values()).toEqual([`old.${last}@example.org`, phone, '', '2028-06-30']);
      expect((await page.request.get(newer)).status()).toBe(200);
    });
  });
}

test('somebody else changes one of the two: both stay, and the page shows them again', async ({
  page,
  demonstration,
}) => {
  await signIn(page, memberWho(demonstration, /owner in the office/), '/office');
  const values = { 'Last name': 'Changedtwin', 'Membership type': '1', 'Last day': '2028-06-30' };
  const one = await addMember(page, { ...values, 'First name': 'Una' });
  const two = await addMember(page, { ...values, 'First name': 'Dua' });
  await page.goto(`${one}/merge?with=${two.split('/').pop()}`);
  const other = await page.context().newPage();
  await other.goto(two);
  await other.getByLabel('Phone', { exact: true }).first().fill('03 5555 0202');
  await other.getByRole('button', { name: 'Save changes' }).click();
  await expect(other.getByText('Saved.', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Merge the two members' }).click();
  await expect(page.getByText('One of the two members changed.')).toBeVisible();
  await expect(page.getByRole('group', { name: 'Phone' })).toContainText('03 5555 0202');
  expect((await page.request.get(two)).status()).toBe(200);
});

test('an officer has no page for merging', async ({ page, demonstration }) => {
  await signIn(page, memberWho(demonstration, /officer of the Victorian chapter/), '/office/members');
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  await expect(memberTabs(page)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Merge with another member' })).toHaveCount(0);
  expect((await page.request.get(`${page.url()}/merge`)).status()).toBe(404);
});
