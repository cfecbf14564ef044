import type { Browser, Page } from '@playwright/test';
import { expectClean } from './axe';
import { expect, test, type DemonstrationCredentials } from './fixtures';
import { memberWho, sendWithoutSession, signIn } from './sign-in';

async function expectNarrow(page: Page): Promise<void> {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  if (size !== null) await page.setViewportSize(size);
}

async function valuesOn(page: Page): Promise<string[]> {
  return page
    .locator('input, textarea')
    .evaluateAll((all) => all.map((one) => (one as HTMLInputElement | HTMLTextAreaElement).value));
}

test('4 interactions: a new category is in the directory’s filters after it is given to a member', async ({
  page,
  demonstration,
}) => {
  await signIn(page, memberWho(demonstration, /owner in the office/), '/office');
  await page.getByRole('link', { name: 'Settings' }).click();
  await expectClean(page, 'the settings');
  await expectNarrow(page);
  await page.getByRole('link', { name: 'Add a category' }).click();
  await expectClean(page, 'a new category');
  await expectNarrow(page);
  await page.getByLabel('Name').fill('Underwater basket weaving');
  await page.getByRole('button', { name: 'Add' }).click();
  await expect(page.getByText('The directory shows it within a few seconds.')).toBeVisible();
  const categories = page.getByRole('region', { name: 'Categories' });
  await expect(categories.getByRole('link', { name: 'Underwater basket weaving' })).toBeVisible();

  await page.goto('/office/members?q=lastday');
  await page.getByRole('link', { name: 'Lastday Today' }).click();
  await page.getByRole('checkbox', { name: 'Underwater basket weaving' }).check();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible();

  await page.goto('/office/settings');
  await categories.getByRole('link', { name: 'Underwater basket weaving' }).click();
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('It is in use: 1 membership.')).toBeVisible();
  await expectClean(page, 'an item in use');
  await page.getByRole('checkbox', { name: 'Remove it wherever it is used' }).check();
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Underwater basket weaving is removed.')).toBeVisible();
});

test('words that found nobody become synonyms; a wrong setting is refused and what was typed stays, with and without scripts; a right one is public at once', async ({
  browser,
  changeable: { address, demonstration },
}) => {
  for (const javaScriptEnabled of [true, false]) {
    const context = await browser.newContext({ baseURL: address, javaScriptEnabled });
    const page = await context.newPage();
    const missed = javaScriptEnabled ? 'limpet' : 'winkle';
    await signIn(page, memberWho(demonstration, /owner in the office/), '/office/searches');
    if (javaScriptEnabled) {
      await expect(page.getByText('There is nothing to show yet.')).toBeVisible();
      await expectClean(page, 'no searches');
    }
    for (let times = 0; times < 5; times += 1)
      await page.request.get(`/?q=${missed}&near=Geelong+VIC+3220`, { failOnStatusCode: true });
    await page.reload();
    const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: missed }) });
    await expect(row.getByRole('cell').first()).toHaveText('5');
    await expect(row.getByRole('link', { name: 'Geelong VIC 3220 (5)' })).toBeVisible();
    if (javaScriptEnabled) await expectClean(page, 'searches that found nobody');
    await expectNarrow(page);
    await row.getByRole('link', { name: /^Add a synonym/ }).click();
    await page.waitForURL('**/office/settings?**');
    const synonyms = page.getByLabel('Words that mean the same');
    await expect(synonyms).toHaveValue(new RegExp(`(^|\\n)${missed}, $`));
    const name = page.getByLabel('Name of the association');
    const open = (of: Page) => of.locator('summary', { hasText: 'Country, time and money' }).click();
    await open(page);
    const newName = javaScriptEnabled ? 'Guild of Ålesund' : 'Guild of Bergen';
    await name.fill(newName);
    await page.getByLabel('Currency').fill('dollars');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Currency must be a code of three letters, such as AUD')).toBeVisible();
    await expect(name).toHaveValue(newName);
    const currency = javaScriptEnabled ? 'NOK' : 'DKK';
    await page.getByLabel('Currency').fill(currency);
    const noun = javaScriptEnabled ? 'osteopath' : 'potter';
    await page.getByLabel('What one member is called').fill(noun);
    await page.getByLabel('What several members are called').fill(`${noun}s`);
    await synonyms.fill(`${noun}, physio\n${missed}, child`);
    const other = await context.newPage();
    await other.goto('/office/settings');
    await open(other);
    await other.getByLabel('Currency').fill('SEK');
    await other.getByLabel('Days before the end').fill(javaScriptEnabled ? '21' : '28');
    await other.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(other.getByText('The directory shows it within a few seconds.')).toBeVisible();
    await other.close();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Somebody else has changed this.')).toBeVisible();
    await expect(page.getByText('Currency: SEK')).toBeVisible();
    await expect(page.getByLabel('Currency')).toHaveValue(currency);
    // Values that only the other owner changed are kept.
    await expect(page.getByLabel('Days before the end')).toHaveValue(javaScriptEnabled ? '21' : '28');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('The directory shows it within a few seconds.')).toBeVisible();
    await expect(async () => {
      await page.goto('/');
      await expect(page.getByRole('banner')).toContainText(newName, { timeout: 100 });
      const heading = javaScriptEnabled ? 'Find an osteopath' : 'Find a potter';
      await expect(page.getByRole('heading', { name: heading })).toBeVisible({ timeout: 100 });
      await expect(page.getByRole('heading', { name: new RegExp(`\\d ${noun}s$`) })).toBeVisible();
      // The search now treats the word as a synonym of "child".
      await page.goto(`/?q=${missed}`);
      await expect(page.getByRole('article').first()).toBeVisible({ timeout: 100 });
    }).toPass();
    await context.close();
  }
});

