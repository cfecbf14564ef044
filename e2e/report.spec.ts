import { expectClean } from './axe';
import { expect, test } from './fixtures';
import { Installation } from './installation';
import { MailSink } from '../lib/mail/mail-sink.fixture';

const installation = new Installation();
const sink = new MailSink();
let base = '';

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  test.setTimeout(300_000);
  base = await installation.startDemonstration({
    SMTP_URL: await sink.start(),
    CONTACT_EMAIL: 'office@example.org',
  });
});
test.afterAll(async () => {
  await installation.stop();
  sink.stop();
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled });

    test('a visitor reports a mistake on a profile to the association', async ({ page, context }) => {
      const before = sink.mails.length;
      await page.goto(`${base}/?sort=name`);
      await page.getByRole('article').getByRole('link').first().click();
      const name = await page.getByRole('heading', { level: 1 }).innerText();
      const profile = page.url();
      await page.getByRole('link', { name: 'Report a mistake' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Report a mistake: ${name}`);
      if (javaScriptEnabled) await expectClean(page, 'the form');
      await page
        .getByLabel('What is wrong, and what should it be?')
        .fill('The phone is out of date.\nCall me.');
      await page.getByLabel('Your email address (optional)').fill('reader@example.net');
      await page.getByRole('button', { name: 'Send' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Thank you' })).toBeVisible();
      expect(sink.mails).toHaveLength(before + 1);
      // Quoted-printable text (RFC 2045 §6.7) breaks long lines with `=` at the end of the line.
      const mail = (sink.mails.at(-1) ?? '').replaceAll('=\r\n', '');
      expect(mail).toMatch(/^To: office@example\.org\r$/m);
      expect(mail).toMatch(/^Reply-To: reader@example\.net\r$/m);
      expect(mail).toContain('The phone is out of date.\r\nCall me.');
      expect(mail).toContain(new URL(profile).pathname);
      expect(await page.content()).not.toContain('office@example.org');
      expect(await context.cookies()).toEqual([]);
      await page.getByRole('link', { name: 'Back to the profile' }).click();
      await expect(page).toHaveURL(profile);
    });
  });
}

test('the sixth report from one network in an hour is not sent, and the page says so', async ({
  request,
}) => {
  const found = await (await request.get(`${base}/directory/search.json`)).json();
  const entry = found.hits[0].entry.id;
  const report = () =>
    request.post(`${base}/directory/report`, { form: { entry, mistake: 'Wrong', email: '' } });
  for (let sent = sink.mails.length; sent < 5; sent += 1) expect((await report()).url()).toMatch(/\/sent$/);
  const refused = await report();
  expect(refused.url()).toMatch(/\/later$/);
  expect(await refused.text()).toContain('Your report was not sent');
  expect(sink.mails).toHaveLength(5);
});
