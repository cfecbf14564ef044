import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The names of the emails in the outbox. A file that is still being written has a name that starts with a dot. */
export function mailNames(outbox: string): string[] {
  try {
    return readdirSync(outbox).filter((name) => !name.startsWith('.'));
  } catch {
    // No email has been sent yet.
    return [];
  }
}

/** The plain text of an email, without its headers and its HTML. */
export function plainTextOf(mail: string): string {
  const [, part = ''] = mail.split(/\r\n--[^\r\n]+\r\n/);
  return part.slice(part.indexOf('\r\n\r\n'));
}

/** The texts of the emails that the shared demonstration has sent. */
export function sentMails(): string[] {
  const outbox = join(process.env.E2E_DATA_DIR ?? '', 'outbox');
  return mailNames(outbox).map((name) => readFileSync(join(outbox, name), 'utf8'));
}
