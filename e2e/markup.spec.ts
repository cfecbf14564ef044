import type { Page } from '@playwright/test';
import { sampleSize } from '@/lib/base/test-strength';
import { setPassword } from '@/lib/sign-in/accounts/passwords';
import { directoryFields } from '@/lib/contract/directory-fields';
import { openStore } from '@/lib/store/database';
import {
  noAreaCentre,
  sampleLocation,
  sampleMember,
  sampleOrganisation,
  testCause,
} from '@/lib/store/sample-members.fixture';
import { withMembersWriter } from '@/lib/store/write';
import { expect, test } from './fixtures';
import { Installation } from './installation';
import { MailSink } from '../lib/mail/mail-sink.fixture';

const markup = `"'></title></textarea></script><img src=x onerror=hit=1><script>window.hit=1</script>`;
const [email, password] = ['both@members.example', 'a password of the test'];
const callback = 'http://127.0.0.1:9/callback';
const installation = new Installation();
const sink = new MailSink();
let base = '';
let client = { id: '' };
const seen = new Set<string>();

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  test.setTimeout(300_000);
  await store();
  const named = ['--organisation', '1', '--name', markup, '--scope', 'user', '--redirect-uri', callback];
  client = JSON.parse(installation.chapterhouse(['client', 'create', ...named, '--json']));
  base = await installation.start({
    SMTP_URL: await sink.start(),
    CONTACT_EMAIL: 'office@example.org',
    LOG_LEVEL: 'warn',
  });
});
test.afterAll(async () => {
  await installation.stop();
  sink.stop();
});

/**
 * Stores an association with markup in every text. Two people have the same email address, so that a page shows a
 * choice between them.
 */
async function store(): Promise<void> {
  const opened = await openStore({ dataDir: installation.dataDir, postgresUrl: null });
  const context = { organisationId: 1, clock: () => new Date(), areaCentre: noAreaCentre, cause: testCause };
  const sold = { costThousandths: 1000, isVisible: true, hasGst: false, isSearchable: true };
  await withMembersWriter(opened, context, async (writer) => {
    await writer.structure.putOrganisation(
      sampleOrganisation({ name: markup, currency: markup, logoUrl: markup, country: 'Australia' }),
    );
    const choice = { answerType: 1, options: [markup], optionsFromAnswers: [] };
    const asked = {
      ...choice,
      isAdminOnly: false,
      isMembersOnly: false,
      isOnCard: false,
      isSearchable: true,
    };
    await writer.structure.putExtras([{ ...asked, id: 1, question: markup, searchName: markup }]);
    await writer.structure.putChapters([{ id: 1, name: markup }]);
    await writer.structure.putCategories([{ id: 1, name: markup, description: `<p>${markup}</p>` }]);
    await writer.structure.putAddons([{ ...sold, id: 1, name: markup, description: markup }]);
    const type = { ...sold, isStudent: false, hasAnniversaryExpiry: false, extraIds: [] };
    await writer.structure.putMembershipTypes([{ ...type, id: 1, name: markup, description: markup }]);
    for (const id of [1, 2]) await writer.memberships.put(hostileMember(id));
  });
  for (const personId of [1, 2]) await setPassword(opened, { organisationId: 1, personId, password });
  await opened.close();
}

function hostileMember(id: number) {
  const kind = id === 1 ? ('individual' as const) : ('corporate' as const);
  const address = { address: markup, suburb: markup, postcode: markup, state: markup, country: markup };
  const names = { firstName: markup, lastName: markup, title: markup, organisation: markup };
  const phones = { phone: markup, workPhone: markup, mobile: markup };
  const place = { ...address, address: markup, email: markup, name: markup, phone: markup, website: markup };
  const answers = [{ extraId: 1, answer: markup }];
  return sampleMember(
    id,
    {
      kind,
      answers,
      membershipNumber: `${id} ${markup}`,
      show: [...directoryFields],
      typeId: 1,
      chapterId: 1,
      categoryIds: [1],
      currency: markup,
      invoiceUrl: 'javascript:hit=1',
      paymentUrl: markup,
      addons: [{ addonId: 1, quantity: 1, expiryDate: null, answers }],
      locations: [sampleLocation({ ...place, id })],
    },
    { ...names, ...phones, email, address, mailingAddress: address },
  );
}

/**
 * Checks that no markup has become part of the page or has run. The content security policy would also stop the markup.
 */
async function look(page: Page): Promise<void> {
  seen.add(new URL(page.url()).pathname.replace(/\d{3,}|[\w-]{30,}/g, '…'));
  const found = await page.evaluate(() => ({
    ran: 'hit' in window,
    elements: [...document.querySelectorAll('[onerror], img[src="x"], [href^="javascript:" i]')].length,
    scripts: [...document.scripts].filter((script) => script.text === 'window.hit=1').length,
  }));
  expect(found, page.url()).toEqual({ ran: false, elements: 0, scripts: 0 });
}

