import type { Page } from '@playwright/test';
import { expectClean } from './axe';
import { expect, test } from './fixtures';
import { memberTabs, officePage, openSection, publicMember } from './public-member';
import { memberWho, sendWithoutSession, signIn } from './sign-in';

/**
 * Checks that axe finds no problem, and that nothing is wider than the screen of the smallest phone, even with large
 * text.
 */
async function expectUsable(page: Page, what: string): Promise<void> {
  await expectClean(page, what);
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width, `${what} at 320 px`).toBeLessThanOrEqual(320);
  if (size !== null) await page.setViewportSize(size);
}

const secretary = /secretary in the office/;

/** Next.js adds an empty alert to each page. The filter leaves that alert out. */
function alertOf(page: Page) {
  return page.getByRole('alert').filter({ hasText: /./ });
}

async function openMember(page: Page, search: string): Promise<void> {
  await page.goto('/office/members');
  await page.getByRole('searchbox', { name: 'Search' }).fill(search);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('rowheader').first().getByRole('link').click();
  await expect(memberTabs(page)).toBeVisible();
}

async function addCompany(page: Page, name: string, subMembers: readonly string[] = []): Promise<void> {
  await page.goto('/office/members');
  await page.getByRole('link', { name: 'Add a company' }).click();
  await page.getByLabel('Organisation').fill(name);
  await page.getByLabel('Membership type').selectOption({ index: 1 });
  await page.getByLabel('Last day').fill('2099-06-30');
  await page.getByLabel('Amount owed').fill('0');
  for (const [at, first] of subMembers.entries()) {
    const row = page.getByRole('group', { name: `Sub-member ${at + 1}` });
    await row.getByLabel('First name').fill(first);
    await row.getByLabel('Last name').fill('Kestrel');
  }
  await page.getByRole('button', { name: 'Add the company' }).click();
}

test('5 interactions: add a company with two sub-members, who are in the directory; move, add and remove sub-members', async ({
  page,
  demonstration,
}) => {
  await signIn(page, memberWho(demonstration, secretary), '/office/members');
  await page.getByRole('link', { name: 'Add a company' }).click();
  await page.getByLabel('Organisation').fill('Kestrel and Daughters');
  await page.getByLabel('Membership type').selectOption({ index: 1 });
  await page.getByLabel('Last day').fill('2099-06-30');
  await page.getByLabel('Amount owed').fill('0');
  const row = (number: number) => page.getByRole('group', { name: `Sub-member ${number}` });
  await row(1).getByLabel('First name').fill('Isolde');
  await row(1).getByLabel('Last name').fill('Kestrel');
  // An empty row between two filled rows is not sent.
  await row(3).getByLabel('First name').fill('Joss');
  await row(3).getByLabel('Email').fill('no address');
  await page.getByRole('button', { name: 'Add the company' }).click();
  await page.getByRole('link', { name: /^Sub-member 3, Email must / }).click();
  await expect(row(3).getByLabel('Email')).toBeFocused();
  await expectUsable(page, 'a new company with a problem');
  await row(3).getByLabel('Email').fill('joss@kestrel.example');
  await page.getByRole('button', { name: 'Add the company' }).click();
  await expect(page.getByText('The company is added.')).toBeVisible();
  const subMembers = page.getByRole('region', { name: 'Sub-members' });
  await expect(subMembers).toContainText('2 sub-members');
  await expectUsable(page, 'a company');
  const company = page.url().replace(/\?.*/, '');
  for (const name of ['Isolde Kestrel', 'Joss'])
    await expect(async () => {
      expect((await page.request.get(await publicMember(page, name))).status()).toBe(200);
    }).toPass();

  await test.step('add a new person and a member', async () => {
    await subMembers.getByRole('link', { name: 'Add a sub-member' }).click();
    await page.getByLabel('First name').fill('Kit');
    await page.getByLabel('Email').fill('also no address');
    await page.getByRole('button', { name: 'Add the sub-member' }).click();
    await expect(alertOf(page)).toContainText('Email');
    await expect(page.getByLabel('First name')).toHaveValue('Kit');
    await expectUsable(page, 'a refused sub-member');
    await page.getByLabel('Email').fill('kit@kestrel.example');
    await page.getByRole('button', { name: 'Add the sub-member' }).click();
    await expect(page.getByText('The sub-member is added.')).toBeVisible();
    await subMembers.getByRole('link', { name: 'Add a sub-member' }).click();
    await page.getByRole('searchbox', { name: 'Search the members' }).fill('Noah Okafor');
    await page.getByRole('button', { name: 'Search' }).click();
    await expectUsable(page, 'the members who can be added to a company');
    await page
      .getByRole('button', { name: /^Add Noah Okafor/ })
      .first()
      .click();
    await expect(page.getByText('The sub-member is added.')).toBeVisible();
    await expect(subMembers).toContainText('4 sub-members');
  });

  await test.step('make one independent, and move one to another company', async () => {
    await subMembers.getByRole('link', { name: 'Left the company, or moves: Joss' }).click();
    await expectUsable(page, 'the company of a member');
    await page.getByLabel('Last day', { exact: true }).fill('2098-12-31');
    await page.getByRole('button', { name: 'Left the company: make independent' }).click();
    await expect(page.getByText('The member does not belong to the company any more.')).toBeVisible();
    await expect(page.getByText('This member does not belong to a company.')).toBeVisible();
    await addCompany(page, 'Merlin Works');
    await page.goto(company);
    await subMembers.getByRole('link', { name: 'Left the company, or moves: Kit' }).click();
    await page.getByRole('searchbox', { name: 'Find a company' }).fill('Merlin');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('button', { name: 'Move to Merlin Works' }).click();
    await expect(page.getByRole('region', { name: 'Company', exact: true })).toContainText(
      'This member belongs to Merlin Works.',
    );
  });

  await test.step('remove the company, and keep its sub-members', async () => {
    const publicPath = await publicMember(page, 'Kestrel and Daughters');
    await page.goto(company);
    await openSection(page, 'Details');
    await page.getByRole('link', { name: 'Remove this membership' }).click();
    await page.getByRole('button', { name: 'Remove the membership' }).click();
    await expect(alertOf(page)).toContainText('Choose what happens to the sub-members.');
    await expectUsable(page, 'the removal of a company');
    await page
      .getByLabel('What happens to its 2 sub-members?')
      .selectOption('They become independent members');
    await page.getByRole('button', { name: 'Remove the membership' }).click();
    await expect(page.getByText('The membership is removed.')).toBeVisible();
    await expect(async () => {
      expect((await page.request.get(publicPath)).status()).toBe(410);
    }).toPass();
    await openMember(page, 'Isolde Kestrel');
    await openSection(page, 'Membership');
    await expect(page.getByText('This member does not belong to a company.')).toBeVisible();
  });
});

