import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SentEmail } from './personal-data';

/**
 * The emails in the outbox, the oldest first. An installation without a mail server writes its emails there. The list
 * is empty if there is no outbox.
 */
export async function findOutboxEmails(dataDir: string, email: string): Promise<SentEmail[]> {
  const outbox = join(dataDir, 'outbox');
  const names = await readdir(outbox).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const found: SentEmail[] = [];
  for (const name of names.filter((one) => /^[^.].*\.eml$/.test(one)).sort()) {
    const headers = readHeaders(await readFile(join(outbox, name), 'utf8'));
    const to = (headers.get('to') ?? '').replace(/^<|>$/g, '');
    if (to.toLowerCase() !== email.trim().toLowerCase()) continue;
    const at = new Date(headers.get('date') ?? Number.NaN);
    if (Number.isNaN(at.getTime())) continue;
    found.push({ At: at.toISOString(), Subject: withoutSecrets(decodeWords(headers.get('subject') ?? '')) });
  }
  return found;
}

/** Whoever reads the export could sign in with a code or a link. Emails of earlier releases have codes in the subject. */
function withoutSecrets(subject: string): string {
  return subject.replace(/https?:\S+/gi, '…').replace(/\d{6,}/g, '…');
}

/** The keys are the names of the headers in lower case. Folded lines are joined (RFC 5322 §2.2.3). */
function readHeaders(message: string): Map<string, string> {
  const [head = ''] = message.split(/\r?\n\r?\n/, 1);
  const lines = head.replace(/\r?\n(?=[ \t])/g, '').split(/\r?\n/);
  return new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
}

/** Encoded words (RFC 2047) are always UTF-8 in our emails. */
function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_word, encoding: string, content: string) => {
      if (encoding.toUpperCase() === 'B') return Buffer.from(content, 'base64').toString('utf8');
      const bytes = content
        .replaceAll('_', ' ')
        .replace(/=([0-9A-F]{2})/gi, (_code, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
      return Buffer.from(bytes, 'latin1').toString('utf8');
    });
}
