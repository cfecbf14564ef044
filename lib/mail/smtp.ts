import { createTransport, type SendMailOptions } from 'nodemailer';
import SMTPTransport from 'nodemailer/lib/smtp-transport';

/**
 * In milliseconds. A mail server that does not respond for this long counts as unreachable. By default, nodemailer
 * waits ten minutes.
 */
const timeouts = { connectionTimeout: 30_000, greetingTimeout: 30_000, socketTimeout: 60_000 };

/**
 * Each email has its own connection. If the connection breaks after the whole message was sent and before the server
 * responded, nobody knows whether the server accepted the message. The error then has the code `EUNCERTAIN`.
 */
export async function sendBySmtp(url: string, message: SendMailOptions): Promise<void> {
  let isWhole = false;
  // nodemailer reports the end of the message only to its logger.
  const note = (entry: unknown) => {
    if (Object(entry).tnx === 'message') isWhole = true;
  };
  const logger = {
    level: () => undefined,
    trace() {},
    debug() {},
    info: note,
    warn() {},
    error() {},
    fatal() {},
  };
  try {
    await createTransport(new SMTPTransport({ ...timeouts, url, logger })).sendMail(message);
  } catch (error) {
    const isAnswered = error instanceof Error && 'responseCode' in error;
    if (!isWhole || isAnswered) throw error;
    throw Object.assign(new Error('the mail server did not respond', { cause: error }), {
      code: 'EUNCERTAIN',
    });
  }
}
