import type { Hono } from 'hono';
import { TokenBuckets } from '@/lib/server/token-buckets';
import type { Directory } from './directory';
import type { PublicEntry } from './entry';
import { memberPath } from './member-address';
import { parseReport, reportLimits, reportMail, type MistakeReport, type ReportMail } from './mistake-report';
import { visitorFormRoute, type VisitorFormSettings, type VisitorLetter } from './visitor-form';

export interface ReportRoutesSettings extends VisitorFormSettings {
  directory: Pick<Directory, 'find'>;
  /** Public address without a trailing slash. */
  baseUrl: string;
  /** The association's own address; it is shown to nobody. */
  to: string;
  /** Hands a mail over. Rejects when it cannot. */
  send: (mail: ReportMail) => Promise<void>;
}

interface ReportLetter {
  report: MistakeReport;
  entry: PublicEntry;
}

// A mailbox can be read at a hundred a day.
const ofAll = { burst: 100, perSecond: 100 / 86_400 };

/** `POST report`: mails what a visitor wrote about an entry to the association. */
export function reportRoutes({ directory, baseUrl, to, send, ...settings }: ReportRoutesSettings): Hono {
  const all = new TokenBuckets(ofAll, { maxKeys: 1, now: settings.now });
  const form = {
    name: 'report' as const,
    bodyBytes: reportLimits.bodyBytes,
    read: (fields: Record<string, unknown>) => readReport(directory, fields),
    refusal: 'There is no such entry, or the text is too long.',
    isTooMuch: () => all.take('') > 0,
    send: ({ report, entry }: ReportLetter) =>
      send(reportMail(report, { entry, url: `${baseUrl}${memberPath(entry.slug)}`, to })),
  };
  return visitorFormRoute(form, settings);
}

function readReport(
  directory: Pick<Directory, 'find'>,
  fields: Record<string, unknown>,
): VisitorLetter<ReportLetter> | null {
  const report = parseReport(fields);
  const entry = directory.find(String(fields.entry ?? ''));
  if (report === 'unreadable' || entry === null || entry === 'gone') return null;
  const { slug } = entry;
  return typeof report === 'string' ? { slug, problem: report } : { slug, letter: { report, entry } };
}
