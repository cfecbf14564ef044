import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { networkOf } from '@/lib/server/client-address';
import { TokenBuckets } from '@/lib/server/token-buckets';
import type { Directory } from './directory';
import { memberPath } from './member-address';
import { parseReport, reportLimits, reportMail, type ReportMail } from './mistake-report';

export interface ReportRoutesSettings {
  directory: Pick<Directory, 'find'>;
  /** Public address without a trailing slash. */
  baseUrl: string;
  /** The association's own address; it is shown to nobody. */
  to: string;
  /** Hands a mail over. Rejects when it cannot. */
  send: (mail: ReportMail) => Promise<void>;
  trustProxy: number;
  /** Milliseconds of a clock that never goes back. */
  now: () => number;
  logError: (error: unknown) => void;
}

/** What a visitor is led to: the last segment of the page's address after theirs. */
export type ReportOutcome = 'sent' | 'empty' | 'email' | 'later' | 'failed';

// Whoever goes through the directory correcting finds a few in an hour; a mailbox can be read at a hundred a day.
const perNetwork = { burst: 5, perSecond: 5 / 3_600 };
const ofAll = { burst: 100, perSecond: 100 / 86_400 };

/**
 * `POST report`: mails what a visitor wrote about an entry to the association and leads to the page that says so.
 * Without cookies there is nothing that another site could make a visitor's browser send in their name; forms of other
 * sites are refused all the same.
 */
export function reportRoutes(settings: ReportRoutesSettings): Hono {
  const { now } = settings;
  const networks = new TokenBuckets(perNetwork, { maxKeys: 20_000, now });
  const all = new TokenBuckets(ofAll, { maxKeys: 1, now });
  const routes = new Hono();
  routes.post('/report', bodyLimit({ maxSize: reportLimits.bodyBytes }), async (context) => {
    if (context.req.header('sec-fetch-site') === 'cross-site') return context.text('Forbidden\n', 403);
    const fields = await context.req.parseBody();
    const report = parseReport(fields);
    const entry = settings.directory.find(String(fields.entry ?? ''));
    if (report === 'unreadable' || entry === null || entry === 'gone')
      return context.text('There is no such entry, or the text is too long.\n', 400);
    const lead = (outcome: ReportOutcome) =>
      context.redirect(`${memberPath(entry.slug)}/report/${outcome}`, 303);
    if (typeof report === 'string') return lead(report);
    if (networks.take(networkOf(context, settings.trustProxy)) > 0 || all.take('') > 0) return lead('later');
    const url = `${settings.baseUrl}${memberPath(entry.slug)}`;
    try {
      await settings.send(reportMail(report, { entry, url, to: settings.to }));
      return lead('sent');
    } catch (error) {
      settings.logError(error);
      return lead('failed');
    }
  });
  return routes;
}
