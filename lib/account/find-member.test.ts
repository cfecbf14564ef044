import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Chapterhouse } from '@/lib/chapterhouse';
import { TestBrowser, locationOf } from '@/lib/account/sso/browser.fixture';
import { startTestSite, testApp } from '@/lib/account/sso/api-and-app.fixture';
import type { TestSite } from '@/lib/account/sso/api-and-app.fixture';
import { findMember } from './find-member';
import { sampleMembership, sampleUser } from '@/lib/contract/sample-user.fixture';

const baseUrl = 'http://members.example';
const now = { value: new Date() };
let site: TestSite;
let app: Chapterhouse;
let browser: TestBrowser;

beforeEach(async () => {
  vi.stubEnv('NEXTAUTH_URL', baseUrl);
  now.value = new Date('2026-06-30T10:00:00Z');
  site = await startTestSite(sampleUser({ Membership: sampleMembership({ ExpiryDate: '2026-06-30' }) }));
  app = testApp(site, { baseUrl, now });
  browser = new TestBrowser(app);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await site.close();
});

async function signIn(): Promise<void> {
  const authorize = locationOf(await browser.post('/api/auth/signin/membership', {}));
  const state = authorize.searchParams.get('state') ?? '';
  await browser.get(`/api/auth/callback/membership?code=${site.agree(authorize)}&state=${state}`);
}
const find = async () => await findMember(app, Object.fromEntries(browser.cookies));

describe('findMember', () => {
  it('finds nobody without a session', async () => {
    expect(await find()).toEqual({ kind: 'signed-out' });
  });

  it('requests the member from the API and uses the day in the association’s time zone', async () => {
    await signIn();
    // 14:30 UTC on 30 June is half past midnight on 1 July in Melbourne.
    expect(await find()).toMatchObject({ kind: 'member', today: '2026-06-30', standing: { isMember: true } });
    now.value = new Date('2026-06-30T14:30:00Z');
    site.expiresInSeconds = 36_000;
    await signIn();
    expect(await find()).toMatchObject({
      kind: 'member',
      today: '2026-07-01',
      standing: { isMember: false },
    });
  });

  it('an expired token is reported as expired without a request to the API', async () => {
    await signIn();
    site.isDown = true;
    now.value = new Date('2026-06-30T11:00:00Z');
    expect(await find()).toEqual({ kind: 'expired' });
  });

  it('a token revoked at the API is reported as expired, also soon after the sign-in', async () => {
    await signIn();
    site.tokens.clear();
    expect(await find()).toEqual({ kind: 'expired' });
    now.value = new Date('2026-06-30T10:02:00Z');
    expect(await find()).toEqual({ kind: 'expired' });
  });

  it('if a site is down, the member is unavailable and the session stays', async () => {
    await signIn();
    site.isDown = true;
    expect(await find()).toEqual({ kind: 'unavailable' });
    site.isDown = false;
    expect(await find()).toMatchObject({ kind: 'member' });
  });

  it('an error of our own is not mistaken for the API being down', async () => {
    await signIn();
    app.api.user = () => Promise.reject(new TypeError('a fault'));
    await expect(find()).rejects.toThrow('a fault');
  });
});
