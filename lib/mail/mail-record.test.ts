import { afterEach, beforeEach, expect, it } from 'vitest';
import { describeEachEngine } from '@/lib/membership-store/stores.fixture';
import { toMailFailure } from './failure';
import { mailIdentity } from './mail-identity.fixture';
import { MailSink } from './mail-sink.fixture';
import { countFailedMails, deleteOldMails, readMails, recordMails } from './mail-record';
import { createMailer, type Mail } from './mailer';

const now = new Date('2026-06-15T02:00:00Z');
const secret = '481 516';
let organisationId = 31_000;

describeEachEngine('the record of mails', (store) => {
  let sink = new MailSink();
  let url = '';
  beforeEach(async () => {
    organisationId += 1;
    sink = new MailSink();
    url = await sink.start();
    sink.replyTo = (recipient) =>
      recipient.startsWith('gone')
        ? 'refuse'
        : recipient.startsWith('full')
          ? 'defer'
          : recipient.startsWith('cut')
            ? 'silent'
            : 'accept';
  });
  afterEach(() => sink.stop());

  const read = (
    change: { isFailed?: boolean | null; before?: { at: number; id: string } | null; limit?: number } = {},
  ) =>
    readMails(store(), { organisationId, isFailed: null, since: null, before: null, limit: 50, ...change });
  const send = async (to: string, change: Partial<Mail> = {}, server = url) => {
    const letters = createMailer({
      smtpUrl: server,
      from: 'Guild <guild@example.org>',
      dataDir: '',
      identityOf: mailIdentity,
    });
    const mailer = recordMails(letters, { store: store(), clock: () => now, logError: () => undefined });
    const about = { kind: 'sign-in code' as const, organisationId, personId: 7 };
    const letter = {
      to,
      subject: `${secret} is your code`,
      text: `Your code is ${secret}`,
      ...change,
      about,
    };
    return mailer(letter).then(
      () => 'sent',
      () => 'failed',
    );
  };

  it('has each email with its result and none of its text', async () => {
    expect(await send('Ann@example.org')).toBe('sent');
    expect(await send('gone@example.org')).toBe('failed');
    expect(await send('full@example.org')).toBe('failed');
    expect(await send('cut@example.org')).toBe('failed');
    expect(await send('ben@example.org', {}, 'smtp://127.0.0.1:1')).toBe('failed');
    expect(await send('two@example.org, three@example.org')).toBe('failed');
    const mails = await read();
    expect(Object.fromEntries(mails.map(({ email, failure }) => [email, failure]))).toEqual({
      'ann@example.org': null,
      'gone@example.org': { problem: 'refused', smtpCode: 550 },
      'full@example.org': { problem: 'deferred', smtpCode: 451 },
      'cut@example.org': { problem: 'uncertain', smtpCode: null },
      'ben@example.org': { problem: 'unreachable', smtpCode: null },
      'two@example.org, three@example.org': { problem: 'refused', smtpCode: null },
    });
    const rows = await store().auth.selectFrom('sent_mail').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(await read({ isFailed: true })).toHaveLength(5);
    expect(await read({ isFailed: false })).toHaveLength(1);
    expect(await countFailedMails(store(), { organisationId, since: now })).toBe(5);
    const later = new Date(now.getTime() + 1);
    expect(await countFailedMails(store(), { organisationId, since: later })).toBe(0);
    expect(await countFailedMails(store(), { organisationId: 1, since: now })).toBe(0);
  });

  it('has no decoy emails', async () => {
    expect(await send('nobody@mail.invalid', { isDecoy: true })).toBe('sent');
    expect(await read()).toEqual([]);
  });

  it('is read in pages, and ends after the retention time', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) await send(`${name}@example.org`);
    const all = await read();
    const first = await read({ limit: 2 });
    const last = first.at(-1);
    if (last === undefined) throw new Error('there are five mails');
    const rest = await read({ before: { at: last.at.getTime(), id: last.id } });
    expect([...first, ...rest]).toEqual(all);
    await deleteOldMails(store(), { organisationId, before: now });
    expect(await read()).toHaveLength(5);
    await deleteOldMails(store(), { organisationId, before: new Date(now.getTime() + 1) });
    expect(await read()).toEqual([]);
  });
});

it('a refused sign-in to the mail server is not the recipient’s problem', () => {
  const refused = Object.assign(new Error('no'), { code: 'EAUTH', responseCode: 535 });
  expect(toMailFailure(refused)).toEqual({ problem: 'unreachable', smtpCode: 535 });
});
