import type { Page } from '@playwright/test';
import { directoryText } from '../lib/messages/directory';
import { expectClean } from './axe';
import { expect, test } from './fixtures';

const button = (page: Page) => page.getByRole('button', { name: directoryText.useLocation });
const field = (page: Page) => page.getByLabel('Near', { exact: true });
const heading = (page: Page) => page.locator('#results');

/**
 * Each failure has the browser's error code and our message. On an insecure page, there is no error code, so the code
 * is null.
 */
const failures = [
  ['denied', 1, directoryText.locationDenied],
  ['unavailable', 2, directoryText.locationUnavailable],
  ['timed out', 3, directoryText.locationTimedOut],
  ['insecure', null, directoryText.locationInsecure],
] as const;

test('the four causes of an unknown position have four messages', () => {
  expect(new Set(failures.map(([, , text]) => text)).size).toBe(failures.length);
});

for (const [name, code, text] of failures) {
  test(`a position that is ${name} is reported, with the focus on the place field and the list still there`, async ({
    page,
  }) => {
    await page.addInitScript((code) => {
      if (code === null) Object.defineProperty(window, 'isSecureContext', { value: false });
      navigator.geolocation.getCurrentPosition = (_found, failed, options) => {
        document.body.dataset.patience = String(options?.timeout);
        failed?.({ code, message: '' } as GeolocationPositionError); // The page reads only `code` and `message`.
      };
    }, code);
    await page.goto('/');
    const before = await heading(page).innerText();
    await button(page).click();
    await expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible();
    await expect(field(page)).toBeFocused();
    await expect(heading(page)).toHaveText(before);
    await expect(page.getByRole('article').first()).toBeVisible();
    // Only the text of the message differs.
    if (name === 'denied') await expectClean(page, text);
    // The page gives the browser a limit of eight seconds. An insecure page does not ask the browser for a position.
    expect(await page.evaluate(() => document.body.dataset.patience)).toBe(
      code === null ? undefined : '8000',
    );
  });
}

test('an ambiguous place is shown as it was understood, with links to the others', async ({ page }) => {
  await page.goto('/');
  await field(page).fill('Springfield');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(heading(page)).toHaveText(/ of Springfield (VIC|QLD|NSW)/);
  const others = page.getByText('Not the right Springfield?').getByRole('link');
  // The test uses the second link, so it fails if there is only one alternative.
  const label = await others.nth(1).innerText();
  await others.nth(1).click();
  await expect(heading(page)).toContainText(` of ${label}`);
});

test('a state searches inside its shape, and an address searches its suburb, with and without JavaScript', async ({
  page,
  browser,
  baseURL,
}) => {
  await page.goto('/');
  await field(page).fill('NSW');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page).toHaveURL(/near=New\+South\+Wales%2C\+Australia&in=au-nsw$/);
  await expect(heading(page)).toHaveText(/^\d+ members in New South Wales, Australia$/);
  await expect(field(page)).toHaveValue('New South Wales, Australia');
  const inState = await heading(page).innerText();
  await page.getByRole('link', { name: 'Remove filter: In New South Wales, Australia' }).click();
  await expect(field(page)).toHaveValue('');

  const context = await browser.newContext({ javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto(`${baseURL}/?near=new+south+wales`);
  await expect(plain.locator('#results')).toHaveText(inState);
  await plain.getByLabel('Name, organisation or field').fill('clinic');
  await plain.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(plain).toHaveURL(/q=clinic/);
  await expect(plain.locator('#results')).toContainText('in New South Wales, Australia');
  await plain.goto(`${baseURL}/?near=12+High+Street+Preston`);
  await expect(plain.locator('#results')).toContainText('of Preston VIC 3072 (for “12 High Street Preston”)');
  await context.close();
});

test('the map’s links to other places of the same name stay on the map', async ({ page }) => {
  await page.goto('/map?near=Springfield');
  const others = page.getByText('Not the right Springfield?').getByRole('link');
  await expect(others.first()).toHaveAttribute('href', /^\/map\?near=Springfield/);
});

test('a radius chosen without a place applies around a position', async ({ page, context }) => {
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: -38.15, longitude: 144.36 });
  await page.goto('/');
  await page.locator('select[name="radius"]').selectOption('10');
  await button(page).click();
  await expect(heading(page)).toHaveText(/within 10 km of your location$/);
});

test('a postcode is a place', async ({ page }) => {
  await page.goto('/?near=3216&radius=25');
  await expect(heading(page)).toHaveText(/within 25 km of .+ VIC 3216$/);
});

test('members are ordered by likely distance, and one with an area has "about" and no direction', async ({
  page,
}) => {
  await page.goto('/?near=Geelong&radius=100');
  const found: string[] = [];
  for (;;) {
    const lines = await page.locator('article h3 ~ p').allInnerTexts();
    found.push(...lines.filter((line) => isPlace.test(line)));
    const next = page.getByRole('link', { name: /^next/i });
    if ((await next.count()) === 0) break;
    await page.goto(new URL((await next.first().getAttribute('href')) ?? '', page.url()).href);
  }
  const areas = found.filter((line) => /somewhere in/.test(line));
  expect(areas.length).toBeGreaterThan(0);
  expect(areas.length).toBeLessThan(found.length);
  for (const line of areas) expect(line).toMatch(/^about \d+ km, somewhere in /);
  const distances = found.map((line) => Number(/^(?:about )?([\d.]+) km/.exec(line)?.[1] ?? 0));
  // The distance to an area is rounded to a whole kilometre.
  for (const [at, distance] of distances.entries())
    expect(distance).toBeGreaterThanOrEqual((distances[at - 1] ?? 0) - 1);
});

// Texts such as "1.2 km north-east, Geelong VIC" and "about 4 km, somewhere in Bendigo VIC".
const isPlace = /^(Here|[\d.,]+ k?m \S+|about \d+ km), /;
