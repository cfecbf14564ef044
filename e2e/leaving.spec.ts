/** Members leave, take back their consent to the directory, and change their email address. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MailSink } from '../lib/mail/mail-sink.fixture';
import { expectClean } from './axe';
import { expect, readDemonstration, test } from './fixtures';
import { mailNames, plainTextOf } from './outbox';
import { enterPassword, memberWho, signIn } from './sign-in';

test('a member ends the membership in two presses, the office reads why, and the member stays', async ({
  page,
  demonstration,
  browser,
}) => {
  await signIn(page, memberWho(demonstration, /expires soon/), '/account');
  await page.goto('/account/privacy');
  await expectClean(page, '/account/privacy');
  await page.goto('/account');
  await page.getByRole('link', { name: 'End this membership' }).click();
  await expect(page.getByText('It is not renewed')).toBeVisible();
  await expectClean(page, '/account/leaving');
  await page.getByLabel('Why do you leave? (optional)').fill('I retire this year.');
  await page.getByRole('button', { name: /^End it on / }).click();
  await expect(page.getByRole('status')).toContainText('not renewed');
  await expect(page.getByText(/You said on .* that you leave/)).toBeVisible();
  await expect(page.getByText('Renew it to keep it')).toHaveCount(0);
  await expectClean(page, '/account of somebody who leaves');

  const office = await (await browser.newContext()).newPage();
  await signIn(office, memberWho(demonstration, /owner in the office/), '/office');
  await office.getByRole('link', { name: '1 member has said that they leave' }).click();
  await office.locator('[data-rows] a').first().click();
  await expect(office.getByText('I retire this year.')).toBeVisible();

  await page.getByRole('button', { name: 'Take it back: stay a member' }).click();
  await expect(page.getByRole('status')).toHaveText('You stay a member.');
  await expect(page.getByRole('link', { name: 'End this membership' })).toBeVisible();
  await office.goto('/office');
  await expect(office.getByRole('link', { name: /that they leave/ })).toHaveCount(0);
  await office.context().close();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a member takes the entry out of the directory in two presses, and gives consent again', async ({
    page,
    demonstration,
  }) => {
    await signIn(page, memberWho(demonstration, /contact of a practice/), '/account');
    await page.getByRole('link', { name: 'Privacy' }).click();
    await page.getByRole('button', { name: 'Take my entry out of the directory' }).first().click();
    await expect(page.getByRole('status')).toContainText('You took back your consent');
    await page.getByRole('button', { name: 'Let the directory show my entry' }).click();
    await expect(page.getByRole('status')).toContainText('may show your entry again');
  });
});

test('a member changes the email address with a link, and signs in with the new one', async ({
  page,
  changeable: { address: home, installation, demonstration },
}) => {
  // No other test of this installation signs in as this member.
  const ada = memberWho(demonstration, /sub-member/);
  const newest = (to: string) => {
    const outbox = join(installation.dataDir, 'outbox');
    const mails = mailNames(outbox).map((name) => readFileSync(join(outbox, name), 'utf8'));
    return mails.find((mail) => mail.includes(`To: ${to}`)) ?? '';
  };
  await page.goto(`${home}/account/devices`);
  await enterPassword(page, ada);
  await page.waitForURL('**/account/devices');
  await expectClean(page, '/account/devices');
  await page.getByRole('link', { name: 'Change your email address' }).click();
  await page.getByLabel('New email address').fill('new.address@example.org');
  await expectClean(page, 'the page of the email address');
  await page.getByRole('button', { name: 'Send the link' }).click();
  // This installation has no mail server, and says so.
  await expect(page.getByRole('status')).toContainText('no email was sent to new.address@example.org');
  await expect.poll(() => newest('new.address@example.org')).toContain('confirm-email');
  // The text is quoted-printable: a line may end within the link, and “=” is “=3D”.
  const letter = plainTextOf(newest('new.address@example.org'))
    .replaceAll('=\r\n', '')
    .replaceAll('=3D', '=');
  const [link = ''] = /http:\S+confirm-email\S+/.exec(letter) ?? [];
  await page.goto(link);
  expect(page.url()).not.toContain('token');
  await page.getByRole('button', { name: 'Use this address' }).click();
  await expect(page.getByRole('heading', { name: 'Your email address is changed' })).toBeVisible();
  await expectClean(page, 'the page after the change');
  await page.goto(`${home}/account`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await enterPassword(page, { ...ada, email: 'new.address@example.org' });
  await expect(page.getByText('new.address@example.org')).toBeVisible();
});

test('the association asks once a year, and a member confirms the entry in one press', async ({
  page,
  installation,
  browser,
}) => {
  const sink = new MailSink();
  const home = await installation.startDemonstration({ RATE_LIMITS: 'off', SMTP_URL: await sink.start() });
  installation.chapterhouse(['notice', 'speed', '60']);
  const demonstration = readDemonstration(installation.dataDir);
  const office = await (await browser.newContext({ baseURL: home })).newPage();
  await signIn(office, memberWho(demonstration, /owner in the office/), '/office/notices');
  await office.getByRole('link', { name: 'Once a year: is this still right?' }).click();
  await office.getByRole('checkbox').first().check();
  await office.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(office.getByRole('status')).toContainText('saved');
  await office.getByRole('button', { name: 'Switch reminders on' }).click();
  await expect(office.getByText('Reminders are on.')).toBeVisible();

  const ada = memberWho(demonstration, /is financial/);
  const letter = () =>
    sink.mails.find((mail) => mail.includes(ada.email) && mail.includes('is this still right')) ?? '';
  await expect.poll(letter, { timeout: 120_000 }).toContain('/account/check/');
  const plain = letter().replaceAll('=\r\n', '').replaceAll('=3D', '=');
  const [link = ''] = /http:\S+account\/check\/[\w.-]+/.exec(plain) ?? [];
  await page.goto(link);
  await enterPassword(page, ada);
  await page.waitForURL('**/account/public-entry**');
  await expect(page.getByRole('heading', { name: 'Is this still right?' })).toBeVisible();
  await expectClean(page, 'the yearly question');
  await office.goto('/office/members?unanswered=true&q=1001');
  await expect(office.locator('[data-rows] tr, [data-rows] li').first()).toBeVisible();
  await page.getByRole('button', { name: 'Everything is right' }).click();
  await expect(page.getByRole('status')).toContainText('you confirmed your entry today');
  await expect(page.getByRole('button', { name: 'Everything is right' })).toHaveCount(0);
  // The link was used. It opens the entry, and says when it was confirmed.
  await page.goto(link);
  await expect(page.getByText('You confirmed this entry on')).toBeVisible();
  await office.goto('/office/members?unanswered=true&q=1001');
  await expect(office.locator('[data-rows] a')).toHaveCount(0);
  await office.context().close();
  sink.stop();
});
