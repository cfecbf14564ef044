import type { Hono } from 'hono';
import { TokenBuckets } from '@/lib/server/token-buckets';
import type { Directory } from './directory';
import { memberPath } from './member-address';
import {
  messageLimits,
  messageMail,
  parseMessage,
  type MemberMessage,
  type MessageMail,
} from './member-message';
import { visitorFormRoute, type VisitorFormSettings } from './visitor-form';

export interface MessageRoutesSettings extends VisitorFormSettings {
  directory: Pick<Directory, 'find'>;
  /** Public address without a trailing slash. */
  baseUrl: string;
  /** The association. */
  site: () => { organisationId: number; name: string };
  /** Hands a mail over if the member takes messages; rejects when it cannot. */
  send: (mail: MessageMail) => Promise<void>;
}

// One mailbox is not to be flooded from many networks; and small mail accounts send some hundreds a day, of which codes
// for signing in need theirs.
const perMember = { burst: 10, perSecond: 10 / 86_400 };
const ofAll = { burst: 200, perSecond: 200 / 86_400 };

/**
 * `POST message`: hands what a visitor wrote to the service for a member. The answer is the same for a member who takes
 * messages, one who does not and one who never was: what it leads to is made from the form alone.
 */
export function messageRoutes(settings: MessageRoutesSettings): Hono {
  const { now } = settings;
  const members = new TokenBuckets(perMember, { maxKeys: 20_000, now });
  const all = new TokenBuckets(ofAll, { maxKeys: 1, now });
  const form = {
    name: 'message' as const,
    bodyBytes: messageLimits.bodyBytes,
    read: parseMessage,
    refusal: 'The form is not ours, or a text is too long.',
    isTooMuch: ({ slug }: MemberMessage) => members.take(idOf(slug)) > 0 || all.take('') > 0,
    send: (message: MemberMessage) => sendMessage(settings, message),
  };
  return visitorFormRoute(form, settings);
}

async function sendMessage(
  { directory, baseUrl, site, send }: MessageRoutesSettings,
  message: MemberMessage,
): Promise<void> {
  const entry = directory.find(idOf(message.slug));
  if (entry === null || entry === 'gone' || !entry.takesMessages) return;
  const { organisationId, name } = site();
  const mail = messageMail(message, {
    entry,
    url: `${baseUrl}${memberPath(entry.slug)}`,
    organisation: name,
    preferencesUrl: `${baseUrl}/auth/organisation/${organisationId}/preferences`,
  });
  await send(mail);
}

function idOf(slug: string): string {
  return slug.split('-', 1)[0] ?? '';
}
