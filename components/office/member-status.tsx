import { lookUp } from '@/lib/base/look-up';
import type { OfficeMemberRow } from '@/lib/contract/office-members';
import { memberStatusText, notApprovedText, standingText } from '@/lib/messages/office-members';

/** None of them is the association's colour. What has ended needs nothing, so it stands out least. */
const colours = {
  financial: 'bg-good-soft text-good',
  expiring: 'bg-warn-soft text-warn',
  outstanding: 'bg-warn-soft text-warn',
  expired: 'bg-sunken text-ink-soft inset-ring inset-ring-line-strong',
} as const;

export function MemberStatus({
  of: { Status, Checked, Standing = 'none' },
}: {
  of: { Status?: string | undefined; Checked: boolean; Standing?: OfficeMemberRow['Standing'] | undefined };
}) {
  return (
    <span className="flex flex-wrap gap-1">
      {Status !== undefined && (
        <span
          className={`rounded-full px-2.5 py-0.5 text-sm ${lookUp<string>(colours, Status) ?? colours.outstanding}`}
        >
          {lookUp<string>(memberStatusText, Status) ?? Status}
        </span>
      )}
      {!Checked && (
        <span className="rounded-full bg-warn-soft px-2.5 py-0.5 text-sm text-warn">
          {Standing === 'none' ? notApprovedText : standingText[Standing]}
        </span>
      )}
    </span>
  );
}
