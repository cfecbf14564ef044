import { undelivered, type Mail } from '../mail';
import type { OAuthOptions } from '../oauth/options';

/**
 * Sends an email after the response, at a random time, so that neither this response nor later ones reveal whether a
 * recipient exists. A decoy is handled in the same way.
 */
export function sendLater({ mailer, mailDelayMs, logError }: OAuthOptions, mail: Mail): void {
  const send = () =>
    mailer(mail).catch((error: unknown) => logError(undelivered('A mail of the sign-in', error)));
  setTimeout(() => void send(), mailDelayMs());
}
