/** Shared by the two forms on a profile: a message to the member, and a report about the entry to the association. */
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { formSender } from '@/lib/base/http/form-sender';
import { networkOf } from '@/lib/server/client-address';
import { TokenBuckets } from '@/lib/server/token-buckets';
import { memberPath } from './member-address';

export interface VisitorFormServices {
  /** Without a trailing slash. */
  baseUrl: string;
  trustProxy: number;
  now: () => number;
  logError: (error: unknown) => void;
}

/** The last segment of the outcome page's address. The segment before it is the form's `name`. */
export type VisitorOutcome = 'sent' | 'empty' | 'email' | 'later' | 'failed';

export type VisitorLetter<Letter> = { slug: string } & ({ letter: Letter } | { problem: 'empty' | 'email' });

export interface VisitorForm<Letter> {
  /**
   * Two addresses end with this name. One is the address to which the form is sent. The other is the address of the
   * page with the form, such as `/members/7-ann-lee/message`.
   */
  name: 'message' | 'report';
  bodyBytes: number;
  /** null: the form is not from our page. */
  read: (fields: Record<string, unknown>) => VisitorLetter<Letter> | null;
  refusal: string;
  /**
   * Counts the message or report against all limits of this form, except the limit of the visitor's network. Returns
   * whether a limit is exceeded.
   */
  isTooMuch: (letter: Letter) => boolean;
  send: (letter: Letter) => Promise<void>;
}

// A person writes only a few messages or reports in an hour.
const perNetwork = { burst: 5, perSeconds: 3_600 };

/**
 * Sends the text and redirects to the page that shows the outcome. The route uses no cookies, so another site cannot
 * abuse a visitor's browser. Forms of other sites are refused anyway.
 */
export function visitorFormRoute<Letter>(
  { name, bodyBytes, read, refusal, isTooMuch, send }: VisitorForm<Letter>,
  { baseUrl, trustProxy, now, logError }: VisitorFormServices,
): Hono {
  const networks = new TokenBuckets(perNetwork, { now });
  return new Hono().post(`/${name}`, bodyLimit({ maxSize: bodyBytes }), async (context) => {
    const { req } = context;
    const sender = { origin: req.header('origin') ?? null, site: req.header('sec-fetch-site') ?? null };
    if (formSender(sender, baseUrl) === 'other') return context.text('Forbidden\n', 403);
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
