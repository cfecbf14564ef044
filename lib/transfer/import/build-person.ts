import { fromCells } from '@/lib/contract/fields/columns';
import { userFields } from '@/lib/contract/fields/person';
import { blankPerson } from '@/lib/store/blank-records';
import type { PersonRecord } from '@/lib/store/schema/records';
import type { MemberRow } from './member-row';

export function buildPerson(
  { values }: Pick<MemberRow, 'values'>,
  { id, stored }: { id: number; stored: PersonRecord | null },
): PersonRecord {
  return { ...fromCells(userFields, stored ?? blankPerson(id), (name) => values.find(name)), id };
}
