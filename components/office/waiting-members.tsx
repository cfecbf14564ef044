import type { ReactNode } from 'react';
import type { OfficeMember } from '@/lib/contract/office';
import type { WaitingMembers as Waiting } from '@/lib/contract/office-approvals';
import { recordTag } from '@/lib/contract/record-tag';
import { writeQuery } from '@/lib/contract/query-string';
import { approvalText } from '@/lib/messages/office-pages';
import { bulkText } from '@/lib/messages/office-bulk';
import { membersText, standingText } from '@/lib/messages/office-members';
import { formatDay } from '@/lib/messages/format';
import { say } from '@/lib/messages/say';
import { captionOf } from '@/lib/office-pages/member-form';
import { memberName } from '@/lib/office-pages/member-facts';
import { buttonStyle } from '../ui/button';
import { MemberStatus } from './member-status';
import { SelectAll } from './select-all';

interface Props {
  waiting: Waiting;
  action: (form: FormData) => Promise<void>;
}

export function WaitingMembers({ waiting, action }: Props) {
  const { Members: members, Next: next } = waiting;
  if (members.length === 0) return <p className="max-w-prose">{approvalText.empty}</p>;
  const columns = allColumns.filter(({ isNeeded }) => isNeeded?.(members) ?? true);
  return (
    <>
      <p className="max-w-prose text-ink-soft">
        {next === null && <strong>{say(approvalText.count, { count: members.length })}</strong>}{' '}
        {approvalText.intro}
      </p>
      <form action={action} className="grid gap-4">
        <table className="w-full border-collapse text-left">
          <caption className="sr-only">{approvalText.title}</caption>
          <thead className="border-b border-line-strong text-sm">
            <tr>
              <th scope="col" className="w-10 py-1">
                <SelectAll label={bulkText.selectAll} />
              </th>
              {columns.map(({ head, className }) => (
                <th key={head} scope="col" className={`px-2 py-2 font-medium ${className}`}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody data-rows>
            {members.map((one) => {
              const { Member: member } = one;
              const name = memberName(member);
              return (
                <tr key={member.ID} className="border-b border-line align-top">
                  <td className="py-0.5">
                    <input type="hidden" name={`ETag.${member.ID}`} value={recordTag(member)} />
                    <label className="grid size-8 place-items-center">
                      <span className="sr-only">{say(approvalText.select, { name })}</span>
                      <input type="checkbox" name="ID" value={member.ID} className="size-5" />
                    </label>
                  </td>
                  {columns.map(({ head, className, of }) => (
                    <td key={head} className={`px-2 py-1 wrap-anywhere ${className}`}>
                      {of(one)}
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
        <p className="sticky bottom-0 border-t border-line bg-canvas py-3">
          <button type="submit" className={buttonStyle('main')}>
            {approvalText.approveSelected}
          </button>
        </p>
      </form>
      {next !== null && (
        <p>
          <a href={`/office/applications?${writeQuery([['After', next]])}`} className={buttonStyle('quiet')}>
            {approvalText.next}
          </a>
        </p>
      )}
    </>
  );
}

type WaitingMember = Waiting['Members'][number];

interface Column {
  head: string;
  className: string;
  of: (one: WaitingMember) => ReactNode;
  /** Absent: the column is always shown. */
  isNeeded?: (members: readonly WaitingMember[]) => boolean;
}

/** The page of one member shows everything that the member sent. */
const allColumns: readonly Column[] = [
  {
    head: membersText.name,
    className: '',
    of: ({ Member: member }) => (
      <>
        <a
          href={`/office/applications/${member.ID}`}
          aria-label={say(approvalText.open, { name: memberName(member) })}
          className="font-medium text-accent underline"
        >
          {memberName(member)}
        </a>
        {/* On a phone, the columns have no room. */}
        <div className="text-sm text-ink-soft sm:hidden">{member.MembershipType.Type}</div>
        {hasStanding(member) && (
          <div className="sm:hidden">
            <StandingOf {...member} />
          </div>
        )}
      </>
    ),
  },
  {
    head: membersText.type,
    className: 'max-sm:hidden',
    of: ({ Member }) => Member.MembershipType.Type,
  },
  {
    head: approvalText.received,
    className: 'w-28 max-sm:text-sm sm:w-auto sm:whitespace-nowrap',
    of: ({ Received }) => (Received === null ? '' : formatDay(Received)),
    isNeeded: (members) => members.some(({ Received }) => Received !== null),
  },
  { head: membersText.email, className: 'max-md:hidden', of: ({ Member }) => Member.User.Email ?? '' },
  {
    head: membersText.suburb,
    className: 'max-sm:hidden',
    of: ({ Member: { User } }) =>
      [User.Address['Suburb'], User.Address['State']].filter((part) => part).join(' '),
  },
  {
    head: membersText.chapter,
    className: 'max-lg:hidden',
    of: ({ Member }) => Member.Chapter?.Name ?? '',
    isNeeded: (members) => members.some(({ Member }) => Member.Chapter),
  },
  {
    head: captionOf('Standing'),
    className: 'max-sm:hidden',
    of: ({ Member }) => <StandingOf {...Member} />,
    isNeeded: (members) => members.some(({ Member }) => hasStanding(Member)),
  },
];

function hasStanding({ Standing, StandingWord, Status }: OfficeMember): boolean {
  return Standing !== 'none' || StandingWord !== '' || Status === 'expired';
}

/** What the source of an import said about the member, and whether the membership has ended already. */
function StandingOf({ Standing, StandingWord, Status }: OfficeMember) {
  return (
    <>
      {StandingWord || (Standing === 'none' ? '' : standingText[Standing])}{' '}
      {Status === 'expired' && <MemberStatus of={{ Status, Checked: true }} />}
    </>
  );
}
