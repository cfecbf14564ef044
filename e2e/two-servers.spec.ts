import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from './database';
import { expect, test, type DemonstrationCredentials } from './fixtures';
import { Installation } from './installation';
import { visit } from './load';
import { RoundRobin } from './round-robin';
import { enterPassword, memberWho } from './sign-in';

test.describe.configure({ mode: 'serial', timeout: 120_000 });

// Two servers that use the same PostgreSQL database and the same DATA_DIR. A proxy alternates between them.
const proxy = new RoundRobin();
const one = new Installation();
const two = new Installation(one.dataDir);
const addresses: string[] = [];
let env: Record<string, string> = {};
let database: Awaited<ReturnType<typeof openDatabase>> | null = null;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  database = await openDatabase();
  await proxy.listen();
  env = { DATABASE_URL: database.url, BASE_URL: proxy.url, TRUST_PROXY: '1', RATE_LIMITS: 'off' };
  addresses.push(...(await Promise.all([one.start(env), two.start(env)])));
  for (const address of addresses) proxy.add(address);
});

test.afterAll(async () => {
  proxy.close();
  await two.end('SIGTERM');
  await one.stop();
  await database?.remove();
});

const api = '/api/v2/organisation/100';
const credentials = (): DemonstrationCredentials =>
  JSON.parse(readFileSync(join(one.dataDir, 'demo-credentials.json'), 'utf8'));

async function requestToken(base: string): Promise<string> {
  const { id, secret } = credentials().apiClient;
  const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
  const body = new URLSearchParams({ grant_type: 'client_credentials' });
  const response = await fetch(`${base}${api}/token`, { method: 'POST', headers: { authorization }, body });
  expect(response.status).toBe(200);
  return ((await response.json()) as { access_token: string }).access_token;
}

test('a token from one server is valid on the other', async () => {
  for (const [from, at] of [addresses, [...addresses].reverse()]) {
    const headers = { authorization: `Bearer ${await requestToken(from ?? '')}` };
    expect((await fetch(`${at}${api}/categories`, { headers })).status).toBe(200);
  }
});

test('a member signs in through both servers at once, and stays signed in', async ({ page }) => {
  const member = memberWho(credentials(), /is financial/);
  await page.goto(`${proxy.url}/account`);
  await enterPassword(page, member);
  await expect(page).toHaveURL(`${proxy.url}/account`);
  for (let visits = 0; visits < 4; visits += 1) {
    await page.reload();
    await expect(page.getByRole('heading', { name: 'My membership' })).toBeVisible();
  }
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText(/You are signed out\./)).toBeVisible();
});

test.describe('wrong passwords', () => {
  test.use({ expectedConsoleErrors: [/status of 4(22|29)/] });

  test('are counted by both together', async ({ page }) => {
    await page.goto(`${proxy.url}/account`);
    const wrong = { email: 'nobody@example.com', password: 'wrong' };
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      await enterPassword(page, wrong);
      await expect(page.getByRole('link', { name: 'Email or password is incorrect.' })).toBeVisible();
    }
    await enterPassword(page, wrong);
    await expect(page.getByText(/There were too many attempts/)).toBeVisible();
  });
});

test('an import on one server shows on both within 60 seconds', async () => {
  one.importNewMember('Quintessa', env);
  for (const address of addresses) {
    const found = async () =>
      ((await (await fetch(`${address}/directory/search.json?q=Quintessa`)).json()) as { total: number })
        .total;
    await expect.poll(found, { timeout: 60_000, message: address }).toBe(1);
  }
});

test('kill -9 of one under load loses only the requests that it was handling', async () => {
  const [first, second] = proxy.upstreams;
  if (first === undefined || second === undefined) throw new Error('there are two servers');
  const load = visit(proxy.url, { paths: ['/', '/directory/search.json?q=a', '/map'], visitors: 8 });
  await expect.poll(() => load.visits.completed, { timeout: 30_000 }).toBeGreaterThan(100);
  await two.end('SIGKILL');
  const deadAt = performance.now();
  const before = load.visits.completed;
  await expect.poll(() => load.visits.completed, { timeout: 30_000 }).toBeGreaterThan(before + 100);
  const visits = await load.stop();
  expect(visits.refused).toEqual(new Map());
  expect(first.lost).toEqual([]);
  expect(second.lost.filter((sentAt) => sentAt > deadAt)).toEqual([]);
  expect(visits.dropped.length).toBe(second.lost.length);
});
