import type { BulkAction } from '@/lib/membership-api/office-bulk';

/**
 * The fields of a member that a chapter officer may change: those of the person, and what the directory shows. An
 * officer may not change the terms of the membership: its type, dates, chapter, approval and the amount owed.
 */
export const officerFields: readonly string[] = ['User', 'Extras', 'Categories', 'Directory', 'Locations'];

/** Whether a chapter officer may request this change of many members. */
export function mayOfficerAsk(action: BulkAction): boolean {
  if (action.Do === 'approve' || action.Do === 'invite') return true;
  if (action.Do !== 'set') return false;
  return ['Listed', 'AddCategory', 'RemoveCategory', 'State', 'Country'].includes(action.Field);
}
