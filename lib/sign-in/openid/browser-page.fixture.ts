import { chromium, type Page } from '@playwright/test';
import { password } from '@/lib/service/sign-in-service.fixture';
import { findHeadlessShell } from '@/scripts/find-chromium.mjs';

/** Opens a page in a new Chromium, which is closed at the end. */
export async function inBrowser(work: (page: Page) => Promise<void>): Promise<void> {
  const chrome = await chromium.launch({
    executablePath: await findHeadlessShell(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    await work(await chrome.newPage());
  } finally {
    await chrome.close();
  }
}

/** Signs Ada in on the service's page, and waits for the page after it. */
export async function signInOnPage(page: Page): Promise<void> {
  await page.locator('input[name=email]:visible').first().fill('ada@example.org');
  await page.locator('input[name=password]').fill(password);
  await page.locator('input[name=password]').press('Enter');
  await page.waitForURL((url) => !url.pathname.includes('/sign-in'));
}
