import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeWorkbook, type TestCell } from '@/lib/transfer/import/write-workbook.fixture';
import type { Page } from '@playwright/test';
import { expectClean } from './axe';
import { expect as usualExpect, test } from './fixtures';
import type { Installation } from './installation';
import { enterPassword, memberWho, signIn } from './sign-in';

// Files are checked and imported in a separate process. On a busy machine, this process starts slowly.
const expect = usualExpect.configure({ timeout: 60_000 });

const expiry = new Date(Date.UTC(2029, 5, 30));

/**
 * Writes a typical sheet of an association, with a title, an empty row, cells with dates, and a row of totals. Returns
 * its path.
 */
async function workbook(rows: TestCell[][]): Promise<string> {
  const path = join(mkdtempSync(join(tmpdir(), 'chapterhouse-import-')), 'Members 2026.xlsx');
  const header = ['Number', 'First name', 'Last name', 'E-mail', 'Grade', 'Paid to', 'Instrument'];
  await writeWorkbook(path, [['List', [['Members 2026'], [], header, ...rows, ['Total', rows.length]]]]);
  return path;
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled });
    const name = javaScriptEnabled ? 'Octavia' : 'Portia';

    test('6 interactions: import an Excel file, correct a cell, see the member, undo the import', async ({
      page,
      demonstration,
    }) => {
      await signIn(page, memberWho(demonstration, /secretary in the office/), '/office/import');
      const type = 'Student Member';
      const path = await workbook([
        [`IM-${name}-1`, name, 'Importfield', `${name}.one@example.org`, type, expiry, 'Cello'],
        [`IM-${name}-2`, name, 'Importwood', `${name}.two@example.org`, type, 'soon', 'Oboe'],
      ]);
      await page.getByLabel('File', { exact: true }).setInputFiles(path);
      await page.getByRole('button', { name: 'Check the file' }).click();
      await expect(page.getByRole('heading', { name: 'Members 2026.xlsx' })).toBeVisible();
      await expect(async () => {
        // Without scripts the page does not update itself during a long check.
        if (!javaScriptEnabled) await page.reload();
        await expect(page.getByText('2 rows in the file')).toBeVisible({ timeout: 2000 });
      }).toPass();
      await expect(page.getByLabel('Row with the column names')).toHaveValue('3');
      await expect(
        page.getByText(`Row 5, ${name} Importwood, Paid to: “soon” must be a date such as 2026-06-30`),
      ).toBeVisible();
      await expect(page.getByRole('button', { name: 'Import', exact: true })).toHaveCount(0);
      if (javaScriptEnabled) await expectClean(page, 'the preview of an import');
      await page.getByLabel('Corrected value for row 5, Paid to').fill('30/6/2029');
      await page.getByRole('button', { name: 'Check again' }).click();
      await expect(page.getByText('1 cell was corrected here.')).toBeVisible();
      await page.getByRole('button', { name: 'Import', exact: true }).click();
      await expect(page.getByRole('heading', { name: 'The file was imported' })).toBeVisible();
      const links = page.locator('#result ~ ul a');
      await expect(links).toHaveText([
        '2 new members',
        '2 are approved and listed: the directory shows their entries while it is open and the membership is valid',
        '2 approved members are not on the map',
        'Place them by their town',
        '2 approved members have an email address',
        'Invite them to sign in',
      ]);
      const created = (await links.first().getAttribute('href')) ?? '';
      await expect(
        page.getByText('2 new members, none changed, none unchanged, none removed.'),
      ).toBeVisible();
      const list = `/office/members?q=${name}+Import`;
      const undo = (await page.getByRole('link', { name: 'Undo this import' }).getAttribute('href')) ?? '';
      await page.goto(created);
      await expect(page.getByRole('link', { name: /Import(wood|field)$/ })).toHaveText([
        `${name} Importfield`,
        `${name} Importwood`,
      ]);
      await page.goto(undo.replace('/undo', ''));
      await expect(page.getByText(/import \d+ by Liam O.Brien/).first()).toBeVisible();
      await page.goto(undo);
      await page.getByRole('button', { name: 'Undo', exact: true }).click();
      await expect(page.getByText(/records were restored to the earlier values/)).toBeVisible();
      await page.goto(list);
      await expect(page.getByRole('link', { name: `${name} Importwood` })).toHaveCount(0);
    });
  });
}

