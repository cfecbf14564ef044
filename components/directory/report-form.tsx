import { memberPath } from '@/lib/directory/member-address';
import type { PublicEntry } from '@/lib/directory/entry';
import { reportLimits } from '@/lib/directory/mistake-report';
import { reportText } from '@/lib/messages/report';
import { say } from '@/lib/messages/say';
import { buttonStyle, fieldStyle } from '../ui/button';
import { Notice } from '../ui/notice';

interface ReportFormProps {
  entry: PublicEntry;
  organisation: string;
  /** Why the last attempt was not sent. */
  problem: string | null;
}

/** Tells the association of a mistake in an entry: a plain form, sent by the server as a mail. */
export function ReportForm({ entry, organisation, problem }: ReportFormProps) {
  return (
    <div className="mx-auto max-w-xl">
      <p className="mb-5">
        <a href={memberPath(entry.slug)} className="inline-flex min-h-9 items-center text-accent">
          <span aria-hidden="true">←&nbsp;</span>
          {reportText.back}
        </a>
      </p>
      <h1 className="text-3xl font-bold tracking-tight wrap-break-word">
        {say(reportText.title, { name: entry.name })}
      </h1>
      <p className="mt-2 text-ink-soft">{say(reportText.lead, { organisation })}</p>
      {problem !== null && (
        <div className="mt-4">
          <Notice role="alert">{problem}</Notice>
        </div>
      )}
      <form method="post" action="/directory/report" className="mt-6 grid gap-5">
        <input type="hidden" name="entry" value={entry.id} />
        <label>
          <span className="mb-1 block font-medium">{reportText.mistake}</span>
          <textarea
            name="mistake"
            required
            rows={6}
            maxLength={reportLimits.mistakeLength}
            className={`${fieldStyle} py-2`}
          />
        </label>
        <div>
          <label htmlFor="report-email" className="mb-1 block font-medium">
            {reportText.email}
          </label>
          <input
            id="report-email"
            name="email"
            type="email"
            autoComplete="email"
            maxLength={reportLimits.emailLength}
            aria-describedby="report-email-hint"
            className={fieldStyle}
          />
          <p id="report-email-hint" className="mt-1 text-sm text-ink-soft">
            {say(reportText.emailHint, { organisation })}
          </p>
        </div>
        <p>
          <button className={buttonStyle('main')}>{reportText.send}</button>
        </p>
      </form>
    </div>
  );
}
