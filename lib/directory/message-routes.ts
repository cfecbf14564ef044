import type { Hono } from 'hono';
import { TokenBuckets } from '@/lib/server/token-buckets';
import type { Directory } from './directory';
import type { PublicEntry } from '@/lib/directory/model/entry';
import { memberPath } from './member-address';
import {
  messageLimits,
  messageMail,
  parseMessage,
  type MemberMessage,
  type MessageMail,
} from './member-message';
import { visitorFormRoute, type VisitorFormServices } from './profile-form-route';

export interface MessageServices extends VisitorFormServices {
  directory: Pick<Directory, 'find'>;
  site: () => { organisationId: number; name: string };
  /** Sends an email if the member takes messages. Rejects if that fails. */
  send: (mail: MessageMail) => Promise<void>;
}

// Senders in many networks together must not flood a mailbox. A small email account can send a few hundred emails a
// day, and sign-in codes need some of these.
const perMember = { burst: 10, perSeconds: 86_400 };
const ofAll = { burst: 200, perSeconds: 86_400 };

/**
 * `POST message` passes a visitor's message to the service. The response depends only on the form, so it does not show
 * whether the member exists and takes messages.
 */
export function messageRoutes(services: MessageServices): Hono {
  const { now } = services;
  const members = new TokenBuckets(perMember, { now });
  // This limit is for members who take no messages, and for IDs that belong to nobody. In `members`, many made-up IDs
  // would push the counts of real members out of memory.
  const others = new TokenBuckets(perMember, { now });
  const all = new TokenBuckets(ofAll, { now });
  const form = {
    name: 'message' as const,
    bodyBytes: messageLimits.bodyBytes,
    read: parseMessage,
    refusal: 'This form did not come from our page, or a text in it is too long.',
    isTooMuch: ({ slug }: MemberMessage) => {
      // A member who takes no messages has the same limit, so that the responses are the same. Messages to such a
      // member do not count toward the site's limit.
      const isSent = takesMessages(services.directory.find(idOf(slug)));
      if ((isSent ? members : others).take(idOf(slug)) > 0 || all.take('') > 0) return true;
      if (!isSent) all.charge('', -1);
      return false;
    },
    send: (message: MemberMessage) => sendMessage(services, message),
  };
  return visitorFormRoute(form, services);
}

async function sendMessage(
  { directory, baseUrl, site, send }: MessageServices,
  message: MemberMessage,
): Promise<void> {
  const entry = directory.find(idOf(message.slug));
  if (!takesMessages(entry)) return;
  const { name } = site();
  const mail = messageMail(message, {
    entry,
    url: `${baseUrl}${memberPath(entry.slug)}`,
    organisation: name,
    preferencesUrl: `${baseUrl}/account/privacy?edit=audiences`,
  });
  await send(mail);
}

function takesMessages(entry: ReturnType<Directory['find']>): entry is PublicEntry {
  return entry !== null && entry !== 'removed' && entry.takesMessages;
}

function idOf(slug: string): string {
  return slug.split('-', 1)[0] ?? '';
}