test('pasted cells: settings that change are checked before they are imported', async ({
  page,
  demonstration,
}) => {
  await signIn(page, memberWho(demonstration, /owner in the office/), '/office/import');
  const cells = 'Code\tFirst name\tLast name\tPaid to\nPC-1\tQuentin\tPastewell\t03/04/2029\n';
  await page.getByLabel('Or paste cells').fill(cells);
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(page.getByText('No column is read as the membership type.')).toBeVisible();
  await page.getByLabel('Membership type', { exact: true }).fill('Pasted');
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/office/import/*', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('The file is being checked with your answers and settings')).toBeVisible();
  await expect(page.getByText('No column is read as the membership type.')).toBeHidden();
  answer();
  await expect(page.getByText('1 row in the file')).toBeVisible();
  await expect(page.getByText('Membership types: Pasted')).toBeVisible();
  await page.getByText('Columns: 3 of 4 are imported').click();
  await page.getByLabel('Code', { exact: true }).selectOption('Membership number');
  await page.getByText('How the file is read', { exact: true }).click();
  await page.getByLabel('Dates such as 3/4/2026').selectOption('March 4: month first');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText('You changed the settings, so the file was checked again.')).toBeVisible();
  await page.goto('/office/members?q=Pastewell');
  await expect(page.getByRole('link', { name: 'Quentin Pastewell' })).toHaveCount(0);
  await page.goto('/office/import');
  await page.getByRole('link', { name: 'Pasted cells' }).first().click();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'The file was imported' })).toBeVisible();
  await page.goto('/office/members?q=Pastewell');
  await expect(page.getByRole('link', { name: 'Quentin Pastewell' })).toBeVisible();
  await expect(page.getByText('PC-1')).toBeVisible();
  await page.goto('/office/import');
  await page.getByRole('link', { name: 'Pasted cells' }).first().click();
  await page.getByRole('button', { name: 'Delete the file' }).click();
  await expect(page).toHaveURL(/\/office\/import$/);
});

test('members who are not in the file are removed only after a confirmation of their number', async ({
  page,
  demonstration,
}) => {
  await signIn(page, memberWho(demonstration, /owner in the office/), '/office/import');
  const buffer = Buffer.from('Number,First name,Last name\nRM-1,Robin,Last\n');
  const file = { name: 'replacing.csv', mimeType: 'text/csv', buffer };
  await page.getByLabel('File', { exact: true }).setInputFiles(file);
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.getByLabel('Membership type', { exact: true }).fill('Student Member');
  await page.getByLabel('Last day, such as 2027-06-30').fill('2029-06-30');
  await page.getByLabel('Remove members who are not in the file').check();
  await page.getByRole('button', { name: 'Check again' }).click();
  await page.getByText('Members who would be removed').click();
  await expect(page.getByText(/The first 200 of \d+|Remove \d+ members/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText('Confirm the number of members that will be removed.')).toBeVisible();
});

test('a form without a file says so, and an officer has no page', async ({ page, demonstration }) => {
  await signIn(page, memberWho(demonstration, /officer of the Victorian chapter/), '/office');
  await expect(page.getByRole('link', { name: 'Import' })).toBeHidden();
  expect((await page.request.get('/office/import')).status()).toBe(404);
  await page.context().clearCookies();
  await signIn(page, memberWho(demonstration, /secretary in the office/), '/office/import');
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(page.getByText('Choose a file, or paste cells.')).toBeVisible();
  expect((await page.request.get('/office/import/00000000-0000-4000-8000-000000000000')).status()).toBe(404);
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(`signed out, ${javaScriptEnabled ? 'with' : 'without'} scripts`, () => {
    test.use({ javaScriptEnabled, expectedConsoleErrors: [/status of 401/] });

    test('a file is not read; a page asks for the sign-in and for the file again', async ({
      page,
      demonstration,
    }) => {
      await signIn(page, memberWho(demonstration, /secretary in the office/), '/office/import');
      const file = { name: 'members.csv', mimeType: 'text/csv', buffer: Buffer.alloc(5_000_000, 'a') };
      await page.getByLabel('File', { exact: true }).setInputFiles(file);
      await page.context().clearCookies();
      await page.getByRole('button', { name: 'Check the file' }).click();
      if (!javaScriptEnabled) {
        await expect(page.getByRole('heading', { name: 'The form was not sent' })).toBeVisible();
        await page.getByRole('link', { name: 'Sign in' }).click();
      }
      await expect(page.getByText('Sign in, and then choose the file again.')).toBeVisible();
      await page.getByRole('button', { name: 'Sign in' }).click();
      await enterPassword(page, memberWho(demonstration, /secretary in the office/));
      await expect(page.getByLabel('File', { exact: true })).toBeVisible();
    });
  });
}

/** Makes a new association, and opens the page Import. @returns the address of the directory */
async function setUp(page: Page, installation: Installation, country: string): Promise<string> {
  const address = await installation.startDemonstration();
  await page.goto(readFileSync(join(installation.dataDir, 'owner-link.txt'), 'utf8').trim());
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Brandt');
  await page.getByLabel('Email').fill('ada@example.org');
  await page.getByLabel('Password').fill('owl-lake-91-harbour');
  await page.getByLabel('Name of the association').fill('Friends of the Lake');
  await page.getByLabel('Country').fill(country);
  await page.getByRole('button', { name: 'Create the association' }).click();
  await page.getByRole('link', { name: 'Open the office' }).click();
  await enterPassword(page, { email: 'ada@example.org', password: 'owl-lake-91-harbour' });
  await page.getByRole('link', { name: 'Import members from a file' }).click();
  return address;
}

const samples = join(import.meta.dirname, '../lib/transfer/import/samples');

/** The questions about a typical file are above the preview, and fit on a screen, also on that of a phone. */
async function expectOneScreen(page: Page): Promise<void> {
  const usual = page.viewportSize() ?? { width: 1280, height: 720 };
  for (const size of [usual, { width: 390, height: 844 }]) {
    await page.setViewportSize(size);
    const questions = await page.getByRole('region', { name: 'Questions about the file' }).boundingBox();
    const preview = await page.getByRole('region', { name: 'What the import changes' }).boundingBox();
    expect(questions?.height).toBeLessThan(size.height);
    expect(questions?.y).toBeLessThan(preview?.y ?? 0);
    await expect(page.getByRole('button', { name: 'Check again' })).toBeInViewport();
  }
  await page.setViewportSize(usual);
}

test.describe('a new installation', () => {
  // The new association ends the demonstration's sign-in while the page is open. The page then gets these statuses.
  test.use({ expectedConsoleErrors: [/status of 40[01]/] });

  test('17 interactions: set up your own directory from a messy list after npm start, without a shell', async ({
    page,
    installation,
  }) => {
    const address = await setUp(page, installation, 'Australia');
    const sample = join(samples, 'spreadsheet.csv');
    await page.getByLabel('File', { exact: true }).setInputFiles(sample);
    await page.getByRole('button', { name: 'Check the file' }).click();

    await expect(page.getByText('460 rows in the file')).toBeVisible();
    await expect(page.getByLabel('Encoding')).toHaveValue('windows-1252');
    await expect(page.getByLabel('Between columns')).toHaveValue(';');
    await expect(page.getByLabel('Row with the column names')).toHaveValue('4');
    await expect(page.getByLabel('Dates such as 3/4/2026')).toHaveValue('dmy');
    await expect(page.getByText('Membership types: Full, Concession, Life member')).toBeVisible();
    await expect(page.getByText(/phone numbers of “Mobile” that a spreadsheet has rounded/)).toBeVisible();
    await expect(page.getByText(/rows seem to be about two people/)).toBeVisible();
    await expectOneScreen(page);
    await page.getByText(/^Corrected by the import/).click();
    await expect(
      page.getByText(/Row 17, .*, Postcode: “800” has lost its leading zero: 0800 is imported/),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(
      page.getByText('460 new members, none changed, none unchanged, none removed.'),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Open the directory' }).click();
    await expect(page.getByRole('button', { name: 'Open the directory' })).toBeHidden();

    await expect(async () => {
      await page.goto(`${address}/?q=haddad`);
      await expect(page.getByRole('link', { name: 'Björn Haddad', exact: true })).toBeVisible({
        timeout: 1000,
      });
    }).toPass({ timeout: 20_000 });
    await expect(page.getByText('Friends of the Lake').first()).toBeVisible();
    await page.goto(`${address}/office/members?q=bjorn+haddad`);
    await page.getByRole('link', { name: 'Björn Haddad' }).click();
    // A life member has no last day.
    const form = page.locator('form').filter({ hasText: 'Save changes' });
    await expect(form.getByLabel('Last day')).toHaveValue('');
    await expect(form.getByLabel('Postcode').first()).toHaveValue('0800');
    // Next sends itself requests with a proxy's header. They must not be taken for a proxy's.
    expect(await (await fetch(`${address}/readyz`)).text()).not.toContain('TRUST_PROXY');
  });

  test('5 interactions: import Wild Apricot’s export of 540 rows', async ({ page, installation }) => {
    await setUp(page, installation, 'Vereinigte Staaten');
    let interactions = 0;
    const interact = async (action: Promise<unknown>) => {
      interactions += 1;
      await action;
    };
    await interact(page.getByLabel('File', { exact: true }).setInputFiles(join(samples, 'wild-apricot.csv')));
    await interact(page.getByRole('button', { name: 'Check the file' }).click());
    await expect(page.getByText('540 rows in the file')).toBeVisible();
    await expectOneScreen(page);
    // The contacts without a membership level are not members.
    const contacts = page.getByRole('group', { name: /^18 rows: “Membership type” is missing/ });
    await interact(contacts.getByLabel('Leave out the row').check());
    const firms = page.getByRole('group', { name: /name a company and a person: who is the member/ });
    await expect(firms.getByLabel('The company, with the person as its contact')).toBeChecked();
    await expect(
      page.getByRole('group', { name: /seem to be about two people/ }).getByLabel('Yes'),
    ).toBeChecked();
    await interact(page.getByRole('button', { name: 'Check again' }).click());
    await interact(page.getByRole('button', { name: 'Import', exact: true }).click());
    await expect(
      page.getByText('522 new members, none changed, none unchanged, none removed.'),
    ).toBeVisible();
    expect(interactions).toBeLessThanOrEqual(12);
    await expect(page.getByRole('link', { name: '18 applicants wait for approval' })).toBeVisible();
  });
});
