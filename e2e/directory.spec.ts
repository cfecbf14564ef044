import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { holdScripts } from './held-scripts';
import { openFilters } from './open-filters';

const heading = (page: Page) => page.locator('#results');
const chips = (page: Page) => page.getByRole('list', { name: 'Selected filters' }).getByRole('link');

async function total(page: Page): Promise<number> {
  await expect(heading(page)).toHaveText(/^(No|[\d,]+) member/);
  const [first = ''] = (await heading(page).innerText()).split(' ');
  return first === 'No' ? 0 : Number(first.replace(/,/g, ''));
}

async function firstOption(page: Page, facet: string) {
  await openFilters(page);
  const label = page.getByRole('group', { name: facet }).locator('label:not(:has(:disabled))').first();
  const [name = '', count = ''] = (await label.innerText()).split('\n').map((part) => part.trim());
  return { box: label.getByRole('checkbox'), name, count: parseInt(count.replace(/,/g, ''), 10) };
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a facet, a place and the next page work by forms and links', async ({ page }) => {
    await page.goto('/');
    const option = await firstOption(page, 'Membership type');
    await option.box.check();
    await page.getByRole('button', { name: 'Apply filters' }).click();
    expect(await total(page)).toBe(option.count);
    await page.getByRole('link', { name: 'Next' }).click();
    await expect(page).toHaveURL(/page=2/);
    expect(await total(page)).toBe(option.count);

    await page.getByLabel('Near', { exact: true }).fill('Geelong');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(page).toHaveURL(/lat=-38\.\d\d&lng=144\.\d\d/);
    await expect(heading(page)).toContainText('km of Geelong VIC');
    await expect(chips(page)).toHaveCount(3);
  });

  test('an unknown place stays in its field with its radius, for correction', async ({ page }) => {
    await page.goto('/?near=Gelonng&radius=100&unit=mi');
    await expect(
      page.getByText('We do not know a place called “Gelonng”. Try a suburb, city or postcode.'),
    ).toBeVisible();
    await expect(page.getByLabel('Near', { exact: true })).toHaveValue('Gelonng');
    await expect(page.getByLabel('Within')).toHaveValue('100');
    await expect(page.locator('[name=unit]')).toHaveValue('mi');
  });

  test('there is no button that needs scripts, and no empty map to scroll past', async ({ page }) => {
    await page.goto('/map');
    await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Use my location' })).toHaveCount(0);
    await page.locator('article summary').first().click();
    await expect(page.getByRole('link', { name: /^Save contact of/ }).first()).toBeVisible();
    await expect(page.getByRole('button', { name: /^Share/ })).toHaveCount(0);
    const map = await page.getByRole('region', { name: 'Map of the members found' }).boundingBox();
    expect(map?.height).toBeLessThan(150);
  });

  test('a further search keeps an unnamed position and the area of the map', async ({ page }) => {
    await page.goto('/?lat=-38.15&lng=144.36&radius=25&unit=km&box=-39.00,143.00,-37.00,146.00');
    await page.getByLabel('Name, organisation or field').fill('physio');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(heading(page)).toContainText('within 25 km of your location');
    await expect(chips(page)).toHaveCount(4);
    await page.getByLabel('Near', { exact: true }).fill('Ballarat');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(heading(page)).toContainText('within 25 km of Ballarat');
    await expect(chips(page)).toHaveCount(3);
  });

  test('an option in another spelling is ticked', async ({ page }) => {
    await page.goto('/?state=vic&sort=name');
    await expect(page).toHaveURL(/\?state=VIC&sort=name$/);
    await openFilters(page);
    await expect(page.getByRole('checkbox', { name: /^VIC/ })).toBeChecked();
  });
});

