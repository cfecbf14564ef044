/** Counts the interactions of everyday tasks: a press, or a field that is filled in. docs/tasks.md has the same numbers. */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { expectClean } from './axe';
import { expect, test } from './fixtures';
import { holdScripts } from './held-scripts';
import { memberWho, signIn } from './sign-in';
import { addMember, type Fields } from './stored-members';

/** The column "now" of the table, by the name of the task. */
const counts = new Map(
  [...readFileSync('docs/tasks.md', 'utf8').matchAll(/^\| ([^|]+?) +\| *\d* +\| +(\d+) +\|/gm)].map(
    ([, task = '', now]) => [task, Number(now)] as const,
  ),
);

class Counted {
  count = 0;
  readonly #page: Page;
  constructor(page: Page) {
    this.#page = page;
  }
  async press(role: 'link' | 'button' | 'checkbox' | 'radio', name: string | RegExp): Promise<void> {
    await this.at(this.#page.getByRole(role, { name, exact: typeof name === 'string' }).first());
  }
  async at(place: Locator): Promise<void> {
    this.count += 1;
    await place.click();
  }
  async fill(label: string | RegExp, value: string): Promise<void> {
    this.count += 1;
    await this.#page
      .getByLabel(label, { exact: typeof label === 'string' })
      .first()
      .fill(value);
  }
  async choose(label: string | RegExp, index: number): Promise<void> {
    this.count += 1;
    await this.#page
      .getByLabel(label, { exact: typeof label === 'string' })
      .first()
      .selectOption({ index });
  }
}

test('the everyday tasks take as many interactions as docs/tasks.md says', async ({
  page,
  demonstration,
}) => {
  test.slow();
  const add = (name: string, fields: Fields = {}, user: Record<string, string> = {}) =>
    addMember({ FirstName: name, LastName: 'Tasker', Email: `${name}@example.org`, ...user }, fields);
  const id = await add('Countable', { Directory: { Listed: true }, AmountOutstanding: '50' });
  const own = `/office/members/${id}`;
  await signIn(page, memberWho(demonstration, /owner in the office/), '/office');
  const walked: string[] = [];
  const task = async (
    name: string,
    start: string,
    steps: (by: Counted) => Promise<void>,
    shown: string | RegExp,
  ) =>
    test.step(name, async () => {
      const result = page.getByText(shown, { exact: true }).filter({ visible: true }).first();
      await page.goto(start);
      const by = new Counted(page);
      await steps(by);
      await expect(result, name).toBeVisible();
      expect(by.count, name).toBe(counts.get(name));
      walked.push(name);
    });

  await task(
    'Find a member',
    '/office/members',
    async (by) => {
      await by.fill('Search', 'countable');
      await by.press('button', 'Search');
      await by.press('link', 'Countable Tasker');
    },
    'Add a note',
  );
  await task(
    'Correct an email address',
    own,
    async (by) => {
      await by.fill('Email', 'counted@example.org');
      await by.press('button', 'Save changes');
    },
    'Saved.',
  );
  await task(
    'Undo the newest change of a member',
    own,
    async (by) => {
      await by.press('link', /^Undo: /);
      await by.press('button', 'Undo');
    },
    /restored to the earlier values/,
  );
  await task(
    'Enter a postal address',
    own,
    async (by) => {
      await by.fill('Street or post box', 'PO Box 7');
      await by.press('button', 'Save changes');
    },
    'Saved.',
  );
  await task(
    'Record a payment',
    own,
    (by) => by.press('button', /^Payment received/),
    /^The payment is recorded/,
  );
  await task(
    'Extend a membership by a year',
    own,
    (by) => by.press('button', /^Extend to/),
    'The membership is extended.',
  );
  await task(
    'Add a note',
    own,
    async (by) => {
      await by.fill('Add a note', 'Pays by cheque.');
      await by.press('button', 'Add the note');
    },
    'The note is added.',
  );
  await task(
    'Change an answer',
    own,
    async (by) => {
      await by.at(page.getByRole('region', { name: 'Answers and addons' }).getByRole('checkbox').first());
      await by.press('button', 'Save answers and addons');
    },
    'The answers and addons are saved.',
  );
  await task(
    'Add an addon',
    own,
    async (by) => {
      await by.choose('Add an addon', 1);
      await by.press('button', 'Save answers and addons');
    },
    'The answers and addons are saved.',
  );
  await task(
    'Stop the reminders of one member',
    own,
    (by) => by.press('button', 'Send no reminders'),
    'The member gets no reminders from now on.',
  );
  await task(
    'Sign a member out everywhere',
    own,
    (by) => by.press('button', 'Sign out everywhere'),
    /^The member is signed out everywhere/,
  );
  await task(
    'Hide a member from the directory',
    own,
    (by) => by.press('button', 'Hide from the directory'),
    'The member is hidden from the directory.',
  );
  await task(
    'Undo an older change of a member',
    own,
    async (by) => {
      await by.at(page.getByRole('link', { name: /^Undo: / }).nth(1));
      await by.press('button', 'Undo');
    },
    /restored to the earlier values/,
  );
  await task(
    'Add a location',
    own,
    async (by) => {
      await by.press('link', 'Add a location');
      await by.fill('Name', 'Counted practice');
      await by.fill('Suburb', 'Ballarat');
      await by.fill('Latitude', '-37.5622');
      await by.fill('Longitude', '143.85');
      await by.press('button', 'Add a location');
    },
    'The location is saved.',
  );
  await task(
    'Correct a location',
    own,
    async (by) => {
      await by.press('link', /^Change Counted practice/);
      await by.fill('Suburb', 'Bendigo');
      await by.press('button', 'Save the location');
    },
    'The location is saved.',
  );
  await task(
    'End a membership',
    `/office/members/${await add('Endable')}`,
    async (by) => {
      await by.press('link', 'Membership');
      await by.press('button', 'End it');
    },
    'The membership is ended.',
  );
  await task(
    'Remove a membership',
    `/office/members/${await add('Removable')}`,
    async (by) => {
      await by.press('link', 'Remove this membership');
      await by.press('button', 'Remove the membership');
    },
    'The membership is removed.',
  );
  await task(
    'Add a member',
    '/office/members',
    async (by) => {
      await by.press('link', 'Add a member');
      await by.fill('First name', 'Added');
      await by.fill('Last name', 'Tasker');
      await by.choose('Membership type', 1);
      await by.press('button', 'Add the member');
    },
    'The member is added.',
  );
  await task(
    'List those who end soon',
    '/office/members',
    async (by) => {
      await by.at(page.getByText('Status: any'));
      await by.press('checkbox', 'Ends soon');
      await by.press('button', 'Show these');
    },
    'Status: Ends soon',
  );
  await task(
    'Export a list',
    '/office/members?status=expiring',
    async (by) => {
      await by.press('link', 'Export this list');
      const downloading = page.waitForEvent('download');
      await by.press('button', 'Download the file');
      await downloading;
    },
    'Export members',
  );
  const [never, invited] = ['Never signed in', 'Invited, not confirmed'];
  for (const [name, choice, shown] of [
    ['List those who never signed in', 1, never],
    ['List those who are invited, not confirmed', 2, invited],
  ] as const)
    await task(
      name,
      '/office/members',
      async (by) => {
        await by.at(page.getByText('Filters', { exact: true }).first());
        await by.choose('Sign-in', choice);
        await by.press('button', 'Apply these filters');
      },
      `Sign-in: ${shown}`,
    );
  await task(
    'Export postal addresses and answers for mail merge',
    '/office/members?q=countable',
    async (by) => {
      await by.press('link', 'Export this list');
      await by.press('radio', /^All: also title, postal address/);
      const downloading = page.waitForEvent('download');
      await by.press('button', 'Download the file');
      const [heads = '', row = ''] = readFileSync(await (await downloading).path(), 'utf8').split('\n');
      for (const head of ['Title', 'Postal address: Street', 'Which conditions'])
        expect(heads).toContain(head);
      expect(row).toContain('PO Box 7');
    },
    'Export members',
  );
  const company = await add('Employer', { Kind: 'corporate' }, { Organisation: 'Task Works' });
  const leaving = await add('Leaving', { ParentID: String(company), ExpiryDate: null });
  await task(
    'Let an employee leave the company',
    `/office/members/${leaving}`,
    async (by) => {
      await by.press('link', 'Left the company, or moves');
      await by.press('button', 'Left the company: end the membership');
    },
    'The member does not belong to the company any more.',
  );
  await add('Lateapplicant', { Checked: false, ExpiryDate: '2020-01-31' });
  await task(
    'Be warned of ended members before a list is approved',
    '/office/members?q=lateapplicant',
    async (by) => {
      await by.press('checkbox', /^Everybody on this list/);
      await by.press('button', 'Preview the approval');
    },
    /^The membership of 1 of them has ended/,
  );
  await task(
    'Approve a list with ended members, after the warning',
    '/office/members?q=lateapplicant',
    async (by) => {
      await by.press('checkbox', /^Everybody on this list/);
      await by.press('button', 'Preview the approval');
      await by.press('button', 'Change 1 member');
    },
    '1 member was changed.',
  );
  await task(
    'See the members of a type',
    '/office',
    (by) => by.press('link', /^Full Member, Joined: /),
    /^Membership type: Full Member/,
  );
  await task(
    'See whom a new price concerns',
    '/office/settings',
    (by) => by.press('link', 'Full Member'),
    /^\d+ current members have this type/,
  );
  await task(
    'Undo a change from the list of changes',
    '/office/journal',
    async (by) => {
      await by.press('link', /^Undo this change to Added Tasker/);
      await by.press('button', 'Undo');
    },
    /restored to the earlier values/,
  );
  expect(walked.sort()).toEqual([...counts.keys()].filter((name) => !name.includes('(')).sort());
});

test('typed work is not left without a question, and what was saved is', async ({ page, demonstration }) => {
  const own = `/office/members/${await addMember({ FirstName: 'Unsaved', LastName: 'Tasker' })}`;
  await signIn(page, memberWho(demonstration, /owner in the office/), '/office/settings');
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    // Pressing a link waits for the answer, so this must not wait for anything.
    void dialog.dismiss();
  });
  const menu = page.getByRole('navigation', { name: 'Office' });
  // What is typed before the scripts have loaded counts too.
  const load = await holdScripts(page);
  await page.goto(own, { waitUntil: 'commit' });
  await page.getByLabel('Organisation', { exact: true }).fill('Unsaved and Sons');
  load();
  await expect(
    page.locator('form[data-typed]').getByRole('button', { name: 'Save changes' }),
  ).toBeInViewport();
  await menu.getByRole('link', { name: 'Today' }).click();
  await expect.poll(() => asked).toEqual(['beforeunload']);
  await expect(page).toHaveURL(own);
  await expect(page.getByLabel('Organisation', { exact: true })).toHaveValue('Unsaved and Sons');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
  await menu.getByRole('link', { name: 'Today' }).click();
  await expect(page).toHaveURL('/office');
  expect(asked).toEqual(['beforeunload']);
});

