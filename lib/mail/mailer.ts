import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { MailKind } from '@/lib/membership-api/office-mails';
import { sendBySmtp } from './smtp';

/** The facts in the record of an email, besides its address and result. */
export interface MailSubject {
  kind: MailKind;
  organisationId: number;
  /** The person. null: several people share the address, or it is the association's. */
  personId: number | null;
  membershipId?: number;
}

export interface Mail extends Letter {
  about: MailSubject;
}

/** The email as the mail server gets it. */
export interface Letter {
  /** Exactly one address. */
  to: string;
  subject: string;
  text: string;
  /** The recipient of replies, if not the sender. */
  replyTo?: string;
  /**
   * A decoy is created like any other email but sent to nobody, so that it takes as much work as an email to a member.
   */
  isDecoy?: boolean;
}

/** The recipient of a decoy: a name that no host ever has (RFC 2606). */
export const decoyAddress = 'nobody@mail.invalid';

/** Sends an email. Rejects if it cannot be handed over. */
export type Mailer = (mail: Mail) => Promise<void>;

/**
 * Sends through the SMTP server. Without one, writes each email to `dataDir`/outbox as an .eml file that only its owner
 * can read, named so that the files sort by time.
 */
export function createMailer({
  smtpUrl,
  from,
  dataDir,
}: {
  smtpUrl: string | null;
  from: string;
  dataDir: string;
}): (letter: Letter) => Promise<void> {
  if (smtpUrl !== null) {
    return async (mail) => {
      if (mail.isDecoy) await compose(mail, from);
      else await sendBySmtp(smtpUrl, toMessage(mail, from));
    };
  }
  let count = 0;
  return async (mail) => {
    const message = await compose(mail, from);
    if (mail.isDecoy) return;
    const outbox = join(dataDir, 'outbox');
    await mkdir(outbox, { recursive: true, mode: 0o700 });
    count += 1;
    const name = `${new Date().toISOString().replaceAll(':', '-')}-${process.pid}-${String(count).padStart(6, '0')}.eml`;
    // Renamed when complete, so that a program watching the folder never reads half an email.
    await writeFile(join(outbox, `.${name}`), message, { mode: 0o600 });
    await rename(join(outbox, `.${name}`), join(outbox, name));
  };
}

const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

async function compose(mail: Letter, from: string): Promise<Buffer> {
  const { message } = await composer.sendMail(toMessage(mail, from));
  if (!Buffer.isBuffer(message)) throw new Error('a buffer was asked for');
  return message;
}

/**
 * Addresses are passed as objects: nodemailer reads a string as a list, and a line break in it as the end of the
 * header.
 */
function toMessage({ to, subject, text, replyTo }: Letter, from: string) {
  const answers = replyTo === undefined ? {} : { replyTo: oneAddress(replyTo) };
  return { from, to: oneAddress(to), subject, text, ...answers };
}

/** @throws Error with code EENVELOPE if a text is not one plain address */
function oneAddress(text: string): { name: string; address: string } {
  const address = text.trim();
  // One "@", and no character that separates or quotes addresses (RFC 5322 §3.4) or ends a header.
  if (/^[^\s@,;:<>()[\]"\\\p{C}]+@[^\s@,;:<>()[\]"\\\p{C}]+$/u.test(address)) return { name: '', address };
  throw Object.assign(new Error('an email address is not one plain address'), { code: 'EENVELOPE' });
}

/**
 * The text that may be logged when an email could not be handed over: its kind and nodemailer's error code, such as
 * "(EENVELOPE)". The cause is left out, because a mail server's refusal repeats the address.
 */
export function undelivered(what: string, error: unknown): Error {
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
  return new Error(`${what} could not be handed over${code}`);
}