test('what is chosen before the scripts have loaded is searched for when they have', async ({ page }) => {
  const load = await holdScripts(page);
  await page.goto('/?near=Geelong&radius=25&unit=km', { waitUntil: 'commit' });
  const boxes = page
    .getByRole('group', { name: 'Membership type' })
    .getByRole('checkbox', { disabled: false });
  await openFilters(page);
  for (const box of [boxes.nth(0), boxes.nth(1)]) await box.check();
  await page.locator('.facets > summary').click();
  await page.getByLabel('Sort by').selectOption('A to Z');
  await page.getByRole('combobox', { name: 'Within' }).selectOption('50');
  load();
  await expect(page).toHaveURL(/\/\?type=\d+&type=\d+&.*radius=50&unit=km&sort=name$/);
  await expect(heading(page)).toContainText('within 50 km of Geelong');
  await openFilters(page);
  for (const box of [boxes.nth(0), boxes.nth(1)]) await expect(box).toBeChecked();
  await page.goBack();
  await expect(heading(page)).toContainText('within 25 km of Geelong');
  await expect(chips(page)).toHaveCount(1);
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0);
});

test.describe('rows instead of cards', () => {
  const views = (page: Page) => page.getByRole('list', { name: 'View', exact: true }).getByRole('link');
  const names = (page: Page) => page.getByRole('article').getByRole('heading').allInnerTexts();

  test('show the same members in the same order, and are still shown after filtering and after Back', async ({
    page,
  }) => {
    await page.goto('/?near=Geelong&radius=25&page=2');
    const cards = await names(page);
    await views(page).filter({ hasText: 'Rows' }).click();
    await expect(page).toHaveURL(/layout=rows&page=2$/);
    await expect(views(page).filter({ hasText: 'Rows' })).toHaveAttribute('aria-current', 'true');
    await expect(views(page).filter({ hasText: 'Rows' })).toBeFocused();
    expect(await names(page)).toEqual(cards);
    await (await firstOption(page, 'Membership type')).box.check();
    await expect(page).toHaveURL(/layout=rows$/);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Remove all' }).click();
    await expect(page).toHaveURL(/\/\?layout=rows$/);
    for (let back = 0; back < 3; back += 1) await page.goBack();
    await expect(views(page).filter({ hasText: 'Cards' })).toHaveAttribute('aria-current', 'true');
    expect(await names(page)).toEqual(cards);
  });

  test('work and are remembered without JavaScript', async ({ browser, baseURL }) => {
    const page = await browser.newPage({ javaScriptEnabled: false, baseURL: baseURL ?? '' });
    await page.goto('/');
    const cards = await names(page);
    await views(page).filter({ hasText: 'Rows' }).click();
    await expect(page).toHaveURL(/layout=rows$/);
    expect(await names(page)).toEqual(cards);
    await page.getByLabel('Name, organisation or field').fill('physio');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(page).toHaveURL(/q=physio.*layout=rows|layout=rows.*q=physio/);
    await page.getByRole('link', { name: 'Next' }).click();
    await expect(page).toHaveURL(/layout=rows&page=2/);
    await page.close();
  });

  test('a member takes one line if there is room', async ({ page }) => {
    await page.goto('/map?layout=rows&sort=name');
    const heights = await page
      .getByRole('article')
      .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
    expect(heights).toHaveLength(24);
    expect(Math.max(...heights)).toBeLessThan(48);
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(24);
  });
});

test('on paper a list has the public street addresses, and no buttons', async ({ page }) => {
  await page.emulateMedia({ media: 'print' });
  // A4 is 297 mm wide in landscape and 210 mm wide in portrait. These widths are without the usual margins, at 96
  // pixels to the inch.
  for (const [layout, width] of [
    ['cards', 1046],
    ['rows', 718],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`/?q=clinic&layout=${layout}`);
    const list = await page.getByRole('region', { name: /members?$/ }).boundingBox();
    expect(list?.width, `${layout} are as wide as the paper`).toBeGreaterThan(width * 0.9);
    await expect(page.getByText(/^\d+.* (Street|St|Road|Rd|Avenue|Ave|Parade|Lane)\b/).first()).toBeVisible();
    await expect(page.getByRole('button')).toHaveCount(0);
    await expect(page.getByRole('checkbox')).toHaveCount(0);
  }
});

test('a ticked facet searches without a page load, keeps the focus, and one press of Back undoes it', async ({
  page,
}) => {
  await page.goto('/');
  await page.evaluate(() => document.body.setAttribute('data-same-page', ''));
  const before = await total(page);
  const option = await firstOption(page, 'Membership type');
  await option.box.check();
  await expect(heading(page)).toHaveText(new RegExp(`^${option.count} member`));
  await expect(option.box).toBeFocused();
  await expect(page).toHaveURL(/type=/);
  await expect(page.locator('body[data-same-page]')).toHaveCount(1);

  await page.goBack();
  await expect(option.box).not.toBeChecked();
  expect(await total(page)).toBe(before);
  await expect(page.locator('body[data-same-page]')).toHaveCount(1);
});

