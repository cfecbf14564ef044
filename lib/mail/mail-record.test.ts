import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { deliverWaiting } from './deliver-waiting';
import { toMailFailure } from './failure';
import { mailIdentity } from './mail-identity.fixture';
import { MailSink } from './mail-sink.fixture';
import { countUnsentMails, deleteOldMails, readMails, recordMails } from './mail-record';
import { readMailState, toMailSettings } from './mail-state';
import { createMailer, type Mail } from './mailer';

let now = new Date('2026-06-15T02:00:00Z');
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
    change: {
      result?: 'failed' | 'sent' | 'waiting' | null;
      before?: { at: number; id: string } | null;
      limit?: number;
    } = {},
  ) => readMails(store(), { organisationId, result: null, since: null, before: null, limit: 50, ...change });
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
    expect(await read({ result: 'failed' })).toHaveLength(5);
    expect(await read({ result: 'sent' })).toHaveLength(1);
    expect(await countUnsentMails(store(), { organisationId, since: now })).toEqual({
      waiting: 0,
      failed: 5,
    });
    const later = new Date(now.getTime() + 1);
    expect(await countUnsentMails(store(), { organisationId, since: later })).toEqual({
      waiting: 0,
      failed: 0,
    });
    expect(await countUnsentMails(store(), { organisationId: 1, since: now })).toEqual({
      waiting: 0,
      failed: 0,
    });
  });

  it('says that an email waits until there is a mail server, and then sends it once', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'chapterhouse-waiting-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true }));
    const identityOf = mailIdentity;
    const keep = createMailer({ smtpUrl: null, from: 'noreply@localhost', dataDir, identityOf });
    const mailer = recordMails(keep, { store: store(), clock: () => now, logError: () => undefined });
    const about = { organisationId, personId: 7 };
    const letter = { subject: 'Welcome', text: 'Hello' };
    const code = { ...letter, to: 'late@example.org', about: { ...about, kind: 'sign-in code' as const } };
    const news = { ...letter, to: 'Ann@example.org', about: { ...about, kind: 'invitation' as const } };
    expect([await mailer(code), await mailer(news)]).toEqual(['waiting', 'waiting']);
    expect(await countUnsentMails(store(), { organisationId, since: now })).toEqual({
      waiting: 2,
      failed: 0,
    });
    expect(await read({ result: 'failed' })).toEqual([]);
    const clock = () => new Date(now.getTime() + 24 * 3600_000);
    const from = 'Guild <guild@example.org>';
    const deliver = (smtpUrl: string) => deliverWaiting({ store: store(), clock, dataDir, smtpUrl, from });
    await deliver('smtp://127.0.0.1:1');
    expect(await read({ result: 'waiting' })).toHaveLength(1);
    await Promise.all([deliver(url), deliver(url)]);
    await deliver(url);
    expect(sink.mails).toHaveLength(1);
    expect(sink.mails[0]).toContain('To: Ann@example.org');
    expect(sink.mails[0]).toContain('From: Guild <guild@example.org>');
    expect((await read({ result: 'failed' })).map(({ email, failure }) => [email, failure?.problem])).toEqual(
      [['late@example.org', 'expired']],
    );
    expect((await read({ result: 'sent' })).map(({ email }) => email)).toEqual(['ann@example.org']);
    expect(readdirSync(join(dataDir, 'outbox'))).toEqual([]);
  });

  it('shows whether the mail server works by the newest result', async () => {
    const settings = toMailSettings({
      smtpUrl: 'smtps://me:secret@mail.example.org',
      mailFrom: 'a@b.example',
    });
    expect(JSON.stringify(settings)).not.toMatch(/me|secret/);
    const state = () => readMailState(store(), { organisationId, settings });
    expect(await state()).toBe('works');
    await send('ben@example.org', {}, 'smtp://127.0.0.1:1');
    expect(await state()).toBe('failing');
    now = new Date(now.getTime() + 1);
    await send('gone@example.org');
    expect(await state()).toBe('works');
    expect(await readMailState(store(), { organisationId, settings: { ...settings, server: null } })).toBe(
      'off',
    );
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