/** Checks a page and our pages that can be reached from it. `most` is the maximum number of pages. */
async function lookAround(page: Page, from: string, most: number): Promise<void> {
  const waiting = [from];
  const known = new Set(waiting);
  for (let count = 0; count < most; count += 1) {
    const path = waiting.shift();
    if (path === undefined) return;
    await page.goto(base + path);
    await look(page);
    const links = await page
      .locator('a[href^="/"]')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    for (const link of links.map((one) => one.split('#')[0] ?? '')) {
      if (known.has(link) || /\/vcard$|sign-out/.test(link)) continue;
      known.add(link);
      waiting.push(link);
    }
  }
}

test('markup in every field is text on every page for visitors', async ({ page }) => {
  await lookAround(page, '/', sampleSize({ usual: 20, long: 40 }));
  await expect(page.locator('body')).not.toBeEmpty();
  await page.goto(base);
  await expect(page.getByRole('article')).toHaveCount(2);
  expect(await page.getByRole('article').first().innerText()).toContain('<script>window.hit=1</script>');
  // Links from these pages do not lead to every page, but the sitemap contains every public page.
  const sitemap = await (await page.request.get(`${base}/sitemaps/1.xml`)).text();
  const addresses = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address ?? '');
  const profile = await page.getByRole('article').first().getByRole('link').first().getAttribute('href');
  for (const path of [
    '/map',
    `/?q=${encodeURIComponent(markup)}`,
    `/map?near=${encodeURIComponent(markup)}`,
    `${profile}/report`,
    `${profile}/report/sent`,
    `${profile}/message`,
    ...addresses.map((address) => new URL(address).pathname),
  ]) {
    await page.goto(base + path);
    await look(page);
  }
  const kinds = ['members', 'types', 'categories', 'states'];
  expect(kinds.filter((kind) => ![...seen].some((path) => path.startsWith(`/${kind}/`)))).toEqual([]);
});

test('no other response with it is HTML', async ({ request }) => {
  const { hits } = await (await request.get(`${base}/directory/search.json`)).json();
  expect(JSON.stringify(hits)).toContain('window.hit=1');
  const profile = `/members/${hits[0].entry.slug}`;
  for (const path of [
    '/directory/search.json',
    '/directory/clusters.json?view=-90,-180,90,180&zoom=3',
    `${profile}/vcard`,
    '/site.webmanifest',
    '/sitemap.xml',
    '/theme.css',
    '/api/openapi.json',
    '/.well-known/oauth-authorization-server/api/v2/organisation/1',
  ]) {
    const response = await request.get(base + path);
    expect([path, response.status()]).toEqual([path, 200]);
    expect([path, response.headers()['content-type']]).not.toEqual([path, expect.stringContaining('html')]);
    expect([path, response.headers()['x-content-type-options']]).toEqual([path, 'nosniff']);
  }
});

test('it is text on the pages of sign-in, on the member’s own pages and in emails', async ({ page }) => {
  await page.goto(`${base}/account`);
  await look(page);
  const signInPage = page.url();
  await page.getByRole('button', { name: 'Forgotten password' }).click();
  await page.getByLabel('Email').fill(email);
  await look(page);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await look(page);
  await expect.poll(() => sink.mails.length, { timeout: 30_000 }).toBe(1);
  const mail = (sink.mails[0] ?? '').replaceAll('=\r\n', '');
  const [, text = '', html = ''] = mail.replaceAll('=3D', '=').split(/^Content-Type: text\/(?:plain|html)/m);
  expect(html).toContain('&lt;img src=x onerror=hit=1&gt;');
  expect(html).not.toMatch(/<(?:script|img)/i);
  const link = /http:\/\/localhost:\d+\/auth\/\S+/.exec(text)?.[0] ?? '';
  await page.goto(link);
  await look(page);
  await page.goto(signInPage);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Who are you?' })).toBeVisible();
  await look(page);
  await page.getByRole('main').getByRole('button').first().click();
  await page.waitForURL(`${base}/account`);
  const account = ['', '/card', '/public-entry', '/details', '/devices', '/sites'].map(
    (page) => `/account${page}`,
  );
  for (const path of [
    ...account,
    '/members-only',
    '/account/privacy?edit=audiences',
    '/account/privacy/data',
  ]) {
    await page.goto(base + path);
    await look(page);
  }
  await lookAround(page, '/account', sampleSize({ usual: 15, long: 25 }));
  const asked = { response_type: 'code', client_id: client.id, state: markup, redirect_uri: callback };
  await page.goto(`${base}/api/v2/organisation/1/authorize?${new URLSearchParams(asked)}`);
  await expect(page.getByRole('button', { name: 'Allow and continue' })).toBeVisible();
  await look(page);
  expect(seen.size, [...seen].join('\n')).toBeGreaterThanOrEqual(18);
});