test('a secretary sees the lists but cannot change them, and an officer gets the page for an unknown address', async ({
  page,
  browser,
  demonstration,
}) => {
  await signIn(page, memberWho(demonstration, /secretary in the office/), '/office/settings');
  await expect(page.getByText('Only an owner can change these settings.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Searches' }).click();
  await expect(page.getByRole('heading', { name: 'What people looked for and did not find' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Add a synonym/ })).toHaveCount(0);
  const officer = await (await browser.newContext()).newPage();
  await signIn(officer, memberWho(demonstration, /officer of the Victorian chapter/), '/office');
  await expect(officer.getByRole('link', { name: 'Settings' })).toHaveCount(0);
  for (const path of ['/office/settings', '/office/searches'])
    expect((await officer.goto(path))?.status(), path).toBe(404);
  await officer.context().close();
});

for (const javaScriptEnabled of [true, false])
  test(`${javaScriptEnabled ? 'with' : 'without'} scripts, what was typed into settings, an import, the appearance, a saved view or an undo is still there after sign-in`, async ({
    browser,
    changeable,
  }) => {
    const word = javaScriptEnabled ? 'Scripted' : 'Plain';
    const { page, sendWithout } = await officeWithoutSession(browser, changeable, javaScriptEnabled);
    await page.getByLabel('Name of the association').fill(`${word} Guild`);
    await sendWithout('Save', `${word} Guild`);
    await expect(page.getByText('The directory shows it within a few seconds.')).toBeVisible();
    await expect(page.getByLabel('Name of the association')).toHaveValue(`${word} Guild`);

    await page.goto('/office/import');
    await page.getByLabel('Or paste cells').fill(`Code\tFirst name\tLast name\nA-1\t${word}\tPastewell`);
    await sendWithout('Check the file', `Code\tFirst name\tLast name\nA-1\t${word}\tPastewell`);
    const reload = javaScriptEnabled ? async () => null : () => page.reload();
    await expect(async () => {
      await reload();
      await expect(page.getByText('No column is read as the membership type.')).toBeVisible({
        timeout: 2000,
      });
    }).toPass();
    await page.getByLabel('Membership type', { exact: true }).fill(`${word} type`);
    await page.getByLabel('Last day, such as').fill('2029-06-30');
    await page.getByLabel('Code', { exact: true }).selectOption('Membership number');
    await sendWithout('Check again', `${word} type`);
    await expect(async () => {
      await reload();
      await expect(page.getByText(`Membership types: ${word} type`)).toBeVisible({ timeout: 2000 });
    }).toPass();
    await expect(page.getByLabel('Code', { exact: true })).toHaveValue('MembershipNumber');

    await page.goto('/office/appearance');
    const logo =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 1"><rect width="3" height="1"/></svg>';
    const file = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(logo) };
    await page.getByLabel('Logo', { exact: true }).setInputFiles(file);
    await page.getByLabel('Heading of the first page').fill(`${word} heading`);
    await sendWithout('Preview', `${word} heading`, 'This file was not kept: logo.svg.');
    await expect(page.getByText(`${word} heading`)).toBeVisible();
    // With scripts, the page also keeps the chosen file.
    expect(new URL(page.url()).searchParams.get('Logo')).toMatch(javaScriptEnabled ? /\.svg$/ : /^$/);

    await page.goto('/office/members?q=lastday');
    await page.getByText('Save this list', { exact: true }).click();
    await page.getByLabel('Name', { exact: true }).fill(`${word} view`);
    await sendWithout('Save the view', `${word} view`);
    await expect(page.getByText('The view is saved.')).toBeVisible();
    await expect(page.getByRole('link', { name: `${word} view` })).toBeVisible();

    await page.goto('/office/journal');
    await page.getByRole('link', { name: 'Undo this change' }).first().click();
    await page.getByLabel('Reason (optional)').fill(`${word} mistake`);
    await sendWithout('Undo', `${word} mistake`);
    await expect(page.getByText(/^Undone/)).toBeVisible();
    await page.getByRole('article').locator('summary').first().click();
    await expect(page.getByText(`Reason: ${word} mistake`)).toBeVisible();
    await page.context().close();
  });