test('a person with several memberships: the page shows what is owed for each, and another one is added in 3 interactions', async ({
  page,
  demonstration,
}) => {
  await signIn(page, memberWho(demonstration, secretary), '/office/members/new');
  await page.getByLabel('First name').fill('Manon');
  await page.getByLabel('Last name').fill('Manifold');
  await page.getByLabel('Membership type').selectOption({ index: 1 });
  await page.getByLabel('Last day').fill('2099-06-30');
  await page.getByLabel('Amount owed').fill('49.50');
  await page.getByRole('button', { name: 'Add the member' }).click();
  const own = page.getByRole('region', { name: 'Memberships of this person' });
  await openSection(page, 'Membership');
  await expect(own.getByText('$49.50')).toBeVisible();
  await own.getByRole('link', { name: 'Add another membership for this person' }).click();
  await expect(page.getByLabel('First name')).toHaveValue('Manon');
  await page.getByLabel('Organisation').fill('Manifold Rooms');
  await page.getByLabel('Membership type').selectOption({ index: 1 });
  await page.getByLabel('Last day').fill('2098-06-30');
  await page.getByLabel('Amount owed').fill('0');
  await page.getByRole('button', { name: 'Add the member' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Manifold Rooms' })).toBeVisible();
  await openSection(page, 'Membership');
  await expect(own.getByRole('listitem')).toHaveCount(2);
  await expect(own.getByText('$49.50')).toBeVisible();
  await expectUsable(page, 'a person with two memberships');
  await own.getByRole('link', { name: /^Individual membership/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Manon Manifold' })).toBeVisible();
  await openSection(page, 'Membership');
  await expect(own.getByRole('link', { name: /Manifold Rooms/ })).toBeVisible();
});

test('the page says why the public does not see a member, and otherwise shows the entry', async ({
  page,
  demonstration,
}) => {
  await signIn(page, memberWho(demonstration, secretary), '/office/members');
  const seen = page.getByRole('region', { name: 'What the public sees now' });
  await page.goto(officePage(await publicMember(page, 'hobart')));
  await openSection(page, 'Directory');
  await expect(seen.getByRole('link', { name: 'See what the public sees' })).toBeVisible();
  await seen.getByText('Each public value').click();
  await expect(seen.getByRole('definition').first()).toBeVisible();
  await openMember(page, 'Oliver Unlisted');
  await openSection(page, 'Directory');
  await expect(seen).toContainText('The public cannot see this membership now');
  await expect(seen.getByRole('listitem')).toHaveText(['It is hidden from the directory.']);
});

test('if two people edit the same member, the second sees both values and chooses, and nothing is lost', async ({
  page,
  demonstration,
}) => {
  await signIn(page, memberWho(demonstration, secretary), '/office/members');
  await openMember(page, 'Aisling');
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByLabel('Mobile').fill('0400 000 001');
  await other.getByLabel('Title').fill('Prof');
  await other.getByRole('button', { name: 'Save changes' }).click();
  await expect(other.getByText('Saved.', { exact: true })).toBeVisible();
  await page.getByLabel('Mobile').fill('0400 000 002');
  await page.getByLabel('Work phone').fill('03 5550 4444');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(
    page.getByRole('heading', { name: 'Somebody else changed this member while you were editing' }),
  ).toBeVisible();
  await expect(page.getByRole('alert').getByRole('link', { name: 'Mobile' })).toBeVisible();
  const choice = page.getByRole('group', { name: 'Mobile: which value do you want to keep?' });
  await expect(choice.getByRole('radio', { name: 'Yours: 0400 000 002' })).toBeChecked();
  await expectUsable(page, 'two values of one field');
  await choice.getByRole('radio', { name: 'Saved by somebody else: 0400 000 001' }).check();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
  const form = page.getByRole('group', { name: 'Contact' });
  await expect(form.getByLabel('Mobile')).toHaveValue('0400 000 001');
  await expect(form.getByLabel('Work phone')).toHaveValue('03 5550 4444');
  await expect(page.getByLabel('Title')).toHaveValue('Prof');
});

test('2 interactions: add a note about a member; a note changed by two people is reported; a deleted note can be restored', async ({
  page,
  demonstration,
}) => {
  await signIn(page, memberWho(demonstration, secretary), '/office/members');
  await openMember(page, 'Lastday Today');
  const notes = page.getByRole('region', { name: 'Office notes' });
  await page.getByLabel('Add a note').fill('Pays by cheque,\nalways in June.');
  await page.getByRole('button', { name: 'Add the note' }).click();
  await expect(page.getByText('The note is added.')).toBeVisible();
  await expect(notes.getByRole('listitem')).toContainText("Liam O'Brien");
  await expectUsable(page, 'a member with a note');
  await notes.getByRole('link', { name: /^Change or delete the note: Pays by cheque/ }).click();
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByRole('textbox', { name: 'Note' }).fill('Pays by card.');
  await other.getByRole('button', { name: 'Save the note' }).click();
  await expect(other.getByText('The note is saved.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Note' }).fill('Pays in cash.');
  await page.getByRole('button', { name: 'Save the note' }).click();
  await expect(alertOf(page)).toContainText('It now says: “Pays by card.”');
  await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('Pays in cash.');
  await expectUsable(page, 'a note that two people changed');
  await page.getByRole('button', { name: 'Save the note' }).click();
  await expect(page.getByText('The note is saved.')).toBeVisible();
  await notes.getByRole('link', { name: /^Change or delete the note/ }).click();
  await page.getByRole('button', { name: 'Delete the note' }).click();
  await expect(page.getByText('The note is deleted.')).toBeVisible();
  await expect(notes.getByText('There are no notes.')).toBeVisible();
  await openSection(page, 'History');
  await page.getByRole('region', { name: 'History' }).getByRole('link', { name: 'Undo' }).first().click();
  await page.getByRole('button', { name: /^Undo/ }).click();
  await openMember(page, 'Lastday Today');
  await openSection(page, 'Notes');
  await expect(notes.getByText('Pays in cash.')).toBeVisible();
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(
    javaScriptEnabled ? 'without a session, with scripts' : 'without a session or scripts',
    () => {
      test.use({ javaScriptEnabled });

      test('what was typed into each form of a member is still there after sign-in', async ({
        page,
        demonstration,
      }) => {
        const who = memberWho(demonstration, /owner in the office/);
        await signIn(page, who, '/office/members/new');
        await page.getByLabel('First name').fill('Timo');
        await page.getByLabel('Last name').fill(javaScriptEnabled ? 'Timeoutscripts' : 'Timeoutplain');
        await page.getByLabel('Membership type').selectOption({ index: 1 });
        await page.getByLabel('Last day').fill('2099-06-30');
        await page.getByRole('button', { name: 'Add the member' }).click();
        await expect(page.getByText('The member is added.')).toBeVisible();
        const address = page.url().replace(/\?.*/, '');

        // The link to the sign-in is the same for every form.
        let byLink = true;
        const sendWithout = async (button: string, expectContent?: () => Promise<void>) => {
          await sendWithoutSession(page, button, {
            who,
            hasScripts: javaScriptEnabled,
            byLink,
            expectContent,
          });
          byLink = false;
        };
        const text = 'Typed before the session ended.';
        await page.getByLabel('Add a note').fill(text);
        await sendWithout('Add the note', async () => {
          if (javaScriptEnabled) await expect(page.getByLabel('Add a note')).toHaveValue(text);
          else await expect(page.getByText(text)).toBeVisible();
        });
        await expect(page.getByText('The note is added.')).toBeVisible();

        await page.goto(address);
        const answers = page.getByRole('region', { name: 'Answers and addons' });
        const first = answers.getByRole('checkbox').first();
        const answer = (await first.getAttribute('value')) ?? '';
        await first.check();
        await sendWithout('Save answers and addons', async () => {
          if (javaScriptEnabled) await expect(first).toBeChecked();
          else await expect(page.getByText(answer)).toBeVisible();
        });
        await expect(page.getByText('The answers and addons are saved.')).toBeVisible();
        await expect(first).toBeChecked();

        await page.goto(`${address}/membership`);
        const end = page.getByRole('region', { name: 'End the membership' });
        await end.getByLabel('Last day').fill('2020-02-29');
        await end.getByLabel('Reason (optional)').fill('moved away');
        await sendWithout('End it', async () => {
          if (javaScriptEnabled) await expect(end.getByLabel('Last day')).toHaveValue('2020-02-29');
          else await expect(page.getByText('moved away')).toBeVisible();
        });
        await expect(page.getByText('The membership is ended.')).toBeVisible();
        await openSection(page, 'History');
        await expect(page.getByRole('region', { name: 'History' })).toContainText('moved away');

        await page.goto(address);
        await sendWithout('Hide from the directory');
        await expect(page.getByText('The member is hidden from the directory.')).toBeVisible();

        await page.goto(`${address}/membership`);
        await sendWithout('Send no reminders');
        await expect(page.getByText('The member gets no reminders from now on.')).toBeVisible();
        await expect(page.getByText('This membership gets no reminders.')).toBeVisible();

        await page.goto(`${address}/locations/new`);
        const place = {
          Name: 'Typed practice',
          Suburb: 'Ballarat',
          Latitude: '-37.5622',
          Longitude: '143.85',
        };
        for (const [label, value] of Object.entries(place))
          await page.getByLabel(label, { exact: true }).fill(value);
        await sendWithout('Add a location', async () => {
          if (javaScriptEnabled) await expect(page.getByLabel('Name')).toHaveValue(place.Name);
          else for (const value of Object.values(place)) await expect(page.getByText(value)).toBeVisible();
        });
        await expect(page.getByRole('link', { name: /^Change Typed practice, Ballarat/ })).toBeVisible();

        await openSection(page, 'Details');
        const last = await page.getByLabel('Last name').inputValue();
        await page.goto('/office/members/new');
        await page.getByLabel('First name').fill('Double');
        await page.getByLabel('Last name').fill(last);
        await page.getByLabel('Membership type').selectOption({ index: 1 });
        await page.getByLabel('Last day').fill('2099-06-30');
        await page.getByRole('button', { name: 'Add the member' }).click();
        await page.getByRole('link', { name: 'Merge with another member' }).click();
        await page.getByRole('searchbox', { name: 'Find the other member' }).fill(last);
        await page.getByRole('button', { name: 'Search' }).click();
        await page.getByRole('link', { name: `Compare with Timo ${last}` }).click();
        const firstName = page.getByRole('group', { name: 'First name' }).getByRole('radio');
        await firstName.nth(1).check();
        await page.getByLabel('Reason (optional)').fill('listed twice');
        await sendWithout('Merge the two members', async () => {
          if (javaScriptEnabled) await expect(firstName.nth(1)).toBeChecked();
          else await expect(page.getByText('listed twice')).toBeVisible();
        });
        await expect(page.getByText('The two members are merged.')).toBeVisible();
        await expect(page.getByRole('heading', { level: 1, name: `Timo ${last}` })).toBeVisible();

        await page.getByRole('link', { name: 'Export or erase personal data' }).click();
        await page.getByLabel(/^Reason/).fill('on request');
        await page.getByLabel(/^To confirm/).fill(`Timo ${last}`);
        await sendWithout(`Erase Timo ${last}`, async () => {
          if (javaScriptEnabled) await expect(page.getByLabel(/^Reason/)).toHaveValue('on request');
          else await expect(page.getByText('on request')).toBeVisible();
          // With scripts, the name must be typed again.
          if (javaScriptEnabled) await page.getByLabel(/^To confirm/).fill(`Timo ${last}`);
        });
        await expect(page.getByText(/^The person is erased/)).toBeVisible();
      });
    },
  );
}