/** The limits of docs/tasks.md. */
for (const [width, height, firstRow] of [
  [1440, 900, 420],
  [390, 844, 480],
] as const)
  test(`what matters is near the top of the office's pages, ${width} pixels wide`, async ({
    page,
    demonstration,
  }) => {
    await page.setViewportSize({ width, height });
    await signIn(page, memberWho(demonstration, /owner in the office/), '/office/members');
    const topOf = async (place: Locator) => (await place.boundingBox())?.y ?? Infinity;
    const whole = () => page.evaluate(() => document.documentElement.scrollHeight);
    const row = page.getByRole('table').locator('tbody tr').first();
    expect(await topOf(row), 'the first row of Members').toBeLessThanOrEqual(firstRow);
    await page.goto('/office/applications');
    expect(await topOf(row), 'the first application').toBeLessThanOrEqual(firstRow);
    // The demonstration has fewer than the 50 of a page.
    await page.evaluate(() => {
      const [body] = document.querySelector('table')?.tBodies ?? [];
      const rows = [...(body?.rows ?? [])];
      for (let at = 0; body !== undefined && body.rows.length < 50; at += 1)
        body.append(rows[at % rows.length]?.cloneNode(true) ?? '');
    });
    await expect(page.getByRole('table').locator('tbody tr')).toHaveCount(50);
    if (width === 1440) expect(await whole(), '50 applications').toBeLessThanOrEqual(2500);
    await page.goto('/office/members/1001');
    // In a wide window, office.spec.ts looks at this page.
    if (width < 1440) await expectClean(page, 'a member');
    await expectFocusInView(page);
    await page.getByText('Answers and addons').first().click();
    if (width === 1440) expect(await whole(), 'a member, folded').toBeLessThanOrEqual(1800);
    for (const path of ['/office', '/office/journal', '/office/roles', '/office/settings']) {
      await page.goto(path);
      expect(await topOf(page.getByRole('heading', { level: 1 })), path).toBeLessThanOrEqual(250);
    }
  });

/** After something was typed, the bar with the button stays in view. It must not cover the field that has the focus. */
async function expectFocusInView(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Save changes' });
  const name = page.getByLabel('First name').first();
  const typed = await name.inputValue();
  await name.fill(`${typed}x`);
  await expect(button).toBeInViewport();
  const form = page.locator('form').filter({ has: button });
  const fields = await form.locator('input:visible, select:visible').count();
  for (let at = 0; at < fields; at += 1) {
    await page.keyboard.press('Tab');
    const covered = await form.evaluate((element) => {
      const [bar, focused] = [element.lastElementChild, document.activeElement];
      if (bar === null || focused === null || bar.contains(focused) || !element.contains(focused)) return 0;
      return focused.getBoundingClientRect().bottom - bar.getBoundingClientRect().top;
    });
    expect(covered, 'pixels of a field below the bar').toBeLessThanOrEqual(0);
  }
  await name.fill(typed);
}
