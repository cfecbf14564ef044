import { readFile } from 'node:fs/promises';
import { expectClean } from './axe';
import { expect, test } from './fixtures';
import { officePage, publicMember } from './public-member';
import { ageSignIn, memberWho, signIn } from './sign-in';

test('9 interactions: hide, export and erase a person on request', async ({ page, demonstration }) => {
  await signIn(page, memberWho(demonstration, /secretary in the office/), '/office');
  await page.goto('/office/members/new');
  await page.getByLabel('First name').fill('Gone');
  await page.getByLabel('Last name').fill('Erasable');
  await page.getByLabel('Membership type').selectOption({ index: 1 });
  await page.getByLabel('Last day').fill('2099-06-30');
  await page.getByLabel('Amount owed').fill('0');
  await page.getByRole('button', { name: 'Add the member' }).click();
  await expect(page.getByText('The member is added.')).toBeVisible();
  const name = 'Gone Erasable';
  const path = new URL(page.url()).pathname;
  let entry = '';
  await expect(async () => {
    entry = await publicMember(page, 'erasable');
  }).toPass();
  await page.getByRole('button', { name: 'Hide from the directory' }).click();
  await expect(page.getByText('The member is hidden from the directory.')).toBeVisible();
  await page.getByRole('link', { name: 'Export or erase personal data' }).click();
  await expect(page.getByText('Memberships that are erased')).toBeVisible();
  await expectClean(page, 'the page of personal data');
  await page.getByRole('radio', { name: 'For another program (JSON)' }).check();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the file' }).click();
  const file = await (await downloading).path();
  const exported: unknown = JSON.parse(await readFile(file, 'utf8'));
  expect(exported).toMatchObject({ Person: { State: 'stored' } });

  await page.getByLabel('To confirm, type the name').fill('Somebody else');
  await page.getByRole('button', { name: `Erase ${name}` }).click();
  await expect(page.getByText('Nothing was erased.')).toBeVisible();
  await page.getByLabel('To confirm, type the name').fill(name);
  await page.getByRole('button', { name: `Erase ${name}` }).click();
  await expect(page.getByText('The person is erased.')).toBeVisible();
  expect((await page.request.get(path)).status()).toBe(404);
  await expect(async () => {
    expect((await page.request.get(entry)).status()).toBeGreaterThanOrEqual(404);
  }).toPass();
});

test('an old sign-in must be renewed before personal data is exported or erased', async ({
  page,
  context,
  demonstration,
}) => {
  await signIn(page, memberWho(demonstration, /owner in the office/), '/office');
  const path = `${officePage(await publicMember(page, 'ballarat'))}/personal-data`;
  await page.goto(path);
  await expect(page.getByRole('button', { name: 'Download the file' })).toBeVisible();
  await ageSignIn(context);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Download the file' })).toHaveCount(0);
  const form = { format: 'json' };
  const answer = await page.request.post(`${path}/file`, {
    form,
    headers: { origin: new URL(page.url()).origin },
    maxRedirects: 0,
  });
  expect(answer.status()).toBe(303);
});

test('a chapter officer has no page of personal data', async ({ page, demonstration }) => {
  await signIn(page, memberWho(demonstration, /officer of the Victorian chapter/), '/office/members');
  await page.locator('tbody a').first().click();
  await page.waitForURL(/members\/\d+$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Export or erase personal data' })).toHaveCount(0);
  expect((await page.request.get(`${page.url()}/personal-data`)).status()).toBe(404);
});
