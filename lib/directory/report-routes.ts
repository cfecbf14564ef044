import type { Hono } from 'hono';
import { TokenBuckets } from '@/lib/server/token-buckets';
import type { Directory } from './directory';
import type { PublicEntry } from '@/lib/directory/model/entry';
import { memberPath } from './member-address';
import { parseReport, reportLimits, reportMail, type MistakeReport, type ReportMail } from './mistake-report';
import { visitorFormRoute, type VisitorFormServices, type VisitorLetter } from './profile-form-route';

export interface ReportServices extends VisitorFormServices {
  directory: Pick<Directory, 'find'>;
  /** The association's email address, which is never shown. null: reports cannot be sent. */
  to: () => string | null;
  /** Rejects if the email cannot be sent. */
  send: (mail: ReportMail) => Promise<void>;
}

interface ReportLetter {
  report: MistakeReport;
  entry: PublicEntry;
}

// The limit for all networks together. A person can read a hundred emails a day.
const ofAll = { burst: 100, perSeconds: 86_400 };

export function reportRoutes({ directory, to, send, ...services }: ReportServices): Hono {
  const all = new TokenBuckets(ofAll, { now: services.now });
  const form = {
    name: 'report' as const,
    bodyBytes: reportLimits.bodyBytes,
    read: (fields: Record<string, unknown>) => readReport(directory, fields),
    refusal: 'This entry does not exist, or the text is too long.',
    isTooMuch: () => all.take('') > 0,
    send: async ({ report, entry }: ReportLetter) => {
      const address = to();
      if (address === null) throw new Error('Reports cannot be sent, because there is no contact address');
      await send(
        reportMail(report, { entry, url: `${services.baseUrl}${memberPath(entry.slug)}`, to: address }),
      );
    },
  };
  return visitorFormRoute(form, services);
}

function readReport(
  directory: Pick<Directory, 'find'>,
  fields: Record<string, unknown>,
): VisitorLetter<ReportLetter> | null {
  const report = parseReport(fields);
  const entry = directory.find(String(fields.entry ?? ''));
  if (report === 'unreadable' || entry === null || entry === 'removed') return null;
  const { slug } = entry;
  return typeof report === 'string' ? { slug, problem: report } : { slug, letter: { report, entry } };
}
