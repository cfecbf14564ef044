/**
 * The main journeys in Firefox. Playwright can control only its own build of Firefox, so puppeteer-core controls the
 * installed Firefox over WebDriver BiDi. If it is allowed to, `npm test` installs Debian's firefox-esr. Without
 * Firefox, these tests are skipped.
 */
import { launch, type Page } from 'puppeteer-core';
import { findFirefox } from '../scripts/debian-software.mjs';
import { expect, test as base } from './fixtures';
import { memberWho } from './sign-in';

const firefox = findFirefox();
const test = base.extend<{ tab: Page }>({
  tab: async ({}, use) => {
    const browser = await launch({ browser: 'firefox', executablePath: firefox ?? '', headless: true });
    const tab = await browser.newPage();
    const errors: string[] = [];
    tab.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    tab.on('pageerror', (error) => errors.push(String(error)));
    await use(tab);
    await browser.close();
    expect(errors, 'errors in the browser console').toEqual([]);
  },
});
test.skip(firefox === null, 'no Firefox is installed');

const textOf = async (tab: Page, selector: string) =>
  await tab.evaluate((wanted) => document.querySelector(wanted)?.textContent ?? null, selector);

async function expectText(tab: Page, selector: string, pattern: RegExp | string): Promise<void> {
  const matcher =
    typeof pattern === 'string' ? expect.stringContaining(pattern) : expect.stringMatching(pattern);
  await expect.poll(async () => await textOf(tab, selector)).toEqual(matcher);
}

test('Firefox: a visitor finds a member near Geelong in the list and on the map, and opens their page', async ({
  tab,
  baseURL,
}) => {
  await tab.setViewport({ width: 1440, height: 900 });
  await tab.goto(`${baseURL}/`);
  await tab.locator('input[name="near"]').fill('Geelong');
  await tab.keyboard.press('Enter');
  await expectText(tab, '#results', /of Geelong VIC 3220/);
  await tab.locator('.leaflet-tile-loaded').wait();
  await tab.locator('.mark').wait();
  const name = (await textOf(tab, 'article h3')) ?? '';
  await tab.locator('article h3 a').click();
  await expectText(tab, 'h1', name);
});

test('Firefox: a marker of the map opens by the keyboard', async ({ tab, baseURL }) => {
  const cluster = '.mark[aria-label$="zoom in"]';
  await tab.goto(`${baseURL}/map`);
  await tab.locator(cluster).wait();
  const label = await tab.$eval(cluster, (mark) => mark.getAttribute('aria-label'));
  await tab.focus(cluster);
  await tab.keyboard.press('Enter');
  const labels = async () =>
    await tab.$$eval('.mark', (marks) => marks.map((mark) => mark.getAttribute('aria-label')));
  await expect.poll(labels).not.toContain(label);
  await expect.poll(labels).not.toEqual([]);
});

test('Firefox: a member signs in, sees what they owe, and signs out', async ({
  tab,
  baseURL,
  demonstration,
}) => {
  const { email, password } = memberWho(demonstration, /owes money/);
  await tab.goto(`${baseURL}/account`);
  await tab.locator('main form button').click();
  await tab.locator('input[name="email"]').fill(email);
  await tab.locator('input[name="password"]').fill(password);
  await tab.keyboard.press('Enter');
  await expectText(tab, 'main', /\$\d+\.\d\d/);
  await tab.locator('form[action="/api/auth/signout"] button').click();
  await expectText(tab, 'main', 'You are signed out.');
  await tab.goto(`${baseURL}/account`);
  await expectText(tab, 'main form button', 'Sign in');
});
