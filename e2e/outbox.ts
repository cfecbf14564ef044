import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file that is still being written has a name that starts with a dot. */
export function mailNames(outbox: string): string[] {
  try {
    return readdirSync(outbox).filter((name) => !name.startsWith('.'));
  } catch {
    // The folder does not exist until the first email has been sent.
    return [];
  }
}

export function plainTextOf(mail: string): string {
  const [, part = ''] = mail.split(/\r\n--[^\r\n]+\r\n/);
  return part.slice(part.indexOf('\r\n\r\n'));
}

export function sentMails(): string[] {
  const outbox = join(process.env.E2E_DATA_DIR ?? '', 'outbox');
  return mailNames(outbox).map((name) => readFileSync(join(outbox, name), 'utf8'));
}
