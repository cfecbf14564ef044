import type { Page } from '@playwright/test';
import { expectClean } from './axe';
import { expect, test } from './fixtures';

const search = '/?q=Kookaburra&near=Geelong&radius=25';
const name = 'Kookaburra Physiotherapy';
const card = (page: Page) => page.getByRole('article').filter({ hasText: name }).first();

const more = (page: Page) => card(page).locator('summary');

/** Returns the address that a link would open, but does not follow the link. */
async function openedBy(page: Page, link: string): Promise<string> {
  return card(page)
    .getByRole('link', { name: link })
    .evaluate((element: HTMLAnchorElement) => {
      addEventListener('click', (event) => event.preventDefault(), { once: true });
      element.click();
      return element.href;
    });
}

test('a card calls, opens the website, shares its address and saves the contact; nothing is loaded from elsewhere', async ({
  page,
  context,
  baseURL,
}) => {
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).origin));
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(search);
  await expect(card(page).getByRole('link', { name: `Call ${name}` })).toHaveAttribute(
    'href',
    /^tel:\+?\d+$/,
  );
  await expect(card(page).getByText(/^\(03\) \d{4} \d{4}$/)).toBeVisible();
  await expect(card(page).getByRole('link', { name: `Website of ${name}` })).toBeHidden();
  await more(page).click();
  await expect(card(page).getByRole('link', { name: `Website of ${name}` })).toHaveAttribute(
    'href',
    /^https:/,
  );
  expect(await openedBy(page, `Directions to ${name}`)).toMatch(
    /^https:\/\/www\.openstreetmap\.org\/directions\?route=%3B-38\.\d+%2C144\.\d+$/,
  );
  // A press elsewhere closes the list.
  const share = card(page).getByRole('button', { name: `Share ${name}` });
  await expect(share).toBeHidden();
  await more(page).click();
  await share.click();
  await expect(page.getByRole('status').filter({ hasText: 'Link copied' })).toHaveCount(1);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    new RegExp(`^${baseURL}/members/\\d+-kookaburra-physiotherapy$`),
  );
  const save = await card(page)
    .getByRole('link', { name: `Save contact of ${name}` })
    .getAttribute('href');
  const vcard = await (await page.request.get(save ?? '')).text();
  expect(vcard).toContain(`FN:${name}\r\n`);
  await page.keyboard.press('Escape');
  await expect(more(page)).toBeFocused();
  await expect(share).toBeHidden();
  expect([...hosts].filter((host) => host !== 'null')).toEqual([baseURL]);
});

test('directions open the maps of Apple on a Mac, and those of Google on a Chromebook', async ({
  browser,
  baseURL,
}) => {
  for (const [system, address] of [
    ['Macintosh; Intel Mac OS X 10_15_7', 'https://maps.apple.com/?daddr=171%20Beach%20Road%2C'],
    [
      'X11; CrOS x86_64 14541.0.0',
      'https://www.google.com/maps/dir/?api=1&destination=171%20Beach%20Road%2C',
    ],
  ] as const) {
    const page = await browser.newPage({
      baseURL: baseURL ?? '',
      userAgent: `Mozilla/5.0 (${system}) Chrome/140`,
    });
    await page.goto(search);
    const opened = await openedBy(page, `Directions to ${name}`);
    expect(opened.slice(0, address.length)).toBe(address);
    await page.close();
  }
});

test.describe('on a phone', () => {
  test.use({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    userAgent: 'Mozilla/5.0 (Linux; Android 14) Chrome/140 Mobile',
  });

  test('from a search to a call takes two presses, and directions open the map application', async ({
    page,
  }) => {
    await page.addInitScript(() => {
      navigator.share = (data) => {
        document.body.dataset.shared = JSON.stringify(data);
        return Promise.resolve();
      };
    });
    await page.goto('/');
    await page.getByLabel('Name, organisation or field').fill('Kookaburra');
    await page.getByRole('button', { name: 'Search', exact: true }).tap();
    await expect(page.locator('#results')).toHaveText(/^\d members?$/);
    await expect(card(page).getByRole('link', { name: `Call ${name}` })).toBeVisible();
    expect(await openedBy(page, `Directions to ${name}`)).toMatch(
      /^geo:-38\.\d+,144\.\d+\?q=171%20Beach%20Road%2C/,
    );
    await more(page).tap();
    await card(page)
      .getByRole('button', { name: `Share ${name}` })
      .tap();
    const shared = JSON.parse((await page.locator('body').getAttribute('data-shared')) ?? '{}') as Record<
      string,
      string
    >;
    expect(shared.title).toBe(name);
    expect(shared.url).toMatch(/kookaburra-physiotherapy$/);

    await page.goto('/map?q=Kookaburra&near=Geelong&radius=5');
    await page.locator('.mark-pin[role=button]').first().tap();
    await expect(
      page
        .locator('.map-cards')
        .getByRole('link', { name: /^Call Kookaburra/ })
        .first(),
    ).toBeVisible();
    await expectClean(page, 'a card of the map');
  });
});

test('a popup and a profile have the same actions, with directions to each location', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/map?q=Kookaburra&near=Geelong&radius=5');
  await page.locator('.mark-pin[role=button]').first().click();
  const popup = page.locator('.leaflet-popup');
  await expect(popup.getByRole('link', { name: /^Call Kookaburra/ })).toHaveAttribute('href', /^tel:/);
  await expectClean(page, 'a popup with actions');
  await popup.getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  const actions = page.getByRole('list', { name: `Contact ${name}` });
  await expect(actions.getByRole('link', { name: /^Call \(03\) / })).toBeVisible();
  expect(await page.getByRole('link', { name: /^Directions to/ }).count()).toBeGreaterThan(2);
});