// These forms keep their content with and without scripts. This test covers only the behaviour without scripts.
test('without scripts, what was typed into a category, a change of many members, a reminder, a site or a webhook is still there after sign-in', async ({
  browser,
  changeable,
}) => {
  const { page, sendWithout } = await officeWithoutSession(browser, changeable, false);
  await page.goto('/office/settings/categories/new');
  await page.getByLabel('Name').fill('Plain basket weaving');
  await sendWithout('Add', 'Plain basket weaving');
  await expect(page.getByRole('link', { name: 'Plain basket weaving' })).toBeVisible();

  await page.goto('/office/members/bulk?q=lastday&do=end&all=yes');
  await page.getByLabel('Reason (optional)').fill('Plain reason');
  await sendWithout('Show what would change', 'Plain reason');
  await expect(page).toHaveURL(/\/bulk\/\d+/);

  await page.goto('/office/notices/new');
  await page.getByLabel('Days', { exact: true }).fill('42');
  await page.getByLabel('Subject').fill('Plain subject');
  await page.getByLabel('Text', { exact: true }).fill('Your membership ends on {lastDay}.');
  await sendWithout('Save', 'Plain subject');
  await expect(page.getByText('Plain subject')).toBeVisible();

  await page.goto('/office/sites/new');
  await page.getByRole('textbox', { name: 'Name' }).fill('Plain site');
  await page.getByLabel('Addresses to return to after sign-in').fill('https://site.example/back');
  await sendWithout('Connect', 'Plain site');
  await expect(page.getByText('The secret is shown only now')).toBeVisible();

  await page.goto('/office/webhooks');
  await page.getByLabel('Name', { exact: true }).fill('Plain newsletter');
  await page.getByLabel('Address that receives the messages').fill('https://site.example/hook');
  await sendWithout('Notify this system from now on', 'Plain newsletter');
  await expect(page.getByText('The secret is shown only now')).toBeVisible();
  await page.context().close();
});

/**
 * The returned function presses a button after the session has ended. It expects that the page keeps what was typed.
 */
async function officeWithoutSession(
  browser: Browser,
  { address, demonstration }: { address: string; demonstration: DemonstrationCredentials },
  javaScriptEnabled: boolean,
) {
  const who = memberWho(demonstration, /owner in the office/);
  const page = await (await browser.newContext({ baseURL: address, javaScriptEnabled })).newPage();
  await signIn(page, who, '/office/settings');
  const sendWithout = (button: string, typed: string, also = 'What you typed is kept') =>
    sendWithoutSession(page, button, {
      who,
      hasScripts: javaScriptEnabled,
      // office-member.spec.ts follows the link, which is the same for every form.
      byLink: false,
      expectContent: async () => {
        if (javaScriptEnabled) return expect.poll(() => valuesOn(page)).toContain(typed);
        await expect(page.getByText(typed)).toBeVisible();
        await expect(page.getByText(also)).toBeVisible();
      },
    });
  return { page, sendWithout };
}