test('a search is one entry in the history; typing or repeating the same search adds none', async ({
  page,
}) => {
  await page.goto('/');
  const entries = () => page.evaluate(() => window.history.length);
  const before = await entries();
  const field = page.getByLabel('Name, organisation or field');
  await field.pressSequentially('physio');
  await expect(page).toHaveURL(/\/$/);
  expect(await entries()).toBe(before);
  await field.press('Enter');
  await expect(page).toHaveURL(/\?q=physio$/);
  expect(await entries()).toBe(before + 1);
  await field.press('Enter');
  await page.getByLabel('Sort by').selectOption('name');
  await expect(page).toHaveURL(/q=physio&sort=name$/);
  expect(await entries()).toBe(before + 2);
});

test('Back from a profile and from the next page leads to the same position in the list', async ({
  page,
}) => {
  await page.goto('/?sort=name');
  const card = page.getByRole('article').nth(14);
  await card.scrollIntoViewIfNeeded();
  const place = () => card.evaluate((element) => Math.round(element.getBoundingClientRect().top));
  const [name, top] = [await card.getByRole('heading').innerText(), await place()];
  await card.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/members\//);
  await page.goBack();
  await expect(card.getByRole('heading')).toHaveText(name);
  await expect.poll(place).toBe(top);

  const next = page.getByRole('link', { name: 'Next' });
  await next.scrollIntoViewIfNeeded();
  const scrolled = () => page.evaluate(() => Math.round(window.scrollY));
  const at = await scrolled();
  await next.click();
  await expect(page).toHaveURL(/page=2$/);
  await expect(card.getByRole('heading')).not.toHaveText(name);
  await page.goBack();
  await expect(card.getByRole('heading')).toHaveText(name);
  await expect.poll(scrolled).toBe(at);
});

test('ticking does not reorder options, and an option without results stays, disabled', async ({ page }) => {
  const options = () => page.locator('fieldset label > span:first-of-type').allInnerTexts();
  await page.goto('/');
  await openFilters(page);
  const before = await options();
  for (const facet of ['Category', 'Membership type', 'State']) {
    const option = await firstOption(page, facet);
    await option.box.check();
    expect(await total(page)).toBe(option.count);
    expect(await options()).toEqual(before);
  }
  const nobody = page.locator('fieldset label:has(:disabled)').first();
  await expect(nobody).toContainText(/\b0 members?$/);
  await expect(nobody.getByRole('checkbox')).not.toBeChecked();
});

test('beside a ticked option, another one shows what it adds, and the list then has exactly that many more', async ({
  page,
}) => {
  await page.goto('/');
  await openFilters(page);
  const states = page.getByRole('group', { name: 'State' });
  await states.getByRole('checkbox', { name: /^VIC/ }).check();
  const before = await total(page);
  const other = states.locator('label').filter({ hasText: /^NSW/ });
  await expect(other).toHaveText(/^NSW\+\d+ members?$/);
  const added = parseInt((await other.innerText()).split('+')[1] ?? '', 10);
  await other.getByRole('checkbox').check();
  await expect(heading(page)).toHaveText(new RegExp(`^${before + added} members`));
  await expect(states.locator('label').filter({ hasText: /^VIC/ })).toHaveText('VIC');
});

test('the rest of a long facet stays open, and the box focused, when its last option is unticked', async ({
  page,
}) => {
  await page.goto('/');
  await openFilters(page);
  const category = page.getByRole('group', { name: 'Category' });
  await category.getByText(/^\d+ more$/).click();
  const box = category.locator('details').getByRole('checkbox').last();
  await box.press('Space');
  await expect(page).toHaveURL(/category=/);
  await box.press('Space');
  await expect(page).not.toHaveURL(/category=/);
  await expect(box).toBeVisible();
  await expect(box).toBeFocused();
});

