import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Chapterhouse } from '@/lib/chapterhouse';
import { findMember } from '@/lib/account/find-member';
import { sampleMembership, sampleUser } from '@/lib/contract/sample-user.fixture';
import { startTestSite, testApp, type TestSite } from '@/lib/account/sso/api-and-app.fixture';
import { TestBrowser, locationOf } from '@/lib/account/sso/browser.fixture';
import { findOffice } from './find-office';

const baseUrl = 'http://members.example';
const now = { value: new Date() };
let site: TestSite;
let remote: Chapterhouse;
let own: Chapterhouse;
let browser: TestBrowser;
const me = {
  PersonID: '7',
  Role: 'secretary',
  Chapters: [],
  OfficerAccess: null,
  ReadersSeeContact: null,
  SendsMail: true,
  SignedInAt: null,
  RecentUntil: null,
  Endpoints: [{ Method: 'GET', Path: 'me', NeedsRecentSignIn: false }],
};

beforeEach(async () => {
  vi.stubEnv('NEXTAUTH_URL', baseUrl);
  now.value = new Date('2026-06-30T10:00:00Z');
  site = await startTestSite(sampleUser({ Membership: sampleMembership({}) }));
  site.officeMe = { status: 200, body: me };
  remote = testApp(site, { baseUrl, now });
  own = { ...remote, config: { ...remote.config, remoteApiUrl: null } };
  browser = new TestBrowser(own);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await site.close();
});

async function signIn(): Promise<URL> {
  const authorize = locationOf(await browser.post('/api/auth/signin/membership', {}));
  const state = authorize.searchParams.get('state') ?? '';
  await browser.get(`/api/auth/callback/membership?code=${site.agree(authorize)}&state=${state}`);
  return authorize;
}
const jar = () => Object.fromEntries(browser.cookies);
const find = async (app = own) => await findOffice(app, jar());

it('a sign-in at our own service asks for the scope office, and keeps whether it was granted', async () => {
  expect((await signIn()).searchParams.get('scope')).toBe('user office');
  expect(await findMember(own, jar())).toMatchObject({ kind: 'member', hasOffice: false });
  site.scope = 'user office';
  await signIn();
  expect(await findMember(own, jar())).toMatchObject({ kind: 'member', hasOffice: true });
});

it('a person with a role gets the office', async () => {
  expect(await find()).toEqual({ kind: 'signed-out' });
  await signIn();
  expect(await find()).toMatchObject({ kind: 'office', name: 'Ada Brandt', me });
});

it.each([403, 401])(
  'after a %i, the person is asked to sign in again once, and then refused',
  async (status) => {
    await signIn();
    site.officeMe = { status, body: { error: 'insufficient_scope' } };
    now.value = new Date(now.value.getTime() + 60_000);
    expect(await find()).toEqual({ kind: 'expired' });
    await signIn();
    expect(await find()).toEqual({ kind: status === 403 ? 'no-role' : 'unavailable' });
  },
);

it('an expired token is not sent to the API', async () => {
  await signIn();
  now.value = new Date(now.value.getTime() + 3_600_000);
  await site.close();
  expect(await find()).toEqual({ kind: 'expired' });
});

it('nobody has a role while the API fails or sends something unexpected', async () => {
  await signIn();
  site.isDown = true;
  expect(await find()).toEqual({ kind: 'unavailable' });
  site.isDown = false;
  site.officeMe = { status: 200, body: { ...me, Role: 'emperor' } };
  await expect(find()).rejects.toThrow();
});

it('if the API belongs to another site, everybody is sent to the office on that site', async () => {
  expect(await find(remote)).toEqual({ kind: 'remote', host: '127.0.0.1' });
  await signIn();
  expect(await find(remote)).toEqual({ kind: 'remote', host: '127.0.0.1' });
});
