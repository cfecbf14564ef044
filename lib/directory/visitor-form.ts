/** What the two forms of a profile have in common, by which a visitor sends a mail: to its member, or about it. */
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { networkOf } from '@/lib/server/client-address';
import { TokenBuckets } from '@/lib/server/token-buckets';
import { memberPath } from './member-address';

export interface VisitorFormSettings {
  trustProxy: number;
  /** Milliseconds of a clock that never goes back. */
  now: () => number;
  logError: (error: unknown) => void;
}

/** What a visitor is led to: the last segment of the page's address after theirs. */
export type VisitorOutcome = 'sent' | 'empty' | 'email' | 'later' | 'failed';

/** A form as it came in: what it sends, or what its page says instead. */
export type VisitorLetter<Letter> = { slug: string } & ({ letter: Letter } | { problem: 'empty' | 'email' });

export interface VisitorForm<Letter> {
  /** The last segment of where it is sent, and of its page below a profile. */
  name: 'message' | 'report';
  /** The most that is taken of a body. */
  bodyBytes: number;
  /** `null`: this was not filled in on our page. */
  read: (fields: Record<string, unknown>) => VisitorLetter<Letter> | null;
  /** The answer to that. */
  refusal: string;
  /** Takes from the limits of this form besides those of a network. */
  isTooMuch: (letter: Letter) => boolean;
  send: (letter: Letter) => Promise<void>;
}

// Who corrects the directory, or looks for help, writes of a few members in an hour.
const perNetwork = { burst: 5, perSecond: 5 / 3_600 };

/**
 * `POST {name}`: sends what was written and leads to the page that says so. Without cookies there is nothing that
 * another site could make a visitor's browser send in their name; forms of other sites are refused all the same.
 */
export function visitorFormRoute<Letter>(
  { name, bodyBytes, read, refusal, isTooMuch, send }: VisitorForm<Letter>,
  { trustProxy, now, logError }: VisitorFormSettings,
): Hono {
  const networks = new TokenBuckets(perNetwork, { maxKeys: 20_000, now });
  return new Hono().post(`/${name}`, bodyLimit({ maxSize: bodyBytes }), async (context) => {
    if (context.req.header('sec-fetch-site') === 'cross-site') return context.text('Forbidden\n', 403);
    const form = read(await context.req.parseBody());
    if (form === null) return context.text(`${refusal}\n`, 400);
    const lead = (outcome: VisitorOutcome) =>
      context.redirect(`${memberPath(form.slug)}/${name}/${outcome}`, 303);
    if ('problem' in form) return lead(form.problem);
    if (networks.take(networkOf(context, trustProxy)) > 0 || isTooMuch(form.letter)) return lead('later');
    try {
      await send(form.letter);
      return lead('sent');
    } catch (error) {
      logError(error);
      return lead('failed');
    }
  });
}
