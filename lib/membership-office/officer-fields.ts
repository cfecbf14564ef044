import type { BulkAction } from '@/lib/membership-api/office-bulk';

/**
 * What a chapter officer may change of a member: the person, and what the directory shows. An officer may not change
 * the terms of the membership: its type, dates, chapter, approval and what is owed.
 */
export const officerFields: readonly string[] = ['User', 'Extras', 'Categories', 'Directory', 'Locations'];

/** Whether a chapter officer may request this change of many members. */
export function mayOfficerAsk(action: BulkAction): boolean {
  if (action.Do === 'approve' || action.Do === 'invite') return true;
  if (action.Do !== 'set') return false;
  return ['Listed', 'AddCategory', 'RemoveCategory', 'State', 'Country'].includes(action.Field);
}
