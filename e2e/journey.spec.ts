import { expect, test } from './fixtures';
import { enterPassword, memberWho, signIn } from './sign-in';

test('the directory, its map, a profile and the account contact no host but ours', async ({
  page,
  baseURL,
  demonstration,
}) => {
  const others: string[] = [];
  await page.route(
    (url) => url.origin !== baseURL && url.protocol !== 'data:',
    (route) => {
      others.push(route.request().url());
      return route.abort();
    },
  );
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/?near=Geelong&radius=25');
  const map = page.getByRole('region', { name: 'Map of the members found' });
  await expect(map.locator('.leaflet-tile-loaded').first()).toBeVisible();
  await expect(map.locator('.mark').first()).toBeVisible();
  await page.getByRole('article').getByRole('link').first().click();
  await page.getByRole('link', { name: 'See on the map' }).first().click();
  await expect(map.locator('.mark').first()).toBeVisible();
  await signIn(page, memberWho(demonstration, /is financial/));
  await page.goto('/account/card');
  await expect(page.getByRole('link', { name: 'What a scan shows' })).toBeVisible();
  await page.goto('/docs/api', { waitUntil: 'networkidle' });
  expect(others).toEqual([]);
});

test('a visitor finds a physiotherapist on list and map, opens the profile, signs in and sees the amount owed', async ({
  page,
  demonstration,
}) => {
  await page.goto('/');
  await page.getByLabel('Near', { exact: true }).fill('Geelong');
  await page.getByLabel('Within').selectOption('25');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  const heading = page.getByRole('heading', { name: /^\d+ members within 25 km of Geelong VIC 3220$/ });
  await expect(heading).toBeVisible();
  const total = Number((await heading.innerText()).split(' ')[0]);
  expect(total).toBeGreaterThan(10);

  const cards = page.getByRole('article');
  await expect(cards.first()).toContainText(/(\d m|\d km) (north|south|east|west)/);
  const name = await cards.first().getByRole('heading').innerText();

  const map = page.getByRole('region', { name: /map/i });
  await expect(map.locator('.leaflet-tile-loaded').first()).toBeVisible();
  await expect(map.getByRole('button', { name: /Geelong|members/ }).first()).toBeVisible();

  await cards.first().getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page).toHaveURL(/\/members\/\d+-/);

  await page.getByRole('link', { name: 'My membership' }).click();
  await enterPassword(page, memberWho(demonstration, /owes money/));
  await expect(page).toHaveURL(/\/account$/);
  await expect(page.getByText('$545.00').first()).toBeVisible();
  await page.getByRole('link', { name: 'Pay now' }).click();
  await expect(page.getByText(/a real association/i).first()).toBeVisible();
});
