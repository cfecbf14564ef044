import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { networkOf } from '@/lib/server/client-address';
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

export interface MessageRoutesSettings {
  directory: Pick<Directory, 'find'>;
  /** Public address without a trailing slash. */
  baseUrl: string;
  /** The association. */
  site: () => { organisationId: number; name: string };
  /** Hands a mail over if the member takes messages; rejects when it cannot. */
  send: (mail: MessageMail) => Promise<void>;
  trustProxy: number;
  /** Milliseconds of a clock that never goes back. */
  now: () => number;
  logError: (error: unknown) => void;
}

/** What a visitor is led to: the last segment of the page's address after theirs. */
export type MessageOutcome = 'sent' | 'empty' | 'email' | 'later' | 'failed';

// Who looks for help writes to a few members; one mailbox is not to be flooded from many networks; and small mail
// accounts send some hundreds a day, of which codes for signing in need theirs.
const perNetwork = { burst: 5, perSecond: 5 / 3_600 };
const perMember = { burst: 10, perSecond: 10 / 86_400 };
const ofAll = { burst: 200, perSecond: 200 / 86_400 };

/**
 * `POST message`: hands what a visitor wrote to the service for a member, and leads to the page that says so. Forms of
 * other sites are refused. The answer is the same for a member who takes messages, one who does not and one who never
 * was: what it leads to is made from the form alone.
 */
export function messageRoutes(settings: MessageRoutesSettings): Hono {
  const { now } = settings;
  const networks = new TokenBuckets(perNetwork, { maxKeys: 20_000, now });
  const members = new TokenBuckets(perMember, { maxKeys: 20_000, now });
  const all = new TokenBuckets(ofAll, { maxKeys: 1, now });
  const isTooMuch = (network: string, slug: string) =>
    networks.take(network) > 0 || members.take(idOf(slug)) > 0 || all.take('') > 0;
  const routes = new Hono();
  routes.post('/message', bodyLimit({ maxSize: messageLimits.bodyBytes }), async (context) => {
    if (context.req.header('sec-fetch-site') === 'cross-site') return context.text('Forbidden\n', 403);
    const message = parseMessage(await context.req.parseBody());
    if (message === 'unreadable') return context.text('The form is not ours, or a text is too long.\n', 400);
    const lead = (outcome: MessageOutcome) =>
      context.redirect(`${memberPath(message.slug)}/message/${outcome}`, 303);
    if ('problem' in message) return lead(message.problem);
    if (isTooMuch(networkOf(context, settings.trustProxy), message.slug)) return lead('later');
    try {
      await sendMessage(settings, message);
      return lead('sent');
    } catch (error) {
      settings.logError(error);
      return lead('failed');
    }
  });
  return routes;
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
