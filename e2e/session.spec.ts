import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import {
  enterMailedCode,
  enterPassword,
  expireToken,
  memberWho,
  readSecrets,
  readSession,
  signIn,
} from './sign-in';

test('a member signs in with a code sent by email', async ({ page, demonstration }) => {
  await page.goto('/account');
  await enterMailedCode(page, memberWho(demonstration, /expires soon/).email);
  await expect(page.getByRole('heading', { name: 'My membership' })).toBeVisible();
});

test('two people who share an email address choose who is signing in', async ({ page, demonstration }) => {
  const couple = demonstration.members.filter(({ description }) => /shares the email/.test(description));
  expect(couple).toHaveLength(2);
  await page.goto('/account');
  await enterMailedCode(page, couple[0]?.email ?? '');
  await page.getByRole('button', { name: /George Papadopoulos/ }).click();
  await expect(page.getByText('George Papadopoulos')).toBeVisible();
});

test('a person who cancels at the service is informed that nothing was shared', async ({ page }) => {
  await page.goto('/account');
  await page.getByRole('button', { name: 'Cancel and go back' }).click();
  await expect(page.getByText(/You chose not to share your membership with this site/)).toBeVisible();
});

test('the address that password managers open leads to the page for a new password', async ({ page }) => {
  await page.goto('/.well-known/change-password');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose a new password');
  await page.getByRole('link', { name: 'Back to sign in' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in');
  // Password managers use the address only if an address that does not exist gets no 200.
  const none = '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200';
  expect((await page.request.get(none)).status()).toBe(404);
});

test.describe('wrong passwords', () => {
  test.use({ expectedConsoleErrors: [/status of 4(22|29)/] });

  test('are limited, whether or not an account has the address', async ({ page }) => {
    await page.goto('/account');
    const wrong = { email: `nobody-${test.info().workerIndex}@example.com`, password: 'wrong' };
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      await enterPassword(page, wrong);
      await expect(page.getByRole('link', { name: 'Email or password is incorrect.' })).toBeVisible();
    }
    await enterPassword(page, wrong);
    await expect(page.getByText(/There were too many attempts/)).toBeVisible();
  });
});

test.describe('an expired token', () => {
  test('is renewed without a prompt while the service knows the person', async ({
    page,
    context,
    demonstration,
  }) => {
    await signIn(page, memberWho(demonstration, /is financial/));
    const before = await expireToken(context);
    await page.goto('/account/card');
    await expect(page.getByRole('heading', { name: 'Membership card' })).toBeVisible();
    expect((await readSession(context)).accessToken).not.toBe(before.accessToken);
  });

  test('leads to the service’s page if the service does not know the person', async ({
    page,
    context,
    demonstration,
  }) => {
    await signIn(page, memberWho(demonstration, /is financial/));
    await expireToken(context);
    await context.clearCookies({ name: /chapterhouse-session$/ });
    await page.goto('/account/card');
    const member = memberWho(demonstration, /is financial/);
    await enterPassword(page, member);
    await expect(page.getByRole('heading', { name: 'Membership card' })).toBeVisible();
  });
});

test('two browsers are signed in and out independently', async ({ page, browser, demonstration }) => {
  const member = memberWho(demonstration, /is financial/);
  const other = await (await browser.newContext()).newPage();
  await signIn(page, member);
  await signIn(other, member);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('You are signed out.')).toBeVisible();
  await other.reload();
  await expect(other.getByRole('heading', { name: 'My membership' })).toBeVisible();
  await other.context().close();
});

test('other tabs leave the member’s pages when one signs out', async ({ page, context, demonstration }) => {
  await signIn(page, memberWho(demonstration, /is financial/));
  const tab = await context.newPage();
  await tab.goto('/account/card');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(tab.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('a member signs in with the keyboard alone', async ({ page, demonstration }) => {
  const { email, password } = memberWho(demonstration, /is financial/);
  await page.goto('/account');
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'My membership' })).toBeVisible();
  await tabTo(page, 'Sign out');
  await page.keyboard.press('Enter');
  await expect(page.getByText('You are signed out.')).toBeVisible();
});

test('a member signs in without JavaScript', async ({ browser, demonstration }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await signIn(page, memberWho(demonstration, /owes money/));
  await expect(page.getByRole('article').first()).toContainText('$545.00');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('You are signed out.')).toBeVisible();
  await context.close();
});

test('C4 nothing that the browser receives contains the access token', async ({
  page,
  context,
  demonstration,
}) => {
  const received: Promise<string>[] = [];
  page.on('response', (response) => {
    const headers = JSON.stringify({ ...response.headers(), 'set-cookie': '' });
    received.push(
      response.text().then(
        (body) => `${response.url()} ${headers} ${body}`,
        () => response.url(),
      ),
    );
  });
  await signIn(page, memberWho(demonstration, /is financial/));
  for (const path of ['/account/card', '/account/public-entry', '/members-only', '/account']) {
    await page.goto(path);
  }
  await page.evaluate(async () => await (await fetch('/api/auth/session')).text());
  const { accessToken } = await readSession(context);
  const secret = readSecrets();
  const all = (await Promise.all(received)).join('\n');
  expect(all).toContain('My membership');
  expect(accessToken.length).toBeGreaterThan(20);
  for (const hidden of [accessToken, secret.authSecret]) expect(all).not.toContain(hidden);
});

async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => document.activeElement?.textContent?.trim());
    if (focused === name) return;
  }
  throw new Error(`"${name}" cannot be reached with the Tab key`);
}
