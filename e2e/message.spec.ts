import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectClean } from './axe';
import { expect, test, type DemonstrationCredentials } from './fixtures';
import { Installation } from './installation';
import { MailSink } from '../lib/mail/mail-sink.fixture';
import { enterPassword, memberWho, type DemonstrationMember } from './sign-in';

const installation = new Installation();
const sink = new MailSink();
const tick = 'Let people write to me through the directory. My address is not shown.';
let base = '';
let member: DemonstrationMember;
let profile = '';

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  test.setTimeout(300_000);
  base = await installation.startDemonstration({ SMTP_URL: await sink.start() });
  const credentials = readFileSync(join(installation.dataDir, 'demo-credentials.json'), 'utf8');
  member = memberWho(JSON.parse(credentials) as DemonstrationCredentials, /expires soon/);
});
test.afterAll(async () => {
  await installation.stop();
  sink.stop();
});

/** Opens the preferences from "My entry", and sets whether the member takes messages. */
async function choose(page: Page, takesMessages: boolean): Promise<void> {
  await page.goto(`${base}/account/public-entry`);
  await enterPassword(page, member);
  profile = (await page.getByRole('link', { name: 'your public page' }).getAttribute('href')) ?? '';
  await page.getByRole('link', { name: 'Change what is shown' }).click();
  const box = page.getByRole('checkbox', { name: tick });
  await expect(box).toBeChecked({ checked: !takesMessages });
  await box.setChecked(takesMessages);
  await expectClean(page, 'the preferences page');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Your choices are saved')).toBeVisible();
}

async function fillIn(page: Page): Promise<void> {
  await page.getByLabel('Your name').fill('Rex Reader');
  const email = page.getByLabel('Your email address');
  await email.fill('rex@reader');
  expect(await email.evaluate((field: HTMLInputElement) => field.validity.patternMismatch)).toBe(true);
  await email.fill('rex@reader.example');
  await page.getByLabel('Your message').fill('Are you free on Monday?\nRex');
}

test('a member lets people write to them, which is off by default', async ({ page }) => {
  await choose(page, true);
  await page.getByRole('link', { name: 'See your profile' }).click();
  await expect(async () => {
    await page.reload();
    await page.getByText('What is public, and why').click();
    await expect(page.getByText('People can write to you')).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
  const found = await (await page.request.get(`${base}/directory/search.json`)).json();
  const others = (found.hits as { entry: { slug: string; takesMessages: boolean } }[]).filter(
    ({ entry }) => !profile.endsWith(entry.slug),
  );
  expect(others.some(({ entry }) => entry.takesMessages)).toBe(false);
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled });

    test('a visitor writes to them without seeing their address', async ({ page, context }) => {
      const before = sink.mails.length;
      const pages: string[] = [];
      await page.goto(base + profile);
      pages.push(await page.content());
      const name = await page.getByRole('heading', { level: 1 }).innerText();
      await page.getByRole('link', { name: `Write to ${name}` }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Write to ${name}`);
      await expect(page.getByText('they see yours so that they can reply')).toBeVisible();
      if (javaScriptEnabled) await expectClean(page, 'the form');
      pages.push(await page.content());
      await fillIn(page);
      await page.getByRole('button', { name: 'Send' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Thank you' })).toBeVisible();
      if (javaScriptEnabled) await expectClean(page, 'the thanks');
      pages.push(await page.content(), page.url());
      expect(sink.mails).toHaveLength(before + 1);
      // Quoted-printable text (RFC 2045 §6.7) breaks long lines with `=` and a line end.
      const mail = (sink.mails.at(-1) ?? '').replaceAll('=\r\n', '');
      expect(mail).toMatch(new RegExp(`^To: ${member.email.replaceAll('.', '\\.')}\r$`, 'm'));
      expect(mail).toMatch(/^Reply-To: rex@reader\.example\r$/m);
      expect(mail).toContain('Are you free on Monday?\r\nRex');
      expect(mail).toContain(profile);
      for (const text of [...pages, installation.printed]) expect(text).not.toContain(member.email);
      expect(await context.cookies()).toEqual([]);
      await page.getByRole('link', { name: 'Back to the profile' }).click();
      await expect(page).toHaveURL(base + profile);
    });
  });
}

test('an incomplete form returns, and says what is missing', async ({ page, request }) => {
  const entry = profile.slice('/members/'.length);
  const form = { entry, name: 'Rex', email: 'rex', message: 'Hello' };
  const response = await request.post(`${base}/directory/message`, { form });
  expect(response.url()).toBe(`${base}${profile}/message/email`);
  await page.goto(response.url());
  await expect(page.getByRole('alert').filter({ hasText: 'in the correct format' })).toBeVisible();
  await expectClean(page, 'the form with a problem');
});

test.describe('when the member changes their mind', () => {
  test.use({ expectedConsoleErrors: [/status of 404/] });

  test('visitors can no longer write, and a form that was already open shows the same message and sends nothing', async ({
    page,
    browser,
  }) => {
    const sent = sink.mails.length;
    const visitor = await browser.newPage();
    await visitor.goto(`${base}${profile}/message`);
    await fillIn(visitor);
    await choose(page, false);
    await expect(async () => {
      await page.goto(base + profile);
      await expect(page.getByRole('link', { name: /^Write to/ })).toHaveCount(0, { timeout: 1_000 });
    }).toPass({ timeout: 60_000 });
    expect((await page.goto(`${base}${profile}/message`))?.status()).toBe(404);
    await visitor.getByRole('button', { name: 'Send' }).click();
    await expect(visitor.getByText('We email your message, if')).toBeVisible();
    expect(sink.mails).toHaveLength(sent);
    await visitor.context().close();
  });
});

test('without a mail server there is no message form', async ({ request }) => {
  const form = { entry: '1-x', name: 'Rex', email: 'rex@reader.example', message: 'Hello' };
  expect((await request.post('/directory/message', { form })).status()).toBe(404);
  expect((await request.get('/members/1-x/message/sent')).status()).toBe(404);
});
