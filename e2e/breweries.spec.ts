import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { Page } from '@playwright/test';
import { distanceKm } from '../lib/map/geo/point';
import { expect, test } from './fixtures';
import { Installation } from './installation';
import { openFilters } from './open-filters';

// Developers may keep this file of real data in a folder beside the project. The file is not part of the project.
const file = '../shared/data/openbrewerydb.csv';
test.skip(!existsSync(file), `${file} is not here`);
test.describe.configure({ mode: 'serial' });

interface Brewery {
  name: string;
  category: string;
  country: string;
  lat: string;
  lng: string;
}

const installation = new Installation();
let base = '';
let breweries: Brewery[] = [];

test.beforeAll(async () => {
  test.setTimeout(240_000);
  // The name "TBD" says that a brewery has no name yet, so its row is not imported.
  breweries = parse<Brewery>(readFileSync(file, 'utf8'), { columns: true }).filter(
    ({ name }) => name !== 'TBD',
  );
  // The rows that are not imported are saved beside the file.
  const copy = join(installation.dataDir, 'breweries.csv');
  copyFileSync(file, copy);
  const printed = installation.chapterhouse([
    'import',
    copy,
    '--organisation',
    '200',
    '--open-directory',
    '--create',
    'Open Brewery Association',
    '--map',
    'category=MembershipType',
    '--set',
    'ExpiryDate=2030-06-30',
    '--accept-doubts',
    '--skip-bad',
    '--json',
  ]);
  expect(JSON.parse(printed)).toMatchObject({ read: 11_822, created: 11_821, bad: 1 });
  base = await installation.start({ MEMBERSHIP_ORGANISATION_ID: '200' });
});

test.afterAll(async () => {
  await installation.stop();
});

test('brewpubs in Ireland are exactly those of the file', async ({ page }) => {
  await page.goto(`${base}/`);
  await openFilters(page);
  await page.getByRole('checkbox', { name: /^brewpub/i }).check();
  const country = page.getByRole('group', { name: 'Country' });
  await country.getByText(/^\d+ more$/).click();
  await country.getByRole('checkbox', { name: /^Ireland/ }).check();
  const expected = namesOf(
    breweries.filter((row) => row.category === 'brewpub' && row.country === 'Ireland'),
  );
  await expect(page.getByRole('heading', { name: `${expected.length} members` })).toBeVisible();
  expect((await namesOnAllPages(page)).sort()).toEqual(expected.sort());
});

test('breweries within 50 km of Portland, Oregon are those of a brute-force search, nearest first', async ({
  page,
}) => {
  const portland = { latitude: 45.5152, longitude: -122.6784 };
  const expected = nearest(portland, 50);
  expect(expected).toHaveLength(158);
  await page.goto(`${base}/?lat=${portland.latitude}&lng=${portland.longitude}&radius=50&unit=km`);
  expect(placedOf(await namesOnAllPages(page))).toEqual(namesOf(expected));
});

test('a typed place is found, and its breweries are ordered by distance', async ({ page }) => {
  await page.goto(`${base}/`);
  await page.getByLabel('Near', { exact: true }).fill('Portland, Oregon');
  await page.getByRole('button', { name: /^(search|find)$/i }).click();
  await page.waitForURL(/lat=/);
  const chosen = new URL(page.url()).searchParams;
  const centre = { latitude: Number(chosen.get('lat')), longitude: Number(chosen.get('lng')) };
  expect(distanceKm(centre, { latitude: 45.5152, longitude: -122.6784 })).toBeLessThan(10);
  await page.goto(`${base}/?lat=${centre.latitude}&lng=${centre.longitude}&radius=50&unit=km`);
  expect(placedOf(await namesOnAllPages(page))).toEqual(namesOf(nearest(centre, 50)));
});

function nearest(centre: { latitude: number; longitude: number }, radiusKm: number): Brewery[] {
  return breweries
    .filter((row) => row.lat !== '')
    .map((row) => ({
      row,
      km: distanceKm(centre, { latitude: Number(row.lat), longitude: Number(row.lng) }),
    }))
    .filter(({ km }) => km <= radiusKm)
    .sort((a, b) => a.km - b.km)
    .map(({ row }) => row);
}

/** Without those that have no point in the file. The search finds them by the town on their card. */
function placedOf(names: readonly string[]): string[] {
  const unplaced = new Set(namesOf(breweries.filter((row) => row.lat === '')));
  return names.filter((name) => !unplaced.has(name));
}

function namesOf(rows: Brewery[]): string[] {
  return rows.map((row) => row.name.replace(/\s+/g, ' ').trim());
}

async function namesOnAllPages(page: Page): Promise<string[]> {
  const names: string[] = [];
  for (;;) {
    const cards = page.getByRole('article').getByRole('heading');
    names.push(...(await cards.allInnerTexts()).map((name) => name.replace(/\s+/g, ' ').trim()));
    const next = page.getByRole('link', { name: /^next/i });
    if ((await next.count()) === 0) return names;
    const href = await next.first().getAttribute('href');
    await page.goto(new URL(href ?? '', page.url()).href);
  }
}
