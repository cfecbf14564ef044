import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** Whom an answer goes to, instead of the sender. */
  replyTo?: string;
}

/** Sends mail. Rejects when it cannot be handed over. */
export type Mailer = (mail: Mail) => Promise<void>;

/**
 * Sends through the SMTP server, or without one writes each mail as an .eml file that only its owner can read
 * into `dataDir`/outbox, named so that they sort by time.
 */
export function createMailer({
  smtpUrl,
  from,
  dataDir,
}: {
  smtpUrl: string | null;
  from: string;
  dataDir: string;
}): Mailer {
  if (smtpUrl !== null) {
    const transport = createTransport(smtpUrl);
    return async (mail) => {
      await transport.sendMail({ ...mail, from });
    };
  }
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  let count = 0;
  return async (mail) => {
    const { message } = await transport.sendMail({ ...mail, from });
    if (!Buffer.isBuffer(message)) throw new Error('a buffer was asked for');
    const outbox = join(dataDir, 'outbox');
    mkdirSync(outbox, { recursive: true, mode: 0o700 });
    count += 1;
    const name = `${new Date().toISOString().replaceAll(':', '-')}-${process.pid}-${String(count).padStart(6, '0')}.eml`;
    // Renamed when whole: whoever watches the folder never reads half a mail.
    writeFileSync(join(outbox, `.${name}`), message, { mode: 0o600 });
    renameSync(join(outbox, `.${name}`), join(outbox, name));
  };
}

/**
 * What may be logged when a mail could not be handed over: what it was and nodemailer's code of why, such as
 * "(EENVELOPE)". Without the cause: a mail server's refusal repeats the address.
 */
export function undelivered(what: string, error: unknown): Error {
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
  return new Error(`${what} could not be handed over${code}`);
}
