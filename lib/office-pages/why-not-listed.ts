import type { OfficeMember } from '@/lib/contract/office';
import { publicViewText } from '@/lib/messages/office-public-view';

/** The reasons, in words for the office. */
export function whyNotListed({ Directory: directory, Checked, Status }: OfficeMember): string[] {
  const reasons = [
    ...(directory.Listed ? [] : [publicViewText.hidden]),
    ...(Checked ? [] : [publicViewText.notApproved]),
    ...(Status === 'expired' ? [publicViewText.ended] : []),
    ...(Status === 'outstanding' ? [publicViewText.owes] : []),
  ];
  return reasons.length > 0 ? reasons : [publicViewText.otherwise];
}
