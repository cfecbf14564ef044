/** How often a member presses something between “Sign in” on another site and being signed in there. */
import { expect, test } from 'vitest';
import { openidPath } from '@/lib/service/openid-client.fixture';
import { password, seedCast, startService, type TestService } from '@/lib/service/sign-in-service.fixture';
import { describeUsualEngines } from '@/lib/store/stores.fixture';

describeUsualEngines('presses from "Sign in" on a site to being signed in there', (store) => {
  seedCast(store);
  const ada = { email: 'ada@example.org', password, hasPasskeys: 'yes' };

  /** The presses on the site's own link, and on each form of ours until the site gets a code. */
  async function presses(browser: ReturnType<TestService['browser']>, path: string): Promise<number> {
    let pressed = 1;
    await browser.open(path);
    while (browser.page !== '' && pressed < 9) {
      // On this device, the person could add a passkey.
      if (browser.path.includes('/sign-in?')) await browser.submit(ada, { action: 'sign-in' });
      else await browser.submit({ answer: 'allow' });
      pressed += 1;
    }
    expect(browser.callback().get('code')).toBeTruthy();
    return pressed;
  }

  test.each([
    ['the association’s own site', true, [2, 1]],
    ['another site', false, [3, 1]],
  ] as const)('%s', async (_, isFirstParty, expected) => {
    const service = startService(store());
    const client = await service.register({ isFirstParty });
    const browser = service.browser();
    const first = await presses(browser, openidPath(client));
    expect([first, await presses(browser, openidPath(client))]).toEqual(expected);
  });
});