test('a reload and a shared link show the same members in the same order', async ({ page, context }) => {
  await page.goto('/?page=2');
  const names = await page.getByRole('article').getByRole('heading').allInnerTexts();
  expect(names.length).toBeGreaterThan(5);
  await page.reload();
  expect(await page.getByRole('article').getByRole('heading').allInnerTexts()).toEqual(names);
  const other = await context.newPage();
  await other.goto(page.url());
  expect(await other.getByRole('article').getByRole('heading').allInnerTexts()).toEqual(names);
});

test('removing a filter moves the focus to the next one, and after the last to the results', async ({
  page,
}) => {
  await page.goto('/');
  for (const facet of ['Membership type', 'State']) {
    await (await firstOption(page, facet)).box.check();
  }
  await page.keyboard.press('Escape');
  await expect(chips(page)).toHaveCount(3);
  await page
    .getByRole('link', { name: /^Remove filter/ })
    .first()
    .click();
  await expect(chips(page)).toHaveCount(1);
  await expect(chips(page).first()).toBeFocused();
  await chips(page).first().press('Enter');
  await expect(heading(page)).toBeFocused();
  await expect(page).toHaveURL(/\/$/);
});

test('a search without results offers broader searches, and each finds the stated number', async ({
  page,
}) => {
  await page.goto('/?q=zzzzqqqq&near=Geelong&radius=5&unit=km');
  await expect(page.getByRole('heading', { name: 'Try a wider search' })).toBeVisible();
  await expect(page.getByRole('heading', { name: /^The members nearest to Geelong/ })).toBeVisible();
  await expect(page.locator('[data-entry]')).toHaveCount(3);
  const offers = page.locator('main li').filter({ hasText: /\d members?$/ });
  await expect(offers.first()).toBeVisible();
  const promised = Number(/(\d+) members?$/.exec(await offers.first().innerText())?.[1]);
  await offers.first().getByRole('link').click();
  await expect(heading(page)).toHaveText(new RegExp(`^${promised} member`));
});

test('without results, the broader searches are described in words', async ({ page }) => {
  const offer = (name: string) => page.getByRole('link', { name, exact: true });
  await page.goto('/?q=björn&near=Sydney&radius=5&unit=km');
  await expect(offer('Without “björn”')).toBeVisible();
  await expect(offer('Anywhere, not only near Sydney NSW 2000')).toBeVisible();
  await page.goto('/?q=björn&box=-34.00,151.00,-33.00,152.00');
  await expect(offer('Also outside the map area')).toBeVisible();
});

test('an unknown place is reported at its field, and the list stays', async ({ page }) => {
  await page.goto('/');
  const before = await total(page);
  const field = page.getByLabel('Near', { exact: true });
  await field.fill('Qqqzzz');
  await field.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'Qqqzzz' })).toBeVisible();
  expect(await total(page)).toBe(before);
});

test('an unknown place is no longer reported when the field has another place', async ({ page }) => {
  await page.goto('/?near=Springfield');
  const field = page.getByLabel('Near', { exact: true });
  const alert = page.getByRole('alert').filter({ hasText: 'Qqqzzz' });
  const leaveIt = [
    () => page.getByText('Not the right Springfield?').getByRole('link').first().click(),
    () => page.goBack(),
    () => chips(page).first().click(),
  ];
  for (const leave of leaveIt) {
    await field.fill('Qqqzzz');
    await field.press('Enter');
    await expect(alert).toBeVisible();
    await leave();
    await expect(field).not.toHaveValue('Qqqzzz');
    await expect(alert).toHaveCount(0);
    await expect(field).not.toHaveAttribute('aria-invalid');
  }
});

test('the place of a search, typed in another form, is shown as it was understood', async ({ page }) => {
  await page.goto('/?near=Geelong');
  const field = page.getByLabel('Near', { exact: true });
  const understood = await field.inputValue();
  await field.fill('geelong vic');
  await field.press('Enter');
  await expect(field).toHaveValue(understood);
});

test('an unknown place is no longer reported when its field is cleared', async ({ page }) => {
  await page.goto('/?near=Qqqzzz');
  const alert = page.getByRole('alert').filter({ hasText: 'Qqqzzz' });
  await expect(alert).toBeVisible();
  const field = page.getByLabel('Near', { exact: true });
  await field.fill('');
  await field.press('Enter');
  await expect(alert).toBeHidden();
  await expect(page).toHaveURL(/\/$/);
});

