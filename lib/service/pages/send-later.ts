import { undelivered, type Mail } from '@/lib/mail/mailer';
import type { OAuthServices } from '@/lib/sign-in/oauth/oauth-services';

/**
 * Creates and sends an email after the response, at a random time, so that neither this response nor later ones reveal
 * whether a recipient exists. Without a recipient, the email is created but not sent.
 * @param make null: there is nothing to send
 */
export function sendLater(
  { later, mailer, logError }: Pick<OAuthServices, 'later' | 'mailer' | 'logError'>,
  make: () => Promise<Mail | null>,
): void {
  later.add(async () => {
    try {
      const mail = await make();
      if (mail === null) return;
      await mailer(mail).catch((error: unknown) => {
        throw undelivered('An email of the sign-in', error);
      });
    } catch (error) {
      logError(error);
    }
  });
}
