/** Members correct their own entry. Each test ends with the data that it found. */
import { expectClean } from './axe';
import { expect, test } from './fixtures';
import { memberWho, signIn } from './sign-in';

const entry = '/account/public-entry';

test('a member corrects a phone in four interactions, and the office sees who did it', async ({
  page,
  demonstration,
}) => {
  await signIn(page, memberWho(demonstration, /is financial/), '/account');
  const setMobile = async (number: string) => {
    await page.getByRole('link', { name: 'My entry' }).click();
    await page.getByRole('link', { name: 'Edit: Phone' }).click();
    await page.getByLabel('Mobile').fill(number);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('status')).toContainText('Saved');
    await expect(page.getByRole('region', { name: 'Phone' })).toContainText(number);
  };
  const before = '0491 570 737';
  await setMobile('0491 570 006');
  for (const path of [
    `${entry}?edit=contact-1001`,
    `${entry}?edit=answers-1001`,
    '/account/places/1001/new',
  ]) {
    await page.goto(path);
    await expectClean(page, path);
  }
  await page.goto('/office/members/1001/history');
  await expect(page.getByText('0491 570 006').first()).toBeVisible();
  await page.goto('/account');
  await setMobile(before);
});

test('a new name waits for the office, which declines it and then accepts another', async ({
  page,
  demonstration,
  browser,
}) => {
  await signIn(page, memberWho(demonstration, /owes money/), entry);
  const propose = async (name: string) => {
    await page.goto(entry);
    await page.getByRole('link', { name: 'Edit: Name' }).click();
    await page.getByLabel('First name').fill(name);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText(`First name: ${name}`)).toBeVisible();
  };
  const office = await (await browser.newContext()).newPage();
  await signIn(office, memberWho(demonstration, /owner in the office/), '/office');
  const open = () => office.goto('/office/applications/changes');

  await propose('Leo');
  await open();
  await expect(office.getByRole('row', { name: /First name Liam Leo/ })).toBeVisible();
  await office.getByText('Decline', { exact: true }).click();
  await office.getByLabel(/What .* reads/).fill('Please send us a document.');
  await office.getByRole('button', { name: 'Decline and send' }).click();
  await expect(office.getByRole('status')).toContainText('Declined');
  await page.goto(entry);
  await expect(page.getByText('The association wrote: Please send us a document.')).toBeVisible();
  await page.getByRole('button', { name: 'Close this message' }).click();
  await expect(page.getByText('Please send us a document.')).toBeHidden();

  for (const name of ['Leo', 'Liam']) {
    await propose(name);
    await open();
    await office.getByRole('button', { name: 'Accept' }).click();
    await expect(office.getByRole('status')).toContainText('Accepted');
    await page.goto(entry);
    await expect(page.getByRole('region', { name: 'Name' })).toContainText(name);
  }
  await office.context().close();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a wrong value is shown at its field with what was typed, and a place is added and removed', async ({
    page,
    demonstration,
  }) => {
    await signIn(page, memberWho(demonstration, /expires soon/), entry);
    await page.getByRole('link', { name: 'Edit: Phone' }).click();
    await page.getByLabel('Work phone').fill('x'.repeat(400));
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('Work phone');
    await expect(page.getByLabel('Work phone')).toHaveValue('x'.repeat(400));

    await page.goto(entry);
    await page.getByRole('link', { name: 'Add a place' }).click();
    await page.getByLabel('Name').fill('Second rooms');
    await page.getByLabel('Suburb').fill('Ballarat');
    await page.getByRole('button', { name: 'Find from the address' }).click();
    await page.getByRole('button', { name: 'Add a location' }).click();
    const place = page.getByRole('link', { name: /Second rooms/ });
    await place.click();
    await page.getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByRole('status')).toContainText('Saved');
    await expect(place).toHaveCount(0);
  });
});
