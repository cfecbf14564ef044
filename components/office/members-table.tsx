import type { ReactNode } from 'react';
import type { OfficeMemberRow, OfficeSort } from '@/lib/membership-api/office-members';
import { formatDay } from '@/lib/messages/format-day';
import { membersText } from '@/lib/messages/office-members';
import { toMembersAddress, type MembersView } from '@/lib/office/members-view';
import { MemberStatus } from './member-status';

interface Props {
  rows: readonly OfficeMemberRow[];
  view: MembersView;
}

/** The members of one page. On a phone, the second column has what the others would show. */
export function MembersTable({ rows, view }: Props) {
  return (
    <table className="w-full border-collapse text-left">
      <caption className="sr-only">{membersText.table}</caption>
      <thead className="border-b border-line-strong text-sm">
        <tr>
          <SortHeader view={view} by="name" text={membersText.name} />
          <SortHeader view={view} by="number" text={membersText.number} className="max-md:hidden" />
          <th scope="col" className="px-2 py-2 font-medium max-lg:hidden">
            {membersText.type}
          </th>
          <th scope="col" className="px-2 py-2 font-medium">
            {membersText.status}
          </th>
          <SortHeader view={view} by="expiry" text={membersText.expiry} className="max-sm:hidden" />
          <th scope="col" className="px-2 py-2 font-medium max-md:hidden">
            {membersText.place}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.ID} className="border-b border-line align-top">
            <th scope="row" className="py-2 pr-2 font-normal [overflow-wrap:anywhere]">
              <NameCell row={row} />
            </th>
            <Cell className="min-w-24 max-md:hidden">{row.MembershipNumber}</Cell>
            <Cell className="max-lg:hidden">
              {row.MembershipType.Name}
              {row.Chapter !== null && <Small>{row.Chapter.Name}</Small>}
            </Cell>
            <Cell>
              <MemberStatus of={row} />
              <span className="text-sm text-ink-soft sm:hidden">{endOf(row)}</span>
            </Cell>
            <Cell className="max-sm:hidden">{endOf(row)}</Cell>
            <Cell className="max-md:hidden">
              {[row.Suburb, row.State].filter((part) => part !== '').join(' ')}
            </Cell>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function NameCell({ row }: { row: OfficeMemberRow }) {
  const person = [row.FirstName, row.LastName].filter((part) => part !== '').join(' ');
  const isFirm = row.Kind === 'corporate' && row.Organisation !== '';
  const name = isFirm ? row.Organisation : person;
  return (
    <>
      <a href={`/office/members/${row.ID}`} className="inline-block py-1 font-medium text-accent underline">
        {name === '' ? membersText.unnamed : name}
      </a>
      {isFirm && person !== '' && <Small>{person}</Small>}
      {row.Email !== undefined && row.Email !== '' && <Small>{row.Email}</Small>}
    </>
  );
}

function Small({ children }: { children: ReactNode }) {
  return <span className="block text-sm text-ink-soft">{children}</span>;
}

function Cell({ className = '', children }: { className?: string; children: ReactNode }) {
  return <td className={`px-2 py-3 [overflow-wrap:anywhere] ${className}`}>{children}</td>;
}

function endOf({ ExpiryDate }: OfficeMemberRow): string {
  return ExpiryDate === null ? membersText.neverEnds : formatDay(ExpiryDate);
}

interface SortProps {
  view: MembersView;
  by: 'name' | 'number' | 'expiry';
  text: string;
  className?: string;
}

/** A second click reverses the order. */
function SortHeader({ view, by, text, className = '' }: SortProps) {
  const reversed = `-${by}` as OfficeSort;
  const order = view.sort === by ? 'ascending' : view.sort === reversed ? 'descending' : undefined;
  return (
    <th
      scope="col"
      aria-sort={order}
      className={`py-1 font-medium ${by === 'name' ? 'pr-2' : 'px-2'} ${className}`}
    >
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
