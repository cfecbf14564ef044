import { fromCells } from '@/lib/membership-api/fields/columns';
import { userFields } from '@/lib/membership-api/fields/person';
import { blankPerson } from '@/lib/membership-store/blank-records';
import type { PersonRecord } from '@/lib/membership-schema/records';
import type { MemberRow } from './member-row';

export function buildPerson(
  { values }: Pick<MemberRow, 'values'>,
  { id, stored }: { id: number; stored: PersonRecord | null },
): PersonRecord {
  return { ...fromCells(userFields, stored ?? blankPerson(id), (name) => values.find(name)), id };
}
