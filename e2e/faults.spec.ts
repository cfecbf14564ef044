import { writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { fakeClient, fakeOrganisationId, fakeRecord, startFakeApi } from '../lib/contract/fake-api.fixture';
import { expect, test } from './fixtures';
import { visit } from './load';

const paths = ['/', '/directory/search.json?q=a', '/map', '/?q=zweig', '/theme.css'];

test('SIGTERM under load drops no response', async ({ installation }) => {
  const base = await installation.startDemonstration({ RATE_LIMITS: 'off' });
  const load = visit(base, { paths, visitors: 24 });
  await expect.poll(() => load.visits.completed, { timeout: 30_000 }).toBeGreaterThan(200);
  await installation.end('SIGTERM');
  const { dropped, refused, unconnected } = await load.over();
  expect(dropped).toEqual([]);
  expect(refused).toEqual(new Map());
  expect(unconnected).toBe(24);
});

test('a clock that jumps over midnight: a lapsed member is gone from all pages, and expired in the API', async ({
  page,
  installation,
}) => {
  const ahead = join(installation.dataDir, 'ahead');
  const file = join(installation.dataDir, 'members.csv');
  const rows = ['A-1,Ada,Byron,Full,2026-06-15', 'A-2,Ben,Okri,Full,2030-06-30'];
  writeFileSync(file, `Number,First name,Last name,Type,Expires\n${rows.join('\n')}\n`);
  const organisation = ['--organisation', '300'];
  installation.chapterhouse([
    'import',
    file,
    ...organisation,
    '--create',
    'Guild of Clocks',
    '--open-directory',
  ]);
  installation.chapterhouse(['organisation', 'set', 'timeZone=Australia/Melbourne', ...organisation]);
  const client = JSON.parse(
    installation.chapterhouse([
      'client',
      'create',
      ...organisation,
      '--name',
      'Site',
      '--scope',
      'members',
      '--json',
    ]),
  ) as { id: string; secret: string };
  const base = await installation.start({
    // Ten o'clock in the evening in Melbourne.
    CHAPTERHOUSE_NOW: '2026-06-15T12:00:00Z',
    CLOCK_AHEAD_FILE: ahead,
    NODE_OPTIONS: `--import ${join(import.meta.dirname, 'jumping-clock.mjs')}`,
  });
  const statuses = () => readStatuses(base, client);
  // The page is requested twice, because the second response comes from the cache.
  for (let visits = 0; visits < 2; visits += 1) {
    await page.goto(`${base}/`);
    await expect(page.getByRole('heading', { name: '2 members' })).toBeVisible();
  }
  const profile = await page
    .getByRole('link', { name: /Ada Byron/ })
    .first()
    .getAttribute('href');
  expect(await statuses()).toEqual({ 'A-1': 'expiring', 'A-2': 'financial' });

  writeFileSync(ahead, String(2.5 * 3_600_000));
  await expect.poll(async () => (await search(base)).total).toBe(1);
  await page.goto(`${base}/`);
  await expect(page.getByRole('heading', { name: '1 member', exact: true })).toBeVisible();
  expect((await fetch(`${base}${profile}`)).status).toBe(410);
  expect(await statuses()).toEqual({ 'A-1': 'expired', 'A-2': 'financial' });
});

test('a server that starts while the other site sends invalid data shows the last data, labelled with its age', async ({
  page,
  installation,
}) => {
  const members = ['1', '2'].map((id) => ({ record: fakeRecord(id), categoryIds: [], isSearchable: true }));
  const fake = await startFakeApi({ members });
  const env = {
    MEMBERSHIP_API_URL: fake.url,
    MEMBERSHIP_ORGANISATION_ID: String(fakeOrganisationId),
    MEMBERSHIP_CLIENT_ID: fakeClient.id,
    MEMBERSHIP_CLIENT_SECRET: fakeClient.secret,
  };
  try {
    await page.goto(await installation.start(env));
    await expect(page.getByRole('heading', { name: '2 members' })).toBeVisible();
    await expect(page.getByText(/cannot reach the membership system/)).toHaveCount(0);
    await page.getByRole('link', { name: 'About this directory' }).click();
    await expect(page.getByText(/Data as of/)).toBeVisible();
    await page.goto('about:blank');
    await installation.end('SIGTERM');

    // The site closes the connection before it has sent all the bytes that it announced.
    const answer = (response: ServerResponse) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
      response.write('[', () => response.destroy());
    };
    fake.faults = [{ path: 'members', times: Infinity, response: answer }];
    const base = await installation.start(env);
    await expect
      .poll(async () => (await fetch(`${base}/`)).text(), { timeout: 60_000 })
      .toContain('We cannot reach the membership system. You are seeing data from');
    await page.goto(base);
    await expect(page.getByRole('heading', { name: '2 members' })).toBeVisible();
  } finally {
    await fake.stop();
  }
});

async function search(base: string): Promise<{ total: number }> {
  return (await (await fetch(`${base}/directory/search.json`)).json()) as { total: number };
}

async function readStatuses(base: string, { id, secret }: { id: string; secret: string }) {
  const root = `${base}/api/v2/organisation/300`;
  const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
  const body = new URLSearchParams({ grant_type: 'client_credentials' });
  const issued = await fetch(`${root}/token`, { method: 'POST', headers: { authorization }, body });
  const { access_token: token } = (await issued.json()) as { access_token: string };
  const query = ['financial', 'expiring', 'expired'].map((status) => `FinancialStatus[]=${status}`).join('&');
  const list = await fetch(`${root}/members?${query}`, { headers: { authorization: `Bearer ${token}` } });
  const members = (await list.json()) as { MembershipNumber: string; Status: string }[];
  return Object.fromEntries(members.map((member) => [member.MembershipNumber, member.Status]));
}
