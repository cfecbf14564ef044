import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createMailer, undelivered, type Mail } from '@/lib/mail/mailer';
import { mailIdentity } from './mail-identity.fixture';
import { textsOf } from './read-message';

it('the log of a refused email has its code but not the address that the mail server repeats', () => {
  const refused = Object.assign(new Error("550 <ann@example.org>: no such user, '250 ann@example.org'"), {
    code: 'EENVELOPE',
  });
  const logged = undelivered('An email of the sign-in', refused);
  expect(logged.message).toBe('An email of the sign-in could not be sent (EENVELOPE)');
  expect(`${logged.stack ?? ''} ${JSON.stringify(logged)} ${String(logged.cause)}`).not.toContain(
    'ann@example.org',
  );
});

let dataDir = '';
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'chapterhouse-mail-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const outbox = () => join(dataDir, 'outbox');
const send = (change: Partial<Mail>) =>
  createMailer({ smtpUrl: null, from: 'Guild <guild@example.org>', dataDir, identityOf: mailIdentity })({
    to: 'ann@example.org',
    subject: 'S',
    text: 'T',
    about: { kind: 'message', organisationId: 1, personId: null },
    ...change,
  });
const sent = () => readFileSync(join(outbox(), readdirSync(outbox())[0] ?? ''), 'utf8');

it('an email goes to its one address', async () => {
  await send({ to: " ann.o'neil+x@müller.example ", replyTo: 'ben@example.org' });
  const mail = sent();
  expect(mail).toMatch(/^To: ann\.o'neil\+x@/m);
  expect(mail).toMatch(/^Reply-To: ben@example\.org\r$/m);
  expect(mail).toMatch(/^From: Guild <guild@example\.org>\r$/m);
});

it.each([
  'one@example.com, two@example.net',
  'one@example.com; two@example.net',
  'one@example.com two@example.net',
  'one@example.com\r\nBcc: two@example.net',
  'one@example.com\u2028two@example.net',
  'Ann <one@example.com>',
  'group: one@example.com;',
  '"one@example.com, two"@example.net',
  'one@two@example.net',
  'one',
  '',
])('%j is not exactly one address, and nothing is sent', async (to) => {
  const logged = await send({ to }).catch((error: unknown) => undelivered('An email', error).message);
  expect(logged).toBe('An email could not be sent (EENVELOPE)');
  await expect(send({ replyTo: to })).rejects.toThrow('not one plain address');
  expect(() => readdirSync(outbox())).toThrow('ENOENT');
});

it('a decoy is created but sent to nobody', async () => {
  await send({ isDecoy: true });
  expect(() => readdirSync(outbox())).toThrow('ENOENT');
});

it('an email has its whole text first, then the same as HTML with the logo inside it', async () => {
  const text = `Dear Zoë O'Neil,\n\n${'a long line of words '.repeat(9).trim()}\n`;
  await send({ text });
  const mail = sent();
  const types = [...mail.matchAll(/^Content-Type: ([\w/]+)/gm)].map(([, type]) => type);
  expect(types).toEqual([
    'multipart/alternative',
    'text/plain',
    'multipart/related',
    'text/html',
    'image/png',
  ]);
  const [plain = '', html = ''] = textsOf(mail);
  expect(plain.replaceAll('\r\n', '\n').trimEnd()).toBe(text.trimEnd());
  expect(html).toContain('Dear Zoë O&#39;Neil,');
  const [, cid] = /^Content-Id: <(.+)>\r$/im.exec(mail) ?? [];
  expect(html).toContain(`<img src="cid:${String(cid)}" alt="The Guild"`);
  expect(mail).toMatch(/^Content-Disposition: inline/m);
});
