import { expect, test } from 'vitest';
import {
  authorizePath,
  password,
  seedCast,
  startService,
  type TestService,
} from '@/lib/service/sign-in-service.fixture';
import { waitFor } from '@/lib/base/wait-for.fixture';
import { describeUsualEngines } from '@/lib/store/stores.fixture';

const ada = 'ada@example.org';

describeUsualEngines('the sign-in page', (store) => {
  seedCast(store);
  const focused = (page: string) => /<input id="(\w+)"[^>]* autofocus=""/.exec(page)?.[1];

  async function open() {
    const service = startService(store());
    const client = await service.register({ isFirstParty: true });
    return { service, client, browser: await service.browser().open(authorizePath(client)) };
  }

  async function sentCode({ mails }: TestService): Promise<string> {
    await waitFor(() => expect(mails).toHaveLength(1));
    return /\b\d{6}\b/.exec(mails[0]?.text ?? '')?.[0] ?? '';
  }

  test('sends a code to the typed address at once, and keeps the address for the pages after it', async () => {
    const { service, browser } = await open();
    expect(focused(browser.page)).toBe('email');
    await browser.submit({ email: ada, password: '', then: 'code' }, { action: 'sign-in' });
    expect(browser.path).toContain('/enter-code?');
    expect(browser.page).toContain(`If <strong>${ada}</strong> belongs to a member`);
    expect(browser.path, 'addresses are in logs').not.toContain('ada');
    expect(focused(browser.page)).toBe('code');
    const code = await sentCode(service);
    await browser.open(browser.path.replace('enter-code', 'code'));
    expect(browser.page).toContain(`value="${ada}"`);
    await browser.open(browser.path.replace('/code', '/sign-in'));
    expect(browser.page).toContain(`value="${ada}"`);
    expect(focused(browser.page)).toBe('password');
    await browser.open(browser.path.replace('/sign-in', '/enter-code'));
    await browser.submit({ code: code }, { action: 'enter-code' });
    expect(browser.callback().get('code')).toMatch(/./);
    expect([...browser.cookies.keys()].filter((name) => name.endsWith('-email'))).toEqual([]);
  });

  test('says the same of an address that nobody has, and asks for one if none was typed', async () => {
    const { browser } = await open();
    await browser.submit({ email: '', password: '', then: 'code' }, { action: 'sign-in' });
    expect(browser.path).toContain('/code?');
    await browser.submit({ email: '<nobody>@example.org' }, { action: '/code' });
    expect(browser.page).toContain('If <strong>&lt;nobody&gt;@example.org</strong> belongs to a member');
  });

  test('keeps the typed address for a forgotten password', async () => {
    const { browser } = await open();
    await browser.submit({ email: ada, password: '', then: 'forgotten' }, { action: 'sign-in' });
    expect(browser.page).toContain('<h1>Choose a new password</h1>');
    expect(browser.page).toContain(`value="${ada}"`);
    await browser.submit({ email: ada }, { action: 'forgotten' });
    expect(browser.page).toContain(`If <strong>${ada}</strong> belongs to a member`);
  });

  test('on a shared computer, starts a session that ends with the browser, and remembers no device', async () => {
    const { client, browser } = await open();
    const cookie = (name: string) =>
      browser.setCookies.findLast((line) => line.includes(`chapterhouse-${name}=`));
    await browser.submit({ email: ada, password: password, shared: 'yes' }, { action: 'sign-in' });
    expect(cookie('session')).not.toMatch(/max-age|expires/i);
    expect(cookie('shared')).toMatch(/=yes;(?!.*max-age)/i);
    expect(cookie('device')).toBeUndefined();
    expect(cookie('email'), 'the next person must not see the address').toMatch(/email=;.*max-age=0/i);
    await browser.open(authorizePath(client, { prompt: 'login' }));
    await browser.submit({ email: ada, password: password }, { action: 'sign-in' });
    expect(cookie('session')).toMatch(/max-age/i);
    expect(cookie('shared')).toMatch(/max-age=0/i);
    expect(cookie('device')).toMatch(/max-age/i);
  });
});
