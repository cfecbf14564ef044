import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createMailer, undelivered } from '@/lib/mail/mailer';

it('the log of a refused email has its code but not the address that the mail server repeats', () => {
  const refused = Object.assign(new Error("550 <ann@example.org>: no such user, '250 ann@example.org'"), {
    code: 'EENVELOPE',
  });
  const logged = undelivered('An email of the sign-in', refused);
  expect(logged.message).toBe('An email of the sign-in could not be handed over (EENVELOPE)');
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
const send = (change: object) =>
  createMailer({ smtpUrl: null, from: 'Guild <guild@example.org>', dataDir })({
    to: 'ann@example.org',
    subject: 'S',
    text: 'T',
    ...change,
  });

it('an email goes to its one address', async () => {
  await send({ to: " ann.o'neil+x@müller.example ", replyTo: 'ben@example.org' });
  const [file = ''] = readdirSync(outbox());
  const mail = readFileSync(join(outbox(), file), 'utf8');
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
  expect(logged).toBe('An email could not be handed over (EENVELOPE)');
  await expect(send({ replyTo: to })).rejects.toThrow('not one plain address');
  expect(() => readdirSync(outbox())).toThrow('ENOENT');
});

it('a decoy is created but sent to nobody', async () => {
  await send({ isDecoy: true });
  expect(() => readdirSync(outbox())).toThrow('ENOENT');
});
