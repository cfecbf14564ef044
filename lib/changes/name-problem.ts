import type { PersonRecord } from '@/lib/store/schema/records';

/**
 * Describes a missing name. null: no name is missing. A company's name is in its contact's record.
 * @param isContact whether the person is the contact of a corporate membership
 */
export function findNameProblem(
  { firstName, lastName, organisation }: PersonRecord,
  { isContact }: { isContact: boolean },
): { field: 'Organisation' | null; reason: string } | null {
  if (organisation.trim() !== '') return null;
  if (isContact) return { field: 'Organisation', reason: 'is missing: a corporate membership needs one' };
  if (`${firstName}${lastName}`.trim() !== '') return null;
  return { field: null, reason: 'has no name of a person or an organisation' };
}
