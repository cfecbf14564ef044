import type { ReactNode } from 'react';
import type { OfficeStructure } from '@/lib/contract/office';
import { findOwnField } from '@/lib/contract/fields/office-fields';
import { columnText, textsOf } from '@/lib/contract/member-texts';
import {
  extraOfColumn,
  isAnswerColumn,
  type MemberColumn,
  type OfficeMemberRow,
  type OfficeSort,
} from '@/lib/contract/office-members';
import { formatDay } from '@/lib/messages/format';
import { bulkText } from '@/lib/messages/office-bulk';
import { membersText } from '@/lib/messages/office-members';
import { say } from '@/lib/messages/say';
import { hasDefaultColumns, toMembersAddress, type MembersView } from '@/lib/office-pages/members-view';
import { ScrollRegion } from '../ui/scroll-region';
import { memberName } from './member-name';
import { MemberStatus } from './member-status';
import { SelectAll } from './select-all';

interface Props {
  rows: readonly OfficeMemberRow[];
  view: MembersView;
  questions: OfficeStructure['Extras'];
  isSelectable: boolean;
}

/**
 * On a phone, the second column also shows the content of the other columns. If the person has chosen the columns, they
 * are below the name, each in a line.
 */
export function MembersTable({ rows, view, questions, isSelectable }: Props) {
  const headingOf = (name: MemberColumn) =>
    isAnswerColumn(name)
      ? (questions.find(({ ID }) => ID === extraOfColumn(name))?.Question ?? membersText.answer)
      : columnText(name);
  const isUsual = hasDefaultColumns(view);
  const classOf = (name: MemberColumn) =>
    isUsual ? defaultWidths[name] : `max-sm:hidden ${name === 'email' ? 'min-w-44' : 'min-w-28'}`;
  const table = (
    <table className="w-full border-collapse text-left">
      <caption className="sr-only">{membersText.table}</caption>
      <thead className="border-b border-line-strong text-sm max-sm:sr-only">
        <tr>
          {isSelectable && (
            <th scope="col" className="w-10 py-1">
              <span className="sr-only sm:hidden">{membersText.selection}</span>
              <div className="max-sm:hidden">
                <SelectAll label={bulkText.selectAll} />
              </div>
            </th>
          )}
          <SortHeader view={view} by="name" text={membersText.name} className="pr-2" />
          {view.columns.map((name) => {
            const className = `px-2 ${classOf(name) ?? ''}`;
            return isSortColumn(name) ? (
              <SortHeader key={name} view={view} by={name} text={headingOf(name)} className={className} />
            ) : (
              <th key={name} scope="col" className={`py-2 font-medium ${className}`}>
                {headingOf(name)}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody data-rows>
        {rows.map((row) => (
          <tr key={row.ID} className="border-b border-line align-top">
            {isSelectable && (
              <td className="py-2">
                <label className="grid size-8 place-items-center">
                  <span className="sr-only">{say(bulkText.select, { name: memberName(row) })}</span>
                  <input type="checkbox" name="ID" value={row.ID} className="size-5" />
                </label>
              </td>
            )}
            <th scope="row" className="min-w-24 py-2 pr-2 font-normal sm:min-w-36 [overflow-wrap:anywhere]">
              <NameCell row={row} hasEmail={!view.columns.includes('email')} />
              {!isUsual && (
                <dl className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-x-3 text-sm sm:hidden">
                  {view.columns
                    .filter((name) => textsOf(row, name).some((text) => text !== ''))
                    .map((name) => (
                      <div key={name} className="contents">
                        <dt className="text-ink-soft">{headingOf(name)}</dt>
                        <dd>
                          <Value of={name} row={row} view={view} />
                        </dd>
                      </div>
                    ))}
                </dl>
              )}
            </th>
            {view.columns.map((name) => (
              <Cell key={name} className={classOf(name)}>
                <Value of={name} row={row} view={view} />
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
  // A table with chosen columns may be wider than the page.
  return isUsual ? table : <ScrollRegion label={membersText.table}>{table}</ScrollRegion>;
}

const defaultWidths: Partial<Record<MemberColumn, string>> = {
  number: 'min-w-24 max-md:hidden',
  type: 'max-lg:hidden',
  expiry: 'max-sm:hidden',
  place: 'max-md:hidden',
};

function Value({ of, row, view }: { of: MemberColumn; row: OfficeMemberRow; view: MembersView }) {
  const show = special[of];
  if (show !== undefined) return show(row, view);
  const isDay = findOwnField(of)?.field.kind.cell === 'date';
  return textsOf(row, of)
    .filter((text) => text !== '')
    .map((text) => (isDay ? formatDay(text) : text))
    .join(' ');
}

/** The columns that the page does not show as plain text. */
const special: Partial<Record<MemberColumn, (row: OfficeMemberRow, view: MembersView) => ReactNode>> = {
  type: ({ MembershipType, Chapter }, { columns }) => (
    <>
      {MembershipType.Name}
      {Chapter !== null && !columns.includes('chapter') && <Small>{Chapter.Name}</Small>}
    </>
  ),
  status: (row, view) => (
    <>
      <MemberStatus of={row} />
      {hasDefaultColumns(view) && <span className="text-sm text-ink-soft sm:hidden">{lastDayOf(row)}</span>}
    </>
  ),
  expiry: lastDayOf,
  joined: ({ JoiningDate }) => (JoiningDate ? formatDay(JoiningDate) : ''),
  address: ({ Address, Postcode }) => [Address, Postcode].filter((part) => part).join(', '),
  email: ({ Email }) => Email !== undefined && <EmailText email={Email} />,
  changed: ({ Changed }) => Changed !== undefined && formatDay(Changed),
  signedIn: ({ SignedIn }) => (SignedIn ? formatDay(SignedIn) : ''),
  invited: ({ Invited }) => (Invited ? formatDay(Invited) : ''),
  mailing: (row) =>
    textsOf(row, 'mailing')
      .filter((text) => text !== '')
      .join(', '),
};

function NameCell({ row, hasEmail }: { row: OfficeMemberRow; hasEmail: boolean }) {
  const person = [row.FirstName, row.LastName].filter((part) => part !== '').join(' ');
  const isCompany = row.Kind === 'corporate' && row.Organisation !== '';
  return (
    <>
      <a href={`/office/members/${row.ID}`} className="inline-block py-1 font-medium text-accent underline">
        {memberName(row)}
      </a>
      {isCompany && person !== '' && <Small>{person}</Small>}
      {hasEmail && row.Email !== undefined && row.Email !== '' && (
        <Small>
          <EmailText email={row.Email} />
        </Small>
      )}
    </>
  );
}

/** Breaks an email address before its @, not inside a word. */
function EmailText({ email }: { email: string }) {
  const at = email.lastIndexOf('@');
  return (
    <>
      {email.slice(0, Math.max(at, 0))}
      <wbr />
      {email.slice(Math.max(at, 0))}
    </>
  );
}

function Small({ children }: { children: ReactNode }) {
  return <span className="block text-sm text-ink-soft">{children}</span>;
}

function Cell({ className = '', children }: { className?: string | undefined; children: ReactNode }) {
  return <td className={`px-2 py-3 [overflow-wrap:anywhere] ${className}`}>{children}</td>;
}

function lastDayOf({ ExpiryDate }: OfficeMemberRow): string {
  if (ExpiryDate === undefined) return '';
  return ExpiryDate === null ? membersText.neverEnds : formatDay(ExpiryDate);
}

const sortColumns = ['number', 'expiry', 'joined', 'changed'] as const;
type SortColumn = (typeof sortColumns)[number];

function isSortColumn(name: MemberColumn): name is SortColumn {
  return sortColumns.some((one) => one === name);
}

interface SortProps {
  view: MembersView;
  by: 'name' | SortColumn;
  text: string;
  className?: string;
}

function SortHeader({ view, by, text, className = '' }: SortProps) {
  const reversed: OfficeSort = `-${by}`;
  const order = view.sort === by ? 'ascending' : view.sort === reversed ? 'descending' : undefined;
  return (
    <th scope="col" aria-sort={order} className={`py-1 font-medium ${className}`}>
      <a
        href={toMembersAddress(view, { sort: view.sort === by ? reversed : by })}
        className="inline-flex min-h-8 items-center gap-1 text-ink underline decoration-line-strong"
      >
        {text}
        <span aria-hidden="true">{order === 'ascending' ? '↑' : order === 'descending' ? '↓' : ''}</span>
      </a>
    </th>
  );
}
