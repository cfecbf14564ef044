/** These tests include attacks: links of others, links used twice, addresses of others, and old sign-ins. */
import { malformedEmail } from '@/lib/contract/fields/email-address';
import { expect, test } from 'vitest';
import { confirmEmailChange } from '@/lib/sign-in/accounts/email-change';
import { LaterWork } from '@/lib/sign-in/accounts/later-work';
import { settleAccountMoves } from '@/lib/sign-in/accounts/move-accounts';
import { tellOfChanges } from '@/lib/sign-in/accounts/tell-of-changes';
import {
  baseUrl,
  seedCast,
  startService,
  writerContext,
  type TestService,
} from '@/lib/service/sign-in-service.fixture';
import { readJournal } from '@/lib/store/journal-read';
import { noAreaCentre } from '@/lib/store/sample-members.fixture';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { RefusedWrite } from '@/lib/store/write-rights';
import { withMembersWriter } from '@/lib/store/write';
import { ownEmailText as text } from '@/lib/messages/sign-in';

const page = '/auth/organisation/100/email';
const ada = 'Ada@Example.org';

describeEachEngine('a new email address of one’s own', (store) => {
  seedCast(store);

  const write = <T>(work: Parameters<typeof withMembersWriter<T>>[2]) =>
    withMembersWriter(store(), writerContext(100), work);
  const addressOf = async (personId: number) =>
    (await write((writer) => writer.persons.find(personId)))?.email;
  const setAddress = (personId: number, email: string) =>
    write(async (writer) => {
      const person = await writer.persons.find(personId);
      if (person !== null) await writer.persons.put({ ...person, email });
    });
  const start = async () => {
    for (const table of ['session', 'limit_bucket', 'mail_code', 'account_journal'] as const)
      await store().auth.deleteFrom(table).execute();
    await setAddress(1, ada);
    await setAddress(4, 'dan@example.org');
    const later = new LaterWork({ delayMs: () => 0 });
    const service = startService(store(), {}, later);
    const mailer = async (mail: TestService['mails'][number]) => {
      service.mails.push(mail);
      return 'sent' as const;
    };
    const tell = tellOfChanges({ store: store(), mailer, logError: (error) => service.errors.push(error) });
    store().settleAccounts = () => settleAccountMoves(store(), service.now, tell);
    const mails = async () => {
      await later.finish();
      return service.mails.splice(0);
    };
    return { service, mails };
  };
  const open = async (service: TestService, email = 'ada@example.org', path = page) =>
    (await service.browser().open(path)).signIn(email);
  const wait = (service: TestService, minutes: number) => {
    service.now = new Date(service.now.getTime() + minutes * 60_000);
  };
  type Browser = Awaited<ReturnType<typeof open>>;
  const ask = (browser: Browser, email: string) =>
    browser.submit({ do: 'send', email }, { action: '/email' });
  /** The path of the link in the newest email. */
  const linkIn = async (mails: Awaited<ReturnType<typeof start>>['mails']) => {
    const url = (await mails()).at(-1)?.links?.[0]?.url ?? '';
    return url.replace(baseUrl, '');
  };
  const confirm = (browser: Browser) => browser.submit({}, { action: 'confirm-email' });

  test('it is used after its link was opened and pressed, and the old address gets an email', async () => {
    const { service, mails } = await start();
    const [browser, other] = [await open(service), await open(service)];
    await ask(browser, ' New.Ada@example.org ');
    expect(browser.page).toContain('New.Ada@example.org');
    const [mail] = await mails();
    expect([mail?.to, mail?.isDecoy]).toEqual(['New.Ada@example.org', undefined]);
    expect(await addressOf(1)).toBe(ada);
    const link = mail?.links?.[0]?.url.replace(baseUrl, '') ?? '';

    // A virus scanner opens links too. It is not signed in.
    await service.browser().open(link);
    await browser.open(link);
    expect([browser.path, browser.page]).toEqual([
      '/auth/organisation/100/confirm-email',
      expect.stringContaining(text.confirmButton),
    ]);
    expect(await addressOf(1)).toBe(ada);
    await confirm(browser);
    expect(browser.page).toContain(text.doneTitle);
    expect(await addressOf(1)).toBe('New.Ada@example.org');
    expect((await mails()).map(({ to, subject }) => `${to}: ${subject}`)).toEqual([
      `${ada}: Guild of Bakers: the email address of your record was changed`,
    ]);
    // Everybody is signed out, and the password works with the new address.
    expect((await other.open(page)).path).toContain('/sign-in');
    expect((await open(service, 'new.ada@example.org')).page).toContain('New.Ada@example.org');
    expect((await open(service, 'ada@example.org')).response.status).toBe(422);
    const rows = await readJournal(store().members, 100, { after: 0, limit: 1000, isNewest: true });
    const last = rows.findLast(({ kind }) => kind === 'person');
    expect([last?.actor, last?.changes]).toEqual([
      { kind: 'person', id: '1' },
      { Email: [ada, 'New.Ada@example.org'] },
    ]);
    expect(service.errors).toEqual([]);
  });

  test('its link works once, and only the newest one', async () => {
    const { service, mails } = await start();
    const browser = await open(service);
    await ask(browser, 'first@example.org');
    const first = await linkIn(mails);
    await ask(browser, 'second@example.org');
    const second = await linkIn(mails);
    expect((await browser.open(first)).response.status).toBe(400);
    await confirm(await browser.open(second));
    expect(await addressOf(1)).toBe('second@example.org');
    await setAddress(1, ada);
    const again = await open(service);
    expect((await again.open(second)).page).toContain(text.badTitle);
    expect(await addressOf(1)).toBe(ada);
  });

  test('two requests with the same link change the address once', async () => {
    const { service, mails } = await start();
    await ask(await open(service), 'race@example.org');
    const token = new URL(await linkIn(mails), baseUrl).searchParams.get('token') ?? '';
    const given = { organisationId: 100, personId: 1, token, signedInAt: service.now };
    const services = { store: store(), areaCentre: noAreaCentre, clock: () => service.now };
    const done = await Promise.all([1, 2, 3].map(() => confirmEmailChange(services, given)));
    expect(done.filter((email) => email !== null)).toEqual(['race@example.org']);
  });

  test('its link works only for the person who asked, within a day, and after a recent sign-in', async () => {
    const { service, mails } = await start();
    await ask(await open(service), 'mine@example.org');
    const link = await linkIn(mails);
    const other = await open(service, 'dan@example.org');
    expect((await other.open(link)).page).toContain(text.badTitle);
    expect(await addressOf(4)).toBe('dan@example.org');

    // Another device, which is not signed in: the link waits for the sign-in.
    const phone = await service.browser().open(link);
    expect(phone.path).toContain('/sign-in');
    expect(phone.path).not.toContain('token');
    await phone.signIn();
    expect(phone.page).toContain('mine@example.org');
    wait(service, 11);
    await confirm(phone);
    expect(phone.path).toContain('/sign-in');
    expect(await addressOf(1)).toBe(ada);
    await phone.signIn();
    await confirm(phone);
    expect(await addressOf(1)).toBe('mine@example.org');

    await setAddress(1, ada);
    await ask(await open(service), 'late@example.org');
    const late = await linkIn(mails);
    wait(service, 24 * 60 + 1);
    expect((await open(service, undefined, late)).page).toContain(text.badTitle);
  });

  test('its link ends when the association gives the person another address', async () => {
    const { service, mails } = await start();
    await ask(await open(service), 'mine@example.org');
    const link = await linkIn(mails);
    await setAddress(1, 'by-the-office@example.org');
    const browser = await open(service, 'by-the-office@example.org', link);
    expect(browser.page).toContain(text.badTitle);
    expect(await addressOf(1)).toBe('by-the-office@example.org');
  });

  test('an address that somebody else has is refused, and the page does not say so', async () => {
    const { service, mails } = await start();
    const withoutAddress = (browser: Browser) =>
      browser.page.replaceAll(/[\w.]+@example\.org|[\w-]{36,}/g, '…');
    const taken = await ask(await open(service), 'dan@example.org');
    const toDan = (await mails()).filter(({ to }) => to === 'dan@example.org');
    expect(toDan.map(({ subject, links }) => [subject, links])).toEqual([
      ['Guild of Bakers: your email address was entered by somebody', undefined],
    ]);
    expect(JSON.stringify(toDan)).not.toContain('Ada');
    const seen = [withoutAddress(taken), taken.response.status];
    const free = await ask(await open(service), 'free@example.org');
    expect([withoutAddress(free), free.response.status]).toEqual(seen);

    // Somebody else gets the address after the link was sent.
    const link = await linkIn(mails);
    await setAddress(4, 'Free@example.org');
    const browser = await open(service, undefined, link);
    expect(browser.page).toContain(text.confirmButton);
    await confirm(browser);
    expect(browser.page).toContain(text.badTitle);
    expect(await addressOf(1)).toBe(ada);
  });

  test('asking needs a recent sign-in and a form of our own, and is limited', async () => {
    const { service, mails } = await start();
    const browser = await open(service);
    const forged = { action: '/email', headers: { Origin: 'https://evil.example' } };
    expect((await browser.submit({ do: 'send', email: 'x@example.org' }, forged)).response.status).toBe(403);
    for (let times = 0; times < 5; times += 1) await ask(await browser.open(page), `a${times}@example.org`);
    await ask(browser, 'more@example.org');
    expect([browser.response.status, (await mails()).length]).toEqual([429, 5]);
    await browser.open(page);
    wait(service, 11);
    await ask(browser, 'late@example.org');
    expect([browser.path, await mails()]).toEqual([expect.stringContaining('/sign-in'), []]);
  });

  test('what is no new address is refused with the reason, and stays in the field', async () => {
    const { service, mails } = await start();
    const browser = await open(service);
    const wrong = [
      ['', text.missing],
      ['not an address', `${text.field} must be one email address`],
      ['a@example.org, b@example.org', `${text.field} must be one email address`],
      ['a@example', `${text.field} ${malformedEmail}`],
      [`${'a'.repeat(250)}@example.org`, `${text.field} must be at most 254 characters long`],
      ['\u0430da@example.org', text.lookAlikes],
      [' ADA@example.org', text.same],
    ] as const;
    for (const [typed, reason] of wrong) {
      await ask(browser, typed);
      expect([typed, browser.response.status, browser.page.includes(reason)]).toEqual([typed, 422, true]);
      if (typed !== '') expect(browser.page).toContain(`value="${typed}"`);
    }
    expect(await mails()).toEqual([]);
  });

  test('without a mail server, no page says that an email was sent', async () => {
    await start();
    const mailSettings = { server: null, from: 'guild@example.org' };
    const browser = await open(
      startService(store(), {}, new LaterWork({ delayMs: () => 0 }), { mailSettings }),
    );
    expect(browser.page).toContain('This site cannot send email yet');
    await ask(browser, 'new@example.org');
    expect(browser.page).toContain('no email was sent');
    expect(browser.page).not.toContain('We sent');
  });

  test('a person with a role must have signed in recently, for every kind of caller', async () => {
    const { service, mails } = await start();
    await write((writer) => writer.roles.put({ id: 1, role: 'owner', chapterIds: [] }));
    await ask(await open(service), 'owner@example.org');
    const token = new URL(await linkIn(mails), baseUrl).searchParams.get('token') ?? '';
    const old = {
      organisationId: 100,
      personId: 1,
      token,
      signedInAt: new Date(service.now.getTime() - 601_000),
    };
    const services = { store: store(), areaCentre: noAreaCentre, clock: () => service.now };
    await expect(confirmEmailChange(services, old)).rejects.toThrow(RefusedWrite);
    expect(await addressOf(1)).toBe(ada);
    await write((writer) => writer.roles.put({ id: 1, role: null, chapterIds: [] }));
  });

  test('the request can be taken back', async () => {
    const { service, mails } = await start();
    const browser = await open(service);
    await ask(browser, 'new@example.org');
    const link = await linkIn(mails);
    await browser.submit({ do: 'drop' }, { action: '/email' });
    expect(browser.page).toContain(text.dropped);
    expect((await browser.open(link)).page).toContain(text.badTitle);
  });
});