test('an unreadable part of an address is named, and the rest applies', async ({ page }) => {
  await page.goto('/?lat=91&lng=144&radius=-1&sort=name');
  await expect(page.getByText(/“lat” must be a latitude/)).toBeVisible();
  await expect(page.getByLabel('Sort by')).toHaveValue('name');
  expect(await total(page)).toBeGreaterThan(0);
});

test.describe('near me', () => {
  const button = (page: Page) => page.getByRole('button', { name: 'Use my location' });

  test('a position is rounded before it is used, and unit and radius can be changed', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['geolocation']);
    await context.setGeolocation({ latitude: -38.149_918, longitude: 144.361_719 });
    await page.goto('/');
    await button(page).click();
    await expect(page).toHaveURL(/lat=-38\.15&lng=144\.36&radius=5&unit=km$/);
    await expect(heading(page)).toHaveText(/^[2-9]\d members within 5 km of your location$/);
    await page.getByRole('combobox', { name: 'Within' }).selectOption('50');
    await expect(heading(page)).toHaveText(/within 50 km of your location$/);
    await page.getByRole('link', { name: 'Show distances in miles' }).click();
    await expect(heading(page)).toHaveText(/within 25 miles of your location$/);
  });

  test('"near me" in words offers the button beside the results, and in the field for places it says what to do', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['geolocation']);
    await context.setGeolocation({ latitude: -38.15, longitude: 144.36 });
    await page.goto('/?q=physio+near+me');
    await expect(heading(page)).not.toHaveText(/location/);
    await button(page).last().click();
    await expect(heading(page)).toHaveText(/of your location$/);
    await expect(button(page)).toHaveCount(1);
    // If nobody is found, the button is in the form and beside the results, not a third time.
    await page.goto('/?q=zza+zzb+zzc+zzd+zze+zzf+near+me');
    await expect(heading(page)).toHaveText(/^No members/);
    await expect(button(page)).toHaveCount(2);
    await page.goto('/?near=nearby');
    await expect(page.getByRole('alert').filter({ hasText: 'Press “Use my location”' })).toBeVisible();
  });

  test('pressing the button does not move the focus, and removes a place that was not found from its field', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['geolocation']);
    await context.setGeolocation({ latitude: -38.15, longitude: 144.36 });
    await page.goto('/');
    const field = page.getByLabel('Near', { exact: true });
    await field.fill('Qqqzzz');
    await field.press('Enter');
    await expect(page.getByRole('alert').filter({ hasText: 'Qqqzzz' })).toBeVisible();
    await field.evaluate((element) =>
      element.addEventListener('focus', () => element.setAttribute('title', 'focused')),
    );
    await button(page).click();
    await expect(heading(page)).toHaveText(/of your location$/);
    await expect(field).toHaveValue('');
    expect(await field.getAttribute('title')).toBeNull();
  });

  test('a refusal explains what to do instead and moves the focus there', async ({ page }) => {
    await page.addInitScript(() => {
      navigator.geolocation.getCurrentPosition = (_found, failed) =>
        failed?.({ code: 1, message: '' } as GeolocationPositionError);
    });
    await page.goto('/');
    await button(page).click();
    await expect(page.getByRole('alert').filter({ hasText: 'does not let this site use' })).toBeVisible();
    await expect(page.getByLabel('Near', { exact: true })).toBeFocused();
    expect(await total(page)).toBeGreaterThan(0);
  });

  test('nobody is asked for their position before pressing the button', async ({ page }) => {
    await page.addInitScript(() => {
      navigator.geolocation.getCurrentPosition = () => document.body.setAttribute('data-asked', '');
    });
    await page.goto('/');
    await expect(button(page)).toBeVisible();
    await expect(page.locator('body[data-asked]')).toHaveCount(0);
  });
});

