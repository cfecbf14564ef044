import type { OfficeMember } from '@/lib/membership-api/office';
import { formatDay } from '@/lib/messages/format-day';
import { memberText } from '@/lib/messages/office-member';
import { say } from '@/lib/messages/say';
import { nextYear } from '@/lib/office/next-year';
import type { ShortFormAction } from '@/lib/office/short-form';
import { ShortForm } from './short-form';

interface Props {
  member: OfficeMember;
  etag: string;
  /** Today as an ISO day. */
  today: string;
  path: string;
  extend: ShortFormAction;
  end: ShortFormAction;
}

/** A sub-membership has no such forms, because it has the dates of its company's membership. */
export function ExpiryForms({ member, etag, today, path, extend, end }: Props) {
  const { ID: id, ExpiryDate: expiry, ParentID: parentId } = member;
  if (parentId !== null || expiry === undefined) return null;
  const isOver = expiry !== null && expiry < today;
  return (
    <>
      {expiry !== null && (
        <ShortForm
          id="extend"
          action={extend}
          path={path}
          hidden={{ id, etag, date: nextYear(expiry) }}
          button={say(memberText.extend, { date: formatDay(nextYear(expiry)) })}
        />
      )}
      {!isOver && (
        <ShortForm
          id="end"
          action={end}
          path={path}
          hidden={{ id, etag }}
          fields={[
            {
              name: 'date',
              label: memberText.endOn,
              type: 'date',
              value: today,
              hint: memberText.endHint,
            },
            { name: 'reason', label: memberText.reason, type: 'text', maxLength: 500 },
          ]}
          button={memberText.endButton}
          style="main"
          summary={memberText.end}
        />
      )}
    </>
  );
}
