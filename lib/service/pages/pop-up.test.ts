import { expect, test } from 'vitest';
import { describeUsualEngines } from '@/lib/store/stores.fixture';
import { Browser } from '@/lib/sign-in/oauth/browser.fixture';
import {
  authorizePath,
  baseUrl,
  password,
  seedCast,
  startService,
} from '@/lib/service/sign-in-service.fixture';

describeUsualEngines('a sign-in in a pop-up', (store) => {
  seedCast(store);

  test('no response of the flow cuts the connection to the page that opened it, but the preferences page does', async () => {
    const service = startService(store());
    const client = await service.register();
    const policies: (string | null)[] = [];
    const browser = new Browser(
      async (path, init) => {
        const response = await service.request(path, init);
        policies.push(response.headers.get('Cross-Origin-Opener-Policy'));
        return response;
      },
      { origin: baseUrl, password },
    );
    await browser.open(authorizePath(client, { client_id: 'unknown' }));
    await browser.open(authorizePath(client));
    const address = browser.path;
    for (const name of ['code', 'enter-code', 'forgotten', 'sign-in'])
      await browser.open(address.replace(/[^/?]+\?/, `${name}?`));
    const code = await mailedCode(browser);
    await browser.submit({ code }, { action: 'enter-code' });
    await browser.submit({ person: '2' }, { action: 'choose' });
    await browser.submit({ answer: 'allow' }, { action: 'consent' });
    expect(browser.callback().get('code')).toBeTruthy();
    await browser.open(address);
    expect(policies.length).toBeGreaterThan(12);
    expect(policies.filter((policy) => policy !== null)).toEqual([]);
    await browser.open('/auth/organisation/100/email');
    expect(policies.at(-1)).toBe('same-origin');

    async function mailedCode(on: Browser): Promise<string> {
      await on.open(address.replace(/[^/?]+\?/, 'code?'));
      await on.submit({ email: 'family@example.org' }, { action: 'code' });
      await expect.poll(() => service.mails.length).toBe(1);
      return /\b\d{6}\b/.exec(service.mails[0]?.text ?? '')?.[0] ?? '';
    }
  });
});
