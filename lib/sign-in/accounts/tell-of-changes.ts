import { undelivered, type Mail, type Mailer } from '@/lib/mail/mailer';
import { isDemonstration } from '@/lib/store/demonstration-flag';
import { emailKey } from '@/lib/store/email-key';
import type { Store } from '@/lib/store/database';
import { readOrganisation } from '@/lib/store/structure';
import { accountMailText as text } from '@/lib/messages/mails';
import { say } from '@/lib/messages/say';
import type { ToldChange } from './move-accounts';
import { findPeople } from './people';

interface TellServices {
  store: Store;
  mailer: Mailer;
  logError: (error: unknown) => void;
}

/**
 * Emails both addresses, because somebody else may have made the change. Neither email contains the other address: it
 * may belong to somebody else. The people of the demonstration are invented, so nobody is told.
 */
export function tellOfChanges({ store, mailer, logError }: TellServices) {
  return async ({ organisationId, kind, personId, emails }: ToldChange): Promise<void> => {
    try {
      if (await isDemonstration(store.members, organisationId)) return;
      const organisation = (await readOrganisation(store.members, organisationId))?.name ?? text.nameless;
      const [person] = await findPeople(store, { organisationId, ids: [personId] });
      const values = { organisation, name: person?.name ?? '' };
      const bodies =
        kind === 'address' ? [text.oldAddress, text.newAddress] : [text.mergedAway, text.mergedInto];
      const told = new Map<string, Mail>();
      for (const [index, to] of emails.entries()) {
        const body = bodies[index];
        if (emailKey(to) === '' || body === undefined) continue;
        // If both records have the same address, it gets one email.
        told.set(emailKey(to), {
          about: { kind: 'account change', organisationId, personId },
          to,
          subject: say(kind === 'address' ? text.addressSubject : text.mergeSubject, { organisation }),
          text: say(body, values),
        });
      }
      for (const mail of told.values())
        await mailer(mail).catch((error: unknown) =>
          logError(undelivered('An email about a changed account', error)),
        );
    } catch (error) {
      logError(error);
    }
  };
}
