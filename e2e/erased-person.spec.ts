/** A person has a unique text in every field. A browser first shows these texts, and then the person is erased. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { findIn, findInFolder, locationTexts, membershipTexts } from '@/faults/canary.fixture';
import { expect, test } from './fixtures';
import { enterMailedCode, enterPassword } from './sign-in';

const organisation = ['--organisation', '7'];
const metricsToken = 'the token of this test';
const texts: string[] = [];
const nextText = () => {
  texts.push(`zqx${String(texts.length).padStart(3, '0')}`);
  return texts.at(-1) ?? '';
};
const cells = Object.fromEntries(
  [...membershipTexts, ...locationTexts].map(({ cell, valueWith }) => [cell, valueWith(nextText())]),
);
const row: Record<string, string> = {
  ...cells,
  Languages: nextText(),
  Notes: nextText(),
  ExternalID: nextText(),
  ExternalPersonID: nextText(),
  MembershipType: 'Full',
  ExpiryDate: '2099-12-31',
  Kind: 'individual',
  Committee: 'Committee',
  Approved: 'yes',
  Listed: 'yes',
  Lat: '-37.8100512',
  Lng: '144.9600512',
  Precision: 'exact',
};
const email = cells.Email ?? '';
const name = `${cells.FirstName} ${cells.LastName}`;

/** Returns the service's page after a wrong password, without the parts that differ between requests. */
async function pageAfter(page: Page, address: string): Promise<string> {
  await page.goto('/account');
  await enterPassword(page, { email: address, password: 'a long password' });
  await expect(page.getByRole('alert')).toBeVisible();
  return (await page.locator('body').innerHTML())
    .replaceAll(address, 'ADDRESS')
    .replaceAll(/[\w-]{20,}/g, 'SECRET');
}

test.use({ expectedConsoleErrors: [/status of 4(04|10|22)/] });

test('an erased person is on no page, in no file and in no log, and sign-in treats them as unknown', async ({
  page,
  browser,
  installation,
}) => {
  test.setTimeout(300_000);
  const folder = mkdtempSync(join(tmpdir(), 'erased-'));
  const file = join(folder, 'members.csv');
  const other = { ...Object.fromEntries(Object.keys(row).map((key) => [key, ''])), FirstName: 'Other' };
  const rows = [row, { ...other, MembershipType: 'Full', ExpiryDate: '2099-12-31', Listed: 'yes' }];
  const lines = rows.map((one) => Object.values(one).join(','));
  writeFileSync(file, [Object.keys(row).join(','), ...lines].join('\n'));
  const extras = ['--searchable-extras', 'Languages', '--extras', 'Notes'];
  installation.chapterhouse([
    'import',
    file,
    ...organisation,
    '--open-directory',
    '--create',
    'Association',
    '--country',
    'Australia',
    ...extras,
  ]);
  rmSync(folder, { recursive: true });
  const base = await installation.start({
    MEMBERSHIP_ORGANISATION_ID: '7',
    LOG_LEVEL: 'info',
    RATE_LIMITS: 'off',
    METRICS_TOKEN: metricsToken,
  });

  await page.goto(`${base}/`);
  await page.getByRole('link', { name }).first().click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  const profile = new URL(page.url()).pathname;
  await page.goto(`${base}/account`);
  await enterMailedCode(page, email, installation.dataDir);
  await expect(page.getByRole('heading', { name: 'My membership' })).toBeVisible();
  await page.goto(`${base}/account/card`);
  await expect(page.getByText(name)).toBeVisible();
  await page.goto(`${base}/members-only`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  const index = await (await page.request.get(`${base}/sitemap.xml`)).text();
  const sitemaps = [...index.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname);
  const shared = [
    '/',
    '/map',
    '/?q=zqx',
    profile,
    `${profile}/vcard`,
    '/directory/search.json',
    '/directory/clusters.json?view=-90,-180,90,180&zoom=18',
    ...sitemaps,
  ];
  const own = ['/account', '/account/card', '/members-only', '/account/public-entry', '/api/auth/session'];
  const seen = async () => {
    const found = new Map<string, string[]>();
    for (const path of [...shared, ...own]) {
      const response = await page.request.get(base + path);
      const inAnswer = findIn(await response.body(), texts);
      if (inAnswer.length > 0) found.set(path, inAnswer);
    }
    return found;
  };
  const before = await seen();
  // Before the erasure, every response except that of `/members-only` contains texts of the person.
  expect([...shared, ...own].filter((path) => !before.has(path))).toEqual(['/members-only']);
  expect([...findInFolder(installation.dataDir, texts).keys()]).toEqual(
    expect.arrayContaining(['snapshot.bin', expect.stringContaining('outbox')]),
  );

  installation.chapterhouse(['person', 'erase', ...organisation, '--email', email, '--yes']);
  await expect.poll(seen, { timeout: 60_000 }).toEqual(new Map());
  const metrics = await page.request.get(`${base}/metrics`, {
    headers: { authorization: `Bearer ${metricsToken}` },
  });
  expect(metrics.status()).toBe(200);
  expect(findIn(await metrics.body(), texts)).toEqual([]);
  expect(findIn(Buffer.from(installation.printed), texts)).toEqual([]);
  expect([...findInFolder(join(installation.dataDir, 'outbox'), texts).keys()]).toEqual([]);
  // The person was signed in before the erasure. Now the page offers the sign-in.
  await page.goto(`${base}/account`);
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  const visitor = await (await browser.newContext({ baseURL: base })).newPage();
  expect(await pageAfter(visitor, email)).toBe(await pageAfter(visitor, 'zqx@nobody.example'));
  await visitor.context().close();

  await page.goto('about:blank');
  await installation.end('SIGTERM');
  expect(existsSync(join(installation.dataDir, 'members.db'))).toBe(true);
  expect(findInFolder(installation.dataDir, texts)).toEqual(new Map());
  expect(findIn(Buffer.from(installation.printed), texts)).toEqual([]);
});
