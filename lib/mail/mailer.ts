import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { MailLink } from '@/lib/base/mail-link';
import type { MailKind } from '@/lib/contract/office-mails';
import { mailHtml } from './mail-html';
import type { MailIdentity } from './read-identity';
import { sendBySmtp } from './smtp';

/** Facts about an email for its record. The record also contains the recipient's address and the result. */
export interface MailSubject {
  kind: MailKind;
  organisationId: number;
  /** null: several people share the address, or the address is the association's. */
  personId: number | null;
  membershipId?: number;
}

export interface Mail {
  about: MailSubject;
  /** Exactly one address. */
  to: string;
  subject: string;
  /** The whole email as text. Its HTML has the same content. */
  text: string;
  /** Our own addresses in the text. Only these become links. */
  links?: readonly MailLink[];
  /** The address for replies. If absent, replies go to the sender. */
  replyTo?: string;
  /** The ID of the record of this email. `recordMails` sets it. */
  id?: string;
  /** A decoy is created like any other email but sent to nobody. It takes as much work as an email to a member. */
  isDecoy?: boolean;
}

/** The recipient of a decoy: a name that no host ever has (RFC 2606). */
export const decoyAddress = 'nobody@mail.invalid';

/** `waiting`: no mail server is set, so the email is kept until there is one (`deliver-waiting.ts`). */
export type MailResult = 'sent' | 'waiting';

/** Rejects if the email cannot be sent. */
export type Mailer = (mail: Mail) => Promise<MailResult>;

/**
 * Sends through the SMTP server. Without an SMTP server, writes each email to `dataDir`/outbox as an .eml file that
 * only its owner can read. The names of the files sort by time.
 */
export function createMailer({
  smtpUrl,
  from,
  dataDir,
  identityOf,
}: {
  smtpUrl: string | null;
  from: string;
  dataDir: string;
  /** null: there is no such organisation, so the email is plain text. */
  identityOf: (organisationId: number) => Promise<MailIdentity | null>;
}): Mailer {
  const toMessage = async (mail: Mail) => ({
    ...toPlainMessage(mail, from),
    ...toHtmlPart(mail, await identityOf(mail.about.organisationId)),
  });
  if (smtpUrl !== null) {
    return async (mail) => {
      const message = await toMessage(mail);
      if (mail.isDecoy) await compose(message);
      else await sendBySmtp(smtpUrl, message);
      return 'sent';
    };
  }
  let count = 0;
  return async (mail) => {
    const message = await compose(await toMessage(mail));
    if (mail.isDecoy) return 'waiting';
    const outbox = join(dataDir, 'outbox');
    await mkdir(outbox, { recursive: true, mode: 0o700 });
    count += 1;
    const time = new Date().toISOString().replaceAll(':', '-');
    const name = `${time}-${String(count).padStart(6, '0')}-${mail.id ?? process.pid}.eml`;
    // The file is renamed when it is complete, so that a program that watches the folder never reads half an email.
    await writeFile(join(outbox, `.${name}`), message, { mode: 0o600 });
    await rename(join(outbox, `.${name}`), join(outbox, name));
    return 'waiting';
  };
}

const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

export async function compose(mail: SendMailOptions): Promise<Buffer> {
  const { message } = await composer.sendMail(mail);
  if (!Buffer.isBuffer(message)) throw new Error('nodemailer returned no buffer');
  return message;
}

/**
 * Addresses are passed as objects. nodemailer would read a string as a list of addresses. nodemailer would also read a
 * line break in the string as the end of the header.
 */
function toPlainMessage({ to, subject, text, replyTo }: Mail, from: string): SendMailOptions {
  const answers = replyTo === undefined ? {} : { replyTo: oneAddress(replyTo) };
  return { from, to: oneAddress(to), subject, text, ...answers };
}

/** The text is the first part, and the HTML with its logo the second (RFC 2046 §5.1.4, RFC 2387). */
function toHtmlPart({ subject, text, links = [] }: Mail, identity: MailIdentity | null): SendMailOptions {
  if (identity === null) return {};
  const { look, logo } = identity;
  if (logo === null) return { html: mailHtml({ subject, text, links }, { look, logo: null }) };
  const cid = `${logo.name}@logo.invalid`;
  return {
    html: mailHtml({ subject, text, links }, { look, logo: `cid:${cid}` }),
    attachments: [
      {
        cid,
        filename: logo.name,
        content: logo.content,
        contentType: logo.type,
        contentDisposition: 'inline',
      },
    ],
  };
}

/** @throws Error with code EENVELOPE if a text is not one plain address */
function oneAddress(text: string): { name: string; address: string } {
  const address = text.trim();
  // One "@", and no character that separates or quotes addresses (RFC 5322 §3.4) or ends a header.
  if (/^[^\s@,;:<>()[\]"\\\p{C}]+@[^\s@,;:<>()[\]"\\\p{C}]+$/u.test(address)) return { name: '', address };
  throw Object.assign(new Error('an email address is not one plain address'), { code: 'EENVELOPE' });
}

/**
 * The error to log when an email could not be sent. It has nodemailer's error code, such as "(EENVELOPE)". The
 * cause is left out, because a mail server's refusal repeats the address.
 */
export function undelivered(what: string, error: unknown): Error {
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
  return new Error(`${what} could not be sent${code}`);
}
