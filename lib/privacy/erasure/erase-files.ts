/** The erasure of a person's files can be repeated. */
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { hasCode } from '@/lib/base/error-code';
import { textsOf, unquoted } from '@/lib/mail/read-message';
import { emailKey } from '@/lib/store/email-key';
import { writeWhole } from '@/lib/server/write-whole';
import { eraseUploads } from './erase-uploads';
import type { SearchTerms } from './erasure-request';

interface NamedInFiles extends Pick<SearchTerms, 'names'> {
  organisationId: number;
  personIds: readonly number[];
  /** Keys of the person's email addresses that nobody else has. */
  emailKeys: readonly string[];
}

/**
 * Erases the person's demonstration password, unsent emails that name the person, and uploads that may contain the
 * person.
 */
export async function eraseFiles(
  dataDir: string,
  { organisationId, personIds, names, emailKeys }: NamedInFiles,
): Promise<void> {
  // When a person requests erasure, the office gets an email about the request. This email contains `--organisation`
  // and `--person` with these IDs, so `byId` finds it. The name may not find it, because names of one word are not
  // searched for.
  const byId = personIds.map((id) => `--organisation ${organisationId} --person ${id} `);
  await eraseMails(join(dataDir, 'outbox'), [...emailKeys, ...names.map(comparable), ...byId]);
  await eraseCredentials(join(dataDir, 'demo-credentials.json'), emailKeys);
  await eraseUploads(dataDir, { emails: emailKeys, names });
}

/** Without an SMTP server, emails are files (`lib/mail/mailer.ts`). */
async function eraseMails(outbox: string, texts: readonly string[]): Promise<void> {
  for (const name of await namesIn(outbox)) {
    const mail = await readIfThere(join(outbox, name));
    if (mail === null) continue;
    const readable = comparable(readableMail(mail));
    if (texts.some((text) => readable.includes(text))) await rm(join(outbox, name), { force: true });
  }
}

const credentialsSchema = z.looseObject({ members: z.array(z.looseObject({ email: z.string() })) });

async function eraseCredentials(file: string, emailKeys: readonly string[]): Promise<void> {
  const text = await readIfThere(file);
  if (text === null) return;
  const credentials = credentialsSchema.parse(JSON.parse(text));
  const members = credentials.members.filter(({ email }) => !emailKeys.includes(emailKey(email)));
  if (members.length === credentials.members.length) return;
  writeWhole(file, `${JSON.stringify({ ...credentials, members }, null, 2)}\n`);
}

/**
 * Returns the headers and the text of an email. The headers are included twice: as they were sent, and with the
 * encodings of RFC 2047 decoded. The HTML is left out, because it has the same content and also the association's
 * address. That address can be a person's.
 */
function readableMail(mail: string): string {
  const [head = ''] = mail.split(/\r?\n\r?\n/, 1);
  const words = head.replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, encoding: string, text: string) =>
    encoding.toLowerCase() === 'b'
      ? Buffer.from(text, 'base64').toString()
      : unquoted(text.replaceAll('_', ' ')),
  );
  return [head, words, textsOf(mail)[0] ?? ''].join('\n');
}

function comparable(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ');
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}

/** null: another process has deleted or moved the file. */
async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}
