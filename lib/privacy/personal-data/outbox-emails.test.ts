import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { findOutboxEmails } from './outbox-emails';

it('no subject has a code or a link, with which whoever reads the export could sign in', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'chapterhouse-outbox-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  mkdirSync(join(dataDir, 'outbox'));
  const subjects = [
    '123456 is your sign-in code',
    'Open https://members.example/auth?token=abc now',
    'Renew 2027',
  ];
  for (const [index, subject] of subjects.entries()) {
    const date = `Date: Mon, 0${index + 1} Jun 2026 10:00:00 +0000`;
    writeFileSync(
      join(dataDir, 'outbox', `${index}.eml`),
      `To: ann@example.org\r\nSubject: ${subject}\r\n${date}\r\n\r\nText`,
    );
  }
  const found = await findOutboxEmails(dataDir, 'ann@example.org');
  expect(found.map(({ Subject }) => Subject)).toEqual(['… is your sign-in code', 'Open … now', 'Renew 2027']);
});
