/** A visitor's word to the association that something in a public entry is wrong. */
import { z } from 'zod';
import type { PublicEntry } from './entry';
import { publicEmail } from './public-text';
import { visitorText } from './visitor-text';

export interface MistakeReport {
  /** The membership's ID. */
  entryId: string;
  mistake: string;
  /** Where to answer; null: the visitor gave none. Nobody has checked that it is theirs. */
  email: string | null;
}

export interface ReportMail {
  to: string;
  subject: string;
  text: string;
  replyTo?: string;
}

/** What the form lets through, and the most that is taken of a body in bytes. */
export const reportLimits = { mistakeLength: 2_000, emailLength: 254, bodyBytes: 32_000 };

/** The report of a submitted form, or what is wrong with it. */
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

/** The mail to the association. `url`: the profile's. */
export function reportMail(
  { mistake, email }: MistakeReport,
  { entry, url, to }: { entry: PublicEntry; url: string; to: string },
): ReportMail {
  const from =
    email === null
      ? 'No address was given to answer to.'
      : `The address given to answer to is ${email}. Nobody has checked whose it is.`;
  const text = [
    `A visitor of the directory writes about the entry of ${entry.name},`,
    url,
    '',
    mistake,
    '',
    from,
  ];
  return {
    to,
    subject: `A mistake in the directory: ${entry.name}`,
    text: `${text.join('\n')}\n`,
    ...(email === null ? {} : { replyTo: email }),
  };
}
