/** Counts the interactions of everyday tasks: a press, or a field that is filled in. docs/tasks.md has the same numbers. */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { Installation } from './installation';
import { memberWho, signIn } from './sign-in';

/** The column "now" of the table, by the name of the task. */
const counts = new Map(
  [...readFileSync('docs/tasks.md', 'utf8').matchAll(/^\| ([^|]+?) +\| +\d+ +\| +(\d+) +\|/gm)].map(
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
  async choose(label: string, index: number): Promise<void> {
    this.count += 1;
    await this.#page.getByLabel(label, { exact: true }).first().selectOption({ index });
  }
}

test('the everyday tasks take as many interactions as docs/tasks.md says', async ({
  page,
  demonstration,
}) => {
  const installation = new Installation(process.env.E2E_DATA_DIR);
  const add = (name: string, fields: string[]) => {
    const of = ['Kind=individual', 'MembershipType.ID=1', 'ExpiryDate=2099-06-30', ...fields];
    const person = [`User.FirstName=${name}`, 'User.LastName=Tasker', `User.Email=${name}@example.org`];
    const added = installation.chapterhouse(['member', 'add', ...of, ...person, '--json']);
    return (JSON.parse(added) as { membershipId: number }).membershipId;
  };
  const id = add('Countable', ['Checked=true', 'Directory.Listed=true', 'AmountOutstanding=50']);
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
      const conflict = page
        .getByText(/^Somebody else changed (this member|the same data)/)
        .filter({ visible: true })
        .first();
      const walk = async () => {
        await page.goto(start);
        const counted = new Counted(page);
        await steps(counted);
        await expect(result.or(conflict).first(), name).toBeVisible();
        return counted;
      };
      let by = await walk();
      // Another test of the same server has changed a setting, which is part of every member's entity tag.
      if (await conflict.isVisible()) by = await walk();
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
    `/office/members/${add('Endable', ['Checked=true'])}`,
    async (by) => {
      await by.press('link', 'Membership');
      await by.press('button', 'End it');
    },
    'The membership is ended.',
  );
  await task(
    'Remove a membership',
    `/office/members/${add('Removable', ['Checked=true'])}`,
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
      await by.fill('Last day', '2099-06-30');
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
