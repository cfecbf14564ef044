import { lookUp } from '@/lib/base/look-up';
import type { OfficeMemberRow } from '@/lib/contract/office-members';
import { memberStatusText, notApprovedText, standingText } from '@/lib/messages/office-members';

export function MemberStatus({
  of: { Status, Checked, Standing = 'none' },
}: {
  of: { Status?: string | undefined; Checked: boolean; Standing?: OfficeMemberRow['Standing'] | undefined };
}) {
  const isGood = Status === 'financial';
  return (
    <span className="flex flex-wrap gap-1">
      {Status !== undefined && (
        <span
          className={`rounded-full px-2.5 py-0.5 text-sm ${isGood ? 'bg-good-soft text-good' : 'bg-warn-soft text-warn'}`}
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
