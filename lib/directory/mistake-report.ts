import { z } from 'zod';
import { reportMailText, mailLinkText } from '@/lib/messages/mails';
import { say } from '@/lib/messages/say';
import type { MailLink } from '@/lib/base/mail-link';
import type { PublicEntry } from '@/lib/directory/model/entry';
import { publicEmail } from '@/lib/base/public-text';
import { visitorText } from './visitor-text';

export interface MistakeReport {
  entryId: string;
  mistake: string;
  /** null: the visitor gave no address. Nobody has checked that it is the visitor's. */
  email: string | null;
}

export interface ReportMail {
  to: string;
  subject: string;
  text: string;
  links: MailLink[];
  replyTo?: string;
}

/** `bodyBytes` is the maximum size of the request body. */
export const reportLimits = { mistakeLength: 2_000, emailLength: 254, bodyBytes: 32_000 };

export function parseReport(
  fields: Record<string, unknown>,
): MistakeReport | 'empty' | 'email' | 'unreadable' {
  const parsed = form.safeParse(fields);
  if (!parsed.success) return 'unreadable';
  const { entry, mistake, email } = parsed.data;
  if (mistake === '') return 'empty';
  if (email !== '' && publicEmail(email) === null) return 'email';
  return { entryId: entry, mistake, email: email === '' ? null : email };
}

const form = z.object({
  entry: z.string().regex(/^\w{1,64}$/),
  mistake: visitorText(reportLimits.mistakeLength),
  email: z.string().trim().max(reportLimits.emailLength).default(''),
});

/** @param context `url`: the profile's address */
export function reportMail(
  { mistake, email }: MistakeReport,
  { entry, url, to }: { entry: PublicEntry; url: string; to: string },
): ReportMail {
  const from = email === null ? reportMailText.noAddress : say(reportMailText.address, { email });
  return {
    to,
    subject: say(reportMailText.subject, { name: entry.name }),
    text: say(reportMailText.text, { name: entry.name, url, mistake, from }),
    links: [{ url, label: mailLinkText.profile }],
    ...(email === null ? {} : { replyTo: email }),
  };
}
