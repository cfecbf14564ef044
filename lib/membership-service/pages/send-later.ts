import { undelivered, type Mail } from '../mail';
import type { OAuthOptions } from '../oauth/options';

/** Sends a mail after the answer, which would otherwise tell by its time whether there is somebody to write to. */
export function sendLater({ mailer, logError }: OAuthOptions, mail: Mail | null): void {
  if (mail === null) return;
  setImmediate(() => {
    mailer(mail).catch((error: unknown) => logError(undelivered('A mail of the sign-in', error)));
  });
}
