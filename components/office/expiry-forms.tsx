import type { OfficeMember } from '@/lib/membership-api/office';
import { formatDay } from '@/lib/messages/format-day';
import { memberText } from '@/lib/messages/office-member';
import { say } from '@/lib/messages/say';
import { nextYear } from '@/lib/office/next-year';
import { buttonStyle, fieldStyle } from '../ui/button';

type Action = (form: FormData) => Promise<void>;

interface Props {
  member: OfficeMember;
  etag: string;
  /** ISO day. */
  today: string;
  extend: Action;
  end: Action;
}

/** The two most common changes: extend a membership by a year, or end it. A sub-membership has its firm's dates. */
export function ExpiryForms({ member, etag, today, extend, end }: Props) {
  const { ID: id, ExpiryDate: expiry, ParentID: parentId } = member;
  if (parentId !== null) return null;
  const hidden = (
    <>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="etag" value={etag} />
    </>
  );
  const isOver = expiry !== null && expiry < today;
  return (
    <div className="flex flex-wrap items-start gap-4">
      {expiry !== null && (
        <form action={extend}>
          {hidden}
          <input type="hidden" name="date" value={nextYear(expiry)} />
          <button type="submit" className={buttonStyle('quiet')}>
            {say(memberText.extend, { date: formatDay(nextYear(expiry)) })}
          </button>
        </form>
      )}
      {!isOver && (
        <details className="min-w-0">
          <summary className={buttonStyle('quiet')}>{memberText.end}</summary>
          <form action={end} className="mt-3 grid gap-3 rounded-lg border border-line bg-surface p-4">
            {hidden}
            <p className="text-sm text-ink-soft">{memberText.endHint}</p>
            <label className="grid gap-1 text-sm font-medium">
              {memberText.endOn}
              <input type="date" name="date" defaultValue={today} required className={fieldStyle} />
            </label>
            <label className="grid gap-1 text-sm font-medium">
              {memberText.reason}
              <input name="reason" maxLength={500} className={fieldStyle} />
            </label>
            <button type="submit" className={buttonStyle('main')}>
              {memberText.endButton}
            </button>
          </form>
        </details>
      )}
    </div>
  );
}
