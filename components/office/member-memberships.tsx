import { amountOwed, formatAmount } from '@/lib/base/amount';
import { webAddressOrNull } from '@/lib/contract/web-address';
import type { OfficeMemberRow } from '@/lib/contract/office-members';
import { formatDay } from '@/lib/messages/format';
import { locale } from '@/lib/messages/locale';
import { familyText } from '@/lib/messages/office-family';
import { say } from '@/lib/messages/say';
import { membersPath } from '@/lib/office-pages/members-view';
import { memberPath } from '@/lib/office-pages/member-sections';
import { FactList } from '../account/fact-list';
import { MemberStatus } from './member-status';
import { Panel } from './panel';

interface Props {
  rows: readonly OfficeMemberRow[];
  /** The ID of the membership that the page is about. */
  current: string;
  mayAdd: boolean;
}

export function MemberMemberships({ rows, current, mayAdd }: Props) {
  return (
    <Panel id="memberships" title={familyText.memberships}>
      <ul className="grid gap-4">
        {rows.map((row) => (
          <li key={row.ID} className="grid gap-2 border-l-2 border-line pl-3">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <h3 className="font-semibold wrap-anywhere">
                {row.ID === current ? (
                  <span aria-current="page">{titleOf(row)}</span>
                ) : (
                  <a
                    href={memberPath(row.ID)}
                    className="inline-flex min-h-8 items-center text-accent underline"
                  >
                    {titleOf(row)}
                  </a>
                )}
              </h3>
              <MemberStatus of={row} />
              {row.ID === current && rows.length > 1 && (
                <span className="text-sm text-ink-soft">{familyText.this}</span>
              )}
            </div>
            <FactList
              facts={[[familyText.number, row.MembershipNumber], ...endFacts(row), ...owedFacts(row)]}
            />
            <Links row={row} />
          </li>
        ))}
      </ul>
      {mayAdd && (
        <p>
          <a href={`${membersPath}/new?of=${current}`} className="text-accent underline">
            {familyText.anotherMembership}
          </a>
        </p>
      )}
    </Panel>
  );
}

type Owed = Pick<OfficeMemberRow, 'AmountOutstanding' | 'Currency' | 'ParentID'>;

function titleOf({ Kind, Organisation, ParentID, MembershipType: type }: OfficeMemberRow): string {
  const what =
    Kind === 'corporate'
      ? say(familyText.corporateOf, { name: Organisation })
      : ParentID === null
        ? familyText.individual
        : familyText.subMember;
  return `${what} · ${type.Name}`;
}

/**
 * Returns no facts if `ExpiryDate` is undefined: the signed-in person is a chapter officer who does not see the dates.
 */
function endFacts({ ExpiryDate: last }: OfficeMemberRow): [string, string][] {
  if (last === undefined) return [];
  return [[familyText.until, last === null ? familyText.never : formatDay(last)]];
}

/** What is owed, or a credit. Empty if the signed-in person does not see amounts. */
export function owedFacts(row: Owed): [string, string][] {
  const { AmountOutstanding: amount } = row;
  if (amount === undefined) return [];
  if (row.ParentID !== null) return [[familyText.owed, familyText.companyPays]];
  const owed = amountOwed({ ...row, AmountOutstanding: amount });
  if (owed !== null) return [[familyText.owed, formatAmount(owed, locale)]];
  const credit = amount.startsWith('-') ? amountOwed({ ...row, AmountOutstanding: amount.slice(1) }) : null;
  if (credit !== null) return [[familyText.credit, formatAmount(credit, locale)]];
  return [[familyText.owed, familyText.nothingOwed]];
}

function Links({ row }: { row: OfficeMemberRow }) {
  const links = [
    [familyText.invoice, webAddressOrNull(row.InvoiceURL ?? null)],
    [familyText.payment, webAddressOrNull(row.PaymentURL ?? null)],
  ] as const;
  if (row.ParentID !== null || links.every(([, address]) => address === null)) return null;
  return (
    <p className="flex flex-wrap gap-x-6">
      {links.map(
        ([text, address]) =>
          address !== null && (
            <a
              key={text}
              href={address}
              rel="noopener noreferrer"
              className="inline-flex min-h-8 items-center text-accent underline"
            >
              {text}
            </a>
          ),
      )}
    </p>
  );
}
