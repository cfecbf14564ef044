import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type BrowserContext, type Locator, type Page } from '@playwright/test';
import { DatabaseSync } from '@photostructure/sqlite';
import { decode, encode, type JWT } from 'next-auth/jwt';
import { hashSecret } from '@/lib/sign-in/accounts/secrets';
import type { DemonstrationCredentials } from './fixtures';
import { mailNames, plainTextOf } from './outbox';

export type DemonstrationMember = DemonstrationCredentials['members'][number];

export function memberWho(demonstration: DemonstrationCredentials, description: RegExp): DemonstrationMember {
  const found = demonstration.members.find((member) => description.test(member.description));
  if (found === undefined) throw new Error(`The demonstration has no member who matches ${description}`);
  return found;
}

/** Signs in by password at the service, and opens `path`. */
export async function signIn(
  page: Page,
  who: { email: string; password: string },
  path = '/account',
): Promise<void> {
  await signInUnseen(page, who, path);
  await page.goto(path);
}

/** Sends the form of the service without showing its page, because most journeys begin with a sign-in. */
async function signInUnseen(
  page: Page,
  { email, password }: { email: string; password: string },
  path: string,
): Promise<void> {
  // A browser sends these for an address that a person has typed. Otherwise, our own sign-in page comes first.
  const headers = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none' };
  const form = await page.request.get(path, { headers, failOnStatusCode: true });
  const csrf = /name="csrf" value="([^"]+)"/.exec(await form.text())?.[1] ?? '';
  const origin = new URL(form.url()).origin;
  const sent = await page.request.post(form.url(), {
    form: { csrf, email, password },
    headers: { ...headers, origin },
  });
  expect(new URL(sent.url()).pathname, 'the page after the sign-in').toBe(new URL(path, origin).pathname);
}

export async function enterPassword(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

interface UnsentForm {
  who: DemonstrationMember;
  hasScripts: boolean;
  /** Whether to sign in again through the page's link. Otherwise, the sign-in is not shown. */
  byLink: boolean;
  /** Checks that the page still shows the content after the session has ended. */
  expectContent?: () => Promise<void>;
}

/** Ends the session and presses the button of a form. Then signs in again and sends the form again. */
export async function sendWithoutSession(
  page: Page,
  button: string,
  { who, hasScripts, byLink, expectContent }: UnsentForm,
): Promise<void> {
  const context = page.context();
  await context.clearCookies();
  await page.getByRole('button', { name: button, exact: true }).click();
  const link = page.getByRole('link', { name: 'Sign in again in a new tab' });
  await expect(link).toBeVisible();
  await expectContent?.();
  if (byLink) await signInByLink(page, link, who);
  else await signInUnseen(page, who, '/office');
  const again = page.getByRole('button', { name: 'Send again', exact: true });
  // A press before the page's scripts run is sent as without scripts.
  const either = page.getByRole('button', { name: button, exact: true }).or(again);
  await (hasScripts ? either : again).click();
}

async function signInByLink(page: Page, link: Locator, who: DemonstrationMember): Promise<void> {
  const opened = page.context().waitForEvent('page');
  await link.click();
  const tab = await opened;
  // The page says that the session has ended.
  await tab.getByRole('button', { name: 'Sign in' }).click();
  await enterPassword(tab, who);
  await expect(tab.getByRole('heading', { name: 'You are signed in' })).toBeVisible();
  await tab.close();
}

export async function enterMailedCode(
  page: Page,
  email: string,
  dataDir = process.env.E2E_DATA_DIR,
): Promise<void> {
  await page.getByRole('button', { name: 'Get a code by email' }).click();
  const outbox = join(dataDir ?? '', 'outbox');
  const before = new Set(mailNames(outbox));
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send the code' }).click();
  const code = await newCode(page, { email, before, outbox });
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** The fields that lib/account/sso/options.ts puts into the session's cookie. */
type Session = JWT & { accessToken: string; expiresAt: number };

export async function readSession(
  context: BrowserContext,
  dataDir = process.env.E2E_DATA_DIR,
): Promise<Session> {
  const cookie = (await context.cookies()).find(({ name }) => name === 'next-auth.session-token');
  const session = await decode({ token: cookie?.value ?? '', secret: readSecrets(dataDir).authSecret });
  // lib/account/sso/options.ts fills this cookie.
  return session as Session;
}

export async function expireToken(context: BrowserContext): Promise<Session> {
  const session = await readSession(context);
  const token = { ...session, expiresAt: Date.now() - 60_000 };
  const [cookie] = (await context.cookies()).filter(({ name }) => name === 'next-auth.session-token');
  if (cookie === undefined) throw new Error('there is no session');
  const value = await encode({ token, secret: readSecrets().authSecret });
  await context.addCookies([{ ...cookie, value }]);
  return session;
}

/** Moves this browser's sign-in eleven minutes into the past, in the service's database. */
export async function ageSignIn(context: BrowserContext, dataDir = process.env.E2E_DATA_DIR): Promise<void> {
  const { accessToken } = await readSession(context, dataDir);
  const database = new DatabaseSync(join(dataDir ?? '', 'auth.db'), { timeout: 5_000 });
  const token = hashSecret(accessToken);
  database.exec('begin immediate');
  database
    .prepare(
      `update session set created_at = created_at - 660000 where session_hash in
         (select session_hash from authorization_code where code_hash in
           (select code_hash from access_token where token_hash = ?))`,
    )
    .run(token);
  const { changes } = database
    .prepare('update access_token set signed_in_at = signed_in_at - 660000 where token_hash = ?')
    .run(token);
  database.exec('commit');
  database.close();
  if (Number(changes) !== 1) throw new Error('the service does not have the token of this browser');
}

export function readSecrets(dataDir = process.env.E2E_DATA_DIR): { authSecret: string } {
  return JSON.parse(readFileSync(join(dataDir ?? '', 'secrets.json'), 'utf8'));
}

async function newCode(
  page: Page,
  { email, before, outbox }: { email: string; before: Set<string>; outbox: string },
): Promise<string> {
  let code: string | undefined;
  await page.waitForFunction(() => document.readyState === 'complete');
  for (const deadline = Date.now() + 60_000; code === undefined && Date.now() < deadline;) {
    // Other emails to the person can arrive in the meantime.
    [code] = mailNames(outbox)
      .filter((name) => !before.has(name))
      .map((name) => readFileSync(join(outbox, name), 'utf8'))
      .filter((text) => text.includes(email))
      .flatMap((text) => /\b(\d{6})\b/.exec(plainTextOf(text))?.[1] ?? []);
    // The service writes the email after the response, so this loop waits for the file.
    if (code === undefined) await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
  }
  if (code === undefined) throw new Error(`No mail with a code for ${email} in the outbox`);
  return code;
}
