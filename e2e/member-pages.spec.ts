/** The office writes a page, and members read it. Each test ends with the pages that it found. */
import { expectClean } from './axe';
import { expect, test } from './fixtures';
import { memberWho, signIn } from './sign-in';

const markdown = `# Opening hours

Call **us** between 9 and 5. [More](https://example.org/hours) [Trap](javascript:alert(1))

![A picture](https://example.org/picture.png) <script>window.wasRun = true</script>
<img src=x onerror="window.wasRun = true">

- One
- Two
`;

// The page is not found after the office has removed it.
test.use({ expectedConsoleErrors: [/404/] });

test('the office writes a page with a download, a member reads it and a lapsed member does not', async ({
  page,
  demonstration,
  browser,
}) => {
  const office = await (await browser.newContext()).newPage();
  await signIn(office, memberWho(demonstration, /owner in the office/), '/office');
  await office.getByRole('link', { name: 'Pages for members' }).first().click();
  await office.getByRole('link', { name: 'Add a page' }).click();
  await office.getByLabel('Title').fill('Rules of the association');
  await office.getByLabel('Text', { exact: true }).fill(markdown);
  await office.getByRole('button', { name: 'Preview' }).click();
  const preview = office.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('heading', { name: 'Opening hours' })).toBeVisible();
  await expect(office.getByLabel('Title')).toHaveValue('Rules of the association');
  await expectClean(office, '/office/pages/new');
  await office.getByRole('button', { name: 'Save the page' }).click();
  await expect(office.getByRole('status')).toContainText('The page is added');
  const content = '<script>window.wasRun = true</script>';
  await office
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'rules.html', mimeType: 'text/html', buffer: Buffer.from(content) });
  await office.getByRole('button', { name: 'Add the file' }).click();
  await expect(office.getByRole('status')).toContainText('The download is added');
  await expectClean(office, '/office/pages/ID');
  const id = new URL(office.url()).pathname.split('/').at(-1);

  await signIn(page, memberWho(demonstration, /expires soon/), '/account');
  await page.getByRole('link', { name: 'For members' }).click();
  await page.getByRole('link', { name: 'Rules of the association' }).click();
  const path = new URL(page.url()).pathname;
  expect(path).toBe(`/members-only/pages/${id}`);
  await expect(page.getByRole('heading', { name: 'Opening hours' })).toBeVisible();
  await expectClean(page, path);
  const article = page.getByRole('article');
  await expect(article.getByRole('link', { name: 'More' })).toHaveAttribute(
    'href',
    'https://example.org/hours',
  );
  await expect(article.getByRole('link', { name: 'Trap' })).toHaveCount(0);
  await expect(article.locator('img, script')).toHaveCount(0);
  expect(await page.evaluate(() => 'wasRun' in window)).toBe(false);
  const link = article.getByRole('link', { name: /^rules\.html/ });
  const started = page.waitForEvent('download');
  await link.click();
  expect((await started).suggestedFilename()).toBe('rules.html');
  const file = await page.request.get((await link.getAttribute('href')) ?? '');
  expect(file.headers()).toMatchObject({
    'content-type': 'application/octet-stream',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  });
  expect(await file.text()).toBe(content);

  const lapsed = await (await browser.newContext()).newPage();
  await signIn(lapsed, memberWho(demonstration, /has lapsed/), '/account');
  await lapsed.goto(path);
  await expect(lapsed.getByText('Opening hours')).toHaveCount(0);
  const refused = await lapsed.request.get(
    `${path}/files/${(await link.getAttribute('href'))?.split('/').at(-1)}`,
  );
  expect(await refused.text()).not.toContain('wasRun');
  await lapsed.context().close();

  await office.getByRole('button', { name: 'Remove the page' }).click();
  await expect(office.getByRole('status')).toContainText('The page is removed');
  await page.reload();
  await expect(page.getByText('Opening hours')).toHaveCount(0);
  await office.context().close();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a page needs a title, and what was typed stays', async ({ page, demonstration }) => {
    await signIn(page, memberWho(demonstration, /owner in the office/), '/office');
    await page.goto('/office/pages/new');
    await page.getByLabel('Text', { exact: true }).fill('Only text');
    await page.getByRole('button', { name: 'Save the page' }).click();
    await expect(page.getByRole('alert')).toContainText('Title must not be empty');
    await expect(page.getByLabel('Text', { exact: true })).toHaveValue('Only text');
    await page.getByRole('button', { name: 'Preview' }).click();
    await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Only text');
  });
});