test('a profile has one address: a link without the name redirects to it, and an unknown ID is a 404', async ({
  page,
  request,
}) => {
  await page.goto('/');
  const path = await page.getByRole('article').getByRole('link').first().getAttribute('href');
  const id = /^\/members\/([^-]+)-/.exec(path ?? '')?.[1];
  const moved = await request.get(`/members/${id}`, { maxRedirects: 0 });
  expect(moved.status()).toBe(301);
  expect(moved.headers().location).toMatch(new RegExp(`${path}$`));
  for (const nobody of [
    '/members/999999999-nobody',
    '/members/%E0%A4%A',
    '/states/%ff',
    '/types/atlantis',
    '/categories/999999',
  ]) {
    expect((await request.get(nobody)).status(), nobody).toBe(404);
  }
});

test('a profile has structured data and a vCard of its public fields, and is in the sitemap', async ({
  page,
  request,
}) => {
  await page.goto('/');
  await page.getByRole('article').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/members\//);
  const name = await page.getByRole('heading', { level: 1 }).innerText();
  const data = await page.locator('script[type="application/ld+json"]').textContent();
  expect(JSON.parse(data ?? '')).toMatchObject({ name, url: page.url() });
  const path = new URL(page.url()).pathname;
  const card = await request.get(`${path}/vcard`);
  expect(card.headers()['content-type']).toBe('text/vcard; charset=utf-8');
  expect((await card.text()).replace(/\r\n /g, '')).toContain('BEGIN:VCARD\r\nVERSION:3.0\r\nFN:');
  expect(await (await request.get('/sitemap.xml')).text()).toContain('/sitemaps/1.xml</loc>');
  expect(await (await request.get('/sitemaps/1.xml')).text()).toContain(`${path}</loc><lastmod>`);
});

test('list, profile and landing page have a picture for link previews', async ({ page, request }) => {
  const profile = await request.get('/directory/search.json');
  const { slug } = (await profile.json()).hits[0].entry;
  for (const path of ['/', '/map', `/members/${slug}`, '/states/vic']) {
    await page.goto(path);
    const property = (name: string) => page.locator(`meta[property="og:${name}"]`);
    await expect(property('image:width'), path).toHaveAttribute('content', '1200');
    await expect(property('image:height')).toHaveAttribute('content', '630');
    await expect(property('image:alt')).toHaveAttribute(
      'content',
      'Southern Cross Physiotherapy Association',
    );
    await expect(page.locator('meta[name="twitter:card"]')).toHaveAttribute('content', 'summary_large_image');
    const picture = await request.get((await property('image').getAttribute('content')) ?? '');
    expect(picture.headers()['content-type']).toBe('image/png');
    expect((await picture.body()).toString('latin1', 1, 4)).toBe('PNG');
  }
});

test('a filtered list is not for search engines, the whole one is', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('meta[name="robots"]')).toHaveCount(0);
  await page.goto('/?q=physio');
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/);
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /:\d+\/?$/);
});

test('public pages set no cookies and contact only this site', async ({ page, context, baseURL }) => {
  const hosts = new Set<string>();
  page.on('request', (request) => {
    if (!request.url().startsWith('data:')) hosts.add(new URL(request.url()).origin);
  });
  for (const path of ['/', '/?near=Geelong', '/map']) await page.goto(path, { waitUntil: 'networkidle' });
  await page.getByRole('article').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/members\//);
  expect(await context.cookies()).toEqual([]);
  expect([...hosts]).toEqual([baseURL]);
});

test('the list says in words where its members are, and how many a search of the map leaves out', async ({
  page,
}) => {
  await page.goto('/');
  const words = page.getByText(/\d+ in [A-Z]+.*elsewhere\./);
  const [where = ''] = (await words.innerText()).split('.');
  const numbers = [...where.matchAll(/\d+/g)].map(Number);
  const total = Number((await page.locator('#results').innerText()).split(' ')[0]);
  expect(numbers.reduce((sum, number) => sum + number, 0)).toBe(total);
  const unplaced = /(\d+) are not on the map/.exec(await words.innerText())?.[1];
  await page.goto('/?box=-39,143,-37,146');
  await expect(page.getByText(`${unplaced} more match, but their locations are unknown.`)).toBeVisible();
  // Near a place, those whose card shows a town are found.
  await page.goto('/?near=Geelong&radius=5');
  await expect(page.getByText(/their locations are unknown\./)).toHaveCount(0);
});
