import { expectClean } from './axe';
import { expect, readDemonstration, test } from './fixtures';
import { memberWho, signIn } from './sign-in';

const svg = (colour: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40" width="120" height="40"><rect width="120" height="40" rx="8" fill="${colour}"/></svg>`,
  );
const file = (name: string, colour: string) => ({ name, mimeType: 'image/svg+xml', buffer: svg(colour) });

test('8 interactions: an owner previews a logo, a colour, a font and texts, saves them, and everybody sees them', async ({
  browser,
  installation,
}) => {
  const address = await installation.startDemonstration();
  const owner = memberWho(readDemonstration(installation.dataDir), /owner in the office/);
  for (const javaScriptEnabled of [true, false]) {
    const context = await browser.newContext({ baseURL: address, javaScriptEnabled });
    const page = await context.newPage();
    await signIn(page, owner, '/office/appearance');
    if (javaScriptEnabled) {
      await page.getByRole('button', { name: 'Preview' }).click();
      await expect(page.getByText('Find a member', { exact: true })).toBeVisible();
      await page.getByRole('link', { name: 'Change something' }).click();
    }
    const heading = javaScriptEnabled ? 'Find a physiotherapist' : 'Find help near you';
    await page.getByLabel('Heading of the first page').fill(heading);
    await page.getByLabel('Colour', { exact: true }).fill('yellow');
    await page.getByRole('button', { name: 'Preview' }).click();
    await expect(page.getByText('Colour must be a colour as #rrggbb')).toBeVisible();
    await expect(page.getByLabel('Heading of the first page')).toHaveValue(heading);

    await page.getByLabel('Logo', { exact: true }).setInputFiles(file('logo.svg', '#0033a0'));
    await page.getByLabel('Logo for dark pages').setInputFiles(file('dark.svg', '#ffd500'));
    await page.getByLabel('Square logo').setInputFiles(file('square.svg', '#0033a0'));
    await page.getByLabel('Colour', { exact: true }).fill('#ffd500');
    await page.getByLabel('Font').selectOption('source-serif');
    await page.getByLabel('Introduction').fill('We are **local**.');
    await page.getByLabel('Links at the end').fill('Privacy https://example.org/privacy');
    await page.getByRole('button', { name: 'Preview' }).click();
    await expect(page.getByText('Nothing is saved yet.')).toBeVisible();
    const mail = page.frameLocator('[title="A sample email"]');
    const button = mail.getByRole('link', { name: 'Renew your membership' });
    await expect(button).toHaveCSS('background-color', 'rgb(255, 213, 0)');
    if (javaScriptEnabled) await expectClean(page, 'the preview of the appearance');
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);

    const visitor = await browser.newPage({ baseURL: address });
    await visitor.goto('/');
    if (javaScriptEnabled) await expect(visitor.getByText('We are local.')).toHaveCount(0);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Every page shows it within a few seconds.')).toBeVisible();

    await expect(async () => {
      await visitor.goto('/');
      await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(heading, { timeout: 100 });
    }).toPass();
    await expect(visitor.getByText('We are local.')).toBeVisible();
    await expect(visitor.getByRole('link', { name: 'Privacy' })).toHaveAttribute(
      'href',
      'https://example.org/privacy',
    );
    const logo = visitor.getByRole('banner').locator('img');
    await expect(logo).toHaveJSProperty('naturalWidth', 120);
    await visitor.emulateMedia({ colorScheme: 'dark' });
    await expect(logo).toHaveJSProperty('complete', true);
    const fontOf = () => visitor.evaluate(() => document.fonts.check("16px 'Source Serif 4'"));
    await expect.poll(fontOf).toBe(true);
    // The office's scripts make no difference to visitors.
    if (javaScriptEnabled) await expectClean(visitor, 'the first page with its own appearance');

    await visitor.goto('/account');
    await expect(visitor.locator('img.logo')).toHaveJSProperty('naturalWidth', 120);
    if (javaScriptEnabled) await expectClean(visitor, 'the sign-in page with its own appearance');
    await visitor.close();
    await context.close();
  }
});
