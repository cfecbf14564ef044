import { expect, it, test } from 'vitest';
import { authorizePath, seedCast, startService } from '@/lib/service/sign-in-service.fixture';
import { describeUsualEngines } from '@/lib/store/stores.fixture';
import { waitFor } from '@/lib/base/wait-for.fixture';
import { readSignInCode } from './sign-in-codes';

it.each([
  '012345',
  ' 012 345\r\n',
  '012-345',
  '012–345',
  '012\u2212345',
  '０１２３４５',
  '０１２－３４５',
  '\u202a012345\u202c',
  '012\u200b345\ufeff',
  '012\u00ad3\ufe0f45\u00a0',
])('reads the digits of %j', (typed) => {
  expect(readSignInCode(typed)).toBe('012345');
});

it.each(['', '12345', '0123456', '01234x', '012.345', '012345 or 543210'])('finds no code in %j', (typed) => {
  expect(readSignInCode(typed)).toBeNull();
});

describeUsualEngines('a sign-in code', (store) => {
  seedCast(store);

  test('works after any number of texts that are no codes, and stops working after five wrong codes', async () => {
    const service = startService(store(), { signInPerAddress: { burst: 6, perSeconds: 900 } });
    const client = await service.register({ isFirstParty: true });
    const browser = await service.browser().open(authorizePath(client));
    const requestCode = async () => {
      const sent = service.mails.length;
      await browser.open(authorizePath(client));
      await browser.open(browser.path.replace('/sign-in?', '/code?'));
      await browser.submit({ email: 'dan@example.org' }, { action: 'code' });
      await waitFor(() => expect(service.mails).toHaveLength(sent + 1));
      return /\b\d{6}\b/.exec(service.mails.at(-1)?.text ?? '')?.[0] ?? '';
    };
    const enter = async (code: string) => (await browser.submit({ code }, { action: 'enter-code' })).response;

    const first = await requestCode();
    const wrong = first === '000000' ? '111111' : '000000';
    for (let count = 0; count < 7; count += 1) expect((await enter('12345')).status).toBe(422);
    expect(browser.page).toContain('6 digits');
    for (let count = 0; count < 4; count += 1) expect((await enter(wrong)).status).toBe(422);
    await enter(`${first.slice(0, 3)}-${first.slice(3)}`);
    expect(browser.callback().get('code')).toMatch(/^\w{36}$/);

    browser.cookies.clear();
    service.address = '203.0.113.2';
    const second = await requestCode();
    for (let count = 0; count < 5; count += 1) await enter(second === '000000' ? '111111' : '000000');
    expect((await enter(second)).status).toBe(422);
  });
});
