import type { ReactNode } from 'react';
import { memberPath } from '@/lib/directory/member-address';
import { messageText } from '@/lib/messages/site';
import { buttonStyle, fieldStyle } from '../ui/button';
import { Notice } from '../ui/notice';
import { lookUp } from '@/lib/base/look-up';

interface VisitorFormProps {
  slug: string;
  title: string;
  lead: string;
  problem: string | null;
  action: '/directory/message' | '/directory/report';
  /** Identifies the profile to the server: the slug for a message, the entry's ID for a report. */
  entry: string;
  text: { back: string; send: string };
  children: ReactNode;
}

/** A plain form. The server sends its content as an email. */
export function VisitorForm({ slug, title, lead, problem, action, entry, text, children }: VisitorFormProps) {
  return (
    <div className="mx-auto max-w-xl">
      <p className="mb-5">
        <a href={memberPath(slug)} className="inline-flex min-h-9 items-center text-accent">
          <span aria-hidden="true">←&nbsp;</span>
          {text.back}
        </a>
      </p>
      <h1 className="text-3xl font-bold tracking-tight wrap-break-word">{title}</h1>
      <p className="mt-2 text-ink-soft">{lead}</p>
      {problem !== null && (
        <div className="mt-4">
          <Notice role="alert">{problem}</Notice>
        </div>
      )}
      <form method="post" action={action} className="mt-6 grid gap-5">
        <input type="hidden" name="entry" value={entry} />
        {children}
        <p>
          <button className={buttonStyle('main')}>{text.send}</button>
        </p>
      </form>
    </div>
  );
}

export function WordsField({
  label,
  ...field
}: {
  label: string;
  name: string;
  rows: number;
  maxLength: number;
}) {
  return (
    <label>
      <span className="mb-1 block font-medium">{label}</span>
      <textarea required {...field} className={`${fieldStyle} py-2`} />
    </label>
  );
}

export function EmailField({
  label,
  hint,
  ...field
}: {
  label: string;
  hint: string;
  required?: boolean;
  maxLength: number;
}) {
  return (
    <div>
      <label htmlFor="visitor-email" className="mb-1 block font-medium">
        {label}
      </label>
      <input
        id="visitor-email"
        name="email"
        type="email"
        // Browsers accept the address "rex@reader". The server refuses such an address, and then cannot return what the
        // visitor typed.
        pattern="[^@]+@[^@]+\.[^@.]+"
        title={messageText.emailForm}
        autoComplete="email"
        aria-describedby="visitor-email-hint"
        {...field}
        className={fieldStyle}
      />
      <p id="visitor-email-hint" className="mt-1 text-sm text-ink-soft">
        {hint}
      </p>
    </div>
  );
}

/** Returns null if the outcome is not one of these problems. */
export function problemText(
  text: Record<'empty' | 'emailWrong' | 'later' | 'failed', string>,
  outcome: string,
): string | null {
  const problems = {
    empty: text.empty,
    email: text.emailWrong,
    later: text.later,
    failed: text.failed,
  };
  return lookUp(problems, outcome) ?? null;
}
