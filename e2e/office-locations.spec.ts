import type { Page } from '@playwright/test';
import { expectClean } from './axe';
import { expect, test } from './fixtures';
import { holdScripts } from './held-scripts';
import { officePage, openSection, publicMember } from './public-member';
import { memberWho, signIn } from './sign-in';

async function openMember(page: Page, search: string): Promise<void> {
  await page.goto(`/office/members?q=${encodeURIComponent(search)}`);
  await page.getByRole('rowheader').first().getByRole('link').click();
  await openSection(page, 'Directory');
}

const isMapReady = (page: Page) => expect(page.locator('.drag-pin')).toBeVisible();

async function publicPoint(page: Page, path: string): Promise<string | null> {
  const profile = await page.request.get(path);
  return /data-point="([^"]*)"/.exec(await profile.text())?.[1] ?? null;
}

test('move a pin: 3 interactions from the member to the new place in the directory', async ({
  page,
  demonstration,
}) => {
  await signIn(page, memberWho(demonstration, /secretary in the office/), '/office/members');
  const publicPath = await publicMember(page, 'cairns');
  const before = await publicPoint(page, publicPath);
  expect(before).not.toBeNull();
  await page.goto(officePage(publicPath));
  await openSection(page, 'Directory');
  await page
    .getByRole('link', { name: /^Change / })
    .first()
    .click();
  await isMapReady(page);
  await expectClean(page, 'the page of a location');
  const latitude = page.getByLabel('Latitude');
  const shown = await latitude.inputValue();
  // The mouse can reach only the visible part of the page.
  await page.locator('.drag-pin').scrollIntoViewIfNeeded();
  const pin = await page.locator('.drag-pin').boundingBox();
  if (pin === null) throw new Error('the pin is on the map');
  const [x, y] = [pin.x + pin.width / 2, pin.y + pin.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 60, y + 40, { steps: 5 });
  await page.mouse.up();
  await expect(latitude).not.toHaveValue(shown);
  const moved = await latitude.inputValue();
  expect(Number(moved)).toBeLessThan(Number(shown));
  await page.getByRole('button', { name: 'Save the location' }).click();
  await expect(page.getByText('The location is saved.')).toBeVisible();
  await expect(async () => {
    const point = await publicPoint(page, publicPath);
    expect(point).not.toBe(before);
    expect(point).toContain(moved.slice(0, 6));
  }).toPass({ timeout: 30_000 });
});

test('a click and the arrow keys move the pin as well, and the address is looked up to place it', async ({
  page,
  demonstration,
}) => {
  await signIn(page, memberWho(demonstration, /secretary in the office/), '/office/members');
  await openMember(page, 'Aisling');
  await page.getByRole('link', { name: 'Add a location' }).click();
  await page.getByLabel('Name').fill('Second practice');
  await page.getByLabel('Suburb', { exact: true }).fill('Geelong');
  await page.getByLabel('State', { exact: true }).fill('Victoria');
  await page.getByLabel('Postcode', { exact: true }).fill('3220');
  await page.getByLabel('Country').fill('Australia');
  await page.getByRole('button', { name: 'Find from the address' }).click();
  await expect(page.getByText('The pin is now in Geelong', { exact: false })).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('Second practice');
  await isMapReady(page);
  const found = await page.getByLabel('Longitude').inputValue();
  expect(Number(found)).toBeCloseTo(144.36, 1);
  await page.getByRole('group', { name: /^Map with the pin/ }).click({ position: { x: 200, y: 60 } });
  await expect(page.getByLabel('Longitude')).not.toHaveValue(found);
  const [latitude, longitude] = [page.getByLabel('Latitude'), page.getByLabel('Longitude')];
  const [north, west] = [await latitude.inputValue(), await longitude.inputValue()];
  const pin = page.getByRole('button', { name: 'Pin of this location' });
  await pin.press('ArrowRight');
  await expect.poll(async () => Number(await longitude.inputValue())).toBeGreaterThan(Number(west));
  await expect(latitude).toHaveValue(north);
  await pin.press('ArrowDown');
  await expect.poll(async () => Number(await latitude.inputValue())).toBeLessThan(Number(north));
  await page.getByRole('button', { name: 'Add a location' }).click();
  await expect(page.getByText('The location is saved.')).toBeVisible();
  await page.getByRole('link', { name: /^Change Second practice/ }).click();
  await page.getByRole('button', { name: 'Remove the location' }).click();
  await expect(page.getByText('The location is removed.')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Change Second practice/ })).toHaveCount(0);
});

test('coordinates that are typed before the scripts have loaded are kept, and move the pin', async ({
  page,
  demonstration,
}) => {
  await signIn(page, memberWho(demonstration, /secretary in the office/), '/office/members');
  await page.goto(officePage(await publicMember(page, 'cairns')));
  await openSection(page, 'Directory');
  const address = await page
    .getByRole('link', { name: /^Change / })
    .first()
    .getAttribute('href');
  const load = await holdScripts(page);
  await page.goto(address ?? '', { waitUntil: 'commit' });
  await page.getByLabel('Latitude').fill('-37.5');
  load();
  await isMapReady(page);
  await expect(page.getByLabel('Latitude')).toHaveValue('-37.5');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('wrong coordinates are refused with a reason, and found ones are saved', async ({
    page,
    demonstration,
  }) => {
    await signIn(page, memberWho(demonstration, /officer of the Victorian chapter/), '/office/members');
    await openMember(page, 'Oliver Unlisted');
    await page.getByRole('link', { name: 'Add a location' }).click();
    await page.getByLabel('Suburb', { exact: true }).fill('Ballarat');
    await page.getByLabel('State', { exact: true }).fill('Victoria');
    await page.getByLabel('Postcode', { exact: true }).fill('3350');
    await page.getByLabel('Latitude').fill('north');
    await page.getByRole('button', { name: 'Add a location' }).click();
    await expect(page.getByRole('heading', { name: 'There is a problem' })).toBeVisible();
    await expect(page.getByLabel('Suburb', { exact: true })).toHaveValue('Ballarat');
    await page.getByRole('button', { name: 'Find from the address' }).click();
    await expect(page.getByText('The pin is now in Ballarat', { exact: false })).toBeVisible();
    await page.getByRole('button', { name: 'Add a location' }).click();
    await expect(page.getByText('The location is saved.')).toBeVisible();
    await expect(page.getByRole('link', { name: /Ballarat/ })).toBeVisible();
  });
});
