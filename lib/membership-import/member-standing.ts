import type { RowValues } from './row-values';

/**
 * A suspended, cancelled, deceased, archived or pending membership is not approved, so no list or directory contains
 * it. The API sees only by the expiry date that an approved membership has lapsed. So a lapsed membership is approved
 * only if its expiry date has passed.
 */
export function isApprovedBy(
  values: RowValues,
  { before, expiryDate, today }: { before: boolean; expiryDate: string | null; today: string },
): boolean {
  const statuses = [values.get('Status'), values.get('StatusDetail')];
  const flags = [values.get('Suspended'), values.get('Archived'), values.get('Deceased')];
  if (flags.includes(true) || statuses.includes('ended') || statuses.includes('pending')) return false;
  const isExpired = expiryDate !== null && expiryDate < today;
  if (statuses.includes('lapsed') && !isExpired) return false;
  const approved = values.get('Approved');
  if (approved !== null) return approved;
  return statuses.includes('current') || statuses.includes('lapsed') ? true : before;
}
